/**
 * What stands on a page without being page text: values of form fields, contents of annotations, files attached to them.
 *
 * Source: ISO 32000-1, 12.5.6 (annotation types), 12.7.4 (field types); PDFium's fpdf_annot.h and fpdf_formfill.h.
 * Guarantees: a field's value is given once per page however many widgets show it; empty fields give nothing; links and pop-ups hold no text
 * of their own. An annotation without contents whose appearance draws text (a stamp, a watermark) is read from its appearance.
 * Not covered: fields without a widget on any page; scripts and actions, which are never run.
 */

import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { PdfDocument } from "./document.ts";
import type { Engine } from "./engine/engine.ts";
import type { Pointer } from "./engine/pdfium.ts";
import { cleaned } from "./page-text.ts";

const LINK = 2;
const FREE_TEXT = 3;
const STAMP = 13;
const POPUP = 16;
const FILE_ATTACHMENT = 17;
const WIDGET = 20;
const WATERMARK = 24;
const REDACTION = 28;
const DRAWN_TEXT = new Set([FREE_TEXT, STAMP, WATERMARK, REDACTION]);

const FIELD_PUSH_BUTTON = 1;
const FIELD_CHECK_BOX = 2;
const FIELD_RADIO_BUTTON = 3;
const FIELD_SIGNATURE = 7;

/** Annotation flags of 12.5.3: hidden, no view. */
const UNSEEN = 0b10_0010;
const ANNOTATIONS_MAX = 100_000;

export interface PageAnnotations {
  readonly units: readonly Unit[];
  /** Names of files attached by annotations. */
  readonly attached: readonly string[];
}

const NONE: PageAnnotations = { units: [], attached: [] };

export function readAnnotations(document: PdfDocument, page: Pointer, at: Locator): PageAnnotations {
  const { engine } = document;
  const count = Math.min(engine.pdfium.FPDFPage_GetAnnotCount(page), ANNOTATIONS_MAX);
  if (count <= 0) return NONE;
  const units: Unit[] = [];
  const attached: string[] = [];
  const seen = new Set<string>();
  for (let index = 0; index < count; index += 1) {
    const annotation = engine.pdfium.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    engine.using(annotation, engine.pdfium.FPDFPage_CloseAnnot, () => {
      const subtype = engine.pdfium.FPDFAnnot_GetSubtype(annotation);
      if (subtype === LINK || subtype === POPUP) return;
      if (subtype === FILE_ATTACHMENT) attached.push(attachedName(engine, annotation));
      const unit =
        subtype === WIDGET
          ? fieldUnit(document, annotation, at, seen)
          : commentUnit(engine, annotation, subtype, at);
      if (unit !== undefined) units.push(unit);
    });
  }
  return { units, attached };
}

function isUnseen(engine: Engine, annotation: Pointer): boolean {
  return (engine.pdfium.FPDFAnnot_GetFlags(annotation) & UNSEEN) !== 0;
}

function fieldUnit(
  document: PdfDocument,
  annotation: Pointer,
  at: Locator,
  seen: Set<string>,
): Unit | undefined {
  const form = document.form();
  if (form === 0) return undefined;
  const { engine } = document;
  const { pdfium } = engine;
  const type = pdfium.FPDFAnnot_GetFormFieldType(form, annotation);
  if (type === FIELD_PUSH_BUTTON || type === FIELD_SIGNATURE) return undefined;
  const name = engine.wideText((buffer, length) =>
    pdfium.FPDFAnnot_GetFormFieldName(form, annotation, buffer, length),
  );
  const text = cleaned(fieldValue(engine, form, annotation, type));
  const key = `${name}\n${text}`;
  if (text.trim() === "" || seen.has(key)) return undefined;
  seen.add(key);
  return {
    at,
    region: "form_field",
    text,
    ...(name === "" ? {} : { label: cleaned(name) }),
    ...(isUnseen(engine, annotation) ? { hidden: true } : {}),
    joins: false,
  };
}

/** A field's value; nothing for a button that is off. */
function fieldValue(engine: Engine, form: Pointer, annotation: Pointer, type: number): string {
  const { pdfium } = engine;
  if (type !== FIELD_CHECK_BOX && type !== FIELD_RADIO_BUTTON)
    return engine.wideText((buffer, length) =>
      pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, buffer, length),
    );
  const state = engine.wideText((buffer, length) =>
    pdfium.EPDFAnnot_GetFormFieldRawValue(form, annotation, buffer, length),
  );
  return state === "Off" ? "" : state;
}

function commentUnit(engine: Engine, annotation: Pointer, subtype: number, at: Locator): Unit | undefined {
  const contents = cleaned(stringValue(engine, annotation, "Contents"));
  const text =
    contents.trim() === "" && DRAWN_TEXT.has(subtype) ? appearanceText(engine, annotation) : contents;
  if (text.trim() === "") return undefined;
  const author = cleaned(stringValue(engine, annotation, "T"));
  return {
    at,
    region: "annotation",
    text,
    ...(author === "" ? {} : { label: author }),
    ...(isUnseen(engine, annotation) ? { hidden: true } : {}),
    joins: false,
  };
}

function stringValue(engine: Engine, annotation: Pointer, key: string): string {
  const name = engine.key(key);
  return engine.wideText((buffer, length) =>
    engine.pdfium.FPDFAnnot_GetStringValue(annotation, name, buffer, length),
  );
}

/** The text that an annotation's normal appearance draws. */
function appearanceText(engine: Engine, annotation: Pointer): string {
  const { pdfium } = engine;
  if (pdfium.EPDFAnnot_HasAppearanceStream(annotation, 0) === 0) return "";
  const drawn = pdfium.EPDFAnnot_ExportAppearanceAsDocument(annotation);
  if (drawn === 0) return "";
  return engine.using(drawn, pdfium.FPDF_CloseDocument, () => {
    const page = pdfium.FPDF_LoadPage(drawn, 0);
    if (page === 0) return "";
    return engine.using(page, pdfium.FPDF_ClosePage, () => {
      const textPage = pdfium.FPDFText_LoadPage(page);
      if (textPage === 0) return "";
      return engine.using(textPage, pdfium.FPDFText_ClosePage, () =>
        cleaned(engine.pageText(textPage, 0, pdfium.FPDFText_CountChars(textPage))),
      );
    });
  });
}

function attachedName(engine: Engine, annotation: Pointer): string {
  const attachment = engine.pdfium.FPDFAnnot_GetFileAttachment(annotation);
  return attachment === 0 ? "" : attachmentName(engine, attachment);
}

export function attachmentName(engine: Engine, attachment: Pointer): string {
  return cleaned(
    engine.wideText((buffer, length) => engine.pdfium.FPDFAttachment_GetName(attachment, buffer, length)),
  );
}
