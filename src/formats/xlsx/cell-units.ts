/**
 * A stored cell as a unit: its shown text, its typed value, its formula, and what hides it.
 *
 * Guarantees: every stored value is handed out or named in a gap. A formula without a stored result has `text: null`; a value that its number
 * format does not show, and one under a merge, stands in region `hidden`. All characters are counted before the next cell is made, so that a
 * long string used by many cells ends as `limit_exceeded`. Not covered: computing anything.
 */

import type { Meter } from "../../model/budget.ts";
import type { CellFacts, CellValue, SheetState, Unit } from "../../model/unit.ts";
import { columnOf, nameOf, rowOf } from "./cell-address.ts";
import type { GapList } from "./gap-list.ts";
import { mergeFacts } from "./merges.ts";
import type { Merges } from "./merges.ts";
import { generalText } from "./number-format.ts";
import type { NumberFormat } from "./number-format.ts";
import { decodeEscapes } from "./rich-text.ts";
import { serialOfIso } from "./serial-date.ts";
import { shiftFormula } from "./shared-formula.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { StoredCell } from "./stored-cells.ts";
import type { StoredFormula } from "./stored-formula.ts";
import type { CellStyles } from "./styles.ts";

export interface SheetContext {
  readonly sheet: string;
  readonly state: SheetState;
  readonly date1904: boolean;
  readonly strings: SharedStrings;
  readonly styles: CellStyles;
  readonly meter: Meter;
  readonly gaps: GapList;
  readonly merges: Merges;
}

interface Shown {
  readonly text: string;
  readonly value: CellValue;
  readonly type: CellFacts["type"];
  /** The number format shows nothing of it. */
  readonly concealed: boolean;
}

/** xsd:double without INF and NaN, which are no values of a cell; NaN for anything else. */
function parseNumber(text: string): number {
  const trimmed = text.trim();
  // "0x10" and the like are numbers to JavaScript only.
  return trimmed === "" || /^[-+]?0[a-df-z]/i.test(trimmed) ? Number.NaN : Number(trimmed);
}

/** What stands in the file is handed on as text, so that nothing is invented. */
const damaged = (text: string, gaps: GapList, cell: string, detail: string): Shown => {
  gaps.addCell("damaged", cell, detail);
  return { text, value: text, type: "string", concealed: false };
};

export class CellUnits {
  readonly #context: SheetContext;
  /** Formulas without a stored result. */
  unresolved = 0;
  firstUnresolved = "";

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** Undefined for a cell that is only named in a gap, or holds an empty text without a formula. */
  of(stored: StoredCell, keepEmpty: boolean): Unit | undefined {
    const { gaps } = this.#context;
    if (stored.place === -1) {
      const address = /^[A-Za-z0-9$]{1,20}$/.test(stored.address ?? "") ? (stored.address ?? "?") : "?";
      gaps.addCell("damaged", address, "a cell whose address is none within A1:XFD1048576");
      return undefined;
    }
    const cell = nameOf(stored.place);
    const formula = stored.formula === undefined ? undefined : this.#formula(stored, stored.formula, cell);
    if (formula !== undefined) this.#context.meter.addText(formula.length);
    if (stored.value === undefined) return this.#unresolved(stored, cell, formula ?? "");
    const shown = this.#shown(stored, stored.value, cell);
    this.#context.meter.addText(shown.text.length);
    if (shown.text === "" && shown.type === "string" && formula === undefined && !keepEmpty) return undefined;
    return this.#unit(stored, cell, shown, formula);
  }

  #unresolved(stored: StoredCell, cell: string, formula: string): Unit {
    this.unresolved += 1;
    if (this.unresolved === 1) this.firstUnresolved = cell;
    return this.#unit(stored, cell, { text: null, value: null, type: "empty", concealed: false }, formula);
  }

  #unit(
    stored: StoredCell,
    cell: string,
    shown: Omit<Shown, "text"> & { readonly text: string | null },
    formula: string | undefined,
  ): Unit {
    const { sheet, state, merges } = this.#context;
    const row = rowOf(stored.place);
    const column = columnOf(stored.place);
    const facts: { -readonly [Key in keyof CellFacts]: CellFacts[Key] } = {
      value: shown.value,
      type: shown.type,
    };
    if (formula !== undefined) facts.formula = formula;
    const block = merges.size === 0 ? undefined : merges.at(row, column);
    if (block !== undefined) Object.assign(facts, mergeFacts(block, row, column));
    const hidden = stored.hidden || shown.concealed || state !== "visible" || facts.mergedInto !== undefined;
    const unit: { -readonly [Key in keyof Unit]: Unit[Key] } = {
      at: { kind: "sheetCell", sheet, cell },
      region: hidden ? "hidden" : "body",
      text: shown.text,
      cell: facts,
      joins: false,
    };
    if (hidden) unit.hidden = true;
    if (state !== "visible") unit.sheetState = state;
    return unit;
  }

  #shown(stored: StoredCell, own: string | number, cell: string): Shown {
    const { gaps, strings, styles } = this.#context;
    const format = styles.format(stored.style);
    if (stored.type === "n" && !stored.inline) {
      const number = typeof own === "number" ? own : parseNumber(own);
      if (Number.isFinite(number)) return shownNumber(number, format);
      return damaged(String(own), gaps, cell, "a cell of type number that holds no number");
    }
    const value = String(own);
    if (stored.inline) return shownText(decodeEscapes(value), format);
    switch (stored.type) {
      case "s": {
        const index = typeof own === "number" ? own : /^\s*\d{1,9}\s*$/.test(own) ? Number(own) : -1;
        const text = strings.text(index);
        if (text !== undefined) return shownText(text, format);
        gaps.addCell("damaged", cell, "a cell whose text is missing from the shared strings");
        return { text: "", value: null, type: "error", concealed: false };
      }
      case "str":
      case "inlineStr":
        return shownText(decodeEscapes(value), format);
      case "b":
        return shownBoolean(value, gaps, cell);
      case "e":
        return { text: value, value, type: "error", concealed: false };
      case "d":
        return this.#shownDate(value, format);
      default:
        return damaged(value, gaps, cell, "a cell of an unknown type");
    }
  }

  /** A date stored as text (18.18.11, `t="d"`). */
  #shownDate(value: string, format: NumberFormat): Shown {
    const serial = serialOfIso(value.trim(), this.#context.date1904);
    if (serial === undefined) return { text: value, value, type: "string", concealed: false };
    const iso = format.isoDate(serial);
    if (iso === undefined) return { text: value, value: value.trim(), type: "date", concealed: false };
    return { text: format.showNumber(serial), value: iso, type: "date", concealed: false };
  }

  #formula(stored: StoredCell, { kind, text, shared }: StoredFormula, cell: string): string {
    if (kind === "array") return `{${text}}`;
    if (kind === "table") return `{TABLE(${text})}`;
    if (kind === "normal") return text;
    if (shared === undefined || shared.place === -1) {
      this.#context.gaps.addCell(
        "damaged",
        cell,
        "a cell that shares a formula which the sheet does not define",
      );
      return "";
    }
    this.#context.meter.addText(shared.text.length);
    return shiftFormula(shared.text, {
      rows: rowOf(stored.place) - rowOf(shared.place),
      columns: columnOf(stored.place) - columnOf(shared.place),
    });
  }
}

function shownText(value: string, format: NumberFormat): Shown {
  const text = format.showText(value);
  return text === "" && value !== ""
    ? { text: value, value, type: "string", concealed: true }
    : { text, value, type: "string", concealed: false };
}

function shownNumber(number: number, format: NumberFormat): Shown {
  const shown = format.showNumber(number);
  const concealed = shown === "";
  const text = concealed ? generalText(number) : shown;
  const iso = format.isoDate(number);
  if (iso === undefined) return { text, value: number, type: "number", concealed };
  return { text, value: iso, type: "date", concealed };
}

function shownBoolean(value: string, gaps: GapList, cell: string): Shown {
  const word = value.trim().toLowerCase();
  if (word === "1" || word === "true")
    return { text: "TRUE", value: true, type: "boolean", concealed: false };
  if (word === "0" || word === "false")
    return { text: "FALSE", value: false, type: "boolean", concealed: false };
  return damaged(value, gaps, cell, "a cell of type boolean that holds none");
}
