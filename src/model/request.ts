/** What a caller asks of one file. Faces map their own argument names onto this; `validateRequest` is the one place that judges them. */

import { ReadbackError } from "./errors.ts";
import type { QuoteRequest } from "./quote.ts";
import type { CellBlock, NumberRange, Selection } from "./unit.ts";

export interface ReadRequest {
  readonly path: string;
  readonly contains?: string;
  /** 0 to 20; default 2. Lines of text formats, neighbouring units elsewhere. */
  readonly context?: number;
  readonly lines?: { readonly from?: number; readonly to?: number };
  readonly pages?: readonly NumberRange[];
  readonly slides?: readonly NumberRange[];
  readonly paragraphs?: readonly NumberRange[];
  readonly sheet?: string;
  readonly cells?: CellBlock;
  readonly table?: number;
  /** Characters of passages for this entry, 200 to 45,000. */
  readonly maxChars?: number;
  readonly encoding?: string;
  /** Quotes to be found: for the citation service, with nothing else asked. */
  readonly quotes?: readonly QuoteRequest[];
}

export const CONTEXT_DEFAULT = 2;
export const CONTEXT_MAX = 20;
export const MAX_CHARS_DEFAULT = 20_000;
export const MAX_CHARS_MIN = 200;
export const MAX_CHARS_HARD = 45_000;
export const FILES_MAX = 4;
export const CONTAINS_MAX = 1000;
const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;

export type Want =
  | { readonly kind: "contains"; readonly text: string; readonly context: number }
  | { readonly kind: "range"; readonly selection: Selection }
  | { readonly kind: "quotes"; readonly quotes: readonly QuoteRequest[] }
  | { readonly kind: "whole" };

function invalid(message: string, hint?: string): ReadbackError {
  return new ReadbackError("invalid_request", message, { hint });
}

/** What the request wants, or `invalid_request` naming the argument. */
export function wantOf(request: ReadRequest): Want {
  if (request.quotes !== undefined) return { kind: "quotes", quotes: request.quotes };
  const ranges: Selection[] = [];
  if (request.lines !== undefined) {
    const from = request.lines.from ?? 1;
    const to = request.lines.to ?? Number.MAX_SAFE_INTEGER;
    if (from < 1 || to < from)
      throw invalid("`start_line` and `end_line` must be 1 or more, and the end not before the start");
    ranges.push({ kind: "lines", from, to });
  }
  for (const kind of ["pages", "slides", "paragraphs"] as const) {
    const asked = request[kind];
    if (asked !== undefined) ranges.push({ kind, ranges: asked });
  }
  if (request.cells !== undefined && request.sheet === undefined)
    throw invalid("`cells` needs `sheet`", "name the sheet, for example sheet `Q1` with cells `A1:D20`");
  if (request.sheet !== undefined)
    ranges.push({
      kind: "cells",
      sheet: request.sheet,
      ...(request.cells === undefined ? {} : { block: request.cells }),
    });
  if (request.table !== undefined) ranges.push({ kind: "table", table: request.table });
  const [selection, second] = ranges;
  if (second !== undefined)
    throw invalid(
      "only one of line, page, slide, paragraph, sheet and table ranges can be asked for at once",
    );
  if (request.contains !== undefined) {
    if (selection !== undefined)
      throw invalid(
        "`contains` and a range mean different things and cannot be combined",
        "`contains` searches the whole file; ask for the range in a second call",
      );
    if (request.contains.trim() === "")
      throw invalid("`contains` must hold at least one character that is not white space");
    if (request.contains.length > CONTAINS_MAX)
      throw invalid(`\`contains\` may hold at most ${CONTAINS_MAX} characters`);
    const context = request.context ?? CONTEXT_DEFAULT;
    if (!Number.isInteger(context) || context < 0 || context > CONTEXT_MAX)
      throw invalid(`\`context_lines\` must be a whole number from 0 to ${CONTEXT_MAX}`);
    return { kind: "contains", text: request.contains, context };
  }
  if (selection !== undefined) return { kind: "range", selection };
  return { kind: "whole" };
}

/** "3-5,9" as ranges; `invalid_request` naming the argument otherwise. */
export function parseRanges(text: string, argument: string): NumberRange[] {
  const parts = text.split(",").map((part) => part.trim());
  const ranges = parts.map((part) => {
    const match = /^(\d{1,9})(?:\s*-\s*(\d{1,9}))?$/.exec(part);
    if (!match) throw invalid(`\`${argument}\` must look like \`3-5,9\``);
    const from = Number(match[1]);
    const to = match[2] === undefined ? from : Number(match[2]);
    if (from < 1 || to < from)
      throw invalid(`\`${argument}\` counts from 1, and a range's end may not stand before its start`);
    return { from, to };
  });
  if (ranges.length > 100) throw invalid(`\`${argument}\` may name at most 100 ranges`);
  return ranges;
}

export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + (letter.charCodeAt(0) - 64);
  return number;
}

export function columnLetters(column: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

export function cellName(row: number, column: number): string {
  return `${columnLetters(column)}${row}`;
}

/** "A1:D20", "B7", "$B$7" as a block; addresses beyond XFD1048576 are refused. */
export function parseCells(text: string): CellBlock {
  const match = /^\s*\$?([A-Za-z]{1,3})\$?(\d{1,7})(?:\s*:\s*\$?([A-Za-z]{1,3})\$?(\d{1,7}))?\s*$/.exec(text);
  if (!match) throw invalid("`cells` must look like `B7` or `A1:D20`");
  const columns = [columnNumber(match[1] ?? ""), columnNumber(match[3] ?? match[1] ?? "")];
  const rows = [Number(match[2]), Number(match[4] ?? match[2])];
  const block = {
    fromRow: Math.min(...rows),
    toRow: Math.max(...rows),
    fromColumn: Math.min(...columns),
    toColumn: Math.max(...columns),
  };
  if (block.fromRow < 1 || block.toRow > ROWS_MAX || block.toColumn > COLUMNS_MAX)
    throw invalid("`cells` must lie within `A1:XFD1048576`");
  return block;
}

export function inRanges(ranges: readonly NumberRange[], number: number): boolean {
  return ranges.some((range) => number >= range.from && number <= range.to);
}
