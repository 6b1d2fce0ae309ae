/**
 * Screening of log lines: what of them is a secret, seen with the lines before and behind them.
 *
 * Guarantees: a match that touches a secret is no match, so that a search cannot be used to guess one; the word that stands for a secret is
 * not searched either. Lines are judged together with up to 16 KiB before and 4 KiB behind them, so that the middle of a private key is
 * known as one. Findings hold kind, place and count. Not covered: a key whose beginning lies further back.
 */

import type { SecretPolicy, Secrets } from "../../model/answer.ts";
import { ReadbackError } from "../../model/errors.ts";
import { locatorText } from "../../model/locator.ts";
import type { Locator } from "../../model/locator.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { FindingList } from "../screening/finding-list.ts";
import type { SecretSpan } from "../screening/rule.ts";
import type { LogEncoding } from "./log-encoding.ts";
import type * as SecretKeywords from "./secret-keywords.ts";
import type * as SecretScan from "./secret-scan.ts";
import type { Replacement } from "../../formats/text/utf8.ts";

/** Bytes of a line, or of a part of one. */
export interface ByteRange {
  readonly from: number;
  readonly end: number;
}

export interface ScreenedLine {
  /** As it stands, nothing hidden. */
  readonly text: string;
  readonly replacements: readonly Replacement[];
  /** Secrets that touch the line, by offsets in its text. */
  readonly spans: readonly SecretSpan[];
}

export class LogScreen {
  readonly policy: SecretPolicy;
  readonly #findings = new FindingList();
  #filter: typeof SecretKeywords | undefined;
  #engine: typeof SecretScan | undefined;
  /** The bytes that the filter last showed to hold nothing. */
  #clean: (ByteRange & { readonly bytes: Buffer }) | undefined;

  constructor(policy: SecretPolicy) {
    this.policy = policy;
  }

  /** Whether secrets are hidden, and so kept out of matching. */
  get hides(): boolean {
    return this.policy === "redact" || this.policy === "refuse";
  }

  /** `mayHold` can be asked. */
  get prepared(): boolean {
    return !this.hides || this.#filter !== undefined;
  }

  /** Whether these bytes can be screened with what is loaded. Where not, `load` must come first, perhaps twice. */
  covers(kernel: Kernel, range: ByteRange, encoding: LogEncoding): boolean {
    if (this.policy === "off" || this.#engine !== undefined) return true;
    if (this.#filter === undefined || encoding.shape.width > 1) return false;
    const clean = !this.#filter.mayHoldSecret(kernel, range.from, range.end, false);
    this.#clean = clean ? { bytes: kernel.bytes, from: range.from, end: range.end } : undefined;
    return clean;
  }

  /** The same for bytes that the kernel does not hold. */
  coversBytes(bytes: Buffer, encoding: LogEncoding): boolean {
    if (this.policy === "off" || this.#engine !== undefined) return true;
    if (this.#filter === undefined || encoding.shape.width > 1) return false;
    const clean = !this.#filter.bytesMayHoldSecret(bytes);
    this.#clean = clean ? { bytes, from: 0, end: bytes.length } : undefined;
    return clean;
  }

  /** Loads the filter, then the rules. */
  async load(): Promise<void> {
    if (this.#filter === undefined) this.#filter = await import("./secret-keywords.ts");
    else this.#engine = await import("./secret-scan.ts");
  }

  async loadAll(): Promise<void> {
    if (this.policy === "off") return;
    this.#filter ??= await import("./secret-keywords.ts");
    this.#engine ??= await import("./secret-scan.ts");
  }

  /** False: these bytes hold no secret that is hidden, for sure. */
  mayHold(kernel: Kernel, range: ByteRange, encoding: LogEncoding): boolean {
    if (!this.hides) return false;
    if (this.#filter === undefined || encoding.shape.width > 1) return true;
    return this.#filter.mayHoldSecret(kernel, range.from, range.end, true);
  }

  /** The lines (in order, not overlapping) as text with the secrets in them; `window`, which is covered, is looked at around them. */
  screen(
    bytes: Buffer,
    window: ByteRange,
    lines: readonly ByteRange[],
    encoding: LogEncoding,
  ): ScreenedLine[] {
    if (this.policy === "off" || this.#engine === undefined) {
      const clean = this.#clean;
      const covered = clean?.bytes === bytes && window.from >= clean.from && window.end <= clean.end;
      if (this.policy !== "off" && !covered) throw new Error("lines were not screened before they were used");
      return lines.map(({ from, end }) => ({ ...encoding.decode(bytes.subarray(from, end)), spans: [] }));
    }
    const decoded: { text: string; replacements: readonly Replacement[]; offset: number }[] = [];
    let all = "";
    let at = window.from;
    for (const { from, end } of lines) {
      all += encoding.decode(bytes.subarray(at, from)).text;
      const { text, replacements } = encoding.decode(bytes.subarray(from, end));
      decoded.push({ text, replacements, offset: all.length });
      all += text;
      at = end;
    }
    all += encoding.decode(bytes.subarray(at, Math.max(at, window.end))).text;
    const spans = this.#engine.scanText(all);
    return decoded.map(({ text, replacements, offset }) => ({
      text,
      replacements,
      spans: spans
        .filter((span) => span.start < offset + text.length && span.end > offset)
        .map((span) => ({ ...span, start: span.start - offset, end: span.end - offset })),
    }));
  }

  /** The spans that matching must keep out of. */
  hidden(line: ScreenedLine): readonly SecretSpan[] {
    return this.hides ? line.spans.filter((span) => span.tier === "high") : [];
  }

  /** The text as it may leave; its secrets are counted at `at`. Throws `withheld` under `refuse`. */
  release(line: ScreenedLine, name: string, at: Locator): string {
    if (line.spans.length > 0) this.#findings.add(at, [line.spans]);
    const hidden = this.hidden(line);
    const [first] = hidden;
    if (first === undefined) return line.text;
    if (this.policy === "refuse")
      throw new ReadbackError(
        "withheld",
        `log \`${name}\` holds a secret (\`${first.kind}\` at ${locatorText(at)}), and its source is set to refuse such lines`,
        { hint: "set the source to `redact` to have such lines with the secret hidden" },
      );
    // A secret that began on a line above leaves its word on each line that it goes through.
    const clipped = hidden.map((span) => ({ ...span, start: Math.max(0, span.start) }));
    return this.#engine?.hideSpans(line.text, clipped, 0, false) ?? "";
  }

  facts(screened: Secrets["screened"]): Secrets {
    return {
      policy: this.policy,
      screened,
      found: this.#findings.found,
      findings: this.#findings.findings,
    };
  }
}
