/**
 * Right-to-left text of a page. PDFium takes the order of such lines from the order in which their glyphs were drawn, which may be either;
 * here each line with right-to-left letters is put in order by where its glyphs stand.
 *
 * Guarantees: lines without such letters stay as PDFium gives them; so do lines that do not run across the page. `uncertainLines` counts the
 * lines whose order may be wrong: letters of both directions, or right-to-left letters that could not be placed.
 */

import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";
import { hasRightToLeft, logicalLine, mostLetters } from "./visual-line.ts";
import type { PlacedText } from "./visual-line.ts";

const LEFT_TO_RIGHT_LETTER = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
const LAM = "\u0644";
const ALEFS = "\u0622\u0623\u0625\u0627";
/** Glyphs on one line overlap in height by at least this share of the smaller one. */
const SAME_LINE = 0.2;

export class RightToLeftText {
  uncertainLines = 0;
  readonly #engine: Engine;
  readonly #textPage: Pointer;
  readonly #mostly: "right" | "left";

  /** `whole` is the page's whole text as PDFium gives it. */
  constructor(engine: Engine, textPage: Pointer, whole: string) {
    this.#engine = engine;
    this.#textPage = textPage;
    this.#mostly = mostLetters(whole);
  }

  /** Characters `start` to `end` in reading order. */
  read(start: number, end: number): string {
    const { pdfium } = this.#engine;
    const lines: string[] = [];
    let from = start;
    for (let index = start; index <= end; index += 1) {
      const code = index === end ? LINE_FEED : pdfium.FPDFText_GetUnicode(this.#textPage, index);
      if (code !== LINE_FEED) continue;
      lines.push(this.#line(from, index));
      from = index + 1;
    }
    return lines.join("\n");
  }

  #line(start: number, end: number): string {
    const text = this.#engine.pageText(this.#textPage, start, end - start);
    if (!hasRightToLeft(text)) return text;
    if (LEFT_TO_RIGHT_LETTER.test(text)) this.uncertainLines += 1;
    const glyphs = this.#glyphs(start, end);
    if (glyphs === undefined) {
      this.uncertainLines += 1;
      return text;
    }
    return logicalLine(glyphs, { seenSpaces: this.#seenSpaces(start, end), mostly: this.#mostly });
  }

  /** The line's glyphs with their places; undefined where they do not stand side by side. */
  #glyphs(start: number, end: number): PlacedText[] | undefined {
    const glyphs: Mutable<PlacedText & VerticalPlace>[] = [];
    for (let index = start; index < end; index += 1) {
      const glyph = this.#glyph(index);
      const before = glyphs.at(-1);
      if (glyph === undefined) continue;
      if (before === undefined || !sameBox(before, glyph) || before.text === " ") glyphs.push(glyph);
      else
        before.text =
          ALEFS.includes(before.text) && glyph.text === LAM ? LAM + before.text : before.text + glyph.text;
    }
    const [first] = glyphs;
    const level = glyphs.every((glyph) => first !== undefined && onOneLine(first, glyph));
    return level ? glyphs : undefined;
  }

  /** Where PDFium put a space of its own. */
  #seenSpaces(start: number, end: number): number[] {
    const { pdfium, scratch } = this.#engine;
    const places: number[] = [];
    for (let index = start; index < end; index += 1)
      if (
        pdfium.FPDFText_GetUnicode(this.#textPage, index) === 0x20 &&
        pdfium.FPDFText_IsGenerated(this.#textPage, index) === 1 &&
        pdfium.FPDFText_GetLooseCharBox(this.#textPage, index, scratch) !== 0
      )
        places.push(this.#engine.view.getFloat32(scratch, true));
    return places;
  }

  /** Undefined for what PDFium added, and for characters without a place. */
  #glyph(index: number): (PlacedText & VerticalPlace) | undefined {
    const { pdfium, scratch } = this.#engine;
    const code = pdfium.FPDFText_GetUnicode(this.#textPage, index) >>> 0;
    if (code === 0 || code === CARRIAGE_RETURN || code > 0x10ffff) return undefined;
    if (pdfium.FPDFText_IsGenerated(this.#textPage, index) === 1) return undefined;
    if (pdfium.FPDFText_GetLooseCharBox(this.#textPage, index, scratch) === 0) return undefined;
    const { view } = this.#engine;
    // FS_RECTF: left, top, right, bottom.
    const left = view.getFloat32(scratch, true);
    const top = view.getFloat32(scratch + 4, true);
    const right = view.getFloat32(scratch + 8, true);
    const bottom = view.getFloat32(scratch + 12, true);
    const text = code === HYPHEN ? "\ufffe" : String.fromCodePoint(code);
    return { text, left, right, top, bottom, height: top - bottom };
  }
}

interface VerticalPlace {
  readonly top: number;
  readonly bottom: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function sameBox(a: PlacedText & VerticalPlace, b: PlacedText & VerticalPlace): boolean {
  return a.left === b.left && a.right === b.right && a.top === b.top && a.bottom === b.bottom;
}

function onOneLine(a: VerticalPlace, b: VerticalPlace): boolean {
  const shared = Math.min(a.top, b.top) - Math.max(a.bottom, b.bottom);
  return shared >= SAME_LINE * Math.min(a.top - a.bottom, b.top - b.bottom);
}

const CARRIAGE_RETURN = 13;
/** How PDFium stores a hyphen at a line's end. */
const HYPHEN = 2;
const LINE_FEED = 10;
