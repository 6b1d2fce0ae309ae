/**
 * What a ZIP file is, by what it holds: an Office Open XML document by the content type of its main part, OpenDocument and EPUB by their
 * `mimetype` entry, anything else by name. Sources: ECMA-376 part 2 (9.1 relationships, 10.1.2.2 content types) and part 1 (11.3, 12.3, 13.3);
 * OpenDocument 1.3 part 2, section 3.3; EPUB OCF 3.3, section 4.3.
 */

import type { FormatName } from "../../model/unit.ts";
import type { OfficePackage } from "../container/interfaces.ts";

export interface Unread {
  /** With its article, as it stands in "the content is …". */
  readonly what: string;
  readonly hint: string;
}

const AS_XLSX = "save it as .xlsx or CSV and read that";
const AS_PDF = "save it as PDF and read that";
const UNPACK = "unpack it and read the files inside";

const BY_MIMETYPE: readonly (readonly [prefix: string, kind: FormatName | Unread])[] = [
  ["application/vnd.oasis.opendocument.text", "odt"],
  ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
  ["application/vnd.oasis.opendocument.presentation", "odp"],
  ["application/vnd.oasis.opendocument", { what: "an OpenDocument file", hint: AS_PDF }],
  ["application/vnd.sun.xml", { what: "an OpenOffice.org 1.x file", hint: AS_PDF }],
  ["application/epub+zip", { what: "an EPUB book", hint: "convert it to PDF or text and read that" }],
  ["application/x-krita", { what: "a Krita image", hint: "export its text by hand" }],
];

/** OpenDocument and EPUB store their media type first and uncompressed, so that it stands at a fixed place. */
export function kindOfMimetype(head: Uint8Array): FormatName | Unread | undefined {
  const text = String.fromCharCode(...head.subarray(30, 38 + 80));
  if (!text.startsWith("mimetype")) return undefined;
  return BY_MIMETYPE.find(([prefix]) => text.startsWith(prefix, 8))?.[1];
}

const MAIN_TYPES: readonly (readonly [pattern: RegExp, kind: FormatName | Unread])[] = [
  [
    /wordprocessingml\.(?:document|template)\.main\+xml$|ms-word\.(?:document|template)\.macroenabled(?:template)?\.main\+xml$/,
    "docx",
  ],
  [
    /ms-excel\.sheet\.binary\.macroenabled\.main$/,
    { what: "a binary Excel workbook (.xlsb)", hint: AS_XLSX },
  ],
  [
    /spreadsheetml\.(?:sheet|template)\.main\+xml$|ms-excel\.(?:sheet|template|addin)\.macroenabled\.main\+xml$/,
    "xlsx",
  ],
  [
    /presentationml\.(?:presentation|slideshow|template)\.main\+xml$|ms-powerpoint\.(?:presentation|slideshow|template|addin)\.macroenabled\.main\+xml$/,
    "pptx",
  ],
  [/ms-visio\./, { what: "a Visio drawing", hint: AS_PDF }],
  [
    /fixedrepresentation\+xml$/,
    { what: "an XPS document", hint: "print or convert it to PDF and read that" },
  ],
];

/** Main parts under their usual names, for packages whose relationships or content types are incomplete. */
const MAIN_PARTS: readonly (readonly [part: string, kind: FormatName | Unread])[] = [
  ["word/document.xml", "docx"],
  ["xl/workbook.xml", "xlsx"],
  ["xl/workbook.bin", { what: "a binary Excel workbook (.xlsb)", hint: AS_XLSX }],
  ["ppt/presentation.xml", "pptx"],
  ["visio/document.xml", { what: "a Visio drawing", hint: AS_PDF }],
  ["FixedDocSeq.fdseq", { what: "an XPS document", hint: "print or convert it to PDF and read that" }],
  [
    "Index/Document.iwa",
    {
      what: "an Apple Pages, Numbers or Keynote document",
      hint: "export it as .docx, .xlsx, .pptx or PDF and read that",
    },
  ],
  [
    "Index.zip",
    {
      what: "an Apple Pages, Numbers or Keynote document",
      hint: "export it as .docx, .xlsx, .pptx or PDF and read that",
    },
  ],
  ["META-INF/container.xml", { what: "an EPUB book", hint: "convert it to PDF or text and read that" }],
  ["AndroidManifest.xml", { what: "an Android program", hint: UNPACK }],
  ["META-INF/MANIFEST.MF", { what: "a Java archive", hint: UNPACK }],
];

const PLAIN: Unread = { what: "a ZIP archive", hint: UNPACK };

/** The `mimetype` part, also where it is compressed or not the first. */
async function mimetypeOf(container: OfficePackage): Promise<string> {
  for await (const chunk of container.open("mimetype"))
    return String.fromCharCode(...chunk.subarray(0, 128)).trimStart();
  return "";
}

/** Without content types and relationships a main part's usual name proves nothing: an archive may hold any folder. */
export async function kindOfPackage(container: OfficePackage): Promise<FormatName | Unread> {
  const isPackage = ["[Content_Types].xml", "_rels/.rels"].some((part) => container.find(part) !== undefined);
  if (isPackage) {
    const relationships = await container.relationships("");
    for (const relationship of relationships) {
      if (
        relationship.external ||
        !/^(?:officeDocument|document|fixedrepresentation)$/.test(relationship.type)
      )
        continue;
      const stored = container.find(relationship.target);
      const type = stored === undefined ? undefined : container.contentType(stored)?.toLowerCase();
      const kind = MAIN_TYPES.find(([pattern]) => type !== undefined && pattern.test(type))?.[1];
      if (kind !== undefined) return kind;
    }
  }
  if (container.has("mimetype")) {
    const stored = await mimetypeOf(container);
    const kind = BY_MIMETYPE.find(([prefix]) => stored.startsWith(prefix))?.[1];
    if (kind !== undefined) return kind;
  }
  const known = MAIN_PARTS.find(
    ([part, kind]) => container.find(part) !== undefined && (isPackage || typeof kind !== "string"),
  );
  if (known !== undefined) return known[1];
  if (container.find("content.xml") !== undefined && container.find("META-INF/manifest.xml") !== undefined)
    return { what: "an OpenDocument file", hint: AS_PDF };
  return PLAIN;
}
