/** What belongs to a slide in other parts: notes, comments, diagrams, charts, descriptions, and text of layouts and masters. */

import { describe, expect, it } from "vitest";
import { pptxExtractor } from "../../../src/formats/pptx/extractor.ts";
import type { Region } from "../../../src/model/locator.ts";
import { extractAll } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";
import { box, deck, frame, NAMESPACES, page, paragraph } from "./deck-builder.ts";
import type { DeckOptions, SlideParts } from "./deck-builder.ts";

const read = (slide: SlideParts, options: DeckOptions = {}): Promise<Extracted> =>
  extractAll(pptxExtractor, deck([slide], options));

const of = ({ units }: Extracted, region: Region): (string | null)[] =>
  units.filter((unit) => unit.region === region).map((unit) => unit.text);

const AT = { kind: "slide", slide: 1 };

const notes = (shapes: string, show?: string): SlideParts => ({
  shapes: box("body"),
  ...(show === undefined ? {} : { show }),
  related: [{ type: "notesSlide", target: "../notesSlides/n1.xml", content: page("notes", shapes) }],
});

describe("notes", () => {
  it("are a layer of their own; the page's frame is not among them", async () => {
    const got = await read(
      notes(
        box("", { placeholder: "sldImg" }) +
          box(paragraph("say this") + paragraph("and that"), { placeholder: "body" }) +
          box("Draft 2", { placeholder: "hdr" }) +
          box("1", { placeholder: "sldNum" }),
      ),
    );
    expect(of(got, "body")).toEqual(["body"]);
    expect(of(got, "notes")).toEqual(["say this\nand that"]);
    expect(of(got, "header_footer")).toEqual(["Draft 2"]);
    expect(got.gaps).toEqual([]);
  });

  it("of a hidden slide are marked", async () => {
    const got = await read(notes(box("say this", { placeholder: "body" }), "0"));
    expect(got.units.map(({ region, hidden }) => [region, hidden])).toEqual([
      ["hidden", true],
      ["notes", true],
    ]);
  });

  it("that are missing or broken are a gap, and the slide is read", async () => {
    for (const content of [undefined, `<p:notes ${NAMESPACES}><p:cSld>`]) {
      const part = { type: "notesSlide", target: "../notesSlides/n1.xml" };
      const got = await read({
        shapes: box("body"),
        related: [content === undefined ? part : { ...part, content }],
      });
      expect(of(got, "body")).toEqual(["body"]);
      expect(got.counted).toBe(1);
      expect(got.gaps).toEqual([
        { reason: "damaged", region: "notes", detail: "the notes cannot be read to their end", at: AT },
      ]);
    }
  });
});

const said = (text: string): string =>
  `<p188:txBody><a:bodyPr/><a:lstStyle/>${paragraph(text)}</p188:txBody>`;

describe("comments", () => {
  it("of the older kind come with their authors", async () => {
    const got = await read(
      {
        shapes: box("body"),
        related: [
          {
            type: "comments",
            target: "../comments/comment1.xml",
            content: `<p:cmLst ${NAMESPACES}><p:cm authorId="7" idx="1"><p:pos x="1" y="2"/><p:text>check the price</p:text></p:cm><p:cm authorId="8" idx="2"><p:text>done</p:text></p:cm></p:cmLst>`,
          },
        ],
      },
      {
        related: [
          {
            type: "commentAuthors",
            target: "commentAuthors.xml",
            content: `<p:cmAuthorLst ${NAMESPACES}><p:cmAuthor id="7" name="Ada" initials="A"/></p:cmAuthorLst>`,
          },
        ],
      },
    );
    expect(got.units.filter(({ region }) => region === "comment")).toEqual([
      { at: AT, region: "comment", text: "check the price", joins: false, label: "Ada" },
      { at: AT, region: "comment", text: "done", joins: false },
    ]);
  });

  it("in threads come before their replies, although they are stored behind them", async () => {
    const p188 = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"';
    const type = "http://schemas.microsoft.com/office/2018/10/relationships";
    const got = await read(
      {
        shapes: box("body"),
        related: [
          {
            type: `${type}/comments`,
            target: "../comments/modern.xml",
            content: `<p188:cmLst ${NAMESPACES} ${p188}><p188:cm id="{1}" authorId="{A}"><p188:replyLst><p188:reply id="{2}" authorId="{B}">${said("yes")}</p188:reply><p188:reply id="{3}" authorId="{A}">${said("thanks")}</p188:reply></p188:replyLst>${said("is it so?")}</p188:cm></p188:cmLst>`,
          },
        ],
      },
      {
        related: [
          {
            type: `${type}/authors`,
            target: "authors.xml",
            content: `<p188:authorLst ${p188}><p188:author id="{A}" name="Ada"/><p188:author id="{B}" name="Bo"/></p188:authorLst>`,
          },
        ],
      },
    );
    const comments = got.units.filter(({ region }) => region === "comment");
    expect(comments.map(({ label, text }) => [label, text])).toEqual([
      ["Ada", "is it so?"],
      ["Bo", "yes"],
      ["Ada", "thanks"],
    ]);
  });
});

const point = (id: string, text: string, type = ""): string =>
  `<dgm:pt modelId="${id}"${type}><dgm:prSet phldrT="[Text]"/><dgm:t><a:bodyPr/>${text === "" ? "<a:p/>" : paragraph(text)}</dgm:t></dgm:pt>`;
const data = (points: string, connections: string): string =>
  `<dgm:dataModel ${NAMESPACES} xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${connections}</dgm:cxnLst></dgm:dataModel>`;

describe("SmartArt", () => {
  const relIds =
    '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="d1" r:lo="d2"/>';

  it("is read in the order of its tree, with what stands outside the tree last", async () => {
    const got = await read({
      shapes: frame(relIds),
      related: [
        {
          id: "d1",
          type: "diagramData",
          target: "../diagrams/data1.xml",
          content: data(
            point("0", "", ' type="doc"') +
              point("3", "third") +
              point("9", "loose") +
              point("1", "first") +
              point("2", "below first"),
            '<dgm:cxn srcId="0" destId="3" srcOrd="1"/><dgm:cxn srcId="0" destId="1" srcOrd="0"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/><dgm:cxn type="presOf" srcId="9" destId="1" srcOrd="0"/><dgm:cxn srcId="2" destId="0" srcOrd="0"/>',
          ),
        },
      ],
    });
    expect(of(got, "smart_art")).toEqual(["first\nbelow first\nthird\nloose"]);
    expect(got.gaps).toEqual([]);
  });

  it("without its data part is a gap", async () => {
    const got = await read({ shapes: box("Steps") + frame(relIds) });
    expect(of(got, "body")).toEqual(["Steps"]);
    expect(got.gaps).toMatchObject([{ reason: "damaged", region: "smart_art", at: AT }]);
  });
});

const points = (values: readonly string[]): string =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");

const named = (name: string): string =>
  `<c:tx><c:strRef><c:f>S!A1</c:f><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>`;
const categories = (...names: string[]): string =>
  `<c:cat><c:strRef><c:strCache>${points(names)}</c:strCache></c:strRef></c:cat>`;
const values = (format: string, ...figures: string[]): string =>
  `<c:val><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(figures)}</c:numCache></c:numRef></c:val>`;
const title = (text: string): string =>
  `<c:title><c:tx><c:rich><a:bodyPr/>${paragraph(text)}</c:rich></c:tx></c:title>`;

describe("charts", () => {
  const C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';
  const shape = frame(`<c:chart ${C} r:id="c1"/>`);
  const chartOf = async (content: string, related: SlideParts["related"] = []): Promise<Extracted> =>
    read({
      shapes: shape,
      related: [
        {
          id: "c1",
          type: "chart",
          target: "../charts/chart1.xml",
          content: `<c:chartSpace ${NAMESPACES} ${C}>${content}</c:chartSpace>`,
        },
        ...related,
      ],
    });

  it("give titles, then the categories and one row for each series, as shown", async () => {
    const got = await chartOf(
      `<c:chart>${title("Traffic")}<c:plotArea><c:barChart><c:ser>${named("North")}${categories("Q1", "Q2")}${values("0%", "0.25", "0.5")}</c:ser><c:ser>${named("South")}${categories("Q1", "Q2")}${values("General", "7", "1.5")}</c:ser></c:barChart><c:catAx>${title("Quarter")}<c:txPr><a:p><a:endParaRPr/></a:p></c:txPr></c:catAx></c:plotArea></c:chart>`,
    );
    expect(of(got, "chart")).toEqual(["Traffic\nQuarter\n\tQ1\tQ2\nNorth\t25%\t50%\nSouth\t7\t1.5"]);
    expect(of(got, "body")).toEqual([""]);
    expect(got.gaps).toEqual([]);
  });

  it("give dates of either date system, missing points, and labels of several levels", async () => {
    const dates = `<c:cat><c:numRef><c:numCache><c:formatCode>yyyy\\-mm\\-dd</c:formatCode><c:pt idx="0"><c:v>0</c:v></c:pt><c:pt idx="2"><c:v>31</c:v></c:pt></c:numCache></c:numRef></c:cat>`;
    const dated = await chartOf(
      `<c:date1904 val="1"/><c:chart><c:ser>${named("A")}${dates}${values("General", "1")}</c:ser></c:chart>`,
    );
    expect(of(dated, "chart")).toEqual(["\t1904-01-01\t\t1904-02-01\nA\t1"]);
    const levels = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points(["Jan", "Feb"])}</c:lvl><c:lvl>${points(["2025"])}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
    const leveled = await chartOf(
      `<c:chart><c:ser>${named("A")}${levels}${values("General", "1", "2")}</c:ser></c:chart>`,
    );
    expect(of(leveled, "chart")).toEqual(["\t2025 Jan\tFeb\nA\t1\t2"]);
  });

  it("do not believe a point's number that would cost memory", async () => {
    for (const number of ["4000000000", "-3", "1e999", "x"]) {
      const far = `<c:val><c:numLit><c:pt idx="${number}"><c:v>9</c:v></c:pt></c:numLit></c:val>`;
      const got = await chartOf(`<c:chart><c:ser>${named("A")}${far}</c:ser></c:chart>`);
      expect(of(got, "chart")).toEqual(["A\t9"]);
    }
    const sparse = `<c:ser>${named("A")}<c:val><c:numLit><c:pt idx="30000"><c:v>9</c:v></c:pt></c:numLit></c:val></c:ser>`;
    const [text] = of(await chartOf(`<c:chart>${sparse.repeat(200)}</c:chart>`), "chart");
    expect(text?.length).toBeLessThan(100_000);
    expect(text?.split("\n")).toHaveLength(200);
  });

  it("of Office 2016 give their points under the series that name them", async () => {
    const CX = 'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"';
    const got = await read({
      shapes: frame(`<cx:chart ${CX} r:id="c1"/>`),
      related: [
        {
          id: "c1",
          type: "http://schemas.microsoft.com/office/2014/relationships/chartEx",
          target: "../charts/chartEx1.xml",
          content: `<cx:chartSpace ${NAMESPACES} ${CX}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:f>S!A</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">Oak</cx:pt><cx:pt idx="1">Elm</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl formatCode="0.0"><cx:pt idx="0">3</cx:pt><cx:pt idx="1">4.25</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Trees</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="treemap"><cx:tx><cx:txData><cx:f>S!B1</cx:f><cx:v>Count</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
        },
      ],
    });
    expect(of(got, "chart")).toEqual(["Trees\n\tOak\tElm\nCount\t3.0\t4.3"]);
  });

  it("that are missing are a gap", async () => {
    expect((await read({ shapes: shape })).gaps).toMatchObject([
      { reason: "damaged", region: "chart", at: AT },
    ]);
  });
});

describe("descriptions", () => {
  it("come with the name of their shape", async () => {
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="5" name="Picture 4" title="Buoy" descr="a red buoy"/></p:nvPicPr></p:pic>';
    const got = await read({ shapes: box("caption") + picture });
    expect(got.units.filter(({ region }) => region === "alt_text")).toEqual([
      { at: AT, region: "alt_text", text: "Buoy\na red buoy", joins: false, label: "Picture 4" },
    ]);
  });
});

describe("layouts and masters", () => {
  const layout = { type: "slideLayout", target: "../slideLayouts/l1.xml" };
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="m" Type="http://x/slideMaster" Target="../slideMasters/m1.xml"/></Relationships>';
  const parts = (layoutShapes: string, masterShapes: string): DeckOptions => ({
    extra: [
      { name: "ppt/slideLayouts/l1.xml", content: page("sldLayout", layoutShapes) },
      { name: "ppt/slideLayouts/_rels/l1.xml.rels", content: rels },
      { name: "ppt/slideMasters/m1.xml", content: page("sldMaster", masterShapes) },
    ],
  });

  it("give text of their own once, and no prompts", async () => {
    const prompt = box("Click to add title", { placeholder: "title" });
    const slide = { shapes: box("body"), related: [layout] };
    const got = await extractAll(
      pptxExtractor,
      deck([slide, slide], parts(prompt + box("Internal use"), prompt + box("ACME Ltd"))),
    );
    expect(got.units.filter(({ region }) => region === "header_footer")).toEqual([
      {
        at: { kind: "part", part: "slide layout", item: 1 },
        region: "header_footer",
        text: "Internal use",
        joins: false,
      },
      {
        at: { kind: "part", part: "slide master", item: 1 },
        region: "header_footer",
        text: "ACME Ltd",
        joins: false,
      },
    ]);
    expect(got).toMatchObject({ counted: 2, total: 2, gaps: [] });
  });

  it("that are missing are a gap", async () => {
    expect((await read({ shapes: box("body"), related: [layout] })).gaps).toEqual([
      { reason: "damaged", region: "header_footer", count: 1, detail: "a slide layout cannot be read" },
    ]);
  });
});
