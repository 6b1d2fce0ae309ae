/**
 * Rows and columns of a table by its grid, so that a cell keeps its column after a merged one.
 *
 * Source: ECMA-376 part 1, 17.4.17 (gridSpan), 17.4.14 (gridBefore), 17.4.84 (vMerge), 17.4.22 (hMerge).
 * Guarantees: rows and columns count from 1; a cell that continues a merge names the cell that it is part of.
 */

/** Word's own limit is 63; a larger claim is not true. */
const SPAN_MAX = 1000;

export interface CellProperties {
  span: number;
  /** "restart" heads a vertical merge, "continue" is part of the one above. */
  vertical?: "restart" | "continue";
  horizontal?: "restart" | "continue";
}

export interface CellPlace {
  readonly row: number;
  readonly column: number;
  /** Such as "r1c2". */
  readonly mergedInto?: string;
}

export class TableGrid {
  #row = 0;
  #column = 1;
  /** Heads of vertical merges by their first column. */
  readonly #heads = new Map<number, string>();
  #horizontalHead: string | undefined;

  startRow(): void {
    this.#row++;
    this.#column = 1;
    this.#horizontalHead = undefined;
  }

  skipBefore(columns: number): void {
    this.#column += clamped(columns, 0);
  }

  place(cell: CellProperties): CellPlace {
    const row = Math.max(1, this.#row);
    const column = this.#column;
    this.#column += clamped(cell.span, 1);
    const own = `r${row}c${column}`;
    const above = cell.vertical === "continue" ? this.#heads.get(column) : undefined;
    if (cell.vertical === "restart" || (cell.vertical === "continue" && above === undefined))
      this.#heads.set(column, own);
    else if (cell.vertical === undefined) this.#heads.delete(column);
    const left = cell.horizontal === "continue" ? this.#horizontalHead : undefined;
    if (cell.horizontal !== "continue") this.#horizontalHead = own;
    const mergedInto = above ?? left;
    return { row, column, ...(mergedInto === undefined ? {} : { mergedInto }) };
  }
}

function clamped(count: number, least: number): number {
  return Number.isInteger(count) && count >= least && count <= SPAN_MAX ? count : least;
}
