/**
 * Many keywords looked for at once. Each is known by a fingerprint: the three of its bytes in a row that are rarest in logs and program
 * text. The kernel finds places where a fingerprint may stand; `keywordsAt` judges each place against the whole keywords.
 *
 * The filter is the one known as Teddy (from Intel's Hyperscan, also in Rust's aho-corasick): a table look-up by half-byte for each of
 * three bytes gives eight groups in which the place may be a fingerprint. More than 24 keywords use sixteen groups.
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
  /** Sets of eight groups: 1 or 2. */
  readonly sets: number;
  /** 2 sets of 3 bytes, each 16 bytes by low and 16 by high half-byte. */
  readonly tables: Uint8Array;
  /** One bit per hash of a folded fingerprint. */
  readonly hashes: Uint8Array;
  /** By folded fingerprint. */
  readonly byFingerprint: ReadonlyMap<number, readonly Fingerprinted[]>;
}

const FINGERPRINT = 3;
const ONE_SET_MAX = 24;

/** The three bytes as one number, folded so that one look-up serves both cases; other bytes fold together too, which costs a look. */
function folded(a: number, b: number, c: number): number {
  return a | (b << 8) | (c << 16) | 0x20_20_20;
}

function hashOf(fingerprint: number): number {
  return Math.imul(fingerprint, 0x9e3779b1) >>> 16;
}

/** The second of the kernel's filters: false where no keyword's fingerprint is these three bytes. */
export function mayStand(keywords: KeywordSet, a: number, b: number, c: number): boolean {
  const hash = hashOf(folded(a, b, c));
  return (((keywords.hashes[hash >> 3] ?? 0) >> (hash & 7)) & 1) === 1;
}

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
  const known = keywords.map((keyword, index): Fingerprinted => {
    if (keyword.bytes.length < FINGERPRINT)
      throw new RangeError(`a keyword is at least ${FINGERPRINT} bytes long`);
    return { ...keyword, index, offset: rarestOffset(keyword) };
  });
  const byFingerprint = new Map<number, Fingerprinted[]>();
  for (const keyword of known) {
    const [a = 0, b = 0, c = 0] = keyword.bytes.subarray(keyword.offset);
    const key = folded(a, b, c);
    byFingerprint.set(key, [...(byFingerprint.get(key) ?? []), keyword]);
  }
  const hashes = new Uint8Array(8192);
  const tables = new Uint8Array(2 * FINGERPRINT * 32);
  const sets = byFingerprint.size > ONE_SET_MAX ? 2 : 1;
  const groups = sets * 8;
  // Neighbours in this order share bytes, so that a group's tables say little more than each fingerprint alone.
  const order = [...byFingerprint.entries()].toSorted(([a], [b]) => a - b);
  for (const [place, [key, members]] of order.entries()) {
    const hash = hashOf(key);
    hashes[hash >> 3] = (hashes[hash >> 3] ?? 0) | (1 << (hash & 7));
    const group = Math.floor((place * groups) / order.length);
    for (const { bytes, offset, ignoreCase } of members)
      for (let index = 0; index < FINGERPRINT; index += 1) {
        const table = (group >> 3) * FINGERPRINT * 32 + index * 32;
        const byte = bytes[offset + index] ?? 0;
        for (const form of ignoreCase && isAsciiLetter(byte) ? [byte, byte ^ 0x20] : [byte])
          for (const slot of [table + (form & 15), table + 16 + (form >> 4)])
            tables[slot] = (tables[slot] ?? 0) | (1 << (group & 7));
      }
  }
  const longest = Math.max(0, ...keywords.map((keyword) => keyword.bytes.length));
  return { longest, sets, tables, hashes, byFingerprint };
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
    const key = folded(bytes[place] ?? 0, bytes[place + 1] ?? 0, bytes[place + 2] ?? 0);
    for (const keyword of this.#keywords.byFingerprint.get(key) ?? []) {
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
