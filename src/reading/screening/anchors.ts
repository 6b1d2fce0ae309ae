/**
 * Finds the anchors of all rules in one pass: a shift table over pairs of characters (Wu and Manber, "A fast algorithm for multi-pattern
 * searching", 1994), with each anchor's rarest window of characters taken for the table instead of its first ones.
 *
 * The table is walked over the low bytes of the characters, copied out of the string in blocks; whole characters are compared at each place
 * that the table gives.
 *
 * Guarantees: exactly the occurrences that begin in [from, to) are given, in order of position; the text before and behind is looked at.
 * Anchors that a line break splits are given too, where their rule allows wrapped values.
 */

import type { Rule } from "./rule.ts";
import { RULES } from "./rules.ts";
import { URL_PASSWORD, schemeBefore } from "./url-password.ts";

export interface Hit {
  readonly position: number;
  /** Index into RULES. */
  readonly rule: number;
  /** The anchor itself is split by a line break. */
  readonly split: boolean;
}

interface Entry {
  /** In lower case where letter case does not matter. */
  readonly text: string;
  readonly ignoreCase: boolean;
  /** Where the window stands in the anchor. */
  readonly offset: number;
  readonly wordStart: boolean;
  /** Character codes of which one follows the anchor. */
  readonly follow: Uint8Array | undefined;
  readonly rules: number[];
}

const WINDOW = 4;
const SHORTEST = 3;
const TABLE = 1 << 14;
/** Characters whose low bytes are looked at together. */
const BLOCK = 1 << 16;
/** The character before a block, the block, and what anchors that begin in it may need. */
const BYTES = Buffer.alloc(BLOCK + 1024);
/** Blanks on each side of a line break that may split an anchor or a value. */
export const BREAK_BLANKS = 16;

const WINDOWS = 1 << 16;

const windowOf = (first: number, second: number): number =>
  (Math.imul(first, 0x9e35) ^ second) & (WINDOWS - 1);
const pairOf = (first: number, second: number): number => ((first & 127) << 7) | (second & 127);

const LETTER_SHARES = new Map(
  Object.entries({
    e: 9,
    t: 7,
    a: 6,
    o: 6,
    i: 6,
    n: 6,
    s: 6,
    r: 5,
    l: 3,
    d: 3,
    h: 3,
    c: 3,
    u: 2,
    m: 2,
    p: 2,
    f: 2,
  }),
);

/** Share of a character in ordinary text and logs, in percent. */
function shareOf(code: number): number {
  if (code >= 97 && code <= 122) return LETTER_SHARES.get(String.fromCharCode(code)) ?? 1;
  if (code === 32) return 12;
  if (code >= 48 && code <= 57) return 2.5;
  return code >= 33 ? 0.4 : 0.05;
}

const SHARES = Float64Array.from({ length: 128 }, (_, code) => shareOf(code));

function sharesOf(codes: readonly number[]): number {
  let sum = 0;
  for (const code of codes) sum += SHARES[code] ?? 0;
  return sum;
}

function followSet(set: string | undefined): Uint8Array | undefined {
  if (set === undefined) return undefined;
  const expression = new RegExp(`[${set}]`);
  return Uint8Array.from({ length: 128 }, (_, code) => (expression.test(String.fromCharCode(code)) ? 1 : 0));
}

/** Both cases of a letter's code where case does not matter. */
const casesOf = (code: number, ignoreCase: boolean): number[] =>
  ignoreCase && code >= 97 && code <= 122 ? [code, code - 32] : [code];

const ANY = Array.from({ length: 128 }, (_, code) => code);

/** Codes at `index` of the anchor, of what may follow it, and of whatever stands before it; empty where nothing is known. */
function codesAt(entry: Omit<Entry, "offset">, index: number): readonly number[] {
  if (index < 0) return ANY;
  if (index < entry.text.length) return casesOf(entry.text.charCodeAt(index), entry.ignoreCase);
  const { follow } = entry;
  if (follow === undefined || index > entry.text.length) return [];
  return ANY.filter((code) => follow[code] === 1);
}

const PAIR_COSTS = [1, 2, 5];

/** The window whose pairs are rarest: its last pair costs a look at the place, the others shorten a step. */
function rarestWindow(entry: Omit<Entry, "offset">): number {
  const length = entry.text.length + (entry.follow === undefined ? 0 : 1);
  const shares: number[] = [];
  for (let index = -1; index < length; index++) shares.push(sharesOf(codesAt(entry, index)));
  let best = 0;
  let least = Infinity;
  for (let offset = -1; offset + WINDOW <= length; offset++) {
    let cost = 0;
    for (let pair = 0; pair < WINDOW - 1; pair++)
      cost += (shares[offset + pair + 1] ?? 0) * (shares[offset + pair + 2] ?? 0) * (PAIR_COSTS[pair] ?? 0);
    if (cost < least) [best, least] = [offset, cost];
  }
  return best;
}

class AnchorTable {
  readonly #shift = new Uint8Array(TABLE).fill(WINDOW - 1);
  /** By a hash of its two pairs, whether a window may be an anchor's. */
  readonly #windows = new Uint8Array(WINDOWS);
  readonly #buckets: (Entry[] | undefined)[] = Array.from({ length: TABLE });
  readonly #broken: ({ entry: Entry; index: number }[] | undefined)[] = Array.from({ length: TABLE });
  readonly longest: number;

  constructor(rules: readonly Rule[]) {
    const entries = new Map<string, Entry>();
    rules.forEach((rule, index) => {
      if (rule === URL_PASSWORD) return;
      for (const anchor of rule.anchors) {
        const text = rule.ignoreCase ? anchor.toLowerCase() : anchor;
        const follow = followSet(rule.follow);
        if (text.length < SHORTEST) throw new RangeError(`anchor of ${rule.kind} is too short`);
        const { ignoreCase, wordStart } = rule;
        const key = `${text} ${ignoreCase} ${wordStart} ${rule.follow ?? ""}`;
        let entry = entries.get(key);
        if (entry === undefined) {
          const facts = { text, ignoreCase, wordStart, follow, rules: [] };
          entry = { ...facts, offset: rarestWindow(facts) };
          entries.set(key, entry);
        }
        entry.rules.push(index);
      }
    });
    for (const entry of entries.values()) {
      this.#add(entry);
      if (entry.rules.some((index) => mayBreak(rules[index]))) this.#addBroken(entry);
    }
    this.longest = Math.max(...[...entries.values()].map((entry) => entry.text.length)) + 1;
  }

  #add(entry: Entry): void {
    const codes = Array.from({ length: WINDOW }, (_, index) => codesAt(entry, entry.offset + index));
    for (let pair = 0; pair < WINDOW - 1; pair++)
      for (const first of codes[pair]!)
        for (const second of codes[pair + 1]!) {
          const hash = pairOf(first, second);
          const shift = WINDOW - 2 - pair;
          if (shift < (this.#shift[hash] ?? 0)) this.#shift[hash] = shift;
          if (shift !== 0) continue;
          (this.#buckets[hash] ??= []).push(entry);
          for (const a of codes[0]!)
            for (const b of codes[1]!) this.#windows[windowOf(pairOf(a, b), hash)] = 1;
        }
  }

  #addBroken(entry: Entry): void {
    for (let index = 1; index < entry.text.length; index++)
      for (const first of casesOf(entry.text.charCodeAt(index - 1), entry.ignoreCase))
        for (const second of casesOf(entry.text.charCodeAt(index), entry.ignoreCase))
          (this.#broken[pairOf(first, second)] ??= []).push({ entry, index });
  }

  /** Occurrences that begin in [from, to), sorted by position, then by rule. */
  find(text: string, from: number, to: number): Hit[] {
    const hits: Hit[] = [];
    const reach = this.longest + BREAK_BLANKS;
    for (let start = from; start < to; start += BLOCK) {
      const stop = Math.min(start + BLOCK, to);
      // One character before the block, because a window may begin there; nothing stands before a text.
      const length = 1 + BYTES.write(text.slice(start, stop + reach), 1, "latin1");
      BYTES[0] = start === 0 ? 0 : text.charCodeAt(start - 1);
      this.#findWhole(text, start, stop, length, hits);
      this.#findBroken(text, start, stop, length, hits);
    }
    findAtSigns(text, from, to, hits);
    return hits.length < 2 ? hits : hits.toSorted((a, b) => a.position - b.position || a.rule - b.rule);
  }

  #findWhole(text: string, from: number, to: number, length: number, hits: Hit[]): void {
    const shifts = this.#shift;
    const windows = this.#windows;
    const end = Math.min(length, 1 + to - from + this.longest);
    let at = WINDOW - 1;
    while (at < end) {
      const hash = ((BYTES[at - 1]! & 127) << 7) | (BYTES[at]! & 127);
      const shift = shifts[hash]!;
      if (shift !== 0) {
        at += shift;
        continue;
      }
      const first = ((BYTES[at - 3]! & 127) << 7) | (BYTES[at - 2]! & 127);
      if (windows[windowOf(first, hash)] === 1) this.#verify(text, hash, from + at - WINDOW, from, to, hits);
      at++;
    }
  }

  #verify(text: string, hash: number, window: number, from: number, to: number, hits: Hit[]): void {
    const bucket = this.#buckets[hash];
    if (bucket === undefined) return;
    for (const entry of bucket) {
      const position = window - entry.offset;
      if (position < from || position >= to || !standsAt(text, position, entry)) continue;
      if (entry.wordStart && insideWord(text, position)) continue;
      for (const rule of entry.rules) hits.push({ position, rule, split: false });
    }
  }

  /** Anchors with a line break inside: looked for at each line end, by the characters on both its sides. */
  #findBroken(text: string, from: number, to: number, length: number, hits: Hit[]): void {
    for (let at = BYTES.indexOf(10, 1); at >= 0 && at < length; at = BYTES.indexOf(10, at + 1)) {
      let before = at;
      while (before > 1 && at - before <= BREAK_BLANKS && isBlank(BYTES[before - 1]!)) before--;
      let behind = at + 1;
      while (behind < length && behind - at <= BREAK_BLANKS && isBlank(BYTES[behind]!)) behind++;
      if (before === 1 || behind >= length) continue;
      const candidates = this.#broken[pairOf(BYTES[before - 1]!, BYTES[behind]!)];
      if (candidates === undefined) continue;
      for (const { entry, index } of candidates) {
        const end = from + before - 1;
        const next = from + behind - 1;
        const position = end - index;
        if (position < from || position >= to) continue;
        const joined = text.slice(position, end) + text.slice(next, next + entry.text.length + 1 - index);
        if (!standsAt(joined, 0, entry) || (entry.wordStart && insideWord(text, position))) continue;
        for (const rule of entry.rules) if (mayBreak(RULES[rule])) hits.push({ position, rule, split: true });
      }
    }
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13;

const mayBreak = (rule: Rule | undefined): boolean =>
  rule !== undefined && (rule.shape === "pattern" ? rule.wraps !== undefined : rule.kind === "jwt");

const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);

/** Whether letters or digits stand before `position`, and not the end of an escape such as `\n`, `\u003d`, `%3D`. */
function insideWord(text: string, position: number): boolean {
  let at = position - 1;
  while (position - at <= 5 && isWord(text.charCodeAt(at))) at--;
  if (at === position - 1) return false;
  const code = text.charCodeAt(at);
  return code !== 92 && code !== 37;
}

function standsAt(text: string, position: number, entry: Entry): boolean {
  if (entry.ignoreCase) {
    const { text: word } = entry;
    for (let index = 0; index < word.length; index++) {
      let code = text.charCodeAt(position + index);
      if (code >= 65 && code <= 90) code += 32;
      if (code !== word.charCodeAt(index)) return false;
    }
  } else if (!text.startsWith(entry.text, position)) return false;
  if (entry.follow === undefined) return true;
  const next = text.charCodeAt(position + entry.text.length);
  return next < 128 && entry.follow[next] === 1;
}

const URL_RULE = RULES.indexOf(URL_PASSWORD);
/** An `@` is only looked at where a host may follow and a `://` stands before it. */
function findAtSigns(text: string, from: number, to: number, hits: Hit[]): void {
  for (let at = text.indexOf("@", from); at >= 0 && at < to; at = text.indexOf("@", at + 1)) {
    if (!/[A-Za-z0-9[$%{_]/.test(text.charAt(at + 1)) || schemeBefore(text, at) < 0) continue;
    hits.push({ position: at, rule: URL_RULE, split: false });
  }
}

let table: AnchorTable | undefined;

/** The anchors of all rules; the table is set up when the first text is looked through. */
export const ANCHORS = {
  /** Characters of the longest anchor, and one. */
  longest:
    Math.max(
      ...RULES.filter((rule) => rule !== URL_PASSWORD).flatMap(({ anchors }) =>
        anchors.map(({ length }) => length),
      ),
    ) + 1,
  find: (text: string, from: number, to: number): Hit[] =>
    (table ??= new AnchorTable(RULES)).find(text, from, to),
};
