/** What the kernel must answer, written as plainly as can be: the twin that both engines are compared with. */

import type { SearchRange } from "../../../src/reading/kernel/kernel.ts";
import type { Keyword, KeywordHit } from "../../../src/reading/kernel/keyword-set.ts";

export interface NaiveResult {
  hits: [position: number, lineEnds: number, lineStart: number][];
  resume: number;
  lineEnds: number;
  open: boolean;
}

const lower = (byte: number): number => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);

function equalAt(bytes: Uint8Array, at: number, want: Uint8Array, ignoreCase: boolean): boolean {
  return want.every((byte, index) => {
    const got = bytes[at + index];
    if (got === undefined) return false;
    return ignoreCase ? lower(got) === lower(byte) : got === byte;
  });
}

/** One byte after the other. */
export function naiveSearch(
  bytes: Uint8Array,
  needle: Uint8Array,
  ignoreCase: boolean,
  range: SearchRange,
): NaiveResult {
  const result: NaiveResult = { hits: [], resume: range.end, lineEnds: 0, open: range.open ?? false };
  let lineStart = -1;
  let next = range.from;
  for (let at = range.from; at < range.end; at += 1) {
    const fits = at + needle.length <= range.valid;
    if (!result.open && at >= next && fits && equalAt(bytes, at, needle, ignoreCase)) {
      result.hits.push([at, result.lineEnds, lineStart]);
      next = at + needle.length;
      if (range.perLine) result.open = true;
      else if (result.hits.length === range.limit) return { ...result, resume: next };
    }
    if (bytes[at] === 0x0a) {
      result.lineEnds += 1;
      lineStart = at + 1;
      const closed = result.open && range.perLine;
      result.open = false;
      if (closed && result.hits.length > 0 && result.hits.length === range.limit)
        return { ...result, resume: at + 1 };
    }
  }
  return { ...result, resume: range.perLine ? range.end : Math.max(range.end, next) };
}

export function naiveKeywords(
  bytes: Uint8Array,
  keywords: readonly Keyword[],
  from: number,
  end: number,
): KeywordHit[] {
  const hits: KeywordHit[] = [];
  for (let position = from; position < end; position += 1)
    for (const [keyword, { bytes: want, ignoreCase }] of keywords.entries())
      if (position + want.length <= end && equalAt(bytes, position, want, ignoreCase))
        hits.push({ position, keyword });
  return hits;
}
