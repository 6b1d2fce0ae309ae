/**
 * A worksheet part as stored cells (ECMA-376 part 1, 18.3.1.4 c, 18.3.1.73 row, 18.3.1.99 worksheet): what the XML says, nothing computed.
 *
 * Guarantees: memory follows the cells stored, never a declared range; rows and cells without `r` are counted on; cells with neither a value nor
 * a formula give nothing. A cell whose address is none, or lies outside XFD1048576, comes with `place` -1. Strings stay indexes here, so that a
 * shared string costs nothing until somebody hands it out. Not covered: `extLst`, conditional formats, data validation, sparklines.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { CellBlock, ExtractOptions } from "../../model/unit.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { COLUMNS, ROWS, columnOf, inBlock, parseAddress, placeOf, rowOf } from "./cell-address.ts";
import { HeaderFooterTexts } from "./header-footer.ts";
import { Merges } from "./merges.ts";
import { RichText } from "./rich-text.ts";

/** Formula text that others of the sheet refer to by number. */
export interface SharedFormula {
  readonly place: number;
  readonly text: string;
}

export interface StoredFormula {
  readonly kind: "normal" | "array" | "table" | "follower";
  /** As stored; of a data table its `r1` and `r2` as arguments; "" of a follower. */
  readonly text: string;
  /** The formula that a follower shares; undefined where the sheet defines none. */
  readonly shared?: SharedFormula | undefined;
}

export interface StoredCell {
  /** See `placeOf`; -1 where the address is none. */
  readonly place: number;
  /** As stored; undefined where the cell has none of its own. */
  readonly address: string | undefined;
  /** By its row or column. */
  readonly hidden: boolean;
  readonly style: number;
  /** The `t` attribute: n, s, str, inlineStr, b, e, d. */
  readonly type: string;
  /** Text of `v`, or of `is` where `inline` is set; undefined where neither is there. */
  readonly value: string | undefined;
  readonly inline: boolean;
  readonly formula: StoredFormula | undefined;
}

const SHARED_CHARS_MAX = 16 * 1024 * 1024;
const NORMAL = "n";

type Target = "none" | "value" | "formula" | "inline";

export class SheetEvents implements XmlEvents {
  readonly merges: Merges;
  readonly headerFooter = new HeaderFooterTexts();
  /** Relationship id of the sheet's drawing. */
  drawing: string | undefined;
  /** The part is damaged; `last` is the last cell before the fault. Set by whoever feeds the events. */
  brokenOff = false;
  /** The cells were not stored row by row, or one was stored twice. */
  outOfOrder = false;
  readonly #block: CellBlock | undefined;
  readonly #charsMax: number;
  readonly #rich: RichText;
  readonly #shared = new Map<string, SharedFormula>();
  readonly #hiddenColumns = new Int32Array(COLUMNS + 2);
  #anyHiddenColumn = false;
  #sharedChars = 0;
  #cells: StoredCell[] = [];
  #inSheet = false;
  #inCell = false;
  #target: Target = "none";
  #row = 0;
  #rowHidden = false;
  #column = 0;
  #last = 0;
  #place = 0;
  #address: string | undefined;
  #skipped = false;
  #style = 0;
  #type = NORMAL;
  #value: string | undefined;
  #inline: string | undefined;
  #formula: string | undefined;
  #formulaAttributes: Readonly<Record<string, string>> = {};

  /** `block`: cells outside it are not kept. `merges`: those already known, where a pass before found them. */
  constructor(options: ExtractOptions, block: CellBlock | undefined, merges: Merges | undefined) {
    this.#block = block;
    this.#charsMax = options.meter.limits.textNodeChars;
    this.#rich = new RichText(this.#charsMax);
    this.merges = merges ?? new Merges();
    this.#collectsMerges = merges === undefined;
  }

  readonly #collectsMerges: boolean;

  /** The place of the last cell that was looked at. */
  get last(): number {
    return this.#last;
  }

  /** The cells finished since the last call. */
  take(): StoredCell[] {
    const cells = this.#cells;
    if (cells.length > 0) this.#cells = [];
    return cells;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#inCell) this.#openInCell(name, attributes);
    else if (!this.#inSheet) this.#openOutside(name, attributes);
    else if (name === "c") this.#openCell(attributes);
    else if (name === "row") this.#openRow(attributes);
  }

  close(name: string): void {
    if (this.#inCell) {
      if (name === "c") this.#closeCell();
      else if (this.#target === "inline" && name !== "is") this.#rich.close(name);
      else if (name === "v" || name === "f" || name === "is") this.#closeTarget();
    } else if (this.#inSheet) {
      if (name === "sheetData") this.#inSheet = false;
    } else this.headerFooter.close(name);
  }

  text(text: string): void {
    if (this.#inCell) {
      if (this.#skipped && this.#target !== "formula") return;
      if (this.#target === "value") this.#value = this.#bounded((this.#value ?? "") + text);
      else if (this.#target === "formula") this.#formula = this.#bounded((this.#formula ?? "") + text);
      else if (this.#target === "inline") this.#rich.text(text);
    } else if (!this.#inSheet) this.headerFooter.text(text);
  }

  #openOutside(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "sheetData") this.#startCells();
    else if (name === "col") this.#noteColumns(attributes);
    else if (name === "mergeCell") {
      if (this.#collectsMerges) this.merges.add(attributes["ref"] ?? "");
    } else if (name === "drawing") this.drawing = attributes["r:id"];
    else this.headerFooter.open(name);
  }

  #startCells(): void {
    this.#inSheet = true;
    let depth = 0;
    for (let column = 0; column < this.#hiddenColumns.length; column += 1) {
      depth += this.#hiddenColumns[column] ?? 0;
      this.#hiddenColumns[column] = depth;
    }
  }

  /** Counts where hidden spans start and end, so that a flood of wide ones costs nothing. */
  #noteColumns({ min, max, hidden }: Readonly<Record<string, string>>): void {
    if (hidden !== "1" && hidden !== "true") return;
    const [from, to] = [Number(min), Math.min(Number(max), COLUMNS)];
    if (!(from >= 1 && from <= to)) return;
    this.#anyHiddenColumn = true;
    this.#hiddenColumns[from] = (this.#hiddenColumns[from] ?? 0) + 1;
    this.#hiddenColumns[to + 1] = (this.#hiddenColumns[to + 1] ?? 0) - 1;
  }

  #openRow({ r: number, hidden }: Readonly<Record<string, string>>): void {
    const next = number === undefined ? this.#row + 1 : Number(number);
    this.#row = Number.isInteger(next) && next >= 1 && next <= ROWS ? next : -1;
    this.#rowHidden = hidden === "1" || hidden === "true";
    this.#column = 0;
  }

  #openCell({ r: address, s: style, t: type }: Readonly<Record<string, string>>): void {
    this.#inCell = true;
    this.#target = "none";
    this.#value = undefined;
    this.#inline = undefined;
    this.#formula = undefined;
    this.#style = style === undefined ? 0 : Number(style);
    this.#type = type ?? NORMAL;
    this.#address = address;
    if (address !== undefined) this.#place = parseAddress(address);
    else {
      const column = this.#column + 1;
      this.#place = this.#row === -1 || column > COLUMNS ? -1 : placeOf(this.#row, column);
    }
    if (this.#place === -1) {
      this.#column += 1;
      this.#skipped = false;
      return;
    }
    this.#column = columnOf(this.#place);
    if (this.#place <= this.#last) this.outOfOrder = true;
    this.#last = this.#place;
    this.#skipped = this.#block !== undefined && !inBlock(this.#block, rowOf(this.#place), this.#column);
  }

  #openInCell(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#target === "inline") this.#rich.open(name);
    else if (name === "v") {
      this.#target = "value";
      this.#value = "";
    } else if (name === "f") {
      this.#target = "formula";
      this.#formula = "";
      this.#formulaAttributes = attributes;
    } else if (name === "is") {
      this.#target = "inline";
      this.#rich.start();
    }
  }

  #closeTarget(): void {
    if (this.#target === "inline") this.#inline = this.#rich.stored;
    this.#target = "none";
  }

  #closeCell(): void {
    this.#inCell = false;
    const formula = this.#formula === undefined ? undefined : this.#storedFormula(this.#formula);
    // An empty `v` beside no type is no result and no value.
    const value = this.#value === "" && this.#type === NORMAL ? undefined : this.#value;
    const inline = this.#inline !== undefined && (value === undefined || this.#type === "inlineStr");
    if (this.#skipped || (value === undefined && this.#inline === undefined && formula === undefined)) return;
    this.#cells.push({
      place: this.#place,
      address: this.#address,
      hidden: this.#rowHidden || (this.#anyHiddenColumn && (this.#hiddenColumns[this.#column] ?? 0) > 0),
      style: this.#style,
      type: this.#type,
      value: inline ? this.#inline : value,
      inline,
      formula,
    });
  }

  #storedFormula(text: string): StoredFormula {
    const { t: type, si: index, r1, r2, dt2D: two, dtr: byRow } = this.#formulaAttributes;
    if (type === "shared" && index !== undefined) {
      if (text === "") return { kind: "follower", text, shared: this.#shared.get(index) };
      this.#sharedChars += text.length;
      if (this.#sharedChars > SHARED_CHARS_MAX)
        throw limitExceeded(`the shared formulas of a sheet have more than ${SHARED_CHARS_MAX} characters`);
      this.#shared.set(index, { place: this.#place, text });
    }
    if (type === "dataTable") {
      const both = two === "1" || two === "true";
      const rowFirst = byRow === "1" || byRow === "true";
      const inputs = both ? `${r1 ?? ""},${r2 ?? ""}` : rowFirst ? `${r1 ?? ""},` : `,${r1 ?? ""}`;
      return { kind: "table", text: inputs };
    }
    return { kind: type === "array" ? "array" : "normal", text };
  }

  #bounded(text: string): string {
    if (text.length > this.#charsMax)
      throw limitExceeded(`a cell of the workbook has more than ${this.#charsMax} characters`);
    return text;
  }
}
