/**
 * The texts of a chart (ECMA-376 part 1, 21.2 chart; [MS-ODRAWXML] 2.24 chartex): titles, labels and literal values.
 *
 * Guarantees: text that stands only in the chart is handed out: rich text, literals, and stored copies of other workbooks' cells. Stored copies of
 * this workbook's own cells are left out, since the cells are read at their own places. Not covered: labels that a program computes (axis numbers, percentages).
 */

import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { Paragraphs } from "./drawing-text.ts";
import type { DrawingBudget } from "./drawing-text.ts";

/** Elements that hold values, with the formula they were copied from or without one. */
const SOURCES = new Set([
  "strRef",
  "numRef",
  "multiLvlStrRef",
  "strLit",
  "numLit",
  "strDim",
  "numDim",
  "txData",
]);

export async function readChartTexts(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  budget: DrawingBudget,
): Promise<string[]> {
  const texts: string[] = [];
  const paragraphs = new Paragraphs(budget);
  let inRich = false;
  let source: { formula: string; values: string[] } | undefined;
  let target: "formula" | "value" | undefined;
  let value = "";
  await parseXml(
    container.open(part),
    withoutAlternates({
      open: (name, _attributes, _selfClosing, namespace) => {
        if (inRich) {
          if (namespace === "a") paragraphs.open(name);
        } else if (name === "rich") inRich = true;
        else if (SOURCES.has(name)) source = { formula: "", values: [] };
        else if (source !== undefined && name === "f") target = "formula";
        else if (source !== undefined && (name === "v" || (name === "pt" && namespace === "cx"))) {
          target = "value";
          value = "";
        }
      },
      close: (name, namespace) => {
        if (inRich) {
          if (name === "rich") {
            inRich = false;
            const text = paragraphs.take();
            if (text !== "") texts.push(text);
          } else if (namespace === "a") paragraphs.close(name);
        } else if (name === "f" || name === "v" || name === "pt") {
          if (target === "value" && source !== undefined && isForeign(source.formula) && value.trim() !== "")
            source.values.push(value);
          target = undefined;
        } else if (SOURCES.has(name)) {
          if (source !== undefined && isForeign(source.formula) && source.values.length > 0)
            texts.push(source.values.join("\n"));
          source = undefined;
        }
      },
      text: (text) => {
        if (inRich) paragraphs.text(text);
        else if (target === "value") {
          budget.add(text.length);
          value += text;
        } else if (target === "formula" && source !== undefined) {
          budget.add(text.length);
          source.formula += text;
        }
      },
    }),
    options,
    part,
  );
  return texts;
}

/** No formula, one into another workbook such as `[1]Sheet1!$A$1`, or one whose cells are gone. */
const isForeign = (formula: string): boolean =>
  formula.trim() === "" || formula.includes("[") || formula.includes("#REF!");
