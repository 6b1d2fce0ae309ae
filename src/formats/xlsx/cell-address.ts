/**
 * A1 addresses and blocks of them (ECMA-376 part 1, 18.18.7 ST_CellRef and 18.18.62 ST_Ref; limits of Excel: 1,048,576 rows, 16,384 columns).
 *
 * Guarantees: an address outside XFD1048576, or anything that is no address, is -1 or undefined and never a number that somebody might
 * allocate by. Not covered: R1C1 addresses, which no stored cell uses.
 */

import { cellName } from "../../model/request.ts";
import type { CellBlock } from "../../model/unit.ts";

export const ROWS = 1_048_576;
export const COLUMNS = 16_384;

/** One number per place in a sheet, growing in reading order (row by row); rows and columns count from 1. */
export const placeOf = (row: number, column: number): number => row * (COLUMNS + 1) + column;

export const rowOf = (place: number): number => Math.floor(place / (COLUMNS + 1));

export const columnOf = (place: number): number => place % (COLUMNS + 1);

export const nameOf = (place: number): string => cellName(rowOf(place), columnOf(place));

/** "B7", "$B$7", "b7" as a place, or -1. Runs once per stored cell, hence by hand. */
export function parseAddress(text: string): number {
  const { length } = text;
  let at = text.charCodeAt(0) === 36 ? 1 : 0;
  let column = 0;
  for (; at < length; at += 1) {
    const letter = text.charCodeAt(at) & ~32;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > COLUMNS) return -1;
  }
  if (column === 0) return -1;
  if (text.charCodeAt(at) === 36) at += 1;
  let row = 0;
  if (at === length) return -1;
  for (; at < length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    row = row * 10 + digit;
    if (row > ROWS) return -1;
  }
  return row === 0 ? -1 : placeOf(row, column);
}

/** "B2:C3" or "B2" as a block with its corners put right, or undefined. Whole columns and rows are no stored merge and no block here. */
export function parseBlock(text: string): CellBlock | undefined {
  const colon = text.indexOf(":");
  const first = parseAddress(colon < 0 ? text : text.slice(0, colon));
  const second = colon < 0 ? first : parseAddress(text.slice(colon + 1));
  if (first < 0 || second < 0) return undefined;
  return {
    fromRow: Math.min(rowOf(first), rowOf(second)),
    toRow: Math.max(rowOf(first), rowOf(second)),
    fromColumn: Math.min(columnOf(first), columnOf(second)),
    toColumn: Math.max(columnOf(first), columnOf(second)),
  };
}

export function blockName(block: CellBlock): string {
  const head = cellName(block.fromRow, block.fromColumn);
  const tail = cellName(block.toRow, block.toColumn);
  return head === tail ? head : `${head}:${tail}`;
}

export const cellsOf = (block: CellBlock): number =>
  (block.toRow - block.fromRow + 1) * (block.toColumn - block.fromColumn + 1);

export const inBlock = (block: CellBlock, row: number, column: number): boolean =>
  row >= block.fromRow && row <= block.toRow && column >= block.fromColumn && column <= block.toColumn;
