/**
 * Screening of log lines: what of them is a secret, seen with the lines before and behind them.
 *
 * Guarantees: a match that touches a secret is no match, so that a search cannot be used to guess one; the word that stands for a secret is
 * not searched either. Lines are judged together with up to 32 KiB before and 8 KiB behind them, so that the middle of a private key is
 * known as one. Findings hold kind, place and count. Not covered: a key whose beginning lies further back.
 */

import type { SecretPolicy, Secrets } from "../../model/answer.ts";
import { ReadbackError } from "../../model/errors.ts";
import { locatorText } from "../../model/locator.ts";
import type { Locator } from "../../model/locator.ts";
import { compileKeywords } from "../kernel/keyword-set.ts";
import type { KeywordSet } from "../kernel/keyword-set.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { FindingList } from "../screening/finding-list.ts";
import { hideSpans } from "../screening/redact.ts";
import type { SecretSpan } from "../screening/rule.ts";
import { KEYWORDS } from "../screening/rules.ts";
import type { Keyword } from "../screening/rules.ts";
import { scanText } from "../screening/scan.ts";
import type { LogEncoding } from "./log-encoding.ts";
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

/** High-tier keywords only: the others hide nothing. */
const HIDING: readonly Keyword[] = KEYWORDS.filter((keyword) => keyword.tier === "high");
const KEYWORDS_AT_ONCE = 256;

let hidingSet: KeywordSet | undefined;

export class LogScreen {
  readonly policy: SecretPolicy;
  readonly #findings = new FindingList();

  constructor(policy: SecretPolicy) {
    this.policy = policy;
  }

  /** Whether secrets are hidden, and so kept out of matching. */
  get hides(): boolean {
    return this.policy === "redact" || this.policy === "refuse";
  }

  /** False: these bytes hold no secret, for sure. */
  mayHold(kernel: Kernel, from: number, end: number): boolean {
    hidingSet ??= compileKeywords(
      HIDING.map((keyword) => ({
        bytes: Buffer.from(keyword.text, "latin1"),
        ignoreCase: keyword.caseInsensitive,
      })),
    );
    for (let at = from; at < end;) {
      const hits = kernel.findKeywords(hidingSet, at, end, KEYWORDS_AT_ONCE);
      for (const { position, keyword } of hits) {
        const follows = HIDING[keyword]?.followedBy;
        if (follows === undefined) return true;
        const reach = kernel.bytes.toString("latin1", position, Math.min(end, position + follows.within + 8));
        const mark = reach.indexOf(follows.character);
        if (mark >= 0 && !/\s/.test(reach.slice(0, mark))) return true;
      }
      const last = hits.at(-1);
      if (last === undefined || hits.length < KEYWORDS_AT_ONCE) return false;
      at = last.position + 1;
    }
    return false;
  }

  /** The lines (in order, not overlapping) as text with the secrets in them; `window` is what is looked at around them. */
  screen(
    bytes: Buffer,
    window: ByteRange,
    lines: readonly ByteRange[],
    encoding: LogEncoding,
  ): ScreenedLine[] {
    if (this.policy === "off")
      return lines.map(({ from, end }) => ({ ...encoding.decode(bytes.subarray(from, end)), spans: [] }));
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
    const spans = scanText(all);
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
    const own = line.spans.filter((span) => span.start >= 0);
    if (own.length > 0) this.#findings.add(at, [own]);
    const hidden = this.hidden(line);
    const [first] = hidden;
    if (first === undefined) return line.text;
    if (this.policy === "refuse")
      throw new ReadbackError(
        "withheld",
        `log \`${name}\` holds a secret (\`${first.kind}\` at ${locatorText(at)}), and its source is set to refuse such lines`,
        { hint: "set the source to `redact` to have such lines with the secret hidden" },
      );
    return hideSpans(line.text, hidden, 0, false);
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
