/**
 * What a cell shows: a number, date or text through its number format (ECMA-376 part 1, 18.8.31), by the `numfmt` library.
 *
 * Guarantees: a format that the library cannot read, and a number that is no date under a date format, show as in format General. Blanks
 * that only pad (`_x`, `* `) are cut off at the ends. `""` means that the format shows nothing (`;;;`): the caller says what stands there.
 * Not covered: column widths (no ####, no fewer digits in a narrow column) and the reader's own locale: US English unless the format names another.
 */

import { format as formatValue, isValidFormat, tokenize } from "numfmt";
import { DAYS_1904, isoOfSerial } from "./serial-date.ts";
import type { DateParts } from "./serial-date.ts";

const OPTIONS = { locale: "en-US" };
const REMEMBERED = 2048;

type Token = ReturnType<typeof tokenize>[number];

function sectionsOf(pattern: string): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokenize(pattern))
    if (token.type === "BREAK") sections.push([]);
    else sections.at(-1)?.push(token);
  return sections;
}

/** "m" is a minute after an hour and before a second, a month elsewhere. */
function partsOf(section: readonly Token[]): DateParts | "elapsed" | undefined {
  const marks = section.filter((token) => token.type === "DATETIME" || token.type === "DURATION");
  if (marks.some((token) => token.type === "DURATION")) return "elapsed";
  const letters = marks.map((token) => token.value.toLowerCase());
  let date = false;
  let time = section.some((token) => token.type === "AMPM");
  for (const [index, letter] of letters.entries()) {
    const isMinute =
      (letter === "m" || letter === "mm") &&
      (letters[index - 1]?.startsWith("h") === true || letters[index + 1]?.startsWith("s") === true);
    if (isMinute || letter.startsWith("h") || letter.startsWith("s")) time = true;
    else date = true;
  }
  if (date) return time ? "both" : "date";
  return time ? "time" : undefined;
}

/** Format General: the shortest form of up to 11 characters. The library is asked only where that is not plain. */
export function generalText(number: number): string {
  const plain = String(number);
  if (Number.isInteger(number)) {
    if (number > -1e11 && number < 1e11) return plain;
  } else if (plain.length <= 10 && (number >= 1e-4 || number <= -1e-4) && !plain.includes("e")) return plain;
  return formatValue("General", number, OPTIONS);
}

/** `0`, `0.00`, `#,##0.0` and the like. */
const DECIMALS = /^(#,##)?0(?:\.(0{1,9}))?$/;

/** A number that needs no rounding under such a format; undefined for one that does, which is left to the library. */
export function decimalText(number: number, places: number, grouped: boolean): string | undefined {
  const plain = String(number);
  if (plain.includes("e")) return undefined;
  const point = plain.indexOf(".");
  const whole = point === -1 ? plain : plain.slice(0, point);
  const fraction = point === -1 ? "" : plain.slice(point + 1);
  // Beyond 15 digits programs show zeros.
  if (fraction.length > places || plain.length > 15) return undefined;
  const shown = grouped && whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/g, ",") : whole;
  return places === 0 ? shown : `${shown}.${fraction.padEnd(places, "0")}`;
}

export class NumberFormat {
  readonly pattern: string;
  /** What the format shows of a date; "elapsed" is a duration, which stays a number; undefined for no date at all. */
  readonly dateParts: DateParts | "elapsed" | undefined;
  readonly #date1904: boolean;
  readonly #general: boolean;
  readonly #formatsText: boolean;
  readonly #decimals: { readonly places: number; readonly grouped: boolean } | undefined;
  readonly #shown = new Map<number, string>();

  constructor(pattern: string, date1904: boolean) {
    this.pattern = pattern;
    this.#date1904 = date1904;
    const decimals = DECIMALS.exec(pattern);
    this.#decimals =
      decimals === null
        ? undefined
        : { places: decimals[2]?.length ?? 0, grouped: decimals[1] !== undefined };
    const sections = isValidFormat(pattern) ? sectionsOf(pattern) : [];
    const [first = []] = sections;
    this.#general =
      first.length === 0 && sections.length <= 1
        ? true
        : pattern === "@" || pattern.toLowerCase() === "general";
    const conditional = first.some((token) => token.type === "CONDITION");
    this.dateParts = (conditional ? sections : [first]).map(partsOf).find((parts) => parts !== undefined);
    this.#formatsText =
      !this.#general &&
      (sections.length >= 4 || sections.some((section) => section.some((token) => token.type === "TEXT")));
  }

  /** The number as an ISO 8601 date or time, or undefined where the format or the number is none. */
  isoDate(number: number): string | undefined {
    if (this.dateParts === undefined || this.dateParts === "elapsed") return undefined;
    return isoOfSerial(number, this.#date1904, this.dateParts);
  }

  showNumber(number: number): string {
    if (this.#general) return generalText(number);
    if (this.#decimals !== undefined) {
      const plain = decimalText(number, this.#decimals.places, this.#decimals.grouped);
      if (plain !== undefined) return plain;
    }
    const known = this.#shown.get(number);
    if (known !== undefined) return known;
    const shown = this.#format(number);
    if (this.#shown.size < REMEMBERED) this.#shown.set(number, shown);
    return shown;
  }

  showText(text: string): string {
    if (!this.#formatsText) return text;
    try {
      return formatValue(this.pattern, text, OPTIONS);
    } catch {
      return text;
    }
  }

  #format(number: number): string {
    const isDate = this.dateParts !== undefined && this.dateParts !== "elapsed";
    if (isDate && this.isoDate(number) === undefined) return generalText(number);
    try {
      return formatValue(
        this.pattern,
        isDate && this.#date1904 ? number + DAYS_1904 : number,
        OPTIONS,
      ).trim();
    } catch {
      return generalText(number);
    }
  }
}
