/**
 * A text document whole, as a library hands it out: decoded, byte order mark removed, line ends as they are, secrets kept back as the source's policy says.
 *
 * Guarantees: nothing of it exists before it was screened to its end and the original was sealed. Not covered: other formats than text.
 */

import { createHash } from "node:crypto";
import { Meter } from "../model/budget.ts";
import { ReadbackError } from "../model/errors.ts";
import type { SecretPolicy } from "../model/answer.ts";
import type { EncodingFacts } from "../model/unit.ts";
import type { Version } from "../model/version.ts";
import type { Original } from "../fs/interfaces.ts";
import { detectFormat } from "../formats/detect.ts";
import { decodeChunks } from "../formats/text/decode.ts";
import { redactText } from "./screening/redact.ts";

export interface DocumentText {
  readonly text: string;
  /** SHA-256 over the UTF-8 encoding of exactly `text`, lower-case hex. */
  readonly digest: string;
  readonly version: Version;
  readonly encoding: EncodingFacts;
  readonly replacedBytes: number;
  /** True where a secret was put out of sight in `text`. */
  readonly redacted: boolean;
}

export async function readDocumentText(
  original: Original,
  options: { readonly signal: AbortSignal; readonly ms: number; readonly policy: SecretPolicy },
): Promise<DocumentText> {
  const meter = new Meter({ signal: options.signal, ms: options.ms });
  const source = original.source({ hold: true, meter });
  const format = await detectFormat(source, { signal: options.signal, meter });
  if (format !== "text" && format !== "csv")
    throw new ReadbackError("unsupported_format", "the document is not a text", {
      hint: "a library holds texts; its editor can publish a text version of it",
    });
  const decoded = await decodeChunks(source, { signal: options.signal, meter });
  const parts: string[] = [];
  for await (const chunk of decoded.chunks) {
    parts.push(chunk.text);
    meter.check("the document");
  }
  const whole = parts.join("");
  const screened = options.policy === "redact" || options.policy === "refuse" ? redactText(whole) : whole;
  if (options.policy === "refuse" && screened !== whole)
    throw new ReadbackError("withheld", "the document holds a secret and is withheld");
  const version = original.seal();
  return {
    text: screened,
    digest: createHash("sha256").update(screened, "utf8").digest("hex"),
    version,
    encoding: decoded.facts,
    replacedBytes: decoded.replacedBytes,
    redacted: screened !== whole,
  };
}
