/**
 * Reads one page: its text by region, its fields and annotations, and why there is no text where there is none.
 *
 * Guarantees: a page without text is either blank (nothing drawn), or a gap names the cause. Everything that PDFium holds for the page is let go before the function returns.
 */

import type { Gap } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import { readAnnotations } from "./annotations.ts";
import type { PdfDocument } from "./document.ts";
import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";
import { hiddenTexts } from "./layer-visibility.ts";
import { readPageObjects, whiteOnNothing } from "./page-objects.ts";
import type { Box, PageObjects } from "./page-objects.ts";
import { textGaps } from "./missing-text.ts";
import type { PageText } from "./missing-text.ts";
import { readPageText } from "./page-text.ts";
import { RightToLeftText } from "./right-to-left.ts";
import { findUnmapped } from "./unmapped-text.ts";
import { hasRightToLeft } from "./visual-line.ts";

export interface PageReading {
  readonly units: readonly Unit[];
  readonly gaps: readonly Gap[];
  /** Names of files attached by annotations of this page. */
  readonly attached: readonly string[];
  readonly hasText: boolean;
  readonly picture: boolean;
}

export interface PageQuestions {
  /** Whether the document has a layer that is, or may be, off. */
  readonly layersOff: boolean;
  /** Whether the page's content holds operators that show something, for a page on which nothing was found. */
  shows(): boolean;
  /** Whether the page's content is damaged, so that what was found may be a part. */
  broken(): boolean;
}

const DAMAGED = "the page could not be opened";
const BROKEN = "the page's content is damaged, and what was read may be a part of it";
const UNREAD = "the page's content could not be read";

export function readPage(document: PdfDocument, index: number, questions: PageQuestions): PageReading {
  const { engine } = document;
  const { pdfium } = engine;
  const at = pageLocator(document, index);
  const page = pdfium.FPDF_LoadPage(document.handle, index);
  if (page === 0) return damagedPage(at, DAMAGED);
  return engine.using(page, pdfium.FPDF_ClosePage, () => {
    const pageBox = boundingBox(engine, page);
    const objects = readPageObjects(engine, page, pageBox);
    const text = readText(engine, page, pageBox, objects, questions.layersOff);
    const annotations = readAnnotations(document, page, at);
    const gaps = contentGaps(at, objects, questions) ?? textGaps(at, pageBox, objects, text);
    return {
      units: [
        ...text.parts.map((part) => ({
          at,
          ...part,
          ...(part.region === "hidden" ? { hidden: true } : {}),
        })),
        ...annotations.units,
      ],
      gaps,
      attached: annotations.attached,
      hasText: text.parts.length > 0,
      picture: gaps.some((gap) => gap.reason === "no_text_layer"),
    };
  });
}

export function damagedPage(at: Locator, detail: string): PageReading {
  return { units: [], gaps: [damagedGap(at, detail)], attached: [], hasText: false, picture: false };
}

function contentGaps(at: Locator, objects: PageObjects, questions: PageQuestions): Gap[] | undefined {
  if (questions.broken()) return [damagedGap(at, BROKEN)];
  return objects.count === 0 && questions.shows() ? [damagedGap(at, UNREAD)] : undefined;
}

function damagedGap(at: Locator, detail: string): Gap {
  return { reason: "damaged", at, detail };
}

function pageLocator(document: PdfDocument, index: number): Locator {
  const { engine, handle } = document;
  const label = engine.wideText((buffer, length) =>
    engine.pdfium.FPDF_GetPageLabel(handle, index, buffer, length),
  );
  const page = index + 1;
  return label === "" || label === `${page}` ? { kind: "page", page } : { kind: "page", page, label };
}

function boundingBox(engine: Engine, page: Pointer): Box {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDF_GetPageBoundingBox(page, scratch) === 0)
    return { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };
  const { view } = engine;
  // FS_RECTF: left, top, right, bottom.
  return {
    left: view.getFloat32(scratch, true),
    top: view.getFloat32(scratch + 4, true),
    right: view.getFloat32(scratch + 8, true),
    bottom: view.getFloat32(scratch + 12, true),
  };
}

const NO_TEXT: PageText = { parts: [], chars: 0, unmapped: 0, uncertainLines: 0 };

function readText(
  engine: Engine,
  page: Pointer,
  pageBox: Box,
  objects: PageObjects,
  layersOff: boolean,
): PageText {
  const { pdfium } = engine;
  if (objects.texts.length === 0) return NO_TEXT;
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return NO_TEXT;
  return engine.using(textPage, pdfium.FPDFText_ClosePage, () => {
    const chars = Math.max(0, pdfium.FPDFText_CountChars(textPage));
    const whole = engine.pageText(textPage, 0, chars);
    const unmapped = findUnmapped(engine, textPage, chars, whole);
    if (unmapped?.readable === false) return { ...NO_TEXT, chars, unmapped: unmapped.count };
    const rightToLeft = hasRightToLeft(whole) ? new RightToLeftText(engine, textPage, whole) : undefined;
    const unseen = whiteOnNothing(engine, objects);
    const parts = readPageText(engine, textPage, chars, {
      whole,
      rightToLeft,
      invisible: unseen.size === 0 ? objects.invisible : new Set([...objects.invisible, ...unseen]),
      hidden: layersOff ? hiddenTexts(engine, page, pageBox, objects) : new Set(),
      pageBox: objects.textBeyondPage ? pageBox : undefined,
    });
    return {
      parts,
      chars,
      unmapped: unmapped?.count ?? 0,
      uncertainLines: rightToLeft?.uncertainLines ?? 0,
    };
  });
}
