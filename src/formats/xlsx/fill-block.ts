/**
 * Every cell of a small block in reading order: stored ones, empty ones, and those that a merge covers.
 *
 * Guarantees: an empty cell has text "" and says `empty`; a covered one says which cell shows its text. A place that the file stores twice
 * is handed out as stored last, as programs that open such a file do. Not covered: large blocks, whose empty cells nobody needs.
 */

import { cellName } from "../../model/request.ts";
import type { CellBlock, Unit } from "../../model/unit.ts";
import { placeOf } from "./cell-address.ts";
import type { CellUnits, SheetContext } from "./cell-units.ts";
import { mergeFacts } from "./merges.ts";
import type { StoredCell } from "./stored-cells.ts";

export function* fillBlock(
  stored: readonly StoredCell[],
  units: CellUnits,
  context: SheetContext,
  block: CellBlock,
): Generator<Unit> {
  const byPlace = new Map<number, StoredCell>();
  for (const cell of stored)
    if (cell.place === -1) units.of(cell, true);
    else byPlace.set(cell.place, cell);
  for (let row = block.fromRow; row <= block.toRow; row += 1)
    for (let column = block.fromColumn; column <= block.toColumn; column += 1) {
      const cell = byPlace.get(placeOf(row, column));
      const unit = cell === undefined ? undefined : units.of(cell, true);
      yield unit ?? emptyCell(context, row, column);
    }
}

function emptyCell({ sheet, state, merges }: SheetContext, row: number, column: number): Unit {
  const facts = mergeFacts(merges.at(row, column), row, column);
  return {
    at: { kind: "sheetCell", sheet, cell: cellName(row, column) },
    region: state === "visible" ? "body" : "hidden",
    text: "",
    cell: {
      value: null,
      type: "empty",
      ...(facts.mergedInto === undefined ? { empty: true } : {}),
      ...facts,
    },
    joins: false,
    ...(state === "visible" ? {} : { hidden: true, sheetState: state }),
  };
}
