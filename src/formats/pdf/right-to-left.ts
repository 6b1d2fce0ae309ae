/**
 * Right-to-left text as PDFium gives it: runs are put into logical order, but the two letters of a lam-alef glyph come out turned around, and
 * lines that mix directions cannot be put in order with certainty.
 *
 * Source: Unicode Standard Annex 9 (bidirectional algorithm), 3.4 for what a viewer did to the line; ISO 32000-1, 9.10.3 (a `ToUnicode` entry
 * gives a ligature's letters in logical order).
 * Guarantees: lam-alef is turned back (other ligatures are left, because PDFium gives those of presentation forms in the right order).
 * `uncertainLines` counts the lines whose order may be wrong: letters of both
 * directions, brackets, or numbers with signs beside right-to-left letters.
 */

import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";

/** Hebrew, Arabic, Syriac, Thaana, N'Ko, Samaritan, Mandaic and the presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const LEFT_TO_RIGHT_LETTER = /(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
const BRACKET = /[()[\]{}<>«»]/;
const SIGNED_NUMBER = /\d[-+/.,:%]|[-+/.,:%]\d/;
const LAM = 0x644;
const ALEFS = new Set([0x622, 0x623, 0x625, 0x627]);

export interface CharGroup {
  readonly start: number;
  readonly end: number;
}

export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

export function uncertainLines(text: string): number {
  let count = 0;
  for (const line of text.split("\n"))
    if (
      RIGHT_TO_LEFT.test(line) &&
      (LEFT_TO_RIGHT_LETTER.test(line) || BRACKET.test(line) || SIGNED_NUMBER.test(line))
    )
      count += 1;
  return count;
}

/** Alef and lam that stand in one and the same box: the lam-alef ligature, which always begins with lam. */
export function ligatures(engine: Engine, textPage: Pointer, count: number): CharGroup[] {
  const { pdfium } = engine;
  const groups: CharGroup[] = [];
  for (let index = 1; index < count; index += 1) {
    if (pdfium.FPDFText_GetUnicode(textPage, index) !== LAM) continue;
    if (!ALEFS.has(pdfium.FPDFText_GetUnicode(textPage, index - 1))) continue;
    const box = charBox(engine, textPage, index);
    if (box !== undefined && box === charBox(engine, textPage, index - 1))
      groups.push({ start: index - 1, end: index + 1 });
  }
  return groups;
}

/** A character's box as one key; undefined for one without extent. */
function charBox(engine: Engine, textPage: Pointer, index: number): string | undefined {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0)
    return undefined;
  const { view } = engine;
  const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => view.getFloat64(scratch + offset, true));
  return left === right ? undefined : `${left} ${right} ${bottom} ${top}`;
}

/** Characters `start` to `end` with the letters of each group turned around; a group belongs where it starts. */
export function readTurned(
  engine: Engine,
  textPage: Pointer,
  start: number,
  end: number,
  groups: readonly CharGroup[],
): string {
  let text = "";
  let at = start;
  for (const group of groups) {
    if (group.start < at || group.end > end) continue;
    text += engine.pageText(textPage, at, group.start - at);
    for (let index = group.end - 1; index >= group.start; index -= 1)
      text += engine.pageText(textPage, index, 1);
    at = group.end;
  }
  return text + engine.pageText(textPage, at, end - at);
}
