/**
 * Search in a folded text with markers, each of which reads in several ways.
 *
 * Guarantees: a hyphen at a line end is nothing, a hyphen, or a hyphen and a space (`under-/standable`, `well-/known`, `Vor-/und`); a soft hyphen there
 * also a space; an optional space is there or not. Hits are leftmost and do not overlap. Time is bounded by text times needle, whatever the
 * two hold: no state is looked at twice.
 */

import { HYPHEN_AT_END, OPTIONAL_SPACE, SOFT_HYPHEN_AT_END } from "./fold.ts";

export interface Token {
  readonly unit: number;
  /** May be left out: from a hyphen at a line end within the needle. */
  readonly optional: boolean;
}

const SPACE = 0x20;
const HYPHEN = 0x2d;

export function tokensOf(folded: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if (unit === HYPHEN_AT_END || unit === SOFT_HYPHEN_AT_END)
      tokens.push({ unit: HYPHEN, optional: true }, { unit: SPACE, optional: true });
    else tokens.push({ unit, optional: false });
  }
  return tokens;
}

const isMarker = (unit: number): boolean =>
  unit === HYPHEN_AT_END || unit === SOFT_HYPHEN_AT_END || unit === OPTIONAL_SPACE;

const readsAsHyphen = (unit: number): boolean => unit === HYPHEN_AT_END || unit === SOFT_HYPHEN_AT_END;
const readsAsSpace = (unit: number): boolean => unit === OPTIONAL_SPACE || unit === SOFT_HYPHEN_AT_END;

export class MarkedSearch {
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Hits in order, until `take` returns false. */
  find(text: string, take: (start: number, end: number) => boolean): void {
    const first = this.#tokens[0];
    if (first === undefined) return;
    const walk = new Walk(text, this.#tokens);
    for (let at = 0; at < text.length;) {
      const unit = text.charCodeAt(at);
      const possible =
        unit === first.unit ||
        first.optional ||
        (isMarker(unit) && (first.unit === HYPHEN || first.unit === SPACE));
      const end = possible ? walk.endFrom(at) : -1;
      if (end > at && !take(at, end)) return;
      at = Math.max(end, at + 1);
    }
  }
}

/** Depth first over (place in text, place in needle). A state seen before led nowhere, from whatever start it was reached. */
class Walk {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  /** One bit a state, made when the first choice arises. */
  #seen: Uint8Array | undefined;
  readonly #open: number[] = [];
  #openCount = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#text = text;
    this.#tokens = tokens;
  }

  /** Where a hit from `start` ends; -1 when there is none. */
  endFrom(start: number): number {
    this.#openCount = 0;
    let at = start;
    let token = 0;
    for (;;) {
      const wanted = this.#tokens[token];
      if (wanted === undefined) return at;
      const unit = at < this.#text.length ? this.#text.charCodeAt(at) : -1;
      if (!wanted.optional && !isMarker(unit)) {
        if (unit === wanted.unit) {
          at += 1;
          token += 1;
          continue;
        }
      } else if (!this.#seenBefore(at, token)) this.#choices(unit, at, token, start);
      if (this.#openCount === 0) return -1;
      this.#openCount -= 1;
      const next = this.#open[this.#openCount] ?? 0;
      token = next % (this.#tokens.length + 1);
      at = Math.floor(next / (this.#tokens.length + 1));
    }
  }

  /** Notes every way on, the likeliest last, as it is tried first. */
  #choices(unit: number, at: number, token: number, start: number): void {
    const wanted = this.#tokens[token];
    if (wanted === undefined) return;
    // An optional token left out.
    if (wanted.optional) this.#note(at, token + 1);
    // A marker that is nothing, within the hit.
    if (isMarker(unit) && at > start) this.#note(at + 1, token);
    if (unit === wanted.unit) this.#note(at + 1, token + 1);
    if (wanted.unit === HYPHEN && readsAsHyphen(unit)) {
      this.#note(at + 1, token + 1);
      // Its space may be a later token, where those before it may be left out.
      for (let later = token + 1; ; later += 1) {
        const next = this.#tokens[later];
        if (next?.unit === SPACE) this.#note(at + 1, later + 1);
        if (next?.optional !== true) break;
      }
    }
    if (wanted.unit === SPACE && readsAsSpace(unit)) this.#note(at + 1, token + 1);
  }

  #note(at: number, token: number): void {
    this.#open[this.#openCount] = at * (this.#tokens.length + 1) + token;
    this.#openCount += 1;
  }

  #seenBefore(at: number, token: number): boolean {
    const state = at * this.#tokens.length + token;
    this.#seen ??= new Uint8Array(((this.#text.length + 1) * this.#tokens.length) / 8 + 1);
    const byte = this.#seen[state >> 3] ?? 0;
    const bit = 1 << (state & 7);
    this.#seen[state >> 3] = byte | bit;
    return (byte & bit) !== 0;
  }
}
