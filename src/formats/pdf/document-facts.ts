/**
 * What a PDF is as a whole, and what of it no page shows: attached files, a form of another kind (XFA).
 *
 * Source: ISO 32000-1, 7.6.3.2 (permissions, table 22), 7.11.4 (embedded files), 12.7.8 (XFA); PDFium tells a dynamic XFA form by
 * `NeedsRendering`. Attached files are named, not read.
 */

import type { Gap } from "../../model/coverage.ts";
import { attachmentName } from "./annotations.ts";
import type { PdfDocument } from "./document.ts";
import { FORM_XFA_DYNAMIC, FORM_XFA_STATIC } from "./engine/pdfium.ts";

const ATTACHMENTS_MAX = 1000;
const NAME_MAX = 200;
/** Bit 5 of the permissions: copying text. */
const MAY_COPY = 0b1_0000;

export function documentFlags(document: PdfDocument, repaired: boolean): string[] {
  const { engine, handle } = document;
  const { pdfium } = engine;
  const flags: string[] = [];
  if (repaired) flags.push("repaired");
  if (pdfium.FPDF_GetSecurityHandlerRevision(handle) > 0) {
    flags.push("encrypted_empty_password");
    if ((pdfium.FPDF_GetDocPermissions(handle) & MAY_COPY) === 0) flags.push("owner_restricted");
  }
  const form = pdfium.FPDF_GetFormType(handle);
  if (form === FORM_XFA_DYNAMIC || form === FORM_XFA_STATIC) flags.push("xfa");
  if (form === FORM_XFA_DYNAMIC) flags.push("dynamic_xfa");
  if (pdfium.FPDF_GetSignatureCount(handle) > 0) flags.push("signed");
  return flags;
}

export function documentGaps(document: PdfDocument): { gaps: Gap[]; attached: string[] } {
  const { engine, handle } = document;
  const gaps: Gap[] = [];
  if (engine.pdfium.FPDF_GetFormType(handle) === FORM_XFA_DYNAMIC)
    gaps.push({
      reason: "not_extracted",
      region: "form_field",
      detail: "a dynamic XFA form; the pages only stand in for it",
    });
  const count = engine.pdfium.FPDFDoc_GetAttachmentCount(handle);
  const attached: string[] = [];
  for (let index = 0; index < Math.min(count, ATTACHMENTS_MAX); index += 1) {
    const attachment = engine.pdfium.FPDFDoc_GetAttachment(handle, index);
    const name = attachment === 0 ? "" : attachmentName(engine, attachment);
    attached.push(name);
    gaps.push(attachmentGap(name));
  }
  if (count > ATTACHMENTS_MAX)
    gaps.push({
      reason: "not_extracted",
      region: "attachment",
      count: count - ATTACHMENTS_MAX,
      detail: "further attached files",
    });
  return { gaps, attached };
}

export function attachmentGap(name: string): Gap {
  return {
    reason: "not_extracted",
    at: { kind: "part", part: name === "" ? "unnamed" : name.slice(0, NAME_MAX) },
    detail: "an attached file",
  };
}
