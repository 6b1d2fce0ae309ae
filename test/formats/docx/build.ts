/** Word files for tests, from the XML of their parts. */

import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import type { ZipEntry } from "../../support/zip.ts";
import type { ByteSource } from "../../../src/model/unit.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006";
const RELATIONSHIPS = `${OFFICE}/relationships`;
export const NAMESPACES = [
  ["w", "http://schemas.openxmlformats.org/wordprocessingml/2006/main"],
  ["r", RELATIONSHIPS],
  ["m", `${OFFICE}/math`],
  ["mc", "http://schemas.openxmlformats.org/markup-compatibility/2006"],
  ["wp", "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"],
  ["a", "http://schemas.openxmlformats.org/drawingml/2006/main"],
  ["pic", "http://schemas.openxmlformats.org/drawingml/2006/picture"],
  ["c", "http://schemas.openxmlformats.org/drawingml/2006/chart"],
  ["dgm", "http://schemas.openxmlformats.org/drawingml/2006/diagram"],
  ["wps", "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["o", "urn:schemas-microsoft-com:office:office"],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(" ");

export interface Parts {
  body?: string;
  /** The whole main part, in place of `body`. */
  main?: string;
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  header?: string;
  glossary?: string;
  /** More relationships of the main part: id, type, target. */
  relations?: readonly (readonly [string, string, string, ("External" | undefined)?])[];
  more?: readonly ZipEntry[];
}

const ROOTS: readonly [keyof Parts, string, string, string][] = [
  ["styles", "styles", "styles.xml", "styles"],
  ["numbering", "numbering", "numbering.xml", "numbering"],
  ["footnotes", "footnotes", "footnotes.xml", "footnotes"],
  ["endnotes", "endnotes", "endnotes.xml", "endnotes"],
  ["comments", "comments", "comments.xml", "comments"],
  ["header", "header", "header1.xml", "hdr"],
  ["glossary", "glossaryDocument", "glossary/document.xml", "glossaryDocument"],
];

export function wordFile(parts: Parts): Uint8Array {
  const entries: ZipEntry[] = [
    { name: "_rels/.rels", content: relationships([["rId1", "officeDocument", "word/document.xml"]]) },
    {
      name: "word/document.xml",
      content: parts.main ?? `<w:document ${NAMESPACES}><w:body>${parts.body ?? ""}</w:body></w:document>`,
    },
  ];
  const relations: (readonly [string, string, string, ("External" | undefined)?])[] = [
    ...(parts.relations ?? []),
  ];
  for (const [key, type, target, root] of ROOTS) {
    const content = parts[key];
    if (typeof content !== "string") continue;
    relations.push([`auto-${key}`, type, target]);
    entries.push({
      name: `word/${target}`,
      content:
        content.startsWith("<?") || content.startsWith("<!")
          ? content
          : `<w:${root} ${NAMESPACES}>${content}</w:${root}>`,
    });
  }
  entries.push({ name: "word/_rels/document.xml.rels", content: relationships(relations) });
  return makeZip([...entries, ...(parts.more ?? [])]);
}

export function word(parts: Parts): ByteSource {
  return memorySource(wordFile(parts), "test.docx");
}

export function relationships(
  list: readonly (readonly [string, string, string, ("External" | undefined)?])[],
): string {
  const inner = list.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"${mode === undefined ? "" : ` TargetMode="${mode}"`}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner.join("")}</Relationships>`;
}

export const run = (text: string, properties = ""): string =>
  `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
export const p = (inner: string, properties = ""): string =>
  `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${inner}</w:p>`;
export const para = (text: string): string => p(run(text));
export const cell = (inner: string, properties = ""): string =>
  `<w:tc>${properties === "" ? "" : `<w:tcPr>${properties}</w:tcPr>`}${inner}</w:tc>`;
export const row = (cells: string, properties = ""): string =>
  `<w:tr>${properties === "" ? "" : `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
export const table = (rows: string): string => `<w:tbl><w:tblPr/><w:tblGrid/>${rows}</w:tbl>`;
