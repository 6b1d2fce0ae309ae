/**
 * Tokens that are wrapped over lines, as in the text of a page: a pattern that fails on the text as it stands is tried with the line breaks
 * in its way taken out, one more each time.
 *
 * Guarantees: at most `BREAKS_MAX` lines are joined; the first joining that gives a match is taken, so that no further line is swallowed;
 * a break counts only between two characters that can stand in a token.
 * Not covered: a token's beginning on one line where its rule needs characters before the anchor, and words broken by a hyphen.
 */

import { BREAK_BLANKS } from "./anchors.ts";
import { isMixed } from "./judges.ts";
import type { PatternRule, Span } from "./rule.ts";

const BREAKS_MAX = 8;
/** A line that a token fills from end to end is not shorter than this: the first and the last may be. */
const LINE_SHORTEST = 16;
const BEFORE = 96;
/** Characters that line breaks and blanks may add to what a pattern looks at. */
export const WRAP_REACH = BREAKS_MAX * (2 * BREAK_BLANKS + 2);

const IN_TOKEN = /[A-Za-z0-9_+/=.%~$-]/;

interface Break {
  /** Behind the last character of the line. */
  readonly from: number;
  /** First character of the next line. */
  readonly to: number;
}

function breakAt(text: string, newline: number): Break | undefined {
  let from = newline;
  while (from > 0 && newline - from <= BREAK_BLANKS && /[ \t\r]/.test(text.charAt(from - 1))) from--;
  let to = newline + 1;
  while (to < text.length && to - newline <= BREAK_BLANKS && /[ \t]/.test(text.charAt(to))) to++;
  if (!IN_TOKEN.test(text.charAt(from - 1)) || !IN_TOKEN.test(text.charAt(to))) return undefined;
  return { from, to };
}

/** The span that the rule hides at `position`, or null. */
export function matchAt(rule: PatternRule, text: string, position: number): Span | null {
  rule.pattern.lastIndex = position;
  const match = rule.pattern.exec(text);
  if (match === null) return null;
  const [start, end] = match.indices === undefined ? atEnd(match) : byIndices(match.indices);
  if (rule.judge !== undefined && !rule.judge(text.slice(start, end))) return null;
  return { start, end };
}

/** A value that ends the match, or the whole match. */
function atEnd(match: RegExpExecArray): readonly [number, number] {
  const end = match.index + match[0].length;
  return [end - (match.groups?.["value"] ?? match[0]).length, end];
}

/** Group `head` is the part of the value before the anchor; the others are its forms with quotes. */
function byIndices(indices: RegExpIndicesArray): readonly [number, number] {
  const groups = indices.groups ?? {};
  const value = groups["value"] ?? groups["quoted"] ?? groups["single"] ?? groups["braced"] ?? indices[0]!;
  return [groups["head"]?.[0] ?? value[0], value[1]];
}

/** Where the next line feed in [from, limit) stands, or -1. Not `indexOf`, which would look through all of a text without any. */
function lineFeed(text: string, from: number, limit: number): number {
  const end = Math.min(limit, text.length);
  for (let at = from; at < end; at++) if (text.charCodeAt(at) === 10) return at;
  return -1;
}

/** Whether a line ends where the value may not have ended yet. */
export function breaksLine(rule: PatternRule, text: string, position: number): boolean {
  const anchor = rule.anchors.find((word) => text.startsWith(word, position));
  rule.run.lastIndex = position + (anchor?.length ?? 1);
  rule.run.test(text);
  let at = rule.run.lastIndex;
  for (let blanks = 0; blanks <= BREAK_BLANKS; blanks++, at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return true;
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return false;
}

/** Tries the rule with line breaks taken out. `raw` is what matched without, if anything did. */
export function matchWrapped(
  rule: PatternRule,
  text: string,
  position: number,
  raw: Span | null,
): Span | null {
  const limit = position + rule.after + WRAP_REACH;
  const begin = Math.max(0, position - BEFORE);
  const at = position - begin;
  const removed: { at: number; length: number }[] = [];
  let joined = "";
  let cursor = begin;
  let best = raw;
  for (let count = 0; count < BREAKS_MAX; count++) {
    const newline = lineFeed(text, Math.max(cursor, position), limit);
    if (newline < 0) break;
    const lineBreak = breakAt(text, newline);
    if (lineBreak === undefined || lineBreak.from - cursor < (count === 0 ? 1 : LINE_SHORTEST)) break;
    joined += text.slice(cursor, lineBreak.from);
    const seam = joined.length;
    if (best !== null && toJoined(best.end, begin, removed) !== seam) break;
    removed.push({ at: seam, length: lineBreak.to - lineBreak.from });
    cursor = lineBreak.to;
    const next = lineFeed(text, cursor, limit);
    const whole = joined + text.slice(cursor, next < 0 ? limit : next);
    const found = matchAt(rule, whole, at);
    if (found === null || found.end <= seam) {
      if (best !== null) break;
      continue;
    }
    const usual = rule.usual(whole.slice(found.start, found.end));
    const length = found.end - found.start;
    if (best !== null && length !== usual && !goesOn(whole, seam, found.end)) break;
    best = { start: toText(found.start, begin, removed), end: toText(found.end, begin, removed) };
    if (length >= usual) break;
  }
  return best;
}

/** Whether what the next line begins with belongs to a token that was long enough already: random text, and nothing behind it. */
const goesOn = (joined: string, seam: number, end: number): boolean =>
  isMixed(joined.slice(seam, end)) && /^[\s"'<,;)\]}]?$/.test(joined.charAt(end));

function toText(index: number, begin: number, removed: readonly { at: number; length: number }[]): number {
  let position = begin + index;
  for (const cut of removed) if (cut.at < index) position += cut.length;
  return position;
}

function toJoined(
  position: number,
  begin: number,
  removed: readonly { at: number; length: number }[],
): number {
  let index = position - begin;
  for (const cut of removed) if (cut.at < index) index -= cut.length;
  return index;
}
