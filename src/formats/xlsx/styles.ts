/**
 * The number format of each cell style (ECMA-376 part 1, 18.8.10 cellXfs, 18.8.31 numFmts).
 *
 * Guarantees: a style or format that the file does not define is General. A format of the file's own goes before the built-in one of its number.
 * Not covered: `applyNumberFormat` (programs apply the format of the cell's style either way), fonts, colours, conditional formats.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import type { OfficePackage, XmlEvents } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { builtinFormat } from "./builtin-formats.ts";
import { NumberFormat } from "./number-format.ts";
import { decodeEscapes } from "./rich-text.ts";

/** Excel allows 65,490 cell styles and some hundred formats. */
const STYLES_MAX = 100_000;
const FORMATS_MAX = 20_000;
const PATTERN_MAX = 1024;

export class CellStyles {
  readonly #date1904: boolean;
  readonly #general: NumberFormat;
  readonly #byPattern = new Map<string, NumberFormat>();
  readonly #formats: NumberFormat[] = [];

  constructor(date1904: boolean) {
    this.#date1904 = date1904;
    this.#general = new NumberFormat("General", date1904);
  }

  add(pattern: string): void {
    if (this.#formats.length >= STYLES_MAX) return;
    let format = this.#byPattern.get(pattern);
    if (format === undefined) {
      format = new NumberFormat(pattern, this.#date1904);
      this.#byPattern.set(pattern, format);
    }
    this.#formats.push(format);
  }

  format(style: number): NumberFormat {
    return this.#formats[style] ?? this.#general;
  }
}

/** Fills `styles`; where the part breaks off, those before the fault are in it. */
export async function readStyles(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  styles: CellStyles,
): Promise<void> {
  const patterns = new Map<number, string>();
  let inCellStyles = false;
  const events: XmlEvents = {
    open: (name, attributes) => {
      if (name === "numFmt") {
        const pattern = decodeEscapes(attributes["formatCode"] ?? "");
        if (patterns.size < FORMATS_MAX && pattern.length <= PATTERN_MAX)
          patterns.set(Number(attributes["numFmtId"]), pattern);
      } else if (name === "cellXfs") inCellStyles = true;
      else if (inCellStyles && name === "xf") {
        const id = Number(attributes["numFmtId"] ?? "0");
        styles.add(patterns.get(id) ?? builtinFormat(id));
      }
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  };
  await parseXml(container.open(part), events, options, part);
}
