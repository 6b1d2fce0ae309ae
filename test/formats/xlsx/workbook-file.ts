/** Writes small workbooks for tests: the parts as given, wrapped in a container whose relationships fit. */

import { makeZip } from "../../support/zip.ts";
import { memorySource } from "../../support/extract.ts";
import type { ByteSource } from "../../../src/model/unit.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const STRICT_MAIN = "http://purl.oclc.org/ooxml/spreadsheetml/main";
export const NAMESPACES = `xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"`;
export const DRAWING_NAMESPACES =
  'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ' +
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${RELATIONSHIPS}" ` +
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

export interface SheetInput {
  name?: string;
  state?: string;
  /** Content of `sheetData`, or the whole part where it starts with `<?xml` or is bytes. */
  cells?: string | Uint8Array;
  /** Before and behind `sheetData`. */
  before?: string;
  behind?: string;
  /** Relationship type of the sheet; "worksheet" unless said otherwise. */
  kind?: string;
  /** Relationships of the sheet's own part: id, type, target from the sheet's folder. */
  relationships?: readonly (readonly [id: string, type: string, target: string])[];
  /** No part is written for it. */
  missing?: boolean;
}

export interface WorkbookInput {
  sheets?: readonly SheetInput[];
  /** Content of `si` elements. */
  strings?: readonly string[];
  sharedStrings?: string;
  /** Number formats of the cell styles 1, 2, …; style 0 is General. */
  formats?: readonly (string | number)[];
  styles?: string;
  date1904?: string;
  parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Further relationships of the workbook. */
  relationships?: readonly (readonly [id: string, type: string, target: string])[];
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const relationshipsPart = (list: readonly (readonly [string, string, string])[]): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="${type.includes("/") ? type : `${RELATIONSHIPS}/${type}`}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

export function sheetPart({ cells = "", before = "", behind = "" }: SheetInput): string | Uint8Array {
  if (typeof cells !== "string" || cells.startsWith("<?xml")) return cells;
  return `<worksheet ${NAMESPACES}>${before}<sheetData>${cells}</sheetData>${behind}</worksheet>`;
}

function stylesPart(formats: readonly (string | number)[]): string {
  const own = formats.filter((format) => typeof format === "string");
  const idOf = (format: string | number): number =>
    typeof format === "number" ? format : 164 + own.indexOf(format);
  return `<styleSheet xmlns="${MAIN}"><numFmts>${own
    .map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`)
    .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats
    .map((format) => `<xf numFmtId="${idOf(format)}"/>`)
    .join("")}</cellXfs></styleSheet>`;
}

export function workbookBytes(input: WorkbookInput): Uint8Array {
  const sheets = input.sheets ?? [{}];
  const parts = new Map<string, string | Uint8Array>();
  const list: [string, string, string][] = [];
  for (const [index, sheet] of sheets.entries()) {
    const target = `worksheets/sheet${index + 1}.xml`;
    list.push([`rId${index + 1}`, sheet.kind ?? "worksheet", target]);
    if (sheet.missing !== true) parts.set(`xl/${target}`, sheetPart(sheet));
    if (sheet.relationships !== undefined)
      parts.set(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, relationshipsPart(sheet.relationships));
  }
  const strings =
    input.sharedStrings ??
    (input.strings === undefined
      ? undefined
      : `<sst xmlns="${MAIN}">${input.strings.map((content) => `<si>${content}</si>`).join("")}</sst>`);
  if (strings !== undefined) {
    parts.set("xl/sharedStrings.xml", strings);
    list.push(["rIdStrings", "sharedStrings", "sharedStrings.xml"]);
  }
  const styles = input.styles ?? (input.formats === undefined ? undefined : stylesPart(input.formats));
  if (styles !== undefined) {
    parts.set("xl/styles.xml", styles);
    list.push(["rIdStyles", "styles", "styles.xml"]);
  }
  list.push(
    ...(input.relationships ?? []).map(([id, type, target]): [string, string, string] => [id, type, target]),
  );
  const names = sheets
    .map(
      (sheet, index) =>
        `<sheet name="${escaped(sheet.name ?? `S${index + 1}`)}" sheetId="${index + 1}"${
          sheet.state === undefined ? "" : ` state="${sheet.state}"`
        } r:id="rId${index + 1}"/>`,
    )
    .join("");
  const date1904 = input.date1904 === undefined ? "" : `<workbookPr date1904="${input.date1904}"/>`;
  parts.set("xl/workbook.xml", `<workbook ${NAMESPACES}>${date1904}<sheets>${names}</sheets></workbook>`);
  parts.set("xl/_rels/workbook.xml.rels", relationshipsPart(list));
  parts.set("_rels/.rels", relationshipsPart([["rId1", "officeDocument", "xl/workbook.xml"]]));
  parts.set(
    "[Content_Types].xml",
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>' +
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  );
  for (const [name, content] of Object.entries(input.parts ?? {})) parts.set(name, content);
  return makeZip([...parts].map(([name, content]) => ({ name, content })));
}

export const workbook = (input: WorkbookInput): ByteSource => memorySource(workbookBytes(input), "book.xlsx");

/** A workbook of one sheet with these cells. */
export const sheetOf = (
  cells: string,
  more: Omit<WorkbookInput, "sheets"> & { sheet?: SheetInput } = {},
): ByteSource => workbook({ ...more, sheets: [{ ...more.sheet, cells }] });
