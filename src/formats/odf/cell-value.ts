/**
 * What a cell of a sheet holds, by its value attributes (OpenDocument 1.3 part 3, 19.385 office:value-type and the attributes it names).
 *
 * Guarantees: dates as ISO 8601 as stored, times as hours:minutes:seconds; a value that cannot be read is handed on as the text it is.
 * Not covered: number styles: the shown text is what the program stored in the cell.
 */

import type { CellFacts, CellValue } from "../../model/unit.ts";

const ERROR = /^(?:#[A-Z0-9/]+[!?]?|Err:\d{3})$/;

export interface StoredValue {
  readonly type: CellFacts["type"];
  readonly value: CellValue;
}

/** Undefined where neither a value nor a text is stored. */
export function storedValue(
  attributes: Readonly<Record<string, string>>,
  shown: string | undefined,
  hasFormula: boolean,
): StoredValue | undefined {
  const type = attributes["value-type"];
  if (attributes["calcext:value-type"] === "error" || (hasFormula && ERROR.test(shown ?? "")))
    return { type: "error", value: shown ?? "" };
  switch (type) {
    case "float":
    case "percentage":
    case "currency": {
      const stored = attributes["value"]?.trim() ?? "";
      const number = /^[-+]?(?:\d|\.\d)/.test(stored) && !/x/i.test(stored) ? Number(stored) : Number.NaN;
      return Number.isFinite(number)
        ? { type: "number", value: number }
        : { type: "string", value: shown ?? stored };
    }
    case "date":
      return { type: "date", value: attributes["date-value"]?.trim() ?? shown ?? "" };
    case "time":
      return { type: "date", value: timeOf(attributes["time-value"]?.trim() ?? shown ?? "") };
    case "boolean": {
      const word = attributes["boolean-value"]?.trim();
      return word === "true" || word === "false"
        ? { type: "boolean", value: word === "true" }
        : { type: "string", value: shown ?? word ?? "" };
    }
    case "string":
      return { type: "string", value: attributes["string-value"] ?? shown ?? "" };
    default:
      return shown === undefined ? undefined : { type: "string", value: shown };
  }
}

/** xsd:duration of a time cell; one of days and more stays as it is. */
function timeOf(duration: string): string {
  const parts = /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,](\d+))?S$/.exec(duration);
  if (parts === null) return duration;
  const [, hours = "", minutes = "", seconds = "", fraction = ""] = parts;
  const rest = /[1-9]/.test(fraction) ? `.${fraction.replace(/0+$/, "")}` : "";
  return `${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}:${seconds.padStart(2, "0")}${rest}`;
}

/** `of:=SUM([.A1:.A3])` without the name of its language and the equals sign (part 4, 3.2; 19.642 table:formula). */
export function formulaOf(stored: string | undefined, isMatrix: boolean): string | undefined {
  if (stored === undefined) return undefined;
  const text = stored.replace(/^(?:[A-Za-z][\w.-]*:)?=?/, "");
  return isMatrix ? `{${text}}` : text;
}
