/**
 * Rows of a sheet as cells at their places, repeat counts included (OpenDocument 1.3 part 3, 19.678 number-columns-repeated, 19.682 number-rows-repeated).
 *
 * Guarantees: a repeat of nothing costs nothing; a cell with content that is repeated is that many cells, up to `COPIES_MAX` in a document, and the
 * rest is a gap with its count. No count is trusted: rows end at 1,048,576 and columns at 16,384.
 */

import { cellName } from "../../model/request.ts";
import type { CellBlock, CellFacts, SheetState, Unit } from "../../model/unit.ts";
import { COLUMNS, ROWS, blockName, inBlock } from "../xlsx/cell-address.ts";
import { GapList } from "../xlsx/gap-list.ts";
import { Merges, mergeFacts } from "../xlsx/merges.ts";

/** Copies of stored cells that one document may have handed out. */
export const COPIES_MAX = 100_000;
const MERGED_ROWS_MAX = 10_000;

export interface RowCell {
  readonly column: number;
  readonly repeated: number;
  readonly covered: boolean;
  readonly hidden: boolean;
  readonly text: string | null;
  readonly facts: CellFacts;
  /** Hidden text and the like in the cell. */
  readonly sides: ReadonlyMap<Unit["region"], readonly string[]>;
  readonly spannedRows: number;
  readonly spannedColumns: number;
}

/** Copies handed out so far, over all sheets. */
export interface Copies {
  made: number;
}

export class SheetRows {
  readonly name: string;
  readonly state: SheetState;
  readonly gaps: GapList;
  readonly merges = new Merges();
  /** The first row not read yet. */
  row = 1;
  unresolved = 0;
  firstUnresolved = "";
  readonly #block: CellBlock | undefined;
  readonly #copies: Copies;

  constructor(name: string, state: SheetState, block: CellBlock | undefined, copies: Copies) {
    this.name = name;
    this.state = state;
    this.gaps = new GapList(name);
    this.#block = block;
    this.#copies = copies;
  }

  /** Units of `repeated` rows that are alike. */
  *take(cells: readonly RowCell[], repeated: number, hidden: boolean): Generator<Unit> {
    const from = this.row;
    const to = Math.min(ROWS, from + repeated - 1);
    this.row = from + repeated;
    if (cells.length === 0) return;
    if (from > ROWS) {
      if (cells.some(({ text }) => text !== ""))
        this.gaps.addCell("damaged", `A${ROWS}`, "cells below the last row of a sheet");
      return;
    }
    this.#merge(cells, from, to);
    const first = Math.max(from, this.#block?.fromRow ?? 1);
    const last = Math.min(to, this.#block?.toRow ?? ROWS);
    const filled = cells.filter(
      ({ text, facts, sides }) => text !== "" || facts.formula !== undefined || sides.size > 0,
    );
    for (let row = first; row <= last && filled.length > 0; row += 1)
      for (const cell of filled) {
        const end = Math.min(COLUMNS, cell.column + cell.repeated - 1);
        for (let column = cell.column; column <= end; column += 1) {
          if (this.#block !== undefined && !inBlock(this.#block, row, column)) continue;
          const isCopy = row > from || column > cell.column;
          if (isCopy && this.#copies.made >= COPIES_MAX) {
            const copies = filled.reduce((sum, { repeated: times }) => sum + times, 0) * (last - row + 1);
            this.gaps.add({
              reason: "too_large",
              at: { kind: "sheetCell", sheet: this.name, cell: cellName(row, column) },
              count: copies,
              detail: "repeated cells from this one on",
            });
            return;
          }
          if (isCopy) this.#copies.made += 1;
          yield* this.#units(cell, row, column, hidden);
        }
      }
  }

  *#units(cell: RowCell, row: number, column: number, hiddenRow: boolean): Generator<Unit> {
    const name = cellName(row, column);
    const at = { kind: "sheetCell", sheet: this.name, cell: name } as const;
    const merge =
      cell.covered || cell.spannedRows * cell.spannedColumns > 1 ? this.merges.at(row, column) : undefined;
    const hidden = hiddenRow || cell.hidden || cell.covered || this.state !== "visible";
    if (cell.text === null) {
      this.unresolved += 1;
      if (this.unresolved === 1) this.firstUnresolved = name;
    }
    const concealed = {
      ...(hidden ? { hidden: true } : {}),
      ...(this.state === "visible" ? {} : { sheetState: this.state }),
    };
    yield {
      at,
      region: hidden ? "hidden" : "body",
      text: cell.text,
      cell: { ...cell.facts, ...mergeFacts(merge, row, column) },
      joins: false,
      ...concealed,
    };
    for (const [region, lines] of cell.sides)
      yield { at, region, text: lines.join("\n"), joins: false, ...concealed };
  }

  #merge(cells: readonly RowCell[], from: number, to: number): void {
    for (const { column, spannedRows, spannedColumns } of cells) {
      if (spannedRows * spannedColumns < 2) continue;
      for (let row = from; row <= Math.min(to, from + MERGED_ROWS_MAX); row += 1)
        this.merges.add(
          blockName({
            fromRow: row,
            toRow: Math.min(ROWS, row + spannedRows - 1),
            fromColumn: column,
            toColumn: Math.min(COLUMNS, column + spannedColumns - 1),
          }),
        );
    }
  }
}

/** Every cell of a small block in reading order: stored ones, empty ones, and those that a merge covers. */
export function* filledBlock(sheet: SheetRows, stored: readonly Unit[], block: CellBlock): Generator<Unit> {
  const byName = new Map<string, Unit[]>();
  for (const unit of stored)
    if (unit.at.kind === "sheetCell") byName.set(unit.at.cell, [...(byName.get(unit.at.cell) ?? []), unit]);
  for (let row = block.fromRow; row <= block.toRow; row += 1)
    for (let column = block.fromColumn; column <= block.toColumn; column += 1) {
      const cell = cellName(row, column);
      const units = byName.get(cell);
      if (units !== undefined) {
        yield* units;
        continue;
      }
      const facts = mergeFacts(sheet.merges.at(row, column), row, column);
      yield {
        at: { kind: "sheetCell", sheet: sheet.name, cell },
        region: sheet.state === "visible" ? "body" : "hidden",
        text: "",
        cell: {
          value: null,
          type: "empty",
          ...(facts.mergedInto === undefined ? { empty: true } : {}),
          ...facts,
        },
        joins: false,
        ...(sheet.state === "visible" ? {} : { hidden: true, sheetState: sheet.state }),
      };
    }
}
