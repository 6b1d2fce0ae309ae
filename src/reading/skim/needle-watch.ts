/**
 * Where a block may hold a hit of the needle.
 *
 * Guarantees: a hit holds a place that is told here: the needle's piece in either case, a sequence that may write or divide it in another
 * way, or a hyphen at a line end behind one of its characters. A place that is told need not be a hit.
 */

import { HITS_MAX } from "../kernel/kernel.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { compileKeywords } from "../kernel/keyword-set.ts";
import type { KeywordSet } from "../kernel/keyword-set.ts";
import { compileNeedle } from "../kernel/needle.ts";
import type { Needle } from "../kernel/needle.ts";
import type { AsciiPiece } from "../matching/ascii-piece.ts";
import type { BlockRange } from "./trigger.ts";

const HYPHEN = 0x2d;
const SHORTEST_KEYWORD = 3;
/** More special places in one block than this, and the whole block is read. */
const SPECIALS_MAX = 256;

export class NeedleWatch {
  readonly #kernel: Kernel;
  readonly #piece: Needle;
  /** A hyphen before a lone CR, as LF files have it only within lines. */
  readonly #hyphenBeforeReturn = compileNeedle(Buffer.from("-\r"), { ignoreCase: false });
  readonly #pairs: readonly Needle[];
  readonly #longer: KeywordSet;
  /** Bytes that a hyphen may divide the piece behind. */
  readonly #dividable = new Uint8Array(256).fill(1, 0x80);

  constructor(kernel: Kernel, piece: AsciiPiece) {
    this.#kernel = kernel;
    this.#piece = compileNeedle(piece.bytes, { ignoreCase: piece.caseInsensitive });
    const specials = piece.specials.filter((bytes) => (bytes[0] ?? 0) >= 0x80);
    this.#pairs = specials
      .filter((bytes) => bytes.length < SHORTEST_KEYWORD)
      .map((bytes) => compileNeedle(bytes, { ignoreCase: false }));
    this.#longer = compileKeywords(
      specials
        .filter((bytes) => bytes.length >= SHORTEST_KEYWORD)
        .map((bytes) => ({ bytes, ignoreCase: false })),
    );
    for (const byte of piece.bytes) {
      this.#dividable[byte] = 1;
      if (byte >= 0x61 && byte <= 0x7a) this.#dividable[byte - 0x20] = 1;
    }
  }

  /** Whether a piece may go on behind a line end with these two bytes before it. */
  dividedAt(before: number, beforeThat: number): boolean {
    return before === HYPHEN && this.#dividable[beforeThat] === 1;
  }

  /** Tells the places in order of kind; true when the block may hold a NUL. */
  look(block: BlockRange, tell: (from: number, to: number) => void): boolean {
    const nulPossible = this.#search(this.#piece, block, tell);
    this.#search(this.#hyphenBeforeReturn, block, (at) => {
      if (this.dividedAt(HYPHEN, at > 0 ? (this.#kernel.bytes[at - 1] ?? 0) : 0)) tell(at, at);
    });
    if (block.ascii) return nulPossible;
    for (const pair of this.#pairs) this.#search(pair, block, tell);
    const hits = this.#kernel.findKeywords(this.#longer, block.from, block.end, SPECIALS_MAX);
    if (hits.length === SPECIALS_MAX) tell(block.from, block.end - 1);
    else for (const { position } of hits) tell(position, position);
    return nulPossible;
  }

  #search(needle: Needle, block: BlockRange, tell: (from: number, to: number) => void): boolean {
    const { end } = block;
    let nulPossible = false;
    for (let from = block.from; from < end;) {
      const result = this.#kernel.search(needle, {
        from,
        end,
        valid: end,
        // The hyphens are looked at one by one.
        perLine: needle !== this.#hyphenBeforeReturn,
        limit: HITS_MAX,
      });
      nulPossible ||= result.nulPossible;
      for (let index = 0; index < result.count; index += 1) {
        const at = result.position(index);
        tell(at, at);
      }
      from = result.resume;
    }
    return nulPossible;
  }
}
