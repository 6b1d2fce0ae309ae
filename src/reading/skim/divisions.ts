/**
 * Where a line break may stand inside an anchor: tables over the bytes around it, so that nearly every line end is passed by with one look.
 *
 * Guarantees: `mayGoOn` is true wherever the bytes before and behind a break (blanks left out) are those around a place inside an anchor.
 */

export interface Anchor {
  /** In lower case where case does not matter. */
  readonly text: string;
  readonly ignoreCase: boolean;
  /** How far the rules of this anchor look; undefined where that has no small bound. */
  readonly reach: number | undefined;
  readonly divides: boolean;
}

export interface Division {
  readonly anchor: Anchor;
  /** Characters before the break. */
  readonly index: number;
}

const NONE: readonly Division[] = [];
const ANY = Array.from({ length: 256 }, (_, byte) => byte);
const BITS = 1 << 18;

const hashOf = (a: number, b: number, c: number): number =>
  Math.imul(a | (b << 8) | (c << 16), 0x9e3779b1) >>> 14;

export class Divisions {
  /** By the bytes before and behind a break. */
  readonly pairs = new Uint8Array(0x1_0000);
  readonly #byPair = new Map<number, Division[]>();
  /** By a hash of two bytes before and one behind, and of one before and two behind. */
  readonly #twoBefore = new Uint8Array(BITS);
  readonly #twoBehind = new Uint8Array(BITS);

  constructor(anchors: readonly Anchor[]) {
    for (const anchor of anchors) {
      if (!anchor.divides) continue;
      for (let index = 1; index < anchor.text.length; index += 1) this.#add(anchor, index);
    }
  }

  /** Anchors that have `before` and `behind` on the sides of a break. */
  between(before: number, behind: number): readonly Division[] {
    return this.#byPair.get((before << 8) | behind) ?? NONE;
  }

  mayGoOn(beforeThat: number, before: number, behind: number, behindThat: number): boolean {
    return (
      this.pairs[(before << 8) | behind] === 1 &&
      this.#twoBefore[hashOf(beforeThat, before, behind)] === 1 &&
      this.#twoBehind[hashOf(before, behind, behindThat)] === 1
    );
  }

  #add(anchor: Anchor, index: number): void {
    for (const before of formsAt(anchor, index - 1))
      for (const behind of formsAt(anchor, index)) {
        const pair = (before << 8) | behind;
        this.pairs[pair] = 1;
        const known = this.#byPair.get(pair);
        if (known === undefined) this.#byPair.set(pair, [{ anchor, index }]);
        else known.push({ anchor, index });
        for (const first of formsAt(anchor, index - 2)) this.#twoBefore[hashOf(first, before, behind)] = 1;
        for (const last of formsAt(anchor, index + 1)) this.#twoBehind[hashOf(before, behind, last)] = 1;
      }
  }
}

/** The bytes that may stand at a place of an anchor; beside it, any. */
function formsAt({ text, ignoreCase }: Anchor, index: number): readonly number[] {
  if (index < 0 || index >= text.length) return ANY;
  const code = text.charCodeAt(index);
  return ignoreCase && code >= 97 && code <= 122 ? [code, code - 32] : [code];
}
