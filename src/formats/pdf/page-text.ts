/**
 * The text of a page, parted by what a viewer shows: body, invisible, hidden, off the page.
 *
 * Source: PDFium's fpdf_text.h. PDFium puts U+FFFE for a hyphen at the end of a line, without the line break; here it is the printed hyphen
 * and the break. CR LF become LF.
 * Guarantees: characters come in the order in which PDFium reads the page; each stands in exactly one region; no lone surrogate, no control
 * character but tab and line feed: others, which no font means, are U+FFFD.
 */

import type { Region } from "../../model/locator.ts";
import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";
import type { Box } from "./page-objects.ts";
import type { RightToLeftText } from "./right-to-left.ts";

export interface RegionText {
  readonly region: Region;
  readonly text: string;
}

export interface TextParting {
  /** The page's whole text as PDFium gives it. */
  readonly whole: string;
  /** Reads lines that hold right-to-left letters. */
  readonly rightToLeft: RightToLeftText | undefined;
  readonly invisible: ReadonlySet<Pointer>;
  readonly hidden: ReadonlySet<Pointer>;
  /** Set where some text reaches over the page's box. */
  readonly pageBox: Box | undefined;
}

const REGIONS: readonly Region[] = ["body", "invisible", "hidden", "off_page"];
const BODY = 0;
const INVISIBLE = 1;
const HIDDEN = 2;
const OFF_PAGE = 3;

export function readPageText(
  engine: Engine,
  textPage: Pointer,
  count: number,
  parting: TextParting,
): RegionText[] {
  const read = (start: number, end: number): string =>
    parting.rightToLeft?.read(start, end) ?? engine.pageText(textPage, start, end - start);
  const undivided =
    parting.invisible.size === 0 && parting.hidden.size === 0 && parting.pageBox === undefined;
  if (undivided) {
    const text = trimmed(cleaned(parting.rightToLeft === undefined ? parting.whole : read(0, count)));
    return text.trim() === "" ? [] : [{ region: "body", text }];
  }
  const kinds = charKinds(engine, textPage, count, parting);
  const texts = new Map<Region, string>();
  for (let start = 0; start < count;) {
    const kind = kinds[start];
    let end = start + 1;
    while (end < count && kinds[end] === kind) end += 1;
    const region = REGIONS[kind ?? BODY] ?? "body";
    // Where text of another region stood between two parts, they do not continue each other.
    const before = texts.get(region) ?? "";
    const torn = before === "" || /\s$/.test(before) ? "" : "\n";
    texts.set(region, before + torn + read(start, end));
    start = end;
  }
  return REGIONS.map((region) => ({ region, text: trimmed(cleaned(texts.get(region) ?? "")) })).filter(
    ({ text }) => text.trim() !== "",
  );
}

/** The index of each character's region; spaces and line ends that PDFium made up, and characters without a box, follow their predecessor. */
function charKinds(engine: Engine, textPage: Pointer, count: number, parting: TextParting): Uint8Array {
  const { pdfium } = engine;
  const kinds = new Uint8Array(count);
  let previous = BODY;
  for (let index = 0; index < count; index += 1) {
    const object = pdfium.FPDFText_GetTextObject(textPage, index);
    if (object !== 0) {
      const beyond = parting.pageBox && isBeyond(engine, textPage, index, parting.pageBox);
      const offPage = beyond ?? previous === OFF_PAGE;
      if (parting.invisible.has(object)) previous = INVISIBLE;
      else if (offPage) previous = OFF_PAGE;
      else previous = parting.hidden.has(object) ? HIDDEN : BODY;
    }
    kinds[index] = previous;
  }
  return kinds;
}

/** Whether the middle of a character's box lies outside the page's; undefined for one without extent. */
function isBeyond(engine: Engine, textPage: Pointer, index: number, page: Box): boolean | undefined {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24) === 0)
    return undefined;
  const { view } = engine;
  const left = view.getFloat64(scratch, true);
  const right = view.getFloat64(scratch + 8, true);
  const bottom = view.getFloat64(scratch + 16, true);
  const top = view.getFloat64(scratch + 24, true);
  if (left === right && bottom === top) return undefined;
  const x = (left + right) / 2;
  const y = (bottom + top) / 2;
  return x < page.left || x > page.right || y < page.bottom || y > page.top;
}

/** Without empty lines at either end. */
function trimmed(text: string): string {
  return text.replace(/^\n+/, "").replace(/(?<!\n)\n+$/, "");
}

const NEEDS_CLEANING = /[\r\ufffe\uffff\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export function cleaned(text: string): string {
  if (!NEEDS_CLEANING.test(text)) return text;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\ufffe\n?/g, "-\n")
    .replace(/[\uffff\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, "\ufffd");
}
