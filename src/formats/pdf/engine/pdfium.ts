/**
 * The functions of PDFium that are used, as they look from outside WebAssembly: every argument and result is a number (a pointer, a count,
 * a flag). Source: PDFium's public headers fpdfview.h, fpdf_text.h, fpdf_edit.h, fpdf_annot.h, fpdf_doc.h, fpdf_attachment.h, fpdf_formfill.h;
 * `PDFiumExt_` and `EPDF` names belong to the build in @embedpdf/pdfium. Pointers are 32 bits, `int` results are signed.
 */

import type { Methods } from "@embedpdf/pdfium";

export type Pointer = number;

/** Memory and stack of the module, and its table of functions that callbacks are entered in. */
export interface ModuleRuntime {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  readonly __indirect_function_table: {
    get(index: number): (...values: number[]) => number;
    set(index: number, value: unknown): void;
    grow(by: number): number;
  };
  readonly __wasm_call_ctors: () => void;
  readonly emscripten_stack_init: () => void;
  readonly emscripten_stack_get_current: () => Pointer;
  readonly _emscripten_stack_restore: (stack: Pointer) => void;
  readonly setThrew: (threw: number, value: number) => void;
  readonly malloc: (size: number) => Pointer;
  readonly free: (pointer: Pointer) => void;
  readonly PDFiumExt_Init: () => void;
}

export interface DocumentFunctions {
  readonly FPDF_LoadCustomDocument: (fileAccess: Pointer, password: Pointer) => Pointer;
  readonly FPDF_CloseDocument: (document: Pointer) => void;
  readonly FPDF_GetLastError: () => number;
  readonly FPDF_GetPageCount: (document: Pointer) => number;
  readonly FPDF_GetPageLabel: (document: Pointer, index: number, buffer: Pointer, length: number) => number;
  readonly FPDF_GetSecurityHandlerRevision: (document: Pointer) => number;
  readonly FPDF_GetDocPermissions: (document: Pointer) => number;
  readonly FPDF_DocumentHasValidCrossReferenceTable: (document: Pointer) => number;
  readonly FPDF_GetFormType: (document: Pointer) => number;
  readonly FPDF_GetSignatureCount: (document: Pointer) => number;
  readonly FPDF_GetXFAPacketCount: (document: Pointer) => number;
  readonly FPDF_GetXFAPacketName: (
    document: Pointer,
    index: number,
    buffer: Pointer,
    length: number,
  ) => number;
  readonly FPDF_GetXFAPacketContent: (
    document: Pointer,
    index: number,
    buffer: Pointer,
    length: number,
    needed: Pointer,
  ) => number;
  readonly FPDFDoc_GetAttachmentCount: (document: Pointer) => number;
  readonly FPDFDoc_GetAttachment: (document: Pointer, index: number) => Pointer;
  readonly FPDFAttachment_GetName: (attachment: Pointer, buffer: Pointer, length: number) => number;
}

export interface PageFunctions {
  readonly FPDF_LoadPage: (document: Pointer, index: number) => Pointer;
  readonly FPDF_ClosePage: (page: Pointer) => void;
  readonly FPDF_GetPageBoundingBox: (page: Pointer, rectangle: Pointer) => number;
  readonly FPDFPage_CountObjects: (page: Pointer) => number;
  readonly FPDFPage_GetObject: (page: Pointer, index: number) => Pointer;
  readonly FPDFPageObj_GetType: (object: Pointer) => number;
  readonly FPDFPageObj_GetBounds: (
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ) => number;
  readonly FPDFPageObj_GetFillColor: (
    object: Pointer,
    red: Pointer,
    green: Pointer,
    blue: Pointer,
    alpha: Pointer,
  ) => number;
  readonly FPDFPageObj_CountMarks: (object: Pointer) => number;
  readonly FPDFPageObj_GetMark: (object: Pointer, index: number) => Pointer;
  readonly FPDFPageObjMark_GetName: (
    mark: Pointer,
    buffer: Pointer,
    length: number,
    needed: Pointer,
  ) => number;
  readonly FPDFPageObj_SetIsActive: (object: Pointer, active: number) => number;
  readonly FPDFTextObj_GetTextRenderMode: (object: Pointer) => number;
  readonly FPDFFormObj_CountObjects: (object: Pointer) => number;
  readonly FPDFFormObj_GetObject: (object: Pointer, index: number) => Pointer;
  readonly FPDFPath_CountSegments: (object: Pointer) => number;
  readonly FPDFPath_GetDrawMode: (object: Pointer, fillMode: Pointer, stroke: Pointer) => number;
  readonly FPDFImageObj_GetImagePixelSize: (object: Pointer, width: Pointer, height: Pointer) => number;
}

export interface TextFunctions {
  readonly FPDFText_LoadPage: (page: Pointer) => Pointer;
  readonly FPDFText_ClosePage: (textPage: Pointer) => void;
  readonly FPDFText_CountChars: (textPage: Pointer) => number;
  readonly FPDFText_GetText: (textPage: Pointer, start: number, count: number, buffer: Pointer) => number;
  readonly FPDFText_GetUnicode: (textPage: Pointer, index: number) => number;
  readonly FPDFText_HasUnicodeMapError: (textPage: Pointer, index: number) => number;
  readonly FPDFText_IsGenerated: (textPage: Pointer, index: number) => number;
  readonly FPDFText_GetTextObject: (textPage: Pointer, index: number) => Pointer;
  readonly FPDFText_GetLooseCharBox: (textPage: Pointer, index: number, rectangle: Pointer) => number;
  readonly FPDFText_GetCharBox: (
    textPage: Pointer,
    index: number,
    left: Pointer,
    right: Pointer,
    bottom: Pointer,
    top: Pointer,
  ) => number;
}

export interface AnnotationFunctions {
  readonly PDFiumExt_OpenFormFillInfo: () => Pointer;
  readonly PDFiumExt_CloseFormFillInfo: (info: Pointer) => void;
  readonly PDFiumExt_InitFormFillEnvironment: (document: Pointer, info: Pointer) => Pointer;
  readonly PDFiumExt_ExitFormFillEnvironment: (form: Pointer) => void;
  readonly FPDFPage_GetAnnotCount: (page: Pointer) => number;
  readonly FPDFPage_GetAnnot: (page: Pointer, index: number) => Pointer;
  readonly FPDFPage_CloseAnnot: (annotation: Pointer) => void;
  readonly FPDFAnnot_GetSubtype: (annotation: Pointer) => number;
  readonly FPDFAnnot_GetFlags: (annotation: Pointer) => number;
  readonly FPDFAnnot_GetStringValue: (
    annotation: Pointer,
    key: Pointer,
    buffer: Pointer,
    length: number,
  ) => number;
  readonly FPDFAnnot_GetFileAttachment: (annotation: Pointer) => Pointer;
  readonly FPDFAnnot_GetFormFieldType: (form: Pointer, annotation: Pointer) => number;
  readonly FPDFAnnot_GetFormFieldName: (
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    length: number,
  ) => number;
  readonly FPDFAnnot_GetFormFieldValue: (
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    length: number,
  ) => number;
  readonly EPDFAnnot_GetFormFieldRawValue: (
    form: Pointer,
    annotation: Pointer,
    buffer: Pointer,
    length: number,
  ) => number;
  readonly EPDFAnnot_HasAppearanceStream: (annotation: Pointer, mode: number) => number;
  readonly EPDFAnnot_ExportAppearanceAsDocument: (annotation: Pointer) => Pointer;
}

export interface BitmapFunctions {
  readonly FPDFBitmap_Create: (width: number, height: number, alpha: number) => Pointer;
  readonly FPDFBitmap_GetBuffer: (bitmap: Pointer) => Pointer;
  readonly FPDFBitmap_GetStride: (bitmap: Pointer) => number;
  readonly FPDFBitmap_Destroy: (bitmap: Pointer) => void;
  readonly FPDF_RenderPageBitmapWithMatrix: (
    bitmap: Pointer,
    page: Pointer,
    matrix: Pointer,
    clipping: Pointer,
    flags: number,
  ) => void;
}

type Described = DocumentFunctions & PageFunctions & TextFunctions & AnnotationFunctions & BitmapFunctions;

/** A name that the package does not export falls out here, and its use does not compile. */
export type Pdfium = { readonly [Name in keyof Described & keyof Methods]: Described[Name] };

export type PdfiumModule = ModuleRuntime & Pdfium;

export const OBJECT_TEXT = 1;
export const OBJECT_PATH = 2;
export const OBJECT_IMAGE = 3;
export const OBJECT_SHADING = 4;
export const OBJECT_FORM = 5;

export const RENDER_INVISIBLE = 3;

export const ERROR_PASSWORD = 4;
export const ERROR_SECURITY = 5;

export const FORM_XFA_DYNAMIC = 2;
export const FORM_XFA_STATIC = 3;
