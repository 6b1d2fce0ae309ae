/**
 * The tables that are open while a story is walked, and the cells they give.
 *
 * Guarantees: top-level tables of the body are counted; a table inside a cell gives units at the outer cell; tables of headers, notes and boxes only group
 * paragraphs of those. Deleted rows and cells keep their place, and their text counts as deleted.
 */

import type { Limits } from "../../model/budget.ts";
import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import { Place } from "./place.ts";
import type { StoryRecord } from "./record.ts";
import { TableGrid } from "./table-grid.ts";
import type { CellProperties } from "./table-grid.ts";

interface OpenTable {
  readonly grid: TableGrid;
  /** Undefined for a table that is not counted. */
  readonly number?: number;
  rowDeleted: boolean;
}

/** What is known of a cell before its first paragraph. */
interface OpenCell extends CellProperties {
  readonly place: Place;
}

export class TableStack {
  readonly #record: StoryRecord;
  readonly #open: OpenTable[] = [];
  readonly #cells = new WeakMap<Place, OpenCell>();
  #numbers = 0;

  constructor(record: StoryRecord) {
    this.#record = record;
  }

  open(around: Place | undefined): void {
    const counted = around?.options.role === "body";
    this.#open.push({
      grid: new TableGrid(),
      rowDeleted: false,
      ...(counted ? { number: ++this.#numbers } : {}),
    });
  }

  close(): void {
    this.#open.pop();
  }

  startRow(): void {
    const table = this.#open.at(-1);
    if (table === undefined) return;
    table.rowDeleted = false;
    table.grid.startRow();
  }

  /** The place of a cell's text; undefined where a table does not make places. */
  startCell(outer: Place, out: (units: readonly Unit[]) => void, limits: Limits): Place | undefined {
    const table = this.#open.at(-1);
    if (table === undefined || outer.options.role === "apart") return undefined;
    const shared = {
      mode: "joined",
      counters: outer.options.counters,
      fields: outer.fields,
      keepsEmpty: true,
    } as const;
    const outerAt = table.number === undefined ? outer.nextAt() : undefined;
    const veil = outer.veil ?? (table.rowDeleted ? "deleted" : undefined);
    const veiled = veil === undefined ? {} : { veil };
    let place: Place;
    if (outerAt !== undefined) {
      place = new Place(
        {
          ...shared,
          ...veiled,
          role: "nested_cell",
          region: "nested_table",
          at: () => outerAt,
          out: (units) => {
            outer.hold(units);
          },
          keepsEmpty: false,
        },
        limits,
      );
    } else {
      const number = table.number ?? 0;
      place = new Place(
        {
          ...shared,
          ...veiled,
          role: "cell",
          region: "table",
          at: () => this.#at(place, table.grid, number),
          out,
        },
        limits,
      );
    }
    this.#cells.set(place, { place, span: 1 });
    return place;
  }

  #at(place: Place, grid: TableGrid, table: number): Locator {
    const { row, column, mergedInto } = grid.place(this.#cells.get(place) ?? { span: 1 });
    if (mergedInto !== undefined) {
      place.mergedInto = mergedInto;
      // What a viewer does not show is hidden text.
      place.veil ??= "hidden";
    }
    return { kind: "tableCell", table, row, column };
  }

  /** A table's title or description, which no viewer shows. */
  describe(text: string, out: (units: readonly Unit[]) => void): void {
    const table = this.#open.at(-1)?.number;
    if (table !== undefined && text.trim() !== "")
      out([{ at: { kind: "tableCell", table, row: 1, column: 1 }, region: "alt_text", text, joins: false }]);
  }

  property(
    group: "trPr" | "tcPr",
    name: string,
    attributes: Readonly<Record<string, string>>,
    place: Place | undefined,
  ): void {
    const table = this.#open.at(-1);
    const value = attributes["val"];
    if (table === undefined) return;
    if (name === "ins" || name === "cellIns" || name === "cellMerge") this.#record.flag("tracked_changes");
    if (group === "trPr") {
      if (name === "gridBefore") table.grid.skipBefore(Number(value));
      else if (name === "del") {
        this.#record.flag("tracked_changes");
        table.rowDeleted = true;
      }
    }
    const cell = place === undefined ? undefined : this.#cells.get(place);
    if (group !== "tcPr" || cell === undefined) return;
    if (name === "gridSpan") cell.span = Number(value);
    else if (name === "vMerge") cell.vertical = value === "restart" ? "restart" : "continue";
    else if (name === "hMerge") cell.horizontal = value === "restart" ? "restart" : "continue";
    else if (name === "cellDel") {
      this.#record.flag("tracked_changes");
      cell.place.veil = "deleted";
    }
  }
}
