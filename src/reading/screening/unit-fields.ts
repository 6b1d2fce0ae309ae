/**
 * The fields of a unit beside its text that carry words of the file: a cell's value and formula, label, numbering, and names in the locator.
 *
 * Guarantees: what is hidden in the text is hidden in a value that repeats it; other fields are screened each by itself.
 */

import type { Locator } from "../../model/locator.ts";
import type { CellFacts, Unit } from "../../model/unit.ts";
import { hideSpans } from "./redact.ts";
import type { SecretSpan } from "./rule.ts";
import { scanText } from "./scan.ts";

export interface ScreenedFields {
  /** The unit itself where nothing was found. Its text is not touched. */
  readonly unit: Unit;
  /** What was found that is not in the text, by field. */
  readonly spans: readonly (readonly SecretSpan[])[];
}

/** One for each document, because names of sheets and parts repeat from unit to unit. */
export class FieldScreener {
  #name: string | undefined;
  #screenedName = "";

  /** Whether there is nothing but the text to screen. */
  hasNone({ at, cell, label, numbering }: Unit): boolean {
    return cell === undefined && label === undefined && numbering === undefined && nameOf(at) === undefined;
  }

  screen(unit: Unit): ScreenedFields {
    if (this.hasNone(unit)) return { unit, spans: [] };
    const { at, cell, label, numbering } = unit;
    const name = nameOf(at);
    const spans: SecretSpan[][] = [];
    const screen = (text: string): string => {
      const found = scanText(text);
      if (found.length === 0) return text;
      spans.push(found);
      return hideHigh(text, found);
    };
    const fields = {
      at: name === undefined ? at : this.#screenLocator(at, name),
      ...(cell === undefined ? {} : { cell: screenCell(cell, unit.text, screen) }),
      ...(label === undefined ? {} : { label: screen(label) }),
      ...(numbering === undefined ? {} : { numbering: screen(numbering) }),
    };
    const same =
      fields.at === at && fields.cell === cell && fields.label === label && fields.numbering === numbering;
    return { unit: same ? unit : { ...unit, ...fields }, spans };
  }

  #screenLocator(at: Locator, name: string): Locator {
    if (name !== this.#name) {
      this.#name = name;
      this.#screenedName = hideHigh(name, scanText(name));
    }
    if (this.#screenedName === name) return at;
    if (at.kind === "page") return { ...at, label: this.#screenedName };
    if (at.kind === "sheetCell") return { ...at, sheet: this.#screenedName };
    return at.kind === "part" ? { ...at, part: this.#screenedName } : at;
  }
}

const hideHigh = (text: string, found: readonly SecretSpan[]): string =>
  hideSpans(
    text,
    found.filter((span) => span.tier === "high"),
    0,
    true,
  );

function screenCell(cell: CellFacts, text: string | null, screen: (text: string) => string): CellFacts {
  const { value, formula } = cell;
  let screenedValue = value;
  // A value that repeats the text was counted there.
  if (typeof value === "string")
    screenedValue = value === text ? hideHigh(value, scanText(value)) : screen(value);
  const screenedFormula = formula === undefined ? undefined : screen(formula);
  if (screenedValue === value && screenedFormula === formula) return cell;
  return {
    ...cell,
    value: screenedValue,
    ...(screenedFormula === undefined ? {} : { formula: screenedFormula }),
  };
}

/** The word of the file that a locator carries. */
function nameOf(at: Locator): string | undefined {
  switch (at.kind) {
    case "page":
      return at.label;
    case "sheetCell":
      return at.sheet;
    case "part":
      return at.part;
    default:
      return undefined;
  }
}
