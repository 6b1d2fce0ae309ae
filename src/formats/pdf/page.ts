/**
 * Reads one page: its text by region, its fields and annotations, and why there is no text where there is none.
 *
 * Guarantees: a page without text is either blank (nothing drawn), or a gap names the cause: only pictures or drawings, characters without
 * Unicode values, content that could not be read. A picture that fills a page beside a line of text (a stamped scan) is a gap too.
 * Everything that PDFium holds for the page is let go before the function returns.
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
import { readPageText } from "./page-text.ts";
import type { RegionText } from "./page-text.ts";
import { findUnmapped } from "./unmapped-text.ts";

/** Segments of paths from which on a page of drawings may show letters: a rule or a frame has fewer. */
const DRAWING_SEGMENTS = 100;
/** A picture of this share of the page, this fine, beside at most this much text, is a scan with a stamp on it. */
const SCAN_SHARE = 0.7;
const SCAN_PIXELS_PER_INCH = 140;
const STAMP_CHARS = 100;
const POINTS_PER_INCH = 72;

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
  paints(): boolean | undefined;
}

const DAMAGED = "the page could not be opened";
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
    const unread = objects.count === 0 && questions.paints() === true;
    const gap = unread ? damagedGap(at, UNREAD) : textGap(at, pageBox, objects, text);
    return {
      units: [
        ...text.parts.map((part) => ({
          at,
          ...part,
          ...(part.region === "hidden" ? { hidden: true } : {}),
        })),
        ...annotations.units,
      ],
      gaps: gap === undefined ? [] : [gap],
      attached: annotations.attached,
      hasText: text.parts.length > 0,
      picture: gap?.reason === "no_text_layer",
    };
  });
}

export function damagedPage(at: Locator, detail: string): PageReading {
  return { units: [], gaps: [damagedGap(at, detail)], attached: [], hasText: false, picture: false };
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

interface PageText {
  readonly parts: readonly RegionText[];
  /** Characters of the text page, white space included. */
  readonly chars: number;
  /** Characters that carry no value to be trusted. */
  readonly unmapped: number;
}

function readText(
  engine: Engine,
  page: Pointer,
  pageBox: Box,
  objects: PageObjects,
  layersOff: boolean,
): PageText {
  const { pdfium } = engine;
  if (objects.texts.length === 0) return { parts: [], chars: 0, unmapped: 0 };
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return { parts: [], chars: 0, unmapped: 0 };
  return engine.using(textPage, pdfium.FPDFText_ClosePage, () => {
    const chars = Math.max(0, pdfium.FPDFText_CountChars(textPage));
    const whole = engine.pageText(textPage, 0, chars);
    const unmapped = findUnmapped(engine, textPage, chars, whole);
    if (unmapped?.readable === false) return { parts: [], chars, unmapped: unmapped.count };
    const unseen = whiteOnNothing(engine, objects);
    const parts = readPageText(engine, textPage, chars, whole, {
      invisible: unseen.size === 0 ? objects.invisible : new Set([...objects.invisible, ...unseen]),
      hidden: layersOff ? hiddenTexts(engine, page, pageBox, objects) : new Set(),
      pageBox: objects.textBeyondPage ? pageBox : undefined,
    });
    return { parts, chars, unmapped: unmapped?.count ?? 0 };
  });
}

function textGap(at: Locator, pageBox: Box, objects: PageObjects, text: PageText): Gap | undefined {
  if (text.unmapped > 0)
    return {
      reason: "unmapped_text",
      at,
      count: text.unmapped,
      detail: "characters whose font gives them no Unicode value",
    };
  if (text.parts.length === 0) {
    if (objects.drawnTexts > 0 && text.chars === 0)
      return { reason: "unmapped_text", at, detail: "text is drawn, but none of its characters can be read" };
    if (objects.images.length > 0 || objects.shadings > 0)
      return { reason: "no_text_layer", at, detail: "the page is only a picture" };
    if (objects.pathSegments >= DRAWING_SEGMENTS)
      return { reason: "no_text_layer", at, detail: "the page is only a drawing" };
    return undefined;
  }
  if (isStampedScan(pageBox, objects, text.parts))
    return { reason: "no_text_layer", at, detail: "a picture fills the page beside a little text" };
  return undefined;
}

function isStampedScan(pageBox: Box, objects: PageObjects, parts: readonly RegionText[]): boolean {
  if (objects.images.length === 0) return false;
  let length = 0;
  for (const { text } of parts) length += text.replace(/\s+/g, "").length;
  if (length > STAMP_CHARS) return false;
  const pageArea = area(pageBox);
  let covered = 0;
  let finest = 0;
  for (const { box, pixelWidth, pixelHeight } of objects.images) {
    const shown = {
      left: Math.max(box.left, pageBox.left),
      bottom: Math.max(box.bottom, pageBox.bottom),
      right: Math.min(box.right, pageBox.right),
      top: Math.min(box.top, pageBox.top),
    };
    if (shown.right <= shown.left || shown.top <= shown.bottom) continue;
    covered += area(shown);
    const pixels = Math.sqrt(pixelWidth * pixelHeight);
    finest = Math.max(finest, (pixels * POINTS_PER_INCH) / Math.sqrt(area(box)));
  }
  return covered >= pageArea * SCAN_SHARE && finest >= SCAN_PIXELS_PER_INCH;
}

function area(box: Box): number {
  return (box.right - box.left) * (box.top - box.bottom);
}
