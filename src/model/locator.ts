/**
 * Where a passage stands in its original: a closed union. Human numbers, 1-based and inclusive.
 *
 * Guarantees: `locatorText` is what people read in the margin, `locatorFragment` what a citation carries (specification: answers, section 2).
 */

export type Locator =
  | { readonly kind: "line"; readonly line: number; readonly endLine?: number }
  /** `line` is where the record starts, `endLine` where it ends when a quoted field spans lines. */
  | {
      readonly kind: "record";
      readonly line: number;
      readonly record: number;
      readonly endLine?: number;
      readonly column?: number;
    }
  | { readonly kind: "page"; readonly page: number; readonly label?: string }
  | { readonly kind: "paragraph"; readonly paragraph: number; readonly endParagraph?: number }
  | { readonly kind: "tableCell"; readonly table: number; readonly row: number; readonly column: number }
  | { readonly kind: "sheetCell"; readonly sheet: string; readonly cell: string }
  | { readonly kind: "slide"; readonly slide: number }
  /** A part beside the body: a header, a footnote, a comment, an attachment. `item` counts inside it, `paragraph` is its anchor in the body. */
  | { readonly kind: "part"; readonly part: string; readonly item?: number; readonly paragraph?: number };

/** Layers of a document (specification: answers, section 2). `body` is the default and is not written in answers. */
export type Region =
  | "body"
  | "table"
  | "nested_table"
  | "header_footer"
  | "footnote"
  | "comment"
  | "text_box"
  | "notes"
  | "smart_art"
  | "chart"
  | "alt_text"
  | "form_field"
  | "annotation"
  | "attachment"
  | "hidden"
  | "invisible"
  | "off_page"
  | "deleted"
  | "ocr"
  | "embedded_object"
  | "numbering";

/** A run of units by their own numbers, used for what an answer left out or did not reach. */
export interface Extent {
  readonly unit: UnitName;
  readonly from: number;
  readonly to: number;
  /** The sheet, where cells are meant. */
  readonly sheet?: string;
}

export type UnitName = "line" | "record" | "page" | "paragraph" | "cell" | "slide" | "document";

const span = (from: number, to: number | undefined): string =>
  to === undefined || to === from ? `${from}` : `${from}-${to}`;

export function locatorText(at: Locator): string {
  switch (at.kind) {
    case "line":
      return `L${span(at.line, at.endLine)}`;
    case "record":
      return `record ${at.record}${at.column === undefined ? "" : ` c${at.column}`} (L${at.line})`;
    case "page":
      return at.label === undefined ? `p. ${at.page}` : `p. ${at.page} (${at.label})`;
    case "paragraph":
      return `¶${span(at.paragraph, at.endParagraph)}`;
    case "tableCell":
      return `table ${at.table} r${at.row} c${at.column}`;
    case "sheetCell":
      return `${at.sheet}!${at.cell}`;
    case "slide":
      return `slide ${at.slide}`;
    case "part":
      return `${at.part}${at.item === undefined ? "" : ` ${at.item}`}${at.paragraph === undefined ? "" : ` (¶${at.paragraph})`}`;
  }
}

export function locatorFragment(at: Locator): string {
  const text = encodeURIComponent;
  switch (at.kind) {
    case "line":
      return `line=${span(at.line, at.endLine)}`;
    case "record":
      return `record=${at.record}`;
    case "page":
      return `page=${at.page}`;
    case "paragraph":
      return `paragraph=${span(at.paragraph, at.endParagraph)}`;
    case "tableCell":
      return `table=${at.table}&row=${at.row}&column=${at.column}`;
    case "sheetCell":
      return `sheet=${text(at.sheet)}&cell=${at.cell}`;
    case "slide":
      return `slide=${at.slide}`;
    case "part":
      return `part=${text(at.part)}${at.item === undefined ? "" : `&item=${at.item}`}`;
  }
}
