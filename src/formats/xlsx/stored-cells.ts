/**
 * The cells of a sheet as they are stored: where each stands, and what of it is kept (ECMA-376 part 1, 18.3.1.4 c, 18.3.1.73 row).
 *
 * Guarantees: memory follows the cells stored, never a declared range; rows and cells without `r` are counted on; cells with neither a value nor
 * a formula give nothing. A cell whose address is none, or lies outside XFD1048576, comes with `place` -1. Strings stay indexes here, so that a
 * shared string costs nothing until somebody hands it out.
 */

import type { CellBlock } from "../../model/unit.ts";
import { COLUMNS, ROWS, columnOf, inBlock, placeOf, rowOf } from "./cell-address.ts";
import { StoredFormulas } from "./stored-formula.ts";
import type { StoredFormula } from "./stored-formula.ts";

export interface StoredCell {
  /** See `placeOf`; -1 where the address is none. */
  readonly place: number;
  /** As stored where `place` is -1; undefined where the cell has none of its own. */
  readonly address: string | undefined;
  /** By its row or column. */
  readonly hidden: boolean;
  readonly style: number;
  /** The `t` attribute: n, s, str, inlineStr, b, e, d. */
  readonly type: string;
  /** Of `v`, as text or as the number it is; text of `is` where `inline` is set; undefined where neither is there. */
  readonly value: string | number | undefined;
  readonly inline: boolean;
  readonly formula: StoredFormula | undefined;
}

export const NORMAL = "n";
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

export class StoredCells {
  /** The cells were not stored row by row, or one was stored twice. */
  outOfOrder = false;
  /** The place of the last cell that was looked at. */
  last = 0;
  readonly #block: CellBlock | undefined;
  readonly #formulas = new StoredFormulas();
  readonly #hiddenColumns = new Int32Array(COLUMNS + 2);
  #anyHiddenColumn = false;
  #started = false;
  #cells: StoredCell[] = [];
  #row = 0;
  #rowHidden = false;
  #column = 0;
  #place = 0;
  #address: string | undefined;
  #wanted = true;

  /** `block`: cells outside it are not kept. */
  constructor(block: CellBlock | undefined) {
    this.#block = block;
  }

  /** The cells finished since the last call. */
  take(): StoredCell[] {
    const cells = this.#cells;
    if (cells.length > 0) this.#cells = [];
    return cells;
  }

  /** Before the cells: counts where hidden spans start and end, so that a flood of wide ones costs nothing. */
  noteColumns({ min, max, hidden }: Readonly<Record<string, string>>): void {
    if (!isTrue(hidden)) return;
    const [from, to] = [Number(min), Math.min(Number(max), COLUMNS)];
    if (!(from >= 1 && from <= to)) return;
    this.#anyHiddenColumn = true;
    this.#hiddenColumns[from] = (this.#hiddenColumns[from] ?? 0) + 1;
    this.#hiddenColumns[to + 1] = (this.#hiddenColumns[to + 1] ?? 0) - 1;
  }

  start(): void {
    if (this.#started) return;
    this.#started = true;
    let depth = 0;
    for (let column = 0; column < this.#hiddenColumns.length; column += 1) {
      depth += this.#hiddenColumns[column] ?? 0;
      this.#hiddenColumns[column] = depth;
    }
  }

  startRow(number: string | undefined, hidden: string | undefined): void {
    const next = number === undefined ? this.#row + 1 : Number(number);
    this.#row = Number.isInteger(next) && next >= 1 && next <= ROWS ? next : -1;
    this.#rowHidden = isTrue(hidden);
    this.#column = 0;
  }

  /** A cell with an address: its place, or -1 and the address as stored. */
  startCell(place: number, address: string | undefined): void {
    this.#address = address;
    this.#place = place;
    if (place === -1) {
      this.#column += 1;
      this.#wanted = true;
      return;
    }
    this.#column = columnOf(place);
    if (place <= this.last) this.outOfOrder = true;
    this.last = place;
    this.#wanted = this.#block === undefined || inBlock(this.#block, rowOf(place), this.#column);
  }

  /** A cell without an address stands behind the one before. */
  startNextCell(): void {
    const column = this.#column + 1;
    this.startCell(this.#row === -1 || column > COLUMNS ? -1 : placeOf(this.#row, column), undefined);
  }

  /** Whether the cell that was started is kept; its formula may be needed even if not. */
  get wanted(): boolean {
    return this.#wanted;
  }

  /** `value`: of `v`; `inline`: of `is`; `formula`: of `f`; each undefined where the element is not there. */
  endCell(
    style: number,
    type: string,
    value: string | number | undefined,
    inline: string | undefined,
    formula: string | undefined,
    formulaAttributes = NO_ATTRIBUTES,
  ): void {
    const stored =
      formula === undefined ? undefined : this.#formulas.of(formula, formulaAttributes, this.#place);
    // An empty `v` beside no type is no result and no value.
    const own = value === "" && type === NORMAL ? undefined : value;
    if (!this.#wanted || (own === undefined && inline === undefined && stored === undefined)) return;
    const isInline = inline !== undefined && (own === undefined || type === "inlineStr");
    this.#cells.push({
      place: this.#place,
      address: this.#address,
      hidden: this.#rowHidden || (this.#anyHiddenColumn && (this.#hiddenColumns[this.#column] ?? 0) > 0),
      style,
      type,
      value: isInline ? inline : own,
      inline: isInline,
      formula: stored,
    });
  }
}

const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";
