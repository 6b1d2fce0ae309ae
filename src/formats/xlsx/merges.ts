/**
 * Merged blocks of a sheet (ECMA-376 part 1, 18.3.1.55 mergeCell).
 *
 * Guarantees: a merge costs the same however large it is; a look-up costs O(log merges) while rows grow. Of merges that overlap, which files
 * may not hold, a cell is told one. Blocks outside the sheet's bounds are left out.
 */

import { limitExceeded } from "../../model/budget.ts";
import { cellName } from "../../model/request.ts";
import type { CellBlock } from "../../model/unit.ts";
import { blockName, cellsOf, inBlock, parseBlock } from "./cell-address.ts";

const MERGES_MAX = 500_000;

export class Merges {
  readonly #blocks: CellBlock[] = [];
  #sorted = true;
  /** Those that cover the row asked last, by column; valid from `#from` up to, not including, `#until`. */
  #active: CellBlock[] = [];
  #from = 0;
  #until = 0;
  #next = 0;

  get size(): number {
    return this.#blocks.length;
  }

  add(reference: string): void {
    const block = parseBlock(reference);
    if (block === undefined || cellsOf(block) < 2) return;
    if (this.#blocks.length >= MERGES_MAX)
      throw limitExceeded(`a sheet of the workbook has more than ${MERGES_MAX} merged blocks`);
    this.#blocks.push(block);
    this.#sorted = false;
  }

  at(row: number, column: number): CellBlock | undefined {
    if (this.#blocks.length === 0) return undefined;
    if (!this.#sorted || row < this.#from) this.#restart();
    if (row >= this.#until) this.#advance(row);
    if (this.#active.length === 0) return undefined;
    const active = this.#active;
    let [low, high] = [0, active.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((active[middle]?.fromColumn ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    const found = active[low - 1];
    return found !== undefined && inBlock(found, row, column) ? found : undefined;
  }

  #restart(): void {
    if (!this.#sorted) this.#blocks.sort((a, b) => a.fromRow - b.fromRow || a.fromColumn - b.fromColumn);
    this.#sorted = true;
    this.#active = [];
    this.#from = 0;
    this.#until = 0;
    this.#next = 0;
  }

  #advance(row: number): void {
    this.#active = this.#active.filter((block) => block.toRow >= row);
    for (let block = this.#blocks[this.#next]; block !== undefined && block.fromRow <= row;) {
      if (block.toRow >= row) this.#active.push(block);
      this.#next += 1;
      block = this.#blocks[this.#next];
    }
    this.#active.sort((a, b) => a.fromColumn - b.fromColumn);
    this.#from = row;
    this.#until = this.#blocks[this.#next]?.fromRow ?? Number.MAX_SAFE_INTEGER;
    for (const block of this.#active) this.#until = Math.min(this.#until, block.toRow + 1);
  }
}

/** What a cell is to a merge: its head, which shows the text, or covered by it. */
export function mergeFacts(
  block: CellBlock | undefined,
  row: number,
  column: number,
): { readonly merge?: string; readonly mergedInto?: string } {
  if (block === undefined) return {};
  if (block.fromRow === row && block.fromColumn === column) return { merge: blockName(block) };
  return { mergedInto: cellName(block.fromRow, block.fromColumn) };
}
