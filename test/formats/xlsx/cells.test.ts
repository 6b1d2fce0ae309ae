/** What a stored cell becomes: table tests over small sheets. */

import { describe, expect, it } from "vitest";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { extractAll } from "../../support/extract.ts";
import { sheetOf, workbook } from "./workbook-file.ts";
import type { WorkbookInput } from "./workbook-file.ts";

const read = (cells: string, more: Parameters<typeof sheetOf>[1] = {}) =>
  extractAll(xlsxExtractor, sheetOf(cells, more));
const nameOf = ({ at }: Unit): string => (at.kind === "sheetCell" ? at.cell : "?");
const shown = (units: readonly Unit[]): Record<string, string | null> =>
  Object.fromEntries(units.map((unit) => [nameOf(unit), unit.text]));

const STRINGS = ["<t>plain</t>", '<r><t>rich </t></r><r><rPr><b/></rPr><t xml:space="preserve">text</t></r>'];

describe("types of cells", () => {
  it.each<[string, string, string | null, unknown, string]>([
    ["number", '<c r="A1"><v>1234.5</v></c>', "1234.5", 1234.5, "number"],
    ["number in exponent form", '<c r="A1"><v>1.5E-3</v></c>', "0.0015", 0.0015, "number"],
    ["number with blanks", '<c r="A1"><v> 7 </v></c>', "7", 7, "number"],
    ["shared string", '<c r="A1" t="s"><v>0</v></c>', "plain", "plain", "string"],
    ["rich shared string", '<c r="A1" t="s"><v>1</v></c>', "rich text", "rich text", "string"],
    ["inline string", '<c r="A1" t="inlineStr"><is><t>in</t></is></c>', "in", "in", "string"],
    ["inline string kept in v", '<c r="A1" t="inlineStr"><v>in</v></c>', "in", "in", "string"],
    ["string kept in is", '<c r="A1" t="str"><is><t>in</t></is></c>', "in", "in", "string"],
    [
      "phonetic guide",
      '<c r="A1" t="inlineStr"><is><r><t>漢</t></r><rPh sb="0" eb="1"><t>かん</t></rPh><phoneticPr fontId="1"/></is></c>',
      "漢",
      "漢",
      "string",
    ],
    [
      "escaped characters",
      '<c r="A1" t="str"><v>a_x000D_\nb_x005F_x</v></c>',
      "a\r\nb_x",
      "a\r\nb_x",
      "string",
    ],
    ["CDATA", '<c r="A1" t="str"><v><![CDATA[a<b]]>c</v></c>', "a<bc", "a<bc", "string"],
    ["true", '<c r="A1" t="b"><v>1</v></c>', "TRUE", true, "boolean"],
    ["false as a word", '<c r="A1" t="b"><v>false</v></c>', "FALSE", false, "boolean"],
    ["error", '<c r="A1" t="e"><v>#N/A</v></c>', "#N/A", "#N/A", "error"],
    ["date by format", '<c r="A1" s="1"><v>45292.75</v></c>', "2024-01-01", "2024-01-01T18:00:00", "date"],
    ["ISO date", '<c r="A1" s="1" t="d"><v>2024-01-01T00:00:00Z</v></c>', "2024-01-01", "2024-01-01", "date"],
    [
      "ISO date without a date format",
      '<c r="A1" t="d"><v>2024-01-01</v></c>',
      "2024-01-01",
      "2024-01-01",
      "date",
    ],
    ["duration", '<c r="A1" s="2"><v>1.5</v></c>', "36:00", 1.5, "number"],
    ["formula with a result", '<c r="A1"><f>1+2</f><v>3</v></c>', "3", 3, "number"],
    ["formula with an empty text", '<c r="A1" t="str"><f>""</f><v></v></c>', "", "", "string"],
    ["formula without a result", '<c r="A1"><f>NOW()</f></c>', null, null, "empty"],
    ["formula with an empty result", '<c r="A1"><f>NOW()</f><v/></c>', null, null, "empty"],
    ["unknown style", '<c r="A1" s="999"><v>5</v></c>', "5", 5, "number"],
  ])("%s", async (_name, cell, text, value, type) => {
    const { units, gaps } = await read(cell, { strings: STRINGS, formats: ["yyyy-mm-dd", "[h]:mm"] });
    expect(units.map((unit) => [nameOf(unit), unit.text, unit.cell?.value, unit.cell?.type])).toEqual([
      ["A1", text, value, type],
    ]);
    expect(gaps.length).toBe(text === null ? 1 : 0);
  });

  it.each([
    ["index outside the table", '<c r="A1" t="s"><v>2</v></c>', "", null],
    ["negative index", '<c r="A1" t="s"><v>-1</v></c>', "", null],
    ["index that is none", '<c r="A1" t="s"><v>x</v></c>', "", null],
    ["number that is none", '<c r="A1"><v>abc</v></c>', "abc", "abc"],
    ["number of JavaScript only", '<c r="A1"><v>0x1F</v></c>', "0x1F", "0x1F"],
    ["infinite number", '<c r="A1"><v>1e999</v></c>', "1e999", "1e999"],
    ["boolean that is none", '<c r="A1" t="b"><v>maybe</v></c>', "maybe", "maybe"],
    ["unknown type", '<c r="A1" t="zz"><v>7</v></c>', "7", "7"],
  ])("%s is named and kept", async (_name, cell, text, value) => {
    const { units, gaps } = await read(cell, { strings: STRINGS });
    expect(units.map((unit) => [unit.text, unit.cell?.value])).toEqual([[text, value]]);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { kind: "sheetCell", sheet: "S1", cell: "A1" } }]);
  });

  it("leaves out what stores nothing", async () => {
    const { units, counted, total } = await read(
      '<c r="A1" s="1"/><c r="B1" t="s"/><c r="C1"><v/></c><c r="D1" t="str"><v></v></c><c r="E1"><v>1</v></c>',
    );
    expect(shown(units)).toEqual({ E1: "1" });
    expect([counted, total]).toEqual([1, 1]);
  });

  it("shows what a number format conceals, as hidden", async () => {
    const { units } = await read(
      '<c r="A1" s="1"><v>5</v></c><c r="B1" s="1" t="str"><v>x</v></c><c r="C1" s="2"><v>0</v></c>',
      {
        formats: [";;;", "0;-0;;@"],
      },
    );
    expect(units.map(({ text, region, hidden }) => [text, region, hidden])).toEqual([
      ["5", "hidden", true],
      ["x", "hidden", true],
      ["0", "hidden", true],
    ]);
  });
});

describe("places of cells", () => {
  it("counts on where rows and cells have no address", async () => {
    const { units } = await read(
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c r="C2"><v>3</v></c><c><v>4</v></c></row><row r="7"><c><v>5</v></c></row><row><c><v>6</v></c></row>',
    );
    expect(shown(units)).toEqual({ A1: "1", B1: "2", C2: "3", D2: "4", A7: "5", A8: "6" });
  });

  it("names addresses that are none, and reads the others", async () => {
    const { units, gaps } = await read(
      '<row r="1"><c r="A1"><v>1</v></c><c r="XFE1"><v>2</v></c><c r="&#9;"><v>2</v></c></row><row r="999999999"><c r="A999999999"><v>3</v></c><c><v>4</v></c></row><row r="2"><c r="B2"><v>5</v></c></row>',
    );
    expect(shown(units)).toEqual({ A1: "1", B2: "5" });
    expect(gaps.map(({ reason, at }) => [reason, at?.kind === "sheetCell" ? at.cell : at])).toEqual([
      ["damaged", "XFE1"],
      ["damaged", "?"],
      ["damaged", "A999999999"],
      ["damaged", "?"],
    ]);
  });

  it("writes addresses one way", async () => {
    const { units } = await read('<row r="1"><c r="$a$1"><v>1</v></c><c r="b01"><v>2</v></c></row>');
    expect(shown(units)).toEqual({ A1: "1", B1: "2" });
  });

  it("says when cells are out of order", async () => {
    const { units, facts } = await read(
      '<row r="2"><c r="A2"><v>2</v></c></row><row r="1"><c r="A1"><v>1</v></c></row>',
    );
    expect(shown(units)).toEqual({ A2: "2", A1: "1" });
    expect(facts.flags).toContain("cells_out_of_order");
  });

  it("keeps a flood of gaps short and counts the rest", async () => {
    const cells = Array.from({ length: 500 }, (_, index) => `<c r="A${index + 1}" t="s"><v>9</v></c>`).join(
      "",
    );
    const { gaps, counted } = await read(cells, { strings: STRINGS });
    expect(gaps).toHaveLength(21);
    expect(gaps.at(-1)).toMatchObject({ count: 480, at: { cell: "A21" } });
    expect(counted).toBe(500);
  });
});

describe("what is hidden", () => {
  it("marks rows, columns and sheets", async () => {
    const source = workbook({
      sheets: [
        {
          name: "Open",
          before: '<cols><col min="2" max="3" hidden="1"/><col min="5" max="16384" hidden="true"/></cols>',
          cells:
            '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="D1"><v>3</v></c><c r="Z1"><v>4</v></c></row><row r="2" hidden="1"><c r="A2"><v>5</v></c></row>',
        },
        { name: "Away", state: "veryHidden", cells: '<c r="A1"><v>6</v></c>' },
      ],
    });
    const { units } = await extractAll(xlsxExtractor, source);
    expect(units.map(({ text, region, hidden, sheetState }) => [text, region, hidden, sheetState])).toEqual([
      ["1", "body", undefined, undefined],
      ["2", "hidden", true, undefined],
      ["3", "body", undefined, undefined],
      ["4", "hidden", true, undefined],
      ["5", "hidden", true, undefined],
      ["6", "hidden", true, "very_hidden"],
    ]);
  });
});

describe("formulas", () => {
  it("are told as a program shows them", async () => {
    const { units, facts, gaps } = await read(
      '<row r="1"><c r="A1"><f>B1&amp;"x"</f><v>1</v></c><c r="B1"><f t="array" ref="B1:B3">TRANSPOSE(D1:F1)</f><v>1</v></c>' +
        '<c r="C1"><f t="dataTable" ref="C1:C3" dt2D="0" dtr="1" r1="G1"/><v>1</v></c><c r="D1"><f t="dataTable" ref="D1:D3" dt2D="1" r1="G1" r2="G2"/><v>1</v></c>' +
        '<c r="E1"><f t="dataTable" ref="E1:E3" r1="G1"/><v>1</v></c></row>' +
        '<row r="2"><c r="A2"><f t="shared" ref="A2:B4" si="0">C2*$D$1</f><v>1</v></c><c r="B2"><f t="shared" si="0"/><v>1</v></c></row>' +
        '<row r="3"><c r="A3"><f t="shared" si="0"></f><v>1</v></c><c r="B3"><f t="shared" si="9"/><v>1</v></c><c r="C3"><f t="shared" si="0"/></c></row>',
    );
    expect(Object.fromEntries(units.map((unit) => [nameOf(unit), unit.cell?.formula]))).toEqual({
      A1: 'B1&"x"',
      B1: "{TRANSPOSE(D1:F1)}",
      C1: "{TABLE(G1,)}",
      D1: "{TABLE(G1,G2)}",
      E1: "{TABLE(,G1)}",
      A2: "C2*$D$1",
      B2: "D2*$D$1",
      A3: "C3*$D$1",
      B3: "",
      C3: "E3*$D$1",
    });
    expect(facts.flags).toContain("no_cached_value");
    expect(gaps.map(({ reason, at, count }) => [reason, at, count])).toEqual([
      ["damaged", { kind: "sheetCell", sheet: "S1", cell: "B3" }, undefined],
      ["not_extracted", { kind: "sheetCell", sheet: "S1", cell: "C3" }, 1],
    ]);
  });

  it("take the definition that stands before them", async () => {
    const { units } = await read(
      '<c r="A1"><f t="shared" si="0">B1</f><v>1</v></c><c r="A2"><f t="shared" si="0"/><v>1</v></c><c r="A3"><f t="shared" si="0">C3</f><v>1</v></c><c r="A4"><f t="shared" si="0"/><v>1</v></c>',
    );
    expect(units.map((unit) => unit.cell?.formula)).toEqual(["B1", "B2", "C3", "C4"]);
  });
});

describe("date systems", () => {
  it.each<[WorkbookInput["date1904"], string]>([
    ["1", "2028-01-02"],
    ["true", "2028-01-02"],
    ["0", "2024-01-01"],
    ["false", "2024-01-01"],
    [undefined, "2024-01-01"],
  ])("date1904=%j", async (date1904, day) => {
    const { units, facts } = await read('<c r="A1" s="1"><v>45292</v></c>', {
      formats: ["yyyy-mm-dd"],
      ...(date1904 === undefined ? {} : { date1904 }),
    });
    expect([units[0]?.text, units[0]?.cell?.value]).toEqual([day, day]);
    expect(facts.flags?.includes("date_1904")).toBe(day.startsWith("2028"));
  });
});
