/**
 * Whether a page's characters can be trusted. Where a font has no way from its codes to Unicode, PDFium hands out the codes themselves: often
 * they are letters all the same, often they are garbage that no search can hit.
 *
 * Guarantees: a judgement per page from several signs together, because each alone is wrong often: characters without a map, control
 * characters, private-use characters, and letters that do not read like a language. A lone bullet or tick mark is no garbage.
 * Not seen: a wrong but plausible map (letters of another script), and shuffled letters that a font maps on purpose.
 */

import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";

/** Different characters in a row, spaces aside, that make a word rather than a row of symbols. */
const WORD = 3;
/** From this share of the page's characters on, scattered ones garble it too. */
const SHARE = 0.05;
const SCATTERED = 4;

export interface UnmappedText {
  /** Characters that carry no value to be trusted. */
  readonly count: number;
  /** Whether what is left of the page's text is worth showing. */
  readonly readable: boolean;
}

interface Suspect {
  readonly index: number;
  readonly code: number;
  readonly unprintable: boolean;
}

/** Control characters but for line ends and tabs, and private-use characters: the codes that `isControl` and `isPrivate` name. */
const SUSPICIOUS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ue000-\uf8e4\ufffd\uffff]/;

/** Undefined where the page can be trusted. `text` is the page's whole text as PDFium gives it. */
export function findUnmapped(
  engine: Engine,
  textPage: Pointer,
  count: number,
  text: string,
): UnmappedText | undefined {
  const { pdfium } = engine;
  const suspicious = SUSPICIOUS.test(text);
  const suspects: Suspect[] = [];
  for (let index = 0; index < count; index += 1) {
    const flagged = pdfium.FPDFText_HasUnicodeMapError(textPage, index) === 1;
    if (!flagged && !suspicious) continue;
    const code = pdfium.FPDFText_GetUnicode(textPage, index) >>> 0;
    const control = isControl(code);
    if (!flagged && !control && !isPrivate(code)) continue;
    if (!flagged && control && isMadeUp(engine, textPage, index, code)) continue;
    if (code === 0x20 || code === 0xa0) continue;
    suspects.push({ index, code, unprintable: control || isPrivate(code) });
  }
  return suspects.length === 0 ? undefined : judge(engine, textPage, count, suspects);
}

function judge(
  engine: Engine,
  textPage: Pointer,
  count: number,
  suspects: readonly Suspect[],
): UnmappedText | undefined {
  const printable = suspects.filter((suspect) => !suspect.unprintable);
  const bad = readsLikeWords(printable) ? suspects.filter((suspect) => suspect.unprintable) : suspects;
  if (new Set(bad.map((suspect) => suspect.code)).size < WORD) return undefined;
  const shown = countShown(engine, textPage, count);
  const scattered = bad.filter((suspect) => !isPrivate(suspect.code)).length;
  const garbled = scattered >= SCATTERED && scattered >= shown * SHARE;
  if (!garbled && !holdsWord(engine, textPage, bad)) return undefined;
  const unprintable = bad.filter((suspect) => suspect.unprintable).length;
  return { count: bad.length, readable: unprintable < shown / 2 };
}

/** Line ends, hyphens and tabs that PDFium puts in, and line ends that a font maps by itself. */
function isMadeUp(engine: Engine, textPage: Pointer, index: number, code: number): boolean {
  const known = code === 2 || code === 9 || code === 10 || code === 13;
  return known || engine.pdfium.FPDFText_IsGenerated(textPage, index) === 1;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xfffd && code <= 0xffff);
}

/** Without Adobe's own block of bracket pieces and the like, which are symbols and not letters. */
function isPrivate(code: number): boolean {
  return code >= 0xe000 && code < 0xf8e5;
}

function countShown(engine: Engine, textPage: Pointer, count: number): number {
  let shown = 0;
  for (let index = 0; index < count; index += 1) {
    const code = engine.pdfium.FPDFText_GetUnicode(textPage, index);
    if (code !== 0x20 && code !== 0xa0 && code !== 0x0d && code !== 0x0a) shown += 1;
  }
  return shown;
}

/** Whether enough different bad characters follow each other, with nothing but spaces between them. */
function holdsWord(engine: Engine, textPage: Pointer, bad: readonly Suspect[]): boolean {
  let codes = new Set<number>();
  let last = -1;
  for (const { index, code } of bad) {
    for (let between = last + 1; between < index; between += 1)
      if (engine.pdfium.FPDFText_GetUnicode(textPage, between) > 0x20) {
        codes = new Set();
        break;
      }
    codes.add(code);
    if (codes.size >= WORD) return true;
    last = index;
  }
  return false;
}

/** Codes that happen to be letters of a Latin language: mostly small letters, with vowels among them. */
function readsLikeWords(suspects: readonly Suspect[]): boolean {
  const text = String.fromCodePoint(...suspects.slice(0, 2000).map(({ code }) => Math.min(code, 0x10ffff)));
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  const vowels = text.normalize("NFD").match(/[aeiouy]/gi)?.length ?? 0;
  return (
    letters >= text.length / 2 && small >= letters / 2 && vowels >= letters * 0.2 && vowels <= letters * 0.65
  );
}
