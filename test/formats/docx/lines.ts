import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { locatorText } from "../../../src/model/locator.ts";
import type { ByteSource, Unit } from "../../../src/model/unit.ts";
import { extractAll } from "../../support/extract.ts";

/** One unit on one line: place, region unless it is the body, number in braces, label, text. */
export function line({ at, region, numbering, label, cell, text }: Unit): string {
  const marks = [
    region === "body" ? "" : ` [${region}]`,
    numbering === undefined ? "" : ` {${numbering}}`,
    label === undefined ? "" : ` <${label}>`,
    cell?.mergedInto === undefined ? "" : ` (part of ${cell.mergedInto})`,
  ];
  return `${locatorText(at)}${marks.join("")}: ${text ?? ""}`;
}

export async function lines(source: ByteSource): Promise<string[]> {
  return (await extractAll(docxExtractor, source)).units.map(line);
}
