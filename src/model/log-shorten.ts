/**
 * Lines of a log answer within a number of characters: the longest give way first, each keeps its beginning and says `cut`.
 * Counts of lost and NUL bytes stay those of the text that is shown.
 */

import type { LogLine } from "./log-answer.ts";

/** No line is shortened below this: what is left must still tell what it is. */
const LEAST = 40;

export function shortenLines(lines: readonly LogLine[], chars: number): readonly LogLine[] {
  const lengths = lines.map(lengthOf);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (total <= chars) return lines;
  const longest = Math.max(LEAST, commonLimit(lengths, chars));
  return lines.map((line) => (lengthOf(line) <= longest ? line : shortened(line, longest)));
}

const lengthOf = (line: LogLine): number => line.text.length + (line.around?.length ?? 0);

/** The largest limit under which the lengths, each cut to it, add up to at most `total`. */
function commonLimit(lengths: readonly number[], total: number): number {
  let left = total;
  const rising = lengths.toSorted((a, b) => a - b);
  for (const [index, length] of rising.entries()) {
    const equal = Math.floor(left / (rising.length - index));
    if (length > equal) return equal;
    left -= length;
  }
  return rising.at(-1) ?? 0;
}

function shortened(line: LogLine, limit: number): LogLine {
  const { around, lost = [], nulBytes: _nuls, ...rest } = line;
  // What is around the match matters more than the line's beginning.
  const kept = around === undefined ? undefined : around.slice(0, Math.max(LEAST, limit >> 1));
  let end = Math.max(LEAST, limit - (kept?.length ?? 0));
  if (end < line.text.length && /[\ud800-\udbff]/.test(line.text.charAt(end - 1))) end -= 1;
  const text = line.text.slice(0, end);
  const stays = lost.filter(({ at }) => at < text.length);
  const nuls = text.split("\0").length - 1;
  return {
    ...rest,
    text,
    cut: line.cut || text.length < line.text.length,
    replacedBytes:
      line.lost === undefined ? line.replacedBytes : stays.reduce((sum, { bytes }) => sum + bytes, 0),
    ...(stays.length === 0 ? {} : { lost: stays }),
    ...(nuls === 0 ? {} : { nulBytes: nuls }),
    ...(kept === undefined ? {} : { around: kept }),
  };
}
