/**
 * Which text stands on layers that are switched off. PDFium's text functions show it; its renderer leaves it out. So each group of text on a
 * layer, and each form with text, is drawn alone on an empty bitmap: no ink means that no viewer shows it.
 *
 * Source: ISO 32000-1, 8.11 (optional content); PDFium decides by the document's default configuration, viewing.
 * Guarantees: asked only of documents that have a layer which is, or may be, off. Text that leaves no ink for another reason (clipped away)
 * counts as hidden too: no viewer shows it either. Pictures and drawings are switched off before, so that none is decoded.
 */

import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";
import type { Box, PageObjects, TextObject } from "./page-objects.ts";

const SIDE = 512;

export function hiddenTexts(engine: Engine, page: Pointer, pageBox: Box, objects: PageObjects): Set<Pointer> {
  const groups = new Map<string, TextObject[]>();
  for (const text of objects.texts) {
    if (text.layerMark === 0 && text.form === 0) continue;
    const key = `${text.parent}/${text.layerMark}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [text]);
    else group.push(text);
  }
  const hidden = new Set<Pointer>();
  if (groups.size === 0) return hidden;
  const { pdfium } = engine;
  for (const leaf of objects.leaves) pdfium.FPDFPageObj_SetIsActive(leaf, 0);
  const canvas = new Canvas(engine, pageBox);
  engine.using(
    canvas.bitmap,
    () => canvas.close(),
    () => {
      for (const group of groups.values()) {
        for (const text of group) pdfium.FPDFPageObj_SetIsActive(text.object, 1);
        const inked = canvas.leavesInk(page);
        for (const text of group) {
          pdfium.FPDFPageObj_SetIsActive(text.object, 0);
          if (!inked) hidden.add(text.object);
        }
      }
    },
  );
  return hidden;
}

class Canvas {
  readonly bitmap: Pointer;
  readonly #engine: Engine;
  readonly #parameters: Pointer;
  readonly #size: number;
  readonly #empty: Uint8Array;

  constructor(engine: Engine, pageBox: Box) {
    this.#engine = engine;
    const { pdfium } = engine;
    this.bitmap = pdfium.FPDFBitmap_Create(SIDE, SIDE, 1);
    this.#size = pdfium.FPDFBitmap_GetStride(this.bitmap) * SIDE;
    this.#empty = new Uint8Array(this.#size);
    this.#parameters = engine.allocate(40);
    const { view } = engine;
    const wide = Math.max(1, pageBox.right - pageBox.left);
    const high = Math.max(1, pageBox.top - pageBox.bottom);
    // The page is fitted whole, turned or not: a square of its longer side.
    const scale = SIDE / Math.max(wide, high);
    [scale, 0, 0, scale, 0, 0].forEach((part, index) =>
      view.setFloat32(this.#parameters + index * 4, part, true),
    );
    [0, 0, SIDE, SIDE].forEach((part, index) =>
      view.setFloat32(this.#parameters + 24 + index * 4, part, true),
    );
  }

  leavesInk(page: Pointer): boolean {
    const { pdfium } = this.#engine;
    const start = pdfium.FPDFBitmap_GetBuffer(this.bitmap);
    this.#engine.bytes.fill(0, start, start + this.#size);
    pdfium.FPDF_RenderPageBitmapWithMatrix(this.bitmap, page, this.#parameters, this.#parameters + 24, 0);
    const drawn = this.#engine.bytes.subarray(start, start + this.#size);
    return Buffer.compare(drawn, this.#empty) !== 0;
  }

  close(): void {
    this.#engine.pdfium.FPDFBitmap_Destroy(this.bitmap);
    this.#engine.free(this.#parameters);
  }
}
