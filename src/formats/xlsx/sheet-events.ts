/**
 * A worksheet part as stored cells, merges, page headers and the id of its drawing, from XML events (ECMA-376 part 1, 18.3.1.99 worksheet).
 *
 * Guarantees: what the XML says, nothing computed; one cell's text is bounded by the reader's limit (`limit_exceeded`).
 * Not covered: `extLst`, conditional formats, data validation, sparklines.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { CellBlock, ExtractOptions } from "../../model/unit.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { parseAddress } from "./cell-address.ts";
import { HeaderFooterTexts } from "./header-footer.ts";
import { Merges } from "./merges.ts";
import { RichText } from "./rich-text.ts";
import { NORMAL, StoredCells } from "./stored-cells.ts";

type Target = "none" | "value" | "formula" | "inline";

export class SheetEvents implements XmlEvents {
  readonly cells: StoredCells;
  readonly merges: Merges;
  readonly headerFooter = new HeaderFooterTexts();
  /** Relationship id of the sheet's drawing. */
  drawing: string | undefined;
  /** Between the tags of `sheetData`, and outside every element in it. */
  betweenRows = false;
  /** The part is damaged. Set by whoever feeds the events. */
  brokenOff = false;
  readonly #charsMax: number;
  readonly #rich: RichText;
  readonly #collectsMerges: boolean;
  #inSheet = false;
  #inCell = false;
  #target: Target = "none";
  #style = 0;
  #type = NORMAL;
  #value: string | undefined;
  #inline: string | undefined;
  #formula: string | undefined;
  #formulaAttributes: Readonly<Record<string, string>> = {};

  /** `block`: cells outside it are not kept. `merges`: those already known, where a pass before found them. */
  constructor(options: ExtractOptions, block: CellBlock | undefined, merges: Merges | undefined) {
    this.cells = new StoredCells(block);
    this.#charsMax = options.meter.limits.textNodeChars;
    this.#rich = new RichText(this.#charsMax);
    this.merges = merges ?? new Merges();
    this.#collectsMerges = merges === undefined;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#inCell) this.#openInCell(name, attributes);
    else if (!this.#inSheet) this.#openOutside(name, attributes);
    else {
      this.betweenRows = false;
      if (name === "c") this.#openCell(attributes);
      else if (name === "row") this.cells.startRow(attributes["r"], attributes["hidden"]);
    }
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
      if (this.#target === "formula") this.#formula = this.#bounded((this.#formula ?? "") + text);
      else if (!this.cells.wanted) return;
      else if (this.#target === "value") this.#value = this.#bounded((this.#value ?? "") + text);
      else if (this.#target === "inline") this.#rich.text(text);
    } else if (!this.#inSheet) this.headerFooter.text(text);
  }

  #openOutside(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "sheetData") {
      this.#inSheet = true;
      this.betweenRows = true;
      this.cells.start();
    } else if (name === "col") this.cells.noteColumns(attributes);
    else if (name === "mergeCell") {
      if (this.#collectsMerges) this.merges.add(attributes["ref"] ?? "");
    } else if (name === "drawing") this.drawing = attributes["r:id"];
    else this.headerFooter.open(name);
  }

  #openCell({ r: address, s: style, t: type }: Readonly<Record<string, string>>): void {
    this.#inCell = true;
    this.#target = "none";
    this.#value = undefined;
    this.#inline = undefined;
    this.#formula = undefined;
    this.#style = style === undefined ? 0 : Number(style);
    this.#type = type ?? NORMAL;
    if (address === undefined) this.cells.startNextCell();
    else this.cells.startCell(parseAddress(address), address);
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
    this.cells.endCell(
      this.#style,
      this.#type,
      this.#value,
      this.#inline,
      this.#formula,
      this.#formulaAttributes,
    );
  }

  #bounded(text: string): string {
    if (text.length > this.#charsMax)
      throw limitExceeded(`a cell of the workbook has more than ${this.#charsMax} characters`);
    return text;
  }
}
