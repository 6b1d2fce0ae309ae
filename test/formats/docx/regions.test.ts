import { expect, test } from "vitest";
import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { extractAll } from "../../support/extract.ts";
import { cell, NAMESPACES, p, para, relationships, row, run, table, word } from "./build.ts";
import type { Parts } from "./build.ts";
import { line, lines } from "./lines.ts";

const box = (inner: string): string =>
  `<w:r><w:drawing><wp:anchor><a:graphic><a:graphicData><wps:wsp><wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
const oldBox = (inner: string): string =>
  `<w:r><w:pict><v:shape><v:textbox><w:txbxContent>${inner}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>`;

test.each<[string, Parts, string[]]>([
  [
    "a text box stands at its paragraph",
    { body: para("a") + p(run("b") + box(para("box 1") + para("") + para("box 2")) + run("c")) },
    ["¶1: a", "¶2: bc", "¶2 [text_box]: box 1", "¶2 [text_box]: box 2"],
  ],
  [
    "a box stored twice is read once",
    {
      body: p(
        `<mc:AlternateContent><mc:Choice Requires="wps">${box(para("x"))}</mc:Choice><mc:Fallback>${oldBox(para("x"))}</mc:Fallback></mc:AlternateContent>`,
      ),
    },
    ["¶1: ", "¶1 [text_box]: x"],
  ],
  [
    "a box in a box, a table in a box",
    { body: p(box(p(run("out") + oldBox(para("in"))) + table(row(cell(para("cell")))))) },
    ["¶1: ", "¶1 [text_box]: out", "¶1 [text_box]: in", "¶1 [text_box]: cell"],
  ],
  [
    "a box in a cell",
    { body: table(row(cell(p(run("a") + box(para("x")))))) },
    ["table 1 r1 c1 [table]: a", "table 1 r1 c1 [text_box]: x"],
  ],
  [
    "a box in a deleted run, a box in a hidden run",
    {
      body: p(
        `<w:del>${box(para("x"))}</w:del><w:r><w:rPr><w:vanish/></w:rPr><w:pict><v:textbox><w:txbxContent>${para("y")}</w:txbxContent></v:textbox></w:pict></w:r>`,
      ),
    },
    ["¶1: ", "¶1 [deleted]: x", "¶1 [hidden]: y"],
  ],
  [
    "a field around a box leaves the box alone",
    {
      body: p(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>X</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${box(para("x"))}${run("a")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
      ),
    },
    ["¶1: a", "¶1 [text_box]: x"],
  ],
  [
    "alternative texts, once for a picture in its frame",
    {
      body: p(
        `${run("a")}<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A crane"/><a:graphic><a:graphicData><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="p.png" descr="A crane"/></pic:nvPicPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing><w:pict><v:shape alt="Old crane"><v:textpath string="DRAFT"/></v:shape></w:pict></w:r>`,
      ),
    },
    ["¶1: a", "¶1 [alt_text]: A crane", "¶1 [alt_text]: Old crane", "¶1 [text_box]: DRAFT"],
  ],
  [
    "words in shapes of a drawing canvas",
    {
      body: p(
        `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><a:sp><a:txBody><a:p><a:r><a:t>one </a:t></a:r><a:r><a:t>two</a:t></a:r></a:p></a:txBody></a:sp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
      ),
    },
    ["¶1: ", "¶1 [text_box]: one two"],
  ],
  [
    "headers",
    { body: para("a"), header: para("h1") + table(row(cell(para("h2")))) },
    ["¶1: a", "header1 1 [header_footer]: h1", "header1 2 [header_footer]: h2"],
  ],
  [
    "notes with their anchors, separators are none",
    {
      body:
        para("a") +
        p(
          `${run("b")}<w:r><w:footnoteReference w:id="2"/></w:r>${run("c")}<w:r><w:endnoteReference w:id="5"/></w:r>`,
        ),
      footnotes: `<w:footnote w:type="separator" w:id="0">${para("-")}</w:footnote><w:footnote w:id="2">${p(`<w:r><w:footnoteRef/></w:r>${run("one")}`)}${para("two")}</w:footnote><w:footnote w:id="3">${para("nobody's")}</w:footnote>`,
      endnotes: `<w:endnote w:id="5">${para("end")}</w:endnote>`,
    },
    [
      "¶1: a",
      "¶2: bc",
      "footnote 1 (¶2) [footnote]: one\ntwo",
      "footnote 2 [footnote]: nobody's",
      "endnote 1 (¶2) [footnote]: end",
    ],
  ],
  [
    "comments with author and anchor",
    {
      body: p(
        `<w:commentRangeStart w:id="0"/>${run("a")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`,
      ),
      comments: `<w:comment w:id="0" w:author="Ann">${para("check")}${para("this")}</w:comment>`,
    },
    ["¶1: a", "comment 1 (¶1) [comment] <Ann>: check\nthis"],
  ],
  [
    "the glossary is not shown",
    {
      body: para("a"),
      glossary: `<w:docParts><w:docPart><w:docPartPr><w:name w:val="n"/></w:docPartPr><w:docPartBody>${para("block")}</w:docPartBody></w:docPart></w:docParts>`,
    },
    ["¶1: a", "glossary 1 [hidden]: block"],
  ],
  [
    "two bodies count on",
    {
      main: `<w:document ${NAMESPACES}><w:body>${para("a")}</w:body><w:body>${para("b")}</w:body></w:document>`,
    },
    ["¶1: a", "¶2: b"],
  ],
])("%s", async (_what, parts, expected) => {
  expect(await lines(word(parts))).toEqual(expected);
});

const CHART = `<c:chartSpace ${NAMESPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Grain</a:t></a:r></a:p></c:rich></c:tx></c:title></c:chart></c:chartSpace>`;
const DIAGRAM = `<dgm:dataModel ${NAMESPACES}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;
const graphic = (inner: string): string =>
  `<w:r><w:drawing><wp:inline><a:graphic><a:graphicData>${inner}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

test("charts and SmartArt are read at their paragraph, also those of a header", async () => {
  const source = word({
    body: para("a") + p(graphic(`<c:chart r:id="rc"/>`)) + p(graphic(`<dgm:relIds r:dm="rd"/>`)),
    header: p(graphic(`<c:chart r:id="rh"/>`)),
    relations: [
      ["rc", "chart", "charts/chart1.xml"],
      ["rd", "diagramData", "diagrams/data1.xml"],
    ],
    more: [
      { name: "word/charts/chart1.xml", content: CHART },
      { name: "word/diagrams/data1.xml", content: DIAGRAM },
      { name: "word/_rels/header1.xml.rels", content: relationships([["rh", "chart", "charts/chart1.xml"]]) },
    ],
  });
  expect(await lines(source)).toEqual([
    "¶1: a",
    "¶2: ",
    "¶3: ",
    "¶2 [chart]: Grain",
    "¶3 [smart_art]: Step",
    "header1 1 [chart]: Grain",
  ]);
});

const gapsOf = async (parts: Parts) => (await extractAll(docxExtractor, word(parts))).gaps;

test.each<[string, Parts, object[]]>([
  [
    "embedded objects and controls",
    {
      body: p(
        `${run("a")}<w:object><v:shape/><o:OLEObject ProgID="Excel.Sheet.12" r:id="x"/></w:object><w:object><w:control r:id="y"/></w:object>`,
      ),
    },
    [
      { region: "embedded_object", reason: "not_extracted", count: 1, detail: "embedded objects" },
      { region: "embedded_object", reason: "not_extracted", count: 1, detail: "ActiveX controls" },
    ],
  ],
  [
    "imported content and subdocuments",
    { body: `${para("a")}<w:altChunk r:id="x"/><w:altChunk r:id="y"/><w:p><w:subDoc r:id="z"/></w:p>` },
    [
      {
        region: "body",
        reason: "not_extracted",
        count: 2,
        detail: "content imported from another format (`altChunk`)",
      },
      { region: "body", reason: "not_extracted", count: 1, detail: "subdocuments" },
    ],
  ],
  [
    "characters of an unknown symbol font",
    { body: para("a") + p(`<w:r><w:sym w:font="Wingdings 3" w:char="F07D"/><w:t>\uf0aa</w:t></w:r>`) },
    [{ at: { kind: "paragraph", paragraph: 2 }, reason: "unmapped_text", count: 2 }],
  ],
  [
    "pictures and no text",
    { body: p(graphic("<pic:pic/>")) },
    [
      {
        extent: { unit: "document", from: 1, to: 1 },
        reason: "ocr_required",
        count: 1,
        detail: "the document holds pictures and no text",
      },
    ],
  ],
  [
    "a chart whose part is missing",
    { body: p(run("a") + graphic(`<c:chart r:id="none"/>`)) },
    [{ region: "chart", reason: "damaged", count: 1 }],
  ],
  [
    "a numbering field",
    {
      body: p(
        `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> AUTONUM </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>${run("a")}`,
      ),
    },
    [
      {
        region: "numbering",
        reason: "not_extracted",
        count: 1,
        detail: "automatic numbers in a format that is not rendered",
      },
    ],
  ],
  [
    "a broken side part",
    { body: para("a"), footnotes: `<?xml version="1.0"?><w:broken` },
    [{ region: "footnote", reason: "damaged", count: 1, detail: "word/footnotes.xml" }],
  ],
  [
    "a side part with a DOCTYPE",
    { body: para("a"), header: `<!DOCTYPE a><a/>` },
    [{ region: "header_footer", reason: "damaged", count: 1, detail: "word/header1.xml" }],
  ],
  ["nothing left out", { body: para("a") }, []],
])("gaps: %s", async (_what, parts, gaps) => {
  expect(await gapsOf(parts)).toEqual(gaps);
});

test("what a broken side part gave before it broke is kept beside its gap", async () => {
  const { units } = await extractAll(
    docxExtractor,
    word({ body: para("a"), comments: `<w:comment w:id="1">${para("kept")}</w:comment><w:comment` }),
  );
  expect(units.map(line)).toEqual(["¶1: a", "comment 1 [comment]: kept"]);
});

test.each<[string, Parts, string[]]>([
  ["nothing special", { body: para("a") }, []],
  ["revisions", { body: p(`<w:ins>${run("a")}</w:ins>`) }, ["tracked_changes"]],
  [
    "revisions of paragraph marks only",
    { body: p(run("a"), `<w:rPr><w:del w:id="1"/></w:rPr>`) },
    ["tracked_changes"],
  ],
  ["hidden text", { body: p(run("a", "<w:vanish/>")) }, ["hidden_text"]],
  ["two bodies", { main: `<w:document ${NAMESPACES}><w:body/><w:body/></w:document>` }, ["two_bodies"]],
  [
    "a field that never ends",
    { body: p(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>`) },
    ["unclosed_fields"],
  ],
  ["macros", { body: para("a"), more: [{ name: "word/vbaProject.bin", content: "x" }] }, ["macros"]],
  [
    "a template and a picture outside; links do not count",
    {
      body: para("a"),
      relations: [
        ["r1", "image", "http://example.org/a.png", "External"],
        ["r2", "hyperlink", "http://example.org", "External"],
      ],
    },
    ["external_content_not_followed"],
  ],
  ["links", { body: para("a"), relations: [["r2", "hyperlink", "http://example.org", "External"]] }, []],
])("flags: %s", async (_what, parts, flags) => {
  expect((await extractAll(docxExtractor, word(parts))).facts.flags).toEqual(flags);
});
