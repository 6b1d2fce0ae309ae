/**
 * The pieces that a log line's header is made of: times, identifiers, words. Pure, one look at each character.
 * Characters beyond ASCII are letters of words.
 */

const GAP = 1;
const TIME = 2;
const LETTER = 4;
const UPPER = 8;
const MARK = 16;
const END = 32;

const CLASSES: Uint8Array = (() => {
  const classes = new Uint8Array(128);
  const add = (characters: string, kind: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      classes[code] = (classes[code] ?? 0) | kind;
    }
  };
  add(" \t|,;:*#-=.", GAP);
  add("0123456789:.,-/+_", TIME);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZ", LETTER | UPPER);
  add("abcdefghijklmnopqrstuvwxyz", LETTER);
  add("0123456789._-/$@[]():", MARK);
  add(" \t|", END);
  return classes;
})();

/** Months, days, zones: parts of times that are words. */
const TIME_WORDS = new Set(
  `Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec Mon Tue Wed Thu Fri Sat Sun AM PM am pm UTC GMT Z CET CEST MEZ MESZ EST EDT CST CDT MST
  MDT PST PDT IST JST MSK BST WET EET EEST`.split(/\s+/),
);

const classOf = (code: number): number => (code < 128 ? (CLASSES[code] ?? 0) : LETTER);

export const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
export const isLetter = (code: number): boolean => (classOf(code) & LETTER) !== 0;
const isAsciiLetter = (code: number): boolean => code < 128 && isLetter(code);

export function isTimeWord(word: string): boolean {
  return word.length <= 4 && TIME_WORDS.has(word);
}

/** After the white space and marks that stand between pieces. */
export function afterGap(text: string, from: number): number {
  let at = from;
  while (at < text.length && (classOf(text.charCodeAt(at)) & GAP) !== 0) at += 1;
  return at;
}

/** After everything up to white space or a bar. */
export function afterToken(text: string, from: number): number {
  let at = from;
  while (at < text.length && (classOf(text.charCodeAt(at)) & END) === 0) at += 1;
  return at;
}

/** After a run of digits with the marks of times and dates between them. */
export function afterTime(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((classOf(code) & TIME) !== 0) continue;
    if (!isAsciiLetter(code)) break;
    // T and Z of ISO 8601, and a month's name between day and year.
    if (code === 0x54 && isDigit(text.charCodeAt(at + 1))) continue;
    if (code === 0x5a && !isAsciiLetter(text.charCodeAt(at + 1))) continue;
    const before = text.charCodeAt(at - 1);
    const after = text.charCodeAt(at + 3);
    if ((before !== 0x2d && before !== 0x2f) || (after !== 0x2d && after !== 0x2f)) break;
    if (!isTimeWord(text.slice(at, at + 3))) break;
    at += 2;
  }
  return at;
}

/** Whether there is a time or a date in the run: two numbers with a mark between them, or six digits. */
export function holdsTime(text: string, from: number, end: number): boolean {
  let digits = 0;
  for (let at = from; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      if (digits === 6) return true;
      continue;
    }
    const mark = code === 0x3a || code === 0x2f || code === 0x2d || code === 0x2e;
    if (mark && digits > 0 && isDigit(text.charCodeAt(at + 1))) return true;
    digits = 0;
  }
  return false;
}

export interface Token {
  readonly start: number;
  readonly end: number;
  /** ASCII letters at its start. */
  readonly letters: number;
  /** It holds a digit, or a mark that words of a sentence do not hold. */
  readonly marks: boolean;
  readonly lower: boolean;
  readonly equals: boolean;
  readonly dot: boolean;
  /** It ends with a colon. */
  readonly colon: boolean;
}

/** The token at `start`, up to white space or a bar. */
export function readToken(text: string, start: number): Token {
  const length = text.length;
  let at = start;
  let letters = -1;
  let marks = false;
  let lower = false;
  let equals = false;
  let dot = false;
  let last = 0;
  for (; at < length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = classOf(code);
    if ((kind & END) !== 0) break;
    if ((kind & LETTER) !== 0 && code < 128) {
      if ((kind & UPPER) === 0) lower = true;
    } else {
      if (letters < 0) letters = at - start;
      if (code >= 128) lower = true;
      else if (code === 0x3d) equals = true;
      else if (code === 0x2e) dot = true;
    }
    // A mark at the very end is punctuation: judged when something follows it.
    if (last !== 0 && (classOf(last) & MARK) !== 0) marks = true;
    last = code;
  }
  if ((classOf(last) & MARK) !== 0 && last !== 0x3a && last !== 0x2e) marks = true;
  return {
    start,
    end: at,
    letters: letters < 0 ? at - start : letters,
    marks,
    lower,
    equals,
    dot,
    colon: last === 0x3a,
  };
}
