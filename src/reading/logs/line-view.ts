/** A screened line as it is returned: its level, its text up to the longest there is, what was lost on the way. */

import type { LogLevel, LogLine } from "../../model/log-answer.ts";
import type { Locator } from "../../model/locator.ts";
import { JSON_CHARS, LEVEL_CHARS, levelOf, needsMore } from "./levels.ts";
import type { LogMatcher } from "./log-matcher.ts";
import type { LogScreen, ScreenedLine } from "./log-screen.ts";

/** Characters on each side of a match that stands beyond the end of a cut text. */
export const AROUND = 100;

/** Bytes of a line that are kept where the line itself is not: enough for the longest text in any encoding, and for its level. */
export function keptBytes(maxLine: number): number {
  return Math.max(JSON_CHARS, maxLine) * 4;
}

/** Level of a line by its text. */
export function levelOfText(text: string): LogLevel {
  const head = text.slice(0, LEVEL_CHARS);
  return levelOf(needsMore(head) ? text.slice(0, JSON_CHARS) : head);
}

export interface ViewOptions {
  readonly screen: LogScreen;
  readonly name: string;
  readonly lineNo: number | null;
  /** Where its secrets are said to stand. */
  readonly at: Locator;
  readonly level: LogLevel;
  readonly maxLine: number;
  /** The line goes on beyond the text that is here. */
  readonly goesOn: boolean;
  /** Says so on each line of a rotated set. */
  readonly file?: string | undefined;
  readonly matcher?: LogMatcher | undefined;
  /** Text around a match that stands beyond the text that is here. */
  readonly around?: string | undefined;
}

/** Without the line end: LF, or CRLF. */
export function withoutLineEnd(text: string): string {
  if (text.endsWith("\r\n")) return text.slice(0, -2);
  return text.endsWith("\n") ? text.slice(0, -1) : text;
}

/** At most `max` UTF-16 units, not within a pair. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const code = text.charCodeAt(max - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? max - 1 : max);
}

export function viewLine(line: ScreenedLine, options: ViewOptions): LogLine {
  const whole = withoutLineEnd(options.screen.release(line, options.name, options.at));
  const text = shortened(whole, options.maxLine);
  const cut = options.goesOn || text.length < whole.length;
  // Redacting moves what stands behind it, so lost bytes are counted where the text was not cut short, or by their own place.
  const shown = text.length < whole.length ? text.length : Number.POSITIVE_INFINITY;
  const lost = line.replacements.filter(({ at }) => at < shown);
  const replacedBytes = lost.reduce((sum, { bytes }) => sum + bytes, 0);
  const nulBytes = countNuls(text);
  const found = cut ? options.matcher?.find(whole) : undefined;
  const beyond = found !== undefined && found.end > text.length;
  const around = beyond ? whole.slice(Math.max(0, found.start - AROUND), found.end + AROUND) : options.around;
  return {
    lineNo: options.lineNo,
    level: options.level,
    text,
    cut,
    replacedBytes,
    ...(lost.length === 0 ? {} : { lost }),
    ...(nulBytes === 0 ? {} : { nulBytes }),
    ...(options.file === undefined ? {} : { file: options.file }),
    ...(around === undefined ? {} : { around }),
  };
}

export function countNuls(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\0"); at >= 0; at = text.indexOf("\0", at + 1)) count += 1;
  return count;
}
