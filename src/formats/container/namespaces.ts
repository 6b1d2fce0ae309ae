/**
 * The customary prefix for each namespace of Office Open XML and OpenDocument that readers here tell apart.
 *
 * Transitional URIs: ECMA-376 part 1 and 4; strict URIs (`purl.oclc.org`): ISO/IEC 29500-1, annex A. Microsoft's extensions: [MS-DOCX], [MS-ODRAWXML], [MS-PPTX], [MS-XLSX].
 * A namespace that is not listed gives "": its elements are then nobody's, never mistaken for another's.
 */

const OPENXML = "http://schemas.openxmlformats.org/";
const STRICT = "http://purl.oclc.org/ooxml/";
const MICROSOFT = "http://schemas.microsoft.com/office/";

/** Prefix, path below the transitional root, path below the strict root. */
const OFFICE: readonly (readonly [string, string, string])[] = [
  ["w", "wordprocessingml/2006/main", "wordprocessingml/main"],
  ["x", "spreadsheetml/2006/main", "spreadsheetml/main"],
  ["p", "presentationml/2006/main", "presentationml/main"],
  ["a", "drawingml/2006/main", "drawingml/main"],
  ["c", "drawingml/2006/chart", "drawingml/chart"],
  ["cdr", "drawingml/2006/chartDrawing", "drawingml/chartDrawing"],
  ["dgm", "drawingml/2006/diagram", "drawingml/diagram"],
  ["pic", "drawingml/2006/picture", "drawingml/picture"],
  ["lc", "drawingml/2006/lockedCanvas", "drawingml/lockedCanvas"],
  ["wp", "drawingml/2006/wordprocessingDrawing", "drawingml/wordprocessingDrawing"],
  ["xdr", "drawingml/2006/spreadsheetDrawing", "drawingml/spreadsheetDrawing"],
  ["r", "officeDocument/2006/relationships", "officeDocument/relationships"],
  ["m", "officeDocument/2006/math", "officeDocument/math"],
  ["ep", "officeDocument/2006/extended-properties", "officeDocument/extendedProperties"],
];

const OTHERS: readonly (readonly [string, string])[] = [
  ["mc", `${OPENXML}markup-compatibility/2006`],
  ["rel", `${OPENXML}package/2006/relationships`],
  ["ct", `${OPENXML}package/2006/content-types`],
  ["cp", `${OPENXML}package/2006/metadata/core-properties`],
  ["dc", "http://purl.org/dc/elements/1.1/"],
  ["v", "urn:schemas-microsoft-com:vml"],
  ["o", "urn:schemas-microsoft-com:office:office"],
  ["xvml", "urn:schemas-microsoft-com:office:excel"],
  ["w14", `${MICROSOFT}word/2010/wordml`],
  ["w15", `${MICROSOFT}word/2012/wordml`],
  ["wps", `${MICROSOFT}word/2010/wordprocessingShape`],
  ["wpg", `${MICROSOFT}word/2010/wordprocessingGroup`],
  ["wpc", `${MICROSOFT}word/2010/wordprocessingCanvas`],
  ["wp14", `${MICROSOFT}word/2010/wordprocessingDrawing`],
  ["a14", `${MICROSOFT}drawing/2010/main`],
  ["dsp", `${MICROSOFT}drawing/2008/diagram`],
  ["cx", `${MICROSOFT}drawing/2014/chartex`],
  ["p14", `${MICROSOFT}powerpoint/2010/main`],
  ["p15", `${MICROSOFT}powerpoint/2012/main`],
  ["p188", `${MICROSOFT}powerpoint/2018/8/main`],
  ["x14", `${MICROSOFT}spreadsheetml/2009/9/main`],
  ["xm", `${MICROSOFT}excel/2006/main`],
  ["x18tc", `${MICROSOFT}spreadsheetml/2018/threadedcomments`],
];

/** OpenDocument 1.3 part 3, section 1.4, and LibreOffice's extensions of it. */
const OPENDOCUMENT: readonly (readonly [string, string])[] = [
  ...(
    [
      ["office", "office"],
      ["style", "style"],
      ["text", "text"],
      ["table", "table"],
      ["draw", "drawing"],
      ["presentation", "presentation"],
      ["svg", "svg-compatible"],
      ["form", "form"],
      ["script", "script"],
      ["manifest", "manifest"],
    ] as const
  ).map(([prefix, name]) => [prefix, `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`] as const),
  ["calcext", "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"],
  ["loext", "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"],
];

const PREFIX_BY_URI: ReadonlyMap<string, string> = new Map([
  ...OFFICE.flatMap(
    ([prefix, transitional, strict]) =>
      [
        [OPENXML + transitional, prefix],
        [STRICT + strict, prefix],
      ] as const,
  ),
  ...[...OTHERS, ...OPENDOCUMENT].map(([prefix, uri]) => [uri, prefix] as const),
]);

/** "" for a namespace that is not listed. */
export function customaryPrefix(uri: string): string {
  return PREFIX_BY_URI.get(uri) ?? "";
}

/** True for the strict URI of a listed namespace. */
export function isStrictNamespace(uri: string): boolean {
  return uri.startsWith(STRICT);
}
