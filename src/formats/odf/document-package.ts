/**
 * An OpenDocument file opened as a package (OpenDocument 1.3 part 2, section 3): its manifest, and which parts a password protects.
 *
 * Guarantees: a document whose content is encrypted is the error `encrypted`; other encrypted parts are counted. A DOCTYPE without declarations,
 * as OpenOffice 2 wrote it into the manifest, is passed over. Not covered: digital signatures, decryption.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, ExtractOptions } from "../../model/unit.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { openPackage } from "../container/package.ts";
import { parseXml } from "../container/xml.ts";

const MANIFEST = "META-INF/manifest.xml";
const MANIFEST_BYTES = 8 * 1024 * 1024;
export const CONTENT = "content.xml";
export const STYLES = "styles.xml";

export interface DocumentPackage {
  readonly container: OfficePackage;
  readonly flags: readonly string[];
  readonly gaps: readonly Gap[];
}

export async function openDocumentPackage(
  source: ByteSource,
  options: ExtractOptions,
): Promise<DocumentPackage> {
  const container = await openPackage(source, options);
  const encrypted = await encryptedParts(container, options);
  if (encrypted.has(CONTENT) || encrypted.has("encrypted-package"))
    throw new ReadbackError("encrypted", "the OpenDocument file is encrypted and needs its password", {
      hint: "open it with its password, save a copy without one, and read that",
    });
  if (!container.has(CONTENT))
    throw new ReadbackError("damaged", "the OpenDocument file holds no `content.xml`");
  const gaps: Gap[] =
    encrypted.size === 0
      ? []
      : [
          {
            reason: "encrypted",
            region: "embedded_object",
            count: encrypted.size,
            detail: "encrypted parts beside the content",
          },
        ];
  const scripts = container.parts.some((part) => /^(?:Basic|Scripts)\/./.test(part));
  return { container, gaps, flags: scripts ? ["macros"] : [] };
}

async function encryptedParts(
  container: OfficePackage,
  options: ExtractOptions,
): Promise<ReadonlySet<string>> {
  const encrypted = new Set<string>();
  if (!container.has(MANIFEST)) return encrypted;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of container.open(MANIFEST)) {
    size += chunk.length;
    if (size > MANIFEST_BYTES) throw limitExceeded("the manifest of the OpenDocument file is too large");
    chunks.push(chunk);
  }
  const manifest = Buffer.concat(chunks);
  const head = manifest.subarray(0, 4096).toString("latin1");
  const doctype = /<!DOCTYPE[^>[]*>/.exec(head);
  const pieces =
    doctype === null
      ? [manifest]
      : [manifest.subarray(0, doctype.index), manifest.subarray(doctype.index + doctype[0].length)];
  let part = "";
  await parseXml(
    each(pieces),
    {
      open: (name, attributes) => {
        if (name === "file-entry") part = attributes["full-path"] ?? "";
        else if (name === "encryption-data" || name === "EncryptedData") encrypted.add(part);
      },
    },
    options,
    MANIFEST,
  );
  return encrypted;
}

async function* each(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
