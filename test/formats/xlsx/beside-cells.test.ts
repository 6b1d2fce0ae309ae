/** Comments, drawings, page headers: read at their places; what is not read is a gap. */

import { describe, expect, it } from "vitest";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import { headerFooterTexts } from "../../../src/formats/xlsx/header-footer.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { parseCells } from "../../../src/model/request.ts";
import { extractAll } from "../../support/extract.ts";
import { DRAWING_NAMESPACES, workbook } from "./workbook-file.ts";
import type { SheetInput, WorkbookInput } from "./workbook-file.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const THREADED = "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment";

const read = (sheet: SheetInput, more: Omit<WorkbookInput, "sheets"> = {}, cells?: string) =>
  extractAll(
    xlsxExtractor,
    workbook({ ...more, sheets: [{ name: "S", ...sheet }] }),
    cells === undefined ? {} : { selection: { kind: "cells", sheet: "S", block: parseCells(cells) } },
  );
const row = ({ at, region, text, label }: Unit) => [
  at.kind === "sheetCell" ? at.cell : at.kind === "part" ? at.part : "?",
  region,
  text,
  label,
];

describe("comments", () => {
  const notes = `<comments xmlns="${MAIN}"><authors><author>Ann</author><author>tc={1}</author></authors><commentList>
    <comment ref="C3" authorId="0"><text><r><t>late </t></r><r><t>note</t></r></text></comment>
    <comment ref="A1" authorId="0"><text><t>early</t></text></comment>
    <comment ref="B2" authorId="1"><text><t>[Threaded comment] copy for old programs</t></text></comment>
    <comment ref="D4" authorId="1"><text><t>copy whose thread is gone</t></text></comment></commentList></comments>`;
  const threads = `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments">
    <threadedComment ref="B2" personId="{P}" id="{1}"><text>first</text></threadedComment>
    <threadedComment ref="B2" personId="{Q}" id="{2}" parentId="{1}"><text>reply</text></threadedComment></ThreadedComments>`;
  const sheet: SheetInput = {
    cells: '<c r="A1"><v>1</v></c>',
    relationships: [
      ["r1", "comments", "../comments1.xml"],
      ["r2", THREADED, "../threadedComments/threadedComment1.xml"],
    ],
  };
  const more: Omit<WorkbookInput, "sheets"> = {
    parts: {
      "xl/comments1.xml": notes,
      "xl/threadedComments/threadedComment1.xml": threads,
      "xl/persons/person.xml":
        '<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Bo" id="{P}"/></personList>',
    },
    relationships: [
      ["rp", "http://schemas.microsoft.com/office/2017/10/relationships/person", "persons/person.xml"],
    ],
  };

  it("stand at their cells, in order, threads once", async () => {
    const { units, gaps, counted } = await read(sheet, more);
    expect(units.slice(1).map(row)).toEqual([
      ["A1", "comment", "early", "Ann"],
      ["B2", "comment", "first", "Bo"],
      ["B2", "comment", "reply", undefined],
      ["C3", "comment", "late note", "Ann"],
      ["D4", "comment", "copy whose thread is gone", "tc={1}"],
    ]);
    expect(gaps).toEqual([]);
    expect(counted).toBe(1);
  });

  it("of a block are those at its cells, behind the cells", async () => {
    const { units } = await read(sheet, more, "A1:B1");
    expect(units.map(row)).toEqual([
      ["A1", "body", "1", undefined],
      ["B1", "body", "", undefined],
      ["A1", "comment", "early", "Ann"],
    ]);
  });

  it("of a hidden sheet stay comments, marked hidden", async () => {
    const { units } = await read({ ...sheet, state: "hidden" }, more);
    expect(units.map(({ region, hidden, sheetState }) => [region, hidden, sheetState]).slice(0, 2)).toEqual([
      ["hidden", true, "hidden"],
      ["comment", true, "hidden"],
    ]);
  });

  it("that are damaged are a gap", async () => {
    const { units, gaps } = await read(sheet, {
      ...more,
      parts: { "xl/comments1.xml": "<comments><commentList>" },
    });
    expect(units).toHaveLength(1);
    expect(gaps).toMatchObject([{ reason: "damaged" }]);
  });
});

const shape = (name: string, text: string, more = "") =>
  `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="${name}" ${more}/></xdr:nvSpPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
const anchor = (column: number, line: number, content: string) =>
  `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>9</xdr:colOff><xdr:row>${line}</xdr:row><xdr:rowOff>9</xdr:rowOff></xdr:from><xdr:to><xdr:col>90</xdr:col><xdr:row>90</xdr:row></xdr:to>${content}</xdr:twoCellAnchor>`;
const picture = (description: string) =>
  `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Picture 1" descr="${description}"/></xdr:nvPicPr></xdr:pic>`;
const chart = (id: string) =>
  `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="3" name="Chart 1"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic></xdr:graphicFrame>`;
const drawn = (content: string, sheet: SheetInput = {}, parts: Record<string, string> = {}, cells?: string) =>
  read(
    {
      cells: '<c r="A1"><v>1</v></c>',
      behind: '<drawing r:id="r1"/>',
      relationships: [["r1", "drawing", "../drawings/drawing1.xml"]],
      ...sheet,
    },
    {
      parts: {
        "xl/drawings/drawing1.xml": `<xdr:wsDr ${DRAWING_NAMESPACES}>${content}</xdr:wsDr>`,
        ...parts,
      },
    },
    cells,
  );

describe("drawings", () => {
  const CHART = {
    "xl/drawings/_rels/drawing1.xml.rels":
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c1" Type="t/chart" Target="../charts/chart1.xml"/></Relationships>',
    "xl/charts/chart1.xml": `<c:chartSpace ${DRAWING_NAMESPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Catch by month</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart></c:chartSpace>`,
  };

  it("give the text of boxes where they are anchored, groups and alternates included", async () => {
    const { units, gaps } = await drawn(
      anchor(4, 9, shape("Box 2", "later")) +
        anchor(1, 1, `<xdr:grpSp>${shape("Box 1", "in a group")}${shape("Box 3", "beside")}</xdr:grpSp>`) +
        anchor(
          0,
          20,
          `<mc:AlternateContent><mc:Choice Requires="a14">${shape("New", "new")}</mc:Choice><mc:Fallback>${shape("Old", "old")}</mc:Fallback></mc:AlternateContent>`,
        ) +
        `<xdr:absoluteAnchor>${shape("Free", "nowhere")}</xdr:absoluteAnchor>`,
    );
    expect(units.slice(1).map(row)).toEqual([
      ["B2", "text_box", "in a group", "Box 1"],
      ["B2", "text_box", "beside", "Box 3"],
      ["E10", "text_box", "later", "Box 2"],
      ["A21", "text_box", "new", "New"],
      ["S", "text_box", "nowhere", "Free"],
    ]);
    expect(gaps).toEqual([]);
  });

  it("say when a shape is hidden", async () => {
    const { units } = await drawn(anchor(0, 0, shape("Box", "away", 'hidden="1"')));
    expect(units[1]).toMatchObject({ region: "text_box", hidden: true });
  });

  it("give descriptions of pictures, and name a sheet of pictures only", async () => {
    const { units, gaps } = await drawn(anchor(0, 0, picture("A red boat")));
    expect(units.slice(1).map(row)).toEqual([["A1", "alt_text", "A red boat", "Picture 1"]]);
    expect(gaps).toEqual([]);
    const bare = await drawn(anchor(2, 3, picture("")), { cells: "" });
    expect(bare.gaps).toMatchObject([
      { reason: "no_text_layer", count: 1, at: { kind: "sheetCell", cell: "C4" } },
    ]);
  });

  it("give the words of charts, on chart sheets too", async () => {
    const { units, gaps } = await drawn(anchor(2, 2, chart("c1")), {}, CHART);
    expect(units.slice(1).map(row)).toEqual([["C3", "chart", "Catch by month", "Chart 1"]]);
    expect(gaps).toEqual([]);
    const own = await drawn(
      `<xdr:absoluteAnchor>${chart("c1")}</xdr:absoluteAnchor>`,
      {
        kind: "chartsheet",
        cells: `<?xml version="1.0"?><chartsheet xmlns="${MAIN}" ${DRAWING_NAMESPACES}><drawing r:id="r1"/></chartsheet>`,
      },
      CHART,
    );
    expect(own.units.map(row)).toEqual([["S", "chart", "Catch by month", "Chart 1"]]);
  });

  it("name charts whose part is missing or broken, and read the rest", async () => {
    const { units, gaps } = await drawn(
      anchor(0, 0, chart("c1")) + anchor(0, 1, chart("c2")) + anchor(0, 2, shape("Box", "still here")),
      {},
      { ...CHART, "xl/charts/chart1.xml": "<c:chartSpace" },
    );
    expect(units.slice(1).map(row)).toEqual([["A3", "text_box", "still here", "Box"]]);
    expect(gaps).toMatchObject([{ reason: "damaged", region: "chart", count: 2 }]);
  });

  it("of a block are those anchored in it", async () => {
    const content = anchor(0, 0, shape("In", "in")) + anchor(9, 9, shape("Out", "out"));
    const { units } = await drawn(content, {}, {}, "A1:B1");
    expect(units.map(({ text }) => text)).toEqual(["1", "", "in"]);
  });
});

describe("objects and controls", () => {
  it("are gaps", async () => {
    const { gaps } = await read({
      relationships: [
        ["r1", "oleObject", "../embeddings/oleObject1.bin"],
        ["r2", "package", "../embeddings/book.docx"],
        ["r3", "ctrlProp", "../ctrlProps/ctrlProp1.xml"],
      ],
    });
    expect(gaps).toMatchObject([
      { reason: "not_extracted", region: "embedded_object", count: 2 },
      { reason: "not_extracted", region: "form_field", count: 1 },
    ]);
  });
});

describe("page headers and footers", () => {
  it.each([
    [
      "&LLeft&CMiddle &P of &N&RRight",
      [
        ["header, left", "Left"],
        ["header, centre", "Middle &P of &N"],
        ["header, right", "Right"],
      ],
    ],
    ['&"Arial,Bold"&12&K00FF00Title&Bbold&B', [["header, centre", "Titlebold"]]],
    ["Smith && Sons &F", [["header, centre", "Smith & Sons &F"]]],
    ["&&C plain", [["header, centre", "&C plain"]]],
    ["&L&G", []],
    ["", []],
    [
      "&L1&R2&L3",
      [
        ["header, left", "13"],
        ["header, right", "2"],
      ],
    ],
    ["a & b", [["header, centre", "a & b"]]],
  ])("%j", (code, wanted) => {
    expect(headerFooterTexts("oddHeader", code).map(({ name, text }) => [name, text])).toEqual(wanted);
  });

  it("are units of the sheet, not of a block", async () => {
    const sheet: SheetInput = {
      cells: '<c r="A1"><v>1</v></c>',
      behind:
        "<headerFooter><oddHeader>&amp;CPlan</oddHeader><evenFooter>&amp;Lx</evenFooter></headerFooter>",
    };
    const { units } = await read(sheet);
    expect(units.slice(1).map(row)).toEqual([
      ["S, page header, centre", "header_footer", "Plan", "header, centre"],
      ["S, page footer of even pages, left", "header_footer", "x", "footer of even pages, left"],
    ]);
    expect((await read(sheet, {}, "A1")).units).toHaveLength(1);
  });
});
