/** Elements of WordprocessingML by what a walk does with them. Source: ECMA-376 part 1, 17.3.3 (run content), 17.10-17.13 (stories, references, revisions). */

/** Elements with nothing to read in them: properties that are not asked, and the state before a change. */
export const SKIPPED = new Set([
  "sdtPr",
  "sdtEndPr",
  "customXmlPr",
  "smartTagPr",
  "tblGrid",
  "tblPrEx",
  "sectPr",
  "fldData",
  "delInstrText",
  "rubyPr",
  "pPrChange",
  "rPrChange",
  "tblPrChange",
  "tblPrExChange",
  "tblGridChange",
  "trPrChange",
  "tcPrChange",
  "sectPrChange",
  "numberingChange",
]);
export const ROOTS = new Set(["body", "hdr", "ftr", "footnote", "endnote", "comment", "docPart"]);
export const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "\u2011",
  softHyphen: "\u00ad",
};
export const REFERENCES: Readonly<Record<string, "footnote" | "endnote" | "comment">> = {
  footnoteReference: "footnote",
  endnoteReference: "endnote",
  commentReference: "comment",
  commentRangeStart: "comment",
};
