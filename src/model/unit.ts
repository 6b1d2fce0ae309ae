/**
 * What extractors hand on: units of text with their place, in batches (a page, a slide, a block of cells, some hundred lines).
 *
 * Guarantees asked of every extractor (test/contract proves them): locators grow within a region; `counted` adds up to the document's
 * primary units; each thing of the document that is not in a unit is in a gap; an abort ends the work; broken input is a coded error.
 */

import type { Gap } from "./coverage.ts";
import type { Locator, Region, UnitName } from "./locator.ts";
import type { Meter } from "./budget.ts";

/** Random and sequential access to one original's bytes. An extractor gets this and no path, so it cannot open anything else. */
export interface ByteSource {
  /** Bytes at open. */
  readonly size: number;
  /** The file's base name: a hint for formats without a signature (CSV), never trusted over content. */
  readonly name: string;
  /** Bytes from `position`; shorter than `length` only at the end of the file. The result may be a view: do not keep or change it. */
  readSync(position: number, length: number): Uint8Array;
  /** The whole file in order, once or several times; a chunk is valid until the next one is asked for. */
  chunks(chunkSize?: number): Iterable<Uint8Array>;
  /** The whole file when it is held in memory, else undefined. */
  readonly bytes: Uint8Array | undefined;
}

export type CellValue = string | number | boolean | null;

/** What a cell is beyond its shown text. */
export interface CellFacts {
  /** Typed value: dates as ISO 8601 text, errors as their text; null when a formula has no stored result. */
  readonly value: CellValue;
  readonly type: "string" | "number" | "boolean" | "date" | "error" | "empty";
  readonly formula?: string;
  /** True for a cell that was asked for and holds nothing. */
  readonly empty?: boolean;
  /** The top left cell of the merge that covers this one. */
  readonly mergedInto?: string;
  /** The merge that this cell heads, such as "B2:C3". */
  readonly merge?: string;
}

export type SheetState = "visible" | "hidden" | "very_hidden";

export interface Unit {
  readonly at: Locator;
  readonly region: Region;
  /** The original's own characters. Null only for a formula without a stored result. */
  readonly text: string | null;
  readonly cell?: CellFacts;
  /** A sheet or slide that a viewer does not show; a layer that is off. */
  readonly hidden?: boolean;
  readonly sheetState?: SheetState;
  /** An automatic list number that stands before the text in a viewer and is not part of it. */
  readonly numbering?: string;
  /** The name of a form field, a shape, or an attachment. */
  readonly label?: string;
  /** Bytes of this unit that could not be decoded and stand as U+FFFD in `text`. */
  readonly replacedBytes?: number;
  /** False where the next unit of the same region does not continue this one (another cell, another page): a secret may not span it. */
  readonly joins?: boolean;
  /** True where the next unit has the same place and is more of the same line, cut for its length only: a hit may span the two. */
  readonly continued?: boolean;
}

/** Facts about the document as a whole; later batches add to or overwrite earlier ones. */
export interface DocumentFacts {
  readonly encoding?: EncodingFacts;
  readonly lineEnds?: "lf" | "crlf" | "mixed" | "cr" | "none";
  readonly sheets?: readonly SheetFacts[];
  readonly title?: string;
  /** Fixed words: "repaired", "encrypted_empty_password", "date_1904", "xfa", "nul_bytes"… */
  readonly flags?: readonly string[];
}

export interface EncodingFacts {
  /** WHATWG label where one exists, such as "utf-8", "windows-1251". */
  readonly name: string;
  readonly bom: boolean;
  readonly how:
    | "bom"
    | "strict_utf8"
    /** UTF-8 with bytes that are not: they are counted, not guessed at. */
    | "mostly_utf8"
    | "nul_pattern"
    | "escape_sequence"
    | "detected"
    | "requested"
    | "ascii";
  /** The detector's own figure, 0 to 1; absent where no detector ran. */
  readonly confidence?: number;
}

export interface SheetFacts {
  readonly name: string;
  readonly state: SheetState;
  readonly kind: "worksheet" | "chartsheet" | "dialogsheet" | "macrosheet";
}

export interface UnitBatch {
  readonly units: readonly Unit[];
  /** Primary units (see `Extractor.unit`) that this batch finished. */
  readonly counted: number;
  /** Primary units there are, as soon as it is known. */
  readonly total?: number;
  readonly gaps?: readonly Gap[];
  readonly facts?: DocumentFacts;
}

/** The part of a document that was asked for; an extractor may skip work outside it, and never yields body units outside it. */
export type Selection =
  | { readonly kind: "lines"; readonly from: number; readonly to: number }
  | { readonly kind: "pages"; readonly ranges: readonly NumberRange[] }
  | { readonly kind: "slides"; readonly ranges: readonly NumberRange[] }
  | { readonly kind: "paragraphs"; readonly ranges: readonly NumberRange[] }
  | { readonly kind: "cells"; readonly sheet: string; readonly block?: CellBlock }
  | { readonly kind: "table"; readonly table: number };

export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** 1-based, inclusive. */
export interface CellBlock {
  readonly fromRow: number;
  readonly toRow: number;
  readonly fromColumn: number;
  readonly toColumn: number;
}

export interface ExtractOptions {
  readonly signal: AbortSignal;
  readonly meter: Meter;
  readonly selection?: Selection;
  /** A requested encoding, for text. */
  readonly encoding?: string;
}

export type FormatName = "text" | "csv" | "pdf" | "docx" | "xlsx" | "pptx" | "ods" | "odt" | "odp";

export interface Extractor {
  readonly format: FormatName;
  /** What `coverage.unit` counts. */
  readonly unit: UnitName;
  /** Kinds of selection this format understands; another one is `invalid_request`. */
  readonly selections: readonly Selection["kind"][];
  extract(source: ByteSource, options: ExtractOptions): AsyncIterable<UnitBatch>;
}
