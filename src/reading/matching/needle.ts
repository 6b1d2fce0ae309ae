/**
 * A search text compiled once: finds it in any text as a person would say it stands there (specification: read_file, contains).
 *
 * Guarantees: characters compare as `characters.ts` says, white space and line ends as `fold.ts` says, on both sides alike; a hit is a span of
 * the text's own UTF-16 units, made of whole characters with their marks; hits are in order and do not overlap. No word borders.
 * Plain text goes a quick way, which finds the same.
 */

import type { TextSpan } from "../../model/answer.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { Needle } from "../interfaces.ts";
import { asciiPieceOf } from "./ascii-piece.ts";
import type { AsciiPiece } from "./ascii-piece.ts";
import { fold, OPTIONAL_SPACE } from "./fold.ts";
import type { Folded } from "./fold.ts";
import { MarkedSearch, tokensOf } from "./marked-search.ts";
import { isPlain, plainExpression } from "./plain.ts";

export interface CompiledNeedle extends Needle {
  /** A piece of ASCII that any text with a hit holds as it is, for a search over bytes; undefined when there is none. */
  asciiPiece(): AsciiPiece | undefined;
  /** Units of text that may stand between a hit's first and last, white space runs of ordinary length included: how much of one piece to keep for the next. */
  readonly reach: number;
}

/** Throws `invalid_request` for a text of invisible characters only. */
export function compileNeedle(text: string): CompiledNeedle {
  return new FoldedNeedle(text);
}

const OPTIONAL = String.fromCharCode(OPTIONAL_SPACE);

class FoldedNeedle implements CompiledNeedle {
  readonly reach: number;
  readonly #folded: string;
  /** For plain text; undefined when plain text cannot hold the needle. */
  readonly #plain: RegExp | undefined;
  readonly #plainAll: RegExp | undefined;
  /** For needles with a space or a hyphen, which a marker in the text may stand for. */
  readonly #marked: MarkedSearch | undefined;
  /** False for a needle that itself reads in several ways. */
  readonly #hasPlainWay: boolean;

  constructor(text: string) {
    // A space that may be missing is found whether it is there or not.
    this.#folded = fold(text).text.replaceAll(OPTIONAL, "");
    if (this.#folded === "")
      throw new ReadbackError("invalid_request", "`contains` must hold at least one visible character");
    const tokens = tokensOf(this.#folded);
    this.#hasPlainWay = tokens.every((token) => !token.optional);
    const source = this.#hasPlainWay ? plainExpression(this.#folded) : undefined;
    this.#plain = source === undefined ? undefined : new RegExp(source);
    this.#plainAll = source === undefined ? undefined : new RegExp(source, "g");
    this.#marked = /[- \uFDD0\uFDD1]/.test(this.#folded) ? new MarkedSearch(tokens) : undefined;
    this.reach = this.#folded.length * 8 + 1024;
  }

  test(text: string): boolean {
    if (this.#hasPlainWay && isPlain(text)) return this.#plain !== undefined && this.#plain.test(text);
    const folded = fold(text, this.#marked !== undefined);
    return this.#hits(folded).next().done === false;
  }

  findAll(text: string, limit = Number.POSITIVE_INFINITY): TextSpan[] {
    if (this.#hasPlainWay && isPlain(text)) return this.#plainSpans(text, limit);
    const spans: TextSpan[] = [];
    const folded = fold(text, this.#marked !== undefined);
    let last = 0;
    for (const hit of this.#hits(folded)) {
      if (spans.length >= limit) break;
      const span = { start: folded.start(hit.start), end: folded.end(hit.end - 1) };
      // Two hits in one ligature are one.
      if (span.start < last) continue;
      last = span.end;
      spans.push(span);
    }
    return spans;
  }

  asciiPiece(): AsciiPiece | undefined {
    return asciiPieceOf(this.#folded);
  }

  #plainSpans(text: string, limit: number): TextSpan[] {
    const spans: TextSpan[] = [];
    const expression = this.#plainAll;
    if (expression === undefined) return spans;
    expression.lastIndex = 0;
    while (spans.length < limit) {
      const found = expression.exec(text);
      if (found === null) break;
      spans.push({ start: found.index, end: found.index + found[0].length });
    }
    return spans;
  }

  /** Hits in folded units. */
  *#hits(folded: Folded): Generator<TextSpan> {
    if (this.#marked !== undefined && (folded.hasMarkers || !this.#hasPlainWay)) {
      yield* this.#marked.hits(folded.text);
      return;
    }
    const { text } = folded;
    for (let from = 0; ;) {
      const start = text.indexOf(this.#folded, from);
      if (start < 0) return;
      from = start + this.#folded.length;
      yield { start, end: from };
    }
  }
}
