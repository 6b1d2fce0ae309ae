/** What the log tools must answer, written as plainly as can be: the whole log as one text, line by line. */

import type { LogLevel } from "../../../src/model/log-answer.ts";
import { levelOf } from "../../../src/reading/logs/levels.ts";

export interface NaiveLine {
  readonly number: number;
  /** Offset of its first byte. */
  readonly offset: number;
  readonly text: string;
}

/** The lines of UTF-8 or other one-byte-newline bytes; a final line end starts no further line. */
export function naiveLines(bytes: Buffer, decode: (bytes: Buffer) => string): NaiveLine[] {
  const lines: NaiveLine[] = [];
  let from = 0;
  while (from < bytes.length) {
    let end = from;
    while (end < bytes.length && bytes[end] !== 0x0a) end += 1;
    const content = decode(bytes.subarray(from, end));
    // A carriage return belongs to the line end only where a line feed follows.
    const text = end < bytes.length ? content.replace(/\r$/, "") : content;
    lines.push({ number: lines.length + 1, offset: from, text });
    from = end + 1;
  }
  return lines;
}

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export function naiveMatches(lines: readonly NaiveLine[], text: string, ignoreCase: boolean): NaiveLine[] {
  return lines.filter((line) =>
    ignoreCase ? lower(line.text).includes(lower(text)) : line.text.includes(text),
  );
}

export function naiveLevels(lines: readonly NaiveLine[]): Partial<Record<LogLevel, number>> {
  const counts: Partial<Record<LogLevel, number>> = {};
  for (const line of lines) {
    const level = levelOf(line.text.slice(0, 256));
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
}
