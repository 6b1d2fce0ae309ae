/**
 * Many keywords looked for at once. The kernel finds places where a keyword may stand; each is judged against the whole keywords.
 *
 * Few keywords are known by a fingerprint, the three of their bytes in a row that are rarest in logs and program text. The filter is the one
 * known as Teddy (from Intel's Hyperscan, also in Rust's aho-corasick): a table look-up by half-byte for each of three bytes gives eight
 * groups in which the place may be a fingerprint.
 * With many keywords its groups let half of all text pass. They are known by two trigrams instead, one that begins at an even byte of the
 * keyword and one at an odd one, so that every other place needs a look: in a table of bits by the trigram's hash, and what passes in one
 * with a bit for each trigram. A keyword of three bytes has one trigram; its second is two of its bytes and any byte beside them.
 */

import { commonness, isAsciiLetter } from "./needle.ts";

export interface Keyword {
  /** At least 3 bytes. */
  readonly bytes: Uint8Array;
  /** ASCII letters match in both cases. */
  readonly ignoreCase: boolean;
}

export interface KeywordHit {
  readonly position: number;
  /** Index into the keywords as they were given. */
  readonly keyword: number;
}

interface Fingerprinted extends Keyword {
  readonly index: number;
  /** Where in the keyword its fingerprint starts. */
  readonly offset: number;
}

export interface KeywordSet {
  readonly longest: number;
  /** How the places are found, and how far they are apart. */
  readonly filter: "fingerprints" | "trigrams";
  readonly stride: 1 | 2;
  /** How far before a range the places begin: a multiple of the stride. */
  readonly lead: number;
  /** Of fingerprints: 3 bytes, each 16 bytes by low and 16 by high half-byte. Of trigrams: one bit each. */
  readonly tables: Uint8Array;
  /** One bit per hash of a folded fingerprint, or of a trigram. */
  readonly hashes: Uint8Array;
  /** The keywords for which the three bytes at a place speak. */
  at(a: number, b: number, c: number): readonly Fingerprinted[];
}

const FINGERPRINT = 3;
const FINGERPRINTS_MAX = 24;
const SPACE = 0x20;
const NONE: readonly Fingerprinted[] = [];

/** The three bytes as one number, folded so that one look-up serves both cases; other bytes fold together too, which costs a look. */
function folded(a: number, b: number, c: number): number {
  return a | (b << 8) | (c << 16) | 0x20_20_20;
}

function hashOf(fingerprint: number): number {
  return Math.imul(fingerprint, 0x9e3779b1) >>> 16;
}

const setBit = (bits: Uint8Array, index: number): void => {
  bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
};
const hasBit = (bits: Uint8Array, index: number): boolean =>
  (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;

/** The kernel's last filter: false where no keyword is known by these three bytes. */
export function mayStand(keywords: KeywordSet, a: number, b: number, c: number): boolean {
  const { filter, tables, hashes } = keywords;
  if (filter === "fingerprints") return hasBit(hashes, hashOf(folded(a, b, c)));
  const trigram = trigramOf(a, b, c);
  return hasBit(hashes, trigramHash(trigram)) && hasBit(tables, trigramBit(trigram));
}

const trigramOf = (a: number, b: number, c: number): number => a | (b << 8) | (c << 16);
/** As in scan.wat: the multiplier's low byte is zero, so that a fourth byte of a load counts for nothing. */
const trigramHash = (trigram: number): number => Math.imul(trigram, 0x9e2d5100) >>> 14;
/** Bytes beyond ASCII stand for the ASCII ones 128 below, which costs a look. */
const trigramBit = (trigram: number): number =>
  (trigram & 0x7f) | ((trigram >> 1) & 0x3f80) | ((trigram >> 2) & 0x1fc000);

function rarestOffset(keyword: Keyword): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let offset = 0; offset + FINGERPRINT <= keyword.bytes.length; offset += 1) {
    let cost = 0;
    for (let index = 0; index < FINGERPRINT; index += 1)
      cost += commonness(keyword.bytes[offset + index] ?? 0, keyword.ignoreCase);
    if (cost < least) [best, least] = [offset, cost];
  }
  return best;
}

export function compileKeywords(keywords: readonly Keyword[]): KeywordSet {
  for (const { bytes } of keywords)
    if (bytes.length < FINGERPRINT) throw new RangeError(`a keyword is at least ${FINGERPRINT} bytes long`);
  return keywords.length > FINGERPRINTS_MAX ? byTrigrams(keywords) : byFingerprints(keywords);
}

const longestOf = (keywords: readonly Keyword[]): number =>
  Math.max(0, ...keywords.map((keyword) => keyword.bytes.length));

function byFingerprints(keywords: readonly Keyword[]): KeywordSet {
  const known = keywords.map((keyword, index): Fingerprinted => {
    return { ...keyword, index, offset: rarestOffset(keyword) };
  });
  const byFingerprint = new Map<number, Fingerprinted[]>();
  for (const keyword of known) {
    const [a = 0, b = 0, c = 0] = keyword.bytes.subarray(keyword.offset);
    const key = folded(a, b, c);
    byFingerprint.set(key, [...(byFingerprint.get(key) ?? []), keyword]);
  }
  const hashes = new Uint8Array(8192);
  const tables = new Uint8Array(FINGERPRINT * 32);
  // Neighbours in this order share bytes, so that a group's tables say little more than each fingerprint alone.
  const order = [...byFingerprint.entries()].toSorted(([a], [b]) => a - b);
  for (const [place, [key, members]] of order.entries()) {
    setBit(hashes, hashOf(key));
    const group = Math.floor((place * 8) / order.length);
    for (const { bytes, offset, ignoreCase } of members)
      for (let index = 0; index < FINGERPRINT; index += 1) {
        const byte = bytes[offset + index] ?? 0;
        for (const form of formsOf(byte, ignoreCase))
          for (const slot of [index * 32 + (form & 15), index * 32 + 16 + (form >> 4)])
            tables[slot] = (tables[slot] ?? 0) | (1 << group);
      }
  }
  return {
    longest: longestOf(keywords),
    filter: "fingerprints",
    stride: 1,
    lead: 0,
    tables,
    hashes,
    at: (a, b, c) => byFingerprint.get(folded(a, b, c)) ?? NONE,
  };
}

function byTrigrams(keywords: readonly Keyword[]): KeywordSet {
  const tables = new Uint8Array(262_144);
  const hashes = new Uint8Array(32_768);
  // By the folded trigram, one entry for all its forms; a trigram with any byte at one end by its other two bytes.
  const index = new Map<number, Fingerprinted[]>();
  for (const [place, keyword] of keywords.entries())
    for (const offset of [rarestTrigram(keyword, 0), rarestTrigram(keyword, 1)]) {
      const known = { ...keyword, index: place, offset };
      const { bytes } = keyword;
      const key =
        offset < 0
          ? ANY_FIRST + folded(0, bytes[0] ?? 0, bytes[1] ?? 0)
          : offset + FINGERPRINT > bytes.length
            ? ANY_LAST + folded(bytes[offset] ?? 0, bytes[offset + 1] ?? 0, 0)
            : folded(bytes[offset] ?? 0, bytes[offset + 1] ?? 0, bytes[offset + 2] ?? 0);
      const members = index.get(key);
      if (members === undefined) index.set(key, [known]);
      else members.push(known);
      addForms(keyword, offset, tables, hashes);
    }
  return {
    longest: longestOf(keywords),
    filter: "trigrams",
    stride: 2,
    lead: 2,
    tables,
    hashes,
    at: (a, b, c) => {
      const whole = index.get(folded(a, b, c)) ?? NONE;
      const first = index.get(ANY_FIRST + folded(0, b, c)) ?? NONE;
      const last = index.get(ANY_LAST + folded(a, b, 0)) ?? NONE;
      if (first.length + last.length === 0) return whole;
      return [...whole, ...first, ...last];
    },
  };
}

/** A bit for each form of the trigram at `offset`. Plain loops: this runs once, before it is compiled. */
function addForms(keyword: Keyword, offset: number, tables: Uint8Array, hashes: Uint8Array): void {
  const first = formsAt(keyword, offset);
  const second = formsAt(keyword, offset + 1);
  const third = formsAt(keyword, offset + 2);
  for (let c = 0; c < third.length; c += 1)
    for (let b = 0; b < second.length; b += 1) {
      const end = ((third[c] ?? 0) << 16) | ((second[b] ?? 0) << 8);
      for (let a = 0; a < first.length; a += 1) {
        const trigram = end | (first[a] ?? 0);
        setBit(hashes, trigramHash(trigram));
        setBit(tables, trigramBit(trigram));
      }
    }
}

/** Added to the key of a trigram that has any byte at one end. */
const ANY_FIRST = 2 ** 24;
const ANY_LAST = 2 ** 25;

const ANY = Array.from({ length: 256 }, (_, byte) => byte);

const ONE_FORM = ANY.map((byte) => [byte]);
const BOTH_CASES = ANY.map((byte) => (isAsciiLetter(byte) ? [byte, byte ^ 0x20] : [byte]));

const formsOf = (byte: number, ignoreCase: boolean): readonly number[] =>
  (ignoreCase ? BOTH_CASES : ONE_FORM)[byte] ?? [];

const formsAt = ({ bytes, ignoreCase }: Keyword, at: number): readonly number[] => {
  const byte = bytes[at];
  return byte === undefined ? ANY : formsOf(byte, ignoreCase);
};

/** Where the rarest trigram of a keyword begins, at an even or an odd byte of it; -1 for the byte before it. */
function rarestTrigram({ bytes, ignoreCase }: Keyword, parity: 0 | 1): number {
  const from = bytes.length === FINGERPRINT ? -parity : parity;
  const to = bytes.length === FINGERPRINT ? parity : bytes.length - FINGERPRINT;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (let offset = from; offset <= to; offset += 2) {
    // Shares multiplied: one rare byte makes the whole rare. Letters and marks other than a space seldom stand side by side.
    let cost = 1;
    let letter: boolean | undefined;
    for (let at = offset; at < offset + FINGERPRINT; at += 1) {
      const byte = bytes[at];
      if (byte === undefined) {
        cost *= 256;
        continue;
      }
      cost *= commonness(byte, ignoreCase) + 2;
      if (byte !== SPACE && letter === !isAsciiLetter(byte)) cost /= 3;
      letter = byte === SPACE ? undefined : isAsciiLetter(byte);
    }
    if (cost < least) [best, least] = [offset, cost];
  }
  return best;
}

function standsAt(bytes: Uint8Array, at: number, keyword: Keyword): boolean {
  for (let index = 0; index < keyword.bytes.length; index += 1) {
    const want = keyword.bytes[index] ?? 0;
    const got = bytes[at + index] ?? 0;
    if (got !== want && !(keyword.ignoreCase && isAsciiLetter(want) && (got ^ 0x20) === want)) return false;
  }
  return true;
}

/** Collects keywords while places of fingerprints come in order. */
export class KeywordHits {
  readonly #keywords: KeywordSet;
  readonly #bytes: Uint8Array;
  readonly #range: { readonly from: number; readonly end: number };
  readonly #limit: number;
  readonly #hits: KeywordHit[] = [];
  /** After this place no hit can come before one that is known. */
  #last = Number.POSITIVE_INFINITY;

  constructor(
    keywords: KeywordSet,
    bytes: Uint8Array,
    range: { readonly from: number; readonly end: number },
    limit: number,
  ) {
    this.#keywords = keywords;
    this.#bytes = bytes;
    this.#range = range;
    this.#limit = limit;
  }

  /** Adds the keywords whose fingerprint stands at `place` and that lie wholly in the range; false when no more are wanted. */
  look(place: number): boolean {
    if (place > this.#last) return false;
    const bytes = this.#bytes;
    for (const keyword of this.#keywords.at(
      bytes[place] ?? 0,
      bytes[place + 1] ?? 0,
      bytes[place + 2] ?? 0,
    )) {
      const position = place - keyword.offset;
      if (position < this.#range.from || position + keyword.bytes.length > this.#range.end) continue;
      if (standsAt(bytes, position, keyword)) this.#hits.push({ position, keyword: keyword.index });
    }
    if (this.#hits.length >= this.#limit && this.#last === Number.POSITIVE_INFINITY)
      this.#last = place + this.#keywords.longest;
    return true;
  }

  inOrder(): KeywordHit[] {
    return this.#hits
      .toSorted((a, b) => a.position - b.position || a.keyword - b.keyword)
      .slice(0, this.#limit);
  }
}
