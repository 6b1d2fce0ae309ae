/**
 * The level in the header of a plain text line: what stands before the message.
 *
 * The rule: a header is made of times, numbers, identifiers (with digits, dots, brackets) and groups in brackets. The first level word in it is
 * the line's level. A bare word, a tag that ends with a colon, or a quotation mark begins the message, and a level word behind that is
 * only believed when marks around it (`ERROR:`, `- WARN -`, `| INFO |`, a logger's name behind it) say that it is meant as one.
 * Guarantees: linear in the header; "retry after ERROR" has no level. Not covered: levels in other languages, levels by colour.
 */

import type { LogLevel } from "../../model/log-answer.ts";
import {
  afterGap,
  afterTime,
  afterToken,
  holdsTime,
  isDigit,
  isLetter,
  isTimeWord,
  readToken,
} from "./header-tokens.ts";
import type { Token } from "./header-tokens.ts";
import { levelNamed, levelWritten, NAME_MAX, NAME_MIN, PLAIN_NAMES, SHORT_NAMES } from "./level-names.ts";

const TOKENS_MAX = 20;
const GROUP_MAX = 120;

/** The one bare word that logging libraries write before the level without any mark: a thread's name. */
const THREAD_WORDS = new Set(["main"]);
const FACILITY =
  /^(?:kern|user|mail|daemon|auth|syslog|lpr|news|uucp|cron|authpriv|ftp|local[0-7])\.([a-z]+)$/;
/** Monolog writes `channel.LEVEL:`. */
const CHANNEL = /^[\w-]+\.([A-Z]+):$/;
const LEVEL_KEY = /^(?:level|lvl|severity|loglevel|log_level|log\.level|levelname|severity_text)$/i;
const PAIR = /[ \t]*([A-Za-z_@][\w.@/-]*)=("(?:[^"\\]|\\.)*"?|[^ \t]*)/y;
/** A structure that follows a level and never follows a word of a sentence. */
const STRUCTURE =
  /^(?: {2,}|\t| ?\||:| - | -- | --- | ?\[| ?\(| ?<| [\w$-]+(?:[./:][\w$*-]+)+| [\w.-]+\[\d+\])/;

interface State {
  time: boolean;
  group: boolean;
  identifiers: number;
  /** Bare words that are neither a time's nor a thread's. */
  words: number;
  capitals: number;
  tag: boolean;
  tokens: number;
  /** What stands behind the level word had a say. */
  lookedBehind: boolean;
}

/** Filled where the characters up to `end`, that one included, decided the level, whatever follows and whichever digits stand in them. */
export interface HeaderTrace {
  end: number;
}

/** `key=value` pairs from `from` on: the value of the first level key. */
export function logfmtLevel(text: string, from: number): LogLevel | undefined {
  PAIR.lastIndex = from;
  for (let pair = PAIR.exec(text); pair !== null; pair = PAIR.exec(text)) {
    if (LEVEL_KEY.test(pair[1] ?? "")) return levelNamed((pair[2] ?? "").replace(/^"|"$/g, "").trim());
    // A value may hold an unquoted remainder; pairs go on behind the next space.
    if (PAIR.lastIndex >= text.length) return undefined;
  }
  return undefined;
}

/** A level word at `at` (letters only, up to `end`): its level when the marks and what came before allow it. */
function wordLevel(text: string, at: number, end: number, gap: number, state: State): LogLevel | undefined {
  if (end - at < NAME_MIN || end - at > NAME_MAX) return undefined;
  const word = text.slice(at, end);
  const level = levelWritten(word);
  if (level === undefined) return undefined;
  const after = text.charAt(end);
  if (after !== "" && !" \t:]|,-/)>".includes(after)) return undefined;
  const structured = (): boolean => {
    state.lookedBehind = true;
    return isMarked(text, gap, at, end);
  };
  if (word === word.toUpperCase()) {
    if (state.tag) return after === ":" ? level : undefined;
    if (SHORT_NAMES.has(word)) return state.time && state.words === 0 ? level : undefined;
    if (state.words > 0 || state.capitals === 1) return state.words < 2 && structured() ? level : undefined;
    if (state.tokens === 0) return PLAIN_NAMES.has(word) || structured() ? level : undefined;
    return state.time || state.group || structured() ? level : undefined;
  }
  const alone = state.time && state.words + state.capitals + state.identifiers === 0 && !state.tag;
  const usual = PLAIN_NAMES.has(word.toUpperCase()) || word.length > NAME_MIN;
  return alone && usual && structured() ? level : undefined;
}

/** Whether marks around a word say that it is meant as a level: between bars, tabs or dashes, or a logger's name behind it. */
function isMarked(text: string, gap: number, at: number, end: number): boolean {
  const before = text.slice(gap, at);
  return STRUCTURE.test(text.slice(end, end + 80)) || /[|\t]| -+ /.test(before);
}

/** A group in brackets: a level alone, `module:level`, or a header of its own. */
function groupLevel(inner: string, open: string, state: State): LogLevel | undefined {
  if (state.words > 0 || (state.tag && open !== "[")) return undefined;
  const word = /^\s*(?:[\w.-]+:)?([A-Za-z]{3,13}\d?)\s*$/.exec(inner)?.[1];
  if (word !== undefined) {
    const level = levelNamed(word);
    if (level === undefined) return undefined;
    const known =
      PLAIN_NAMES.has(word.toUpperCase()) || word.length >= 4 || SHORT_NAMES.has(word) || state.time;
    if (open === "[") return known ? level : undefined;
    return (state.time || state.group) && (open === "<" || word === word.toUpperCase()) ? level : undefined;
  }
  return /\d/.test(inner) && /[A-Z]{3}/.test(inner) ? headerLevel(inner) : undefined;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "<": ">", "{": "}" };

/** The level in the header that starts at `from`. */
export function headerLevel(text: string, from = 0, trace?: HeaderTrace): LogLevel | undefined {
  const state: State = {
    time: false,
    group: false,
    identifiers: 0,
    words: 0,
    capitals: 0,
    tag: false,
    tokens: 0,
    lookedBehind: false,
  };
  let gap = from;
  for (; state.tokens < TOKENS_MAX; state.tokens += 1) {
    const at = afterGap(text, gap);
    if (at >= text.length) return undefined;
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      if (state.tag) return undefined;
      const end = afterTime(text, at);
      state.time ||= holdsTime(text, at, end);
      // Digits that go over into letters are an identifier, save where a mark stands between: `10:22:40,672:DEBUG:`.
      const joined = isLetter(text.charCodeAt(end)) && isDigit(text.charCodeAt(end - 1));
      gap = joined ? afterToken(text, end) : end;
      continue;
    }
    const closing = isLetter(code) ? undefined : CLOSING[text.charAt(at)];
    if (closing !== undefined) {
      const end = text.indexOf(closing, at + 1);
      if (end < 0 || end - at > GROUP_MAX) return undefined;
      const level = groupLevel(text.slice(at + 1, end), text.charAt(at), state);
      if (level !== undefined && trace !== undefined && !state.lookedBehind) trace.end = end;
      if (level !== undefined || state.tag) return level;
      state.time ||= holdsTime(text, at, end);
      state.group = true;
      gap = end + 1;
      continue;
    }
    // A quotation mark, a slash or any other mark begins a message.
    if (!isLetter(code) && code !== 0x5f && code !== 0x2f) return undefined;
    const token = readToken(text, at);
    const level = wordLevel(text, at, at + token.letters, gap, state);
    if (level !== undefined && trace !== undefined && !state.lookedBehind) trace.end = at + token.letters;
    if (level !== undefined || state.tag) return level;
    const found = tokenLevel(text, token, state);
    if (found !== null) return found;
    gap = token.end;
  }
  return undefined;
}

/** Judges a token that is no level word itself; null means: go on behind it. */
function tokenLevel(text: string, token: Token, state: State): LogLevel | undefined | null {
  if (token.equals) return logfmtLevel(text, token.start);
  if (token.dot) {
    const whole = text.slice(token.start, token.end);
    const facility = FACILITY.exec(whole)?.[1];
    if (facility !== undefined) return levelNamed(facility);
    const channel = state.time ? CHANNEL.exec(whole)?.[1] : undefined;
    if (channel !== undefined) return levelNamed(channel);
  }
  if (token.colon) state.tag = true;
  if (token.marks) {
    state.identifiers += 1;
    return null;
  }
  const last = text.charCodeAt(token.end - 1);
  const marked = token.colon || last === 0x2c || last === 0x3b || last === 0x2e;
  const bare = text.slice(token.start, marked ? token.end - 1 : token.end);
  if (isTimeWord(bare)) state.time = true;
  else if (THREAD_WORDS.has(bare) || bare.length === 1) return null;
  else if (!token.lower) state.capitals += 1;
  else {
    state.words += 1;
    if (state.words > 1) return undefined;
  }
  return null;
}
