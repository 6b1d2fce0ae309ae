/**
 * Why a page gives no text, or not all of it: the judgement that keeps "nothing found" honest.
 *
 * Guarantees: a page without text is blank only when nothing was drawn but a few lines. A picture that fills a page beside a line of text (a
 * stamped scan) is a gap too; a background picture is coarser than a scan and is none.
 * Not seen: words inside a picture or drawing on a page that has ordinary text besides.
 */

import type { Gap } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import type { Box, PageObjects } from "./page-objects.ts";
import type { RegionText } from "./page-text.ts";

/** Segments of paths from which on a page of drawings may show letters: a rule or a frame has fewer. */
const DRAWING_SEGMENTS = 100;
/** A picture of this share of the page, this fine, beside at most this much text, is a scan with a stamp on it. */
const SCAN_SHARE = 0.7;
const SCAN_PIXELS_PER_INCH = 140;
const STAMP_CHARS = 100;
const POINTS_PER_INCH = 72;

export interface PageText {
  readonly parts: readonly RegionText[];
  /** Characters of the text page, white space included. */
  readonly chars: number;
  /** Characters that carry no value to be trusted. */
  readonly unmapped: number;
  /** Lines whose order of characters may be wrong. */
  readonly uncertainLines: number;
}

export function textGaps(at: Locator, pageBox: Box, objects: PageObjects, text: PageText): Gap[] {
  const gaps: Gap[] = [];
  if (text.unmapped > 0)
    gaps.push({
      reason: "unmapped_text",
      at,
      count: text.unmapped,
      detail: "characters whose font gives them no Unicode value",
    });
  if (text.uncertainLines > 0)
    gaps.push({
      reason: "order_uncertain",
      at,
      count: text.uncertainLines,
      detail: "lines that mix writing directions",
    });
  const cause = text.unmapped > 0 ? undefined : missingText(at, pageBox, objects, text);
  if (cause !== undefined) gaps.push(cause);
  return gaps;
}

function missingText(at: Locator, pageBox: Box, objects: PageObjects, text: PageText): Gap | undefined {
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
  for (const { region, text } of parts)
    if (region === "body" || region === "invisible") length += text.replace(/\s+/g, "").length;
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
