/**
 * The tables of a spreadsheet as sheets with cells (OpenDocument 1.3 part 3, 3.7 and 9), with comments and shapes at their cells.
 *
 * Guarantees: rows and columns count through groups, headers and repeats; hidden sheets, rows and columns are read and marked; where a block was
 * asked, only what stands in it is handed out. Not covered: validation messages, database ranges, pivot definitions, cached links.
 */

import type { Meter } from "../../model/budget.ts";
import { cellName } from "../../model/request.ts";
import type { Locator } from "../../model/locator.ts";
import type { Selection, SheetFacts, Unit } from "../../model/unit.ts";
import { COLUMNS, ROWS, cellsOf, inBlock } from "../xlsx/cell-address.ts";
import { formulaOf, storedValue } from "./cell-value.ts";
import type { LeftOut } from "./left-out.ts";
import { SheetRows, filledBlock } from "./sheet-rows.ts";
import type { RowCell } from "./sheet-rows.ts";
import type { OdfStyles } from "./styles.ts";
import { repeatCount } from "./text-document.ts";
import { TextWalker } from "./text-walker.ts";
import type { Attributes, Closer } from "./text-walker.ts";

const HELD_CELLS = 10_000;
/** No repeat count is believed beyond this; sums of two stay exact. */
const COUNT_MAX = ROWS + 1;
const FAR = /^(?:dde-links|content-validations|data-pilot-tables|consolidation|database-ranges)$/;

export class SpreadsheetWalker extends TextWalker {
  readonly units: Unit[] = [];
  readonly sheets: SheetFacts[] = [];
  found = false;
  counted = 0;
  /** Whether the sheet that was asked for is there. */
  matched = false;
  sheet: SheetRows | undefined;
  readonly #selection: (Selection & { kind: "cells" }) | undefined;
  readonly #copies = { made: 0 };
  readonly #hiddenColumns: { from: number; to: number }[] = [];
  readonly #held: Unit[] = [];
  #asked = false;
  #cells: RowCell[] = [];
  #column = 1;
  #declared = 1;
  #hiddenGroups = 0;
  #changes = 0;

  constructor(
    styles: OdfStyles,
    leftOut: LeftOut,
    meter: Meter,
    selection: (Selection & { kind: "cells" }) | undefined,
  ) {
    super(styles, leftOut, meter);
    this.#selection = selection;
  }

  get #block() {
    return this.#asked ? this.#selection?.block : undefined;
  }

  get #holds(): boolean {
    return this.#block !== undefined && cellsOf(this.#block) <= HELD_CELLS;
  }

  /** What stands beside the cells. */
  protected override out(units: readonly Unit[]): void {
    const state = this.sheet?.state ?? "visible";
    for (const unit of units) {
      const at = unit.at;
      if (this.#selection !== undefined) {
        if (!this.#asked) continue;
        if (this.#block !== undefined && (at.kind !== "sheetCell" || !this.#inBlock())) continue;
      }
      this.units.push(state === "visible" ? unit : { ...unit, hidden: true, sheetState: state });
    }
  }

  #inBlock(): boolean {
    const row = this.sheet?.row ?? 0;
    const block = this.#block;
    return block === undefined || inBlock(block, row, this.#column);
  }

  protected override besideAt(kind: string): Locator {
    const sheet = this.sheet;
    if (kind === "deleted") return { kind: "part", part: "deleted", item: (this.#changes += 1) };
    if (sheet === undefined) return { kind: "part", part: "spreadsheet" };
    if (this.layers.length < 2) return { kind: "part", part: sheet.name };
    const [row, column] = [Math.min(sheet.row, ROWS), Math.min(this.#column, COLUMNS)];
    return { kind: "sheetCell", sheet: sheet.name, cell: cellName(row, column) };
  }

  protected override enter(name: string, attributes: Attributes, namespace: string): Closer {
    if (namespace === "office" && name === "spreadsheet") {
      this.found = true;
      this.pushLayer("body", { kind: "part", part: "spreadsheet" });
      return () => {
        this.layers.pop();
      };
    }
    if (namespace !== "table" || !this.found) return undefined;
    if (FAR.test(name)) return this.skip();
    switch (name) {
      case "table":
        return this.#table(attributes);
      case "change-track-table-cell":
        this.pushLayer("deleted", this.besideAt("deleted"));
        return () => {
          this.popLayer();
          this.flush();
        };
      case "table-row-group":
      case "table-column-group":
        if (attributes["display"] !== "false") return undefined;
        this.#hiddenGroups += 1;
        return () => {
          this.#hiddenGroups -= 1;
        };
      case "table-column": {
        const repeated = repeatCount(attributes["number-columns-repeated"], COUNT_MAX);
        if (this.#conceals(attributes))
          this.#hiddenColumns.push({ from: this.#declared, to: this.#declared + repeated - 1 });
        this.#declared = Math.min(COUNT_MAX, this.#declared + repeated);
        return undefined;
      }
      case "table-row":
        return this.#row(attributes);
      case "table-cell":
      case "covered-table-cell":
        return this.#cell(name === "covered-table-cell", attributes);
      default:
        return undefined;
    }
  }

  #conceals(attributes: Attributes): boolean {
    return this.#hiddenGroups > 0 || ["collapse", "filter"].includes(attributes["visibility"] ?? "");
  }

  #table(attributes: Attributes): Closer {
    if (this.sheet !== undefined) {
      this.leftOut.add("table");
      return this.skip();
    }
    const name = attributes["name"] ?? `Sheet${this.sheets.length + 1}`;
    const state = this.styles.isHidden("table", attributes["style-name"]) ? "hidden" : "visible";
    this.sheets.push({ name, state, kind: "worksheet" });
    const wanted = this.#selection?.sheet;
    this.#asked = wanted === undefined || (!this.matched && sameName(name, wanted));
    if (wanted !== undefined && this.#asked) this.matched = true;
    const sheet = new SheetRows(name, state, this.#block, this.#copies);
    this.sheet = sheet;
    this.#hiddenColumns.length = 0;
    this.#declared = 1;
    this.#column = 1;
    return () => {
      this.#endHeld(sheet);
      this.flush();
      this.sheet = undefined;
      if (sheet.unresolved > 0) {
        this.leftOut.flags.add("no_cached_value");
        sheet.gaps.add({
          reason: "not_extracted",
          at: { kind: "sheetCell", sheet: name, cell: sheet.firstUnresolved },
          count: sheet.unresolved,
          detail: "formulas without a stored result, from this cell on",
        });
      }
      this.leftOut.more.push(...sheet.gaps.take(), ...sheet.gaps.rest());
    };
  }

  #endHeld(sheet: SheetRows): void {
    if (!this.#holds || this.#block === undefined) return;
    const stored = this.#held.splice(0);
    for (const unit of filledBlock(sheet, stored, this.#block)) this.#handOut(unit);
  }

  #handOut(unit: Unit): void {
    this.meter.addText((unit.text?.length ?? 0) + (unit.cell?.formula?.length ?? 0));
    if (unit.cell !== undefined) this.counted += 1;
    this.units.push(unit);
  }

  #row(attributes: Attributes): Closer {
    const { sheet } = this;
    if (sheet === undefined || this.layers.length !== 1) return undefined;
    this.#column = 1;
    this.#cells = [];
    const hidden = this.#conceals(attributes);
    return () => {
      const repeated = repeatCount(attributes["number-rows-repeated"], COUNT_MAX);
      if (this.#asked)
        for (const unit of sheet.take(this.#cells, repeated, hidden))
          if (this.#holds) this.#held.push(unit);
          else this.#handOut(unit);
      else sheet.row += repeated;
      sheet.row = Math.min(sheet.row, COUNT_MAX);
    };
  }

  #cell(covered: boolean, attributes: Attributes): Closer {
    const { sheet } = this;
    if (sheet === undefined || this.layers.length !== 1) return undefined;
    const repeated = repeatCount(attributes["number-columns-repeated"], COUNT_MAX);
    const column = this.#column;
    const layer = this.pushLayer("body", { kind: "part", part: sheet.name });
    return () => {
      this.layers.pop();
      this.flush();
      this.#column = Math.min(COUNT_MAX, column + repeated);
      if (!this.#asked) return;
      const shown = layer.lines.length === 0 ? undefined : layer.lines.join("\n");
      const isMatrix = attributes["number-matrix-columns-spanned"] !== undefined;
      const formula = formulaOf(attributes["formula"], isMatrix);
      const stored = storedValue(attributes, shown, formula !== undefined);
      const spannedRows = repeatCount(attributes["number-rows-spanned"], ROWS);
      const spannedColumns = repeatCount(attributes["number-columns-spanned"], COLUMNS);
      const isEmpty = stored === undefined && formula === undefined && layer.sides.size === 0;
      if (isEmpty && spannedRows * spannedColumns < 2) return;
      if (column > COLUMNS) {
        sheet.gaps.addCell(
          "damaged",
          cellName(Math.min(sheet.row, ROWS), COLUMNS),
          "cells beyond the last column",
        );
        return;
      }
      const text =
        stored === undefined ? (formula === undefined ? "" : null) : (shown ?? String(stored.value ?? ""));
      if (text !== null && text.trim() !== "") this.leftOut.hasText = true;
      this.#cells.push({
        column,
        repeated,
        covered,
        hidden: this.#hiddenColumns.some(({ from, to }) => column >= from && column <= to),
        text,
        facts: { type: "empty", value: null, ...stored, ...(formula === undefined ? {} : { formula }) },
        sides: layer.sides,
        spannedRows,
        spannedColumns,
      });
    };
  }
}

const sameName = (name: string, wanted: string): boolean =>
  name === wanted || name.normalize("NFC").toLowerCase() === wanted.normalize("NFC").toLowerCase();
