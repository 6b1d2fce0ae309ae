/**
 * Body paragraphs and tables of a text document (OpenDocument 1.3 part 3, 3.4 office:text, 9.1 tables), and its headers and footers (16.10, 16.11).
 *
 * Guarantees: paragraphs count in the order of the file, headings and list items among them, those of tables and boxes not; a cell stands at its
 * row and column of the grid, covered cells included. Not covered: repeat counts of rows that hold text, which are counted.
 */

import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { Paragraph } from "../docx/paragraph.ts";
import { TextWalker } from "./text-walker.ts";
import type { Attributes, Closer, Layer } from "./text-walker.ts";

interface Span {
  readonly row: number;
  readonly column: number;
  readonly toRow: number;
  readonly toColumn: number;
}

interface Table {
  readonly number: number;
  row: number;
  column: number;
  rowsRepeated: number;
  spans: Span[];
}

const COPIES_MAX = 256;
const GRID_MAX = 1_048_576;
const PLACES = {
  footnote: "footnote",
  comment: "comment",
  text_box: "text box",
  deleted: "deleted",
} as const;

export function repeatCount(text: string | undefined, most: number): number {
  const count = text === undefined ? 1 : Number(text);
  return Number.isInteger(count) && count > 0 ? Math.min(count, most) : 1;
}

export class TextDocumentWalker extends TextWalker {
  readonly units: Unit[] = [];
  /** Whether the part held a body. */
  found = false;
  paragraphs = 0;
  finished = 0;
  readonly #tables: Table[] = [];
  readonly #items = new Map<string, number>();
  #tableCount = 0;
  #bodyOrder = 0;
  #headers = 0;

  protected override out(units: readonly Unit[]): void {
    for (const unit of units) this.units.push(unit);
  }

  protected override besideAt(kind: keyof typeof PLACES | "alt_text"): Locator {
    if (kind === "alt_text" && this.layers.length > 0) {
      const at = this.layers.at(-1)?.paragraph?.at ?? this.layers.at(-1)?.at;
      if (at !== undefined && at.kind !== "part") return at;
    }
    const part = kind === "alt_text" ? "alternative text" : PLACES[kind];
    const item = (this.#items.get(part) ?? 0) + 1;
    this.#items.set(part, item);
    const anchored =
      this.layers.length === 1 &&
      this.layers[0]?.region === "body" &&
      kind !== "deleted" &&
      this.paragraphs > 0;
    return { kind: "part", part, item, ...(anchored ? { paragraph: this.paragraphs } : {}) };
  }

  protected override paragraphAt(layer: Layer): Locator {
    if (layer.region !== "body") return layer.at;
    this.paragraphs += 1;
    this.#bodyOrder = this.nextOrder();
    return { kind: "paragraph", paragraph: this.paragraphs };
  }

  protected override paragraphEnds(layer: Layer, paragraph: Paragraph): void {
    if (layer.region !== "body") {
      super.paragraphEnds(layer, paragraph);
      return;
    }
    this.finished += 1;
    this.wait(this.#bodyOrder, { at: paragraph.at, region: "body", text: paragraph.current });
    for (const unit of paragraph.sideUnits()) this.wait(this.#bodyOrder, unit);
    this.flush();
  }

  protected override enter(name: string, attributes: Attributes, namespace: string): Closer {
    if (namespace === "office" && name === "text") {
      this.found = true;
      this.pushLayer("body", { kind: "paragraph", paragraph: 1 });
      return () => {
        this.layers.pop();
        this.flush();
      };
    }
    if (namespace === "style" && /^(?:header|footer)(?:-left|-first)?$/.test(name)) {
      if (attributes["display"] === "false") return this.skip();
      this.pushLayer("header_footer", {
        kind: "part",
        part: name.startsWith("header") ? "header" : "footer",
        item: ++this.#headers,
      });
      return () => {
        this.popLayer();
        this.flush();
      };
    }
    return namespace === "table" ? this.#tableElement(name, attributes) : undefined;
  }

  #tableElement(name: string, attributes: Attributes): Closer {
    if (!this.layers.every(({ region }) => /^(?:body|table|nested_table)$/.test(region))) return undefined;
    if (this.layers.length === 0) return undefined;
    const table = this.#tables.at(-1);
    switch (name) {
      case "table":
        this.#tables.push({ number: ++this.#tableCount, row: 0, column: 0, rowsRepeated: 1, spans: [] });
        return () => {
          this.#tables.pop();
        };
      case "table-row":
        if (table === undefined) return undefined;
        table.row += 1;
        table.column = 0;
        table.rowsRepeated = repeatCount(attributes["number-rows-repeated"], GRID_MAX);
        table.spans = table.spans.filter(({ toRow }) => toRow >= table.row);
        return () => {
          table.row += table.rowsRepeated - 1;
        };
      case "table-cell":
      case "covered-table-cell":
        return table === undefined ? undefined : this.#cell(table, name === "covered-table-cell", attributes);
      default:
        return undefined;
    }
  }

  #cell(table: Table, covered: boolean, attributes: Attributes): Closer {
    const column = table.column + 1;
    const { row, number } = table;
    const repeated = repeatCount(attributes["number-columns-repeated"], GRID_MAX);
    const spannedRows = repeatCount(attributes["number-rows-spanned"], GRID_MAX);
    const spannedColumns = repeatCount(attributes["number-columns-spanned"], GRID_MAX);
    if (spannedRows > 1 || spannedColumns > 1)
      table.spans.push({ row, column, toRow: row + spannedRows - 1, toColumn: column + spannedColumns - 1 });
    const region = this.#tables.length > 1 ? "nested_table" : "table";
    const at = (offset: number): Locator => ({
      kind: "tableCell",
      table: number,
      row,
      column: column + offset,
    });
    const layer = this.pushLayer(region, at(0));
    return () => {
      table.column += repeated;
      const blank = layer.lines.every((line) => line === "") && layer.sides.size === 0;
      if (!blank && (table.rowsRepeated > 1 || repeated > COPIES_MAX)) this.leftOut.add("repeated");
      const facts = (offset: number): Partial<Unit> => {
        const head = covered
          ? table.spans.find(
              (span) => span.column <= column + offset && column + offset <= span.toColumn && span.row <= row,
            )
          : undefined;
        return head === undefined
          ? {}
          : { cell: { value: null, type: "empty", mergedInto: `r${head.row}c${head.column}` } };
      };
      this.popLayer(true, facts(0));
      const text = layer.lines.join("\n");
      const copies = repeated > COPIES_MAX ? 1 : repeated;
      for (let offset = 1; offset < copies; offset += 1)
        this.wait(layer.order, { at: at(offset), region, text, joins: false, ...facts(offset) });
      if (this.layers.length === 1) this.flush();
    };
  }
}
