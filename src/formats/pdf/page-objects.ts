/**
 * What a page is made of: its text objects with what may keep them from sight, and how much of it is pictures and drawings.
 *
 * Source: PDFium's fpdf_edit.h; ISO 32000-1, 9.3.6 (text rendering mode).
 * Guarantees: objects inside form objects are seen too, to a depth and number under caps. Bounds of objects inside forms are in the form's
 * own space, so sizes are taken from the outermost form.
 */

import type { Engine } from "./engine/engine.ts";
import {
  OBJECT_FORM,
  OBJECT_IMAGE,
  OBJECT_PATH,
  OBJECT_SHADING,
  OBJECT_TEXT,
  RENDER_INVISIBLE,
} from "./engine/pdfium.ts";
import type { Pointer } from "./engine/pdfium.ts";

const DEPTH_MAX = 16;
const OBJECTS_MAX = 1_000_000;
/** Colour parts from here on count as white. */
const WHITE = 250;
/** White texts times painted areas that are compared; a page with more is taken as seen. */
const COMPARISONS_MAX = 2_000_000;

export interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

export interface PageImage {
  readonly box: Box;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
}

export interface TextObject {
  readonly object: Pointer;
  /** The outermost form that holds it, or 0. */
  readonly form: Pointer;
  /** The form that holds it directly, or 0. */
  readonly parent: Pointer;
  /** The optional-content mark around it, or 0: one handle for all that stands between one `BDC` and its `EMC`. */
  readonly layerMark: Pointer;
}

export class PageObjects {
  readonly texts: TextObject[] = [];
  readonly invisible = new Set<Pointer>();
  /** Everything that can be drawn, for showing one thing alone; forms are left out. */
  readonly leaves: Pointer[] = [];
  readonly images: PageImage[] = [];
  /** What paints areas, in painting order; `box` where it lies in a form. */
  readonly painters: { readonly object: Pointer; readonly box: Box | undefined }[] = [];
  readonly white: { readonly object: Pointer; readonly box: Box; readonly paintersBefore: number }[] = [];
  pathSegments = 0;
  shadings = 0;
  /** Some text object's box reaches over the page's box. */
  textBeyondPage = false;
  /** Text objects with a box that is not empty: something was to be drawn. */
  drawnTexts = 0;
  count = 0;
}

export function readPageObjects(engine: Engine, page: Pointer, pageBox: Box): PageObjects {
  const found = new PageObjects();
  const { pdfium } = engine;
  const count = pdfium.FPDFPage_CountObjects(page);
  for (let index = 0; index < count && found.count < OBJECTS_MAX; index += 1) {
    const object = pdfium.FPDFPage_GetObject(page, index);
    if (object !== 0)
      readObject(engine, object, found, { pageBox, outer: undefined, form: 0, parent: 0, depth: 0 });
  }
  return found;
}

interface Surroundings {
  readonly pageBox: Box;
  /** The box of the outermost form, on the page. */
  readonly outer: Box | undefined;
  readonly form: Pointer;
  readonly parent: Pointer;
  readonly depth: number;
}

function readObject(engine: Engine, object: Pointer, found: PageObjects, where: Surroundings): void {
  const { pdfium } = engine;
  found.count += 1;
  const type = pdfium.FPDFPageObj_GetType(object);
  if (type !== OBJECT_FORM) found.leaves.push(object);
  switch (type) {
    case OBJECT_TEXT:
      readText(engine, object, found, where);
      return;
    case OBJECT_PATH:
      found.pathSegments += Math.max(0, pdfium.FPDFPath_CountSegments(object));
      found.painters.push({ object, box: where.outer });
      return;
    case OBJECT_SHADING:
      found.shadings += 1;
      found.painters.push({ object, box: where.outer });
      return;
    case OBJECT_IMAGE:
      readImage(engine, object, found, where);
      return;
    case OBJECT_FORM:
      readForm(engine, object, found, where);
      return;
  }
}

function readForm(engine: Engine, form: Pointer, found: PageObjects, where: Surroundings): void {
  if (where.depth >= DEPTH_MAX) return;
  const { pdfium } = engine;
  const inside: Surroundings = {
    pageBox: where.pageBox,
    outer: where.outer ?? bounds(engine, form),
    form: where.form === 0 ? form : where.form,
    parent: form,
    depth: where.depth + 1,
  };
  const count = pdfium.FPDFFormObj_CountObjects(form);
  for (let index = 0; index < count && found.count < OBJECTS_MAX; index += 1) {
    const object = pdfium.FPDFFormObj_GetObject(form, index);
    if (object !== 0) readObject(engine, object, found, inside);
  }
}

function readText(engine: Engine, object: Pointer, found: PageObjects, where: Surroundings): void {
  const { pdfium } = engine;
  const box = where.outer ?? bounds(engine, object);
  found.texts.push({
    object,
    form: where.form,
    parent: where.parent,
    layerMark: pdfium.FPDFPageObj_CountMarks(object) > 0 ? layerMark(engine, object) : 0,
  });
  const colour = fillColour(engine, object);
  if (pdfium.FPDFTextObj_GetTextRenderMode(object) === RENDER_INVISIBLE || colour?.transparent === true)
    found.invisible.add(object);
  else if (colour?.white === true && where.form === 0 && box !== undefined)
    found.white.push({ object, box, paintersBefore: found.painters.length });
  if (box === undefined) return;
  if (box.right > box.left && box.top > box.bottom) found.drawnTexts += 1;
  const page = where.pageBox;
  if (box.left < page.left || box.right > page.right || box.bottom < page.bottom || box.top > page.top)
    found.textBeyondPage = true;
}

function readImage(engine: Engine, object: Pointer, found: PageObjects, where: Surroundings): void {
  const { pdfium, scratch } = engine;
  const box = where.outer ?? bounds(engine, object);
  if (box === undefined) return;
  const known = pdfium.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4) !== 0;
  const { view } = engine;
  found.images.push({
    box,
    pixelWidth: known ? view.getUint32(scratch, true) : 0,
    pixelHeight: known ? view.getUint32(scratch + 4, true) : 0,
  });
  found.painters.push({ object, box });
}

export function bounds(engine: Engine, object: Pointer): Box | undefined {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return undefined;
  const { view } = engine;
  return {
    left: view.getFloat32(scratch, true),
    bottom: view.getFloat32(scratch + 4, true),
    right: view.getFloat32(scratch + 8, true),
    top: view.getFloat32(scratch + 12, true),
  };
}

function layerMark(engine: Engine, object: Pointer): Pointer {
  const { pdfium, scratch } = engine;
  const count = pdfium.FPDFPageObj_CountMarks(object);
  let innermost = 0;
  for (let index = 0; index < count; index += 1) {
    const mark = pdfium.FPDFPageObj_GetMark(object, index);
    if (pdfium.FPDFPageObjMark_GetName(mark, scratch + 16, 32, scratch) === 0) continue;
    const { view } = engine;
    const isLayer =
      view.getUint32(scratch, true) === 6 &&
      view.getUint16(scratch + 16, true) === 0x4f &&
      view.getUint16(scratch + 18, true) === 0x43;
    if (isLayer) innermost = mark;
  }
  return innermost;
}

/** White text with nothing but white painted under it before: nobody sees it. */
export function whiteOnNothing(engine: Engine, found: PageObjects): Set<Pointer> {
  const unseen = new Set<Pointer>();
  if (found.white.length === 0 || found.white.length * found.painters.length > COMPARISONS_MAX) return unseen;
  const boxes = found.painters.map(({ object, box }) =>
    isWhiteFill(engine, object) ? undefined : (box ?? bounds(engine, object)),
  );
  for (const { object, box, paintersBefore } of found.white) {
    const covered = boxes
      .slice(0, paintersBefore)
      .some((under) => under !== undefined && overlap(under, box));
    if (!covered) unseen.add(object);
  }
  return unseen;
}

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.bottom < b.top && a.top > b.bottom;
}

function isWhiteFill(engine: Engine, object: Pointer): boolean {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDFPageObj_GetType(object) !== OBJECT_PATH) return false;
  if (pdfium.FPDFPath_GetDrawMode(object, scratch, scratch + 4) === 0) return false;
  if (engine.view.getInt32(scratch + 4, true) !== 0) return false;
  if (engine.view.getInt32(scratch, true) === 0) return true;
  return fillColour(engine, object)?.white === true;
}

/** The colour that an object is filled with; undefined for patterns and other unusual colours. */
function fillColour(engine: Engine, object: Pointer): { white: boolean; transparent: boolean } | undefined {
  const { pdfium, scratch } = engine;
  if (pdfium.FPDFPageObj_GetFillColor(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return undefined;
  const { view } = engine;
  return {
    white: [0, 4, 8].every((offset) => view.getUint32(scratch + offset, true) >= WHITE),
    transparent: view.getUint32(scratch + 12, true) === 0,
  };
}
