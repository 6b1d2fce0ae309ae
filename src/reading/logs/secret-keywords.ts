/**
 * A filter over bytes for the secret rules, loaded when the first line is to be returned or judged. "May hold" is not certain, "holds none" is:
 * a text without any keyword of a rule has no finding of it, save where a keyword itself is broken over two lines.
 */

import { compileKeywords } from "../kernel/keyword-set.ts";
import type { KeywordSet } from "../kernel/keyword-set.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { KEYWORDS } from "../screening/rules.ts";
import type { Keyword } from "../screening/rules.ts";

const AT_ONCE = 256;

interface Filter {
  readonly keywords: readonly Keyword[];
  readonly set: KeywordSet;
}

function filterOf(keywords: readonly Keyword[]): Filter {
  const set = compileKeywords(
    keywords.map(({ text, caseInsensitive }) => ({
      bytes: Buffer.from(text, "latin1"),
      ignoreCase: caseInsensitive,
    })),
  );
  return { keywords, set };
}

/** Of all rules, and of those that hide what they find. */
const ALL = filterOf(KEYWORDS);
const HIDING = filterOf(KEYWORDS.filter((keyword) => keyword.tier === "high"));

/** Whether the kernel's bytes in [from, end) may hold a secret; `hidden`: one that is hidden, not only reported. */
export function mayHoldSecret(kernel: Kernel, from: number, end: number, hidden: boolean): boolean {
  const { keywords, set } = hidden ? HIDING : ALL;
  for (let at = from; at < end;) {
    const hits = kernel.findKeywords(set, at, end, AT_ONCE);
    for (const { position, keyword } of hits) {
      const follows = keywords[keyword]?.followedBy;
      if (follows === undefined) return true;
      const reach = kernel.bytes.toString("latin1", position, Math.min(end, position + follows.within + 8));
      const mark = reach.indexOf(follows.character);
      if (mark >= 0 && !/\s/.test(reach.slice(0, mark))) return true;
    }
    const last = hits.at(-1);
    if (last === undefined || hits.length < AT_ONCE) return false;
    at = last.position + 1;
  }
  return false;
}
