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
import { fold, HYPHEN_AT_END, OPTIONAL_SPACE, SOFT_HYPHEN_AT_END } from "./fold.ts";
import type { Folded } from "./fold.ts";
import { MarkedSearch, tokensOf } from "./marked-search.ts";
import { dividedExpression, plainExpression, plainness } from "./plain.ts";

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

/**
 * A space that may be missing is found whether it is there or not, so it is left out. A hyphen at a line end is one of several ways only between
 * other characters: at the needle's own end it is a hyphen.
 */
function foldNeedle(text: string): string {
  return fold(text)
    .text.replaceAll(OPTIONAL, "")
    .replace(DIVISIONS_AT_EDGES, (markers) =>
      markers.replaceAll(DIVISION, "-").replaceAll(SOFT_DIVISION, ""),
    );
}

const DIVISION = String.fromCharCode(HYPHEN_AT_END);
const SOFT_DIVISION = String.fromCharCode(SOFT_HYPHEN_AT_END);
const DIVISIONS_AT_EDGES = new RegExp(`^[${DIVISION}${SOFT_DIVISION}]+|[${DIVISION}${SOFT_DIVISION}]+$`, "g");
const OPTIONAL = String.fromCharCode(OPTIONAL_SPACE);

class FoldedNeedle implements CompiledNeedle {
  readonly reach: number;
  readonly #folded: string;
  /** The quick ways; undefined when no such text can hold the needle. */
  readonly #plain: RegExp | undefined;
  readonly #divided: RegExp | undefined;
  /** For needles with a space or a hyphen, which a marker in the text may stand for. */
  readonly #marked: MarkedSearch | undefined;
  /** False for a needle that itself reads in several ways. */
  readonly #hasPlainWay: boolean;
  readonly #hasDividedWay: boolean;

  constructor(text: string) {
    this.#folded = foldNeedle(text);
    if (this.#folded === "")
      throw new ReadbackError("invalid_request", "`contains` must hold at least one visible character");
    const tokens = tokensOf(this.#folded);
    this.#hasPlainWay = tokens.every((token) => !token.optional);
    this.#hasDividedWay = this.#hasPlainWay && !this.#folded.includes("-");
    this.#plain = this.#hasPlainWay ? expressionOf(plainExpression(this.#folded)) : undefined;
    this.#divided = this.#hasDividedWay ? expressionOf(dividedExpression(this.#folded)) : undefined;
    this.#marked = /[- \uFDD0\uFDD1]/.test(this.#folded) ? new MarkedSearch(tokens) : undefined;
    this.reach = this.#folded.length * 8 + 1024;
  }

  test(text: string): boolean {
    const quick = this.#quickWay(text);
    if (quick !== "none") {
      if (quick === undefined) return false;
      quick.lastIndex = 0;
      return quick.test(text);
    }
    const folded = fold(text, this.#marked !== undefined);
    let found = false;
    this.#find(folded, () => {
      found = true;
      return false;
    });
    return found;
  }

  findAll(text: string, limit = Number.POSITIVE_INFINITY): TextSpan[] {
    const quick = this.#quickWay(text);
    if (quick !== "none") return quick === undefined ? [] : spansOf(quick, text, limit);
    const spans: TextSpan[] = [];
    if (limit < 1) return spans;
    const folded = fold(text, this.#marked !== undefined);
    let last = 0;
    this.#find(folded, (from, to) => {
      const span = { start: folded.start(from), end: folded.end(to - 1) };
      // Two hits in one ligature are one.
      if (span.start < last) return true;
      last = span.end;
      spans.push(span);
      return spans.length < limit;
    });
    return spans;
  }

  asciiPiece(): AsciiPiece | undefined {
    return asciiPieceOf(this.#folded);
  }

  /** The expression for this text, undefined when the text cannot hold the needle, "none" when it has to be folded. */
  #quickWay(text: string): RegExp | undefined | "none" {
    if (!this.#hasPlainWay) return "none";
    const kind = plainness(text);
    if (kind === "plain") return this.#plain;
    return kind === "divided" && this.#hasDividedWay ? this.#divided : "none";
  }

  /** Hits in folded units, in order, until `take` returns false. */
  #find(folded: Folded, take: (start: number, end: number) => boolean): void {
    if (this.#marked !== undefined && (folded.hasMarkers || !this.#hasPlainWay)) {
      this.#marked.find(folded.text, take);
      return;
    }
    const { text } = folded;
    for (let from = 0; ;) {
      const start = text.indexOf(this.#folded, from);
      if (start < 0) return;
      from = start + this.#folded.length;
      if (!take(start, from)) return;
    }
  }
}

function expressionOf(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : new RegExp(source, "g");
}

function spansOf(expression: RegExp, text: string, limit: number): TextSpan[] {
  const spans: TextSpan[] = [];
  expression.lastIndex = 0;
  while (spans.length < limit) {
    const found = expression.exec(text);
    if (found === null) break;
    spans.push({ start: found.index, end: found.index + found[0].length });
  }
  return spans;
}
