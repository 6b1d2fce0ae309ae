/** Rows read from the bytes against the XML parser alone: the same cells and the same judgement, for sound and for broken parts. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { XmlReader } from "../../../src/formats/container/xml.ts";
import {
  numberOfBytes,
  placeOfBytes,
  textOfBytes,
  wholeOfBytes,
} from "../../../src/formats/xlsx/cell-bytes.ts";
import { nameOf, parseAddress, placeOf } from "../../../src/formats/xlsx/cell-address.ts";
import { CellUnits } from "../../../src/formats/xlsx/cell-units.ts";
import { GapList } from "../../../src/formats/xlsx/gap-list.ts";
import { RowScanner } from "../../../src/formats/xlsx/row-scanner.ts";
import { SharedStrings } from "../../../src/formats/xlsx/shared-strings.ts";
import { SheetEvents } from "../../../src/formats/xlsx/sheet-events.ts";
import { SheetParser } from "../../../src/formats/xlsx/sheet-parser.ts";
import { StoredCells } from "../../../src/formats/xlsx/stored-cells.ts";
import { CellStyles } from "../../../src/formats/xlsx/styles.ts";
import { Meter } from "../../../src/model/budget.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { CellBlock } from "../../../src/model/unit.ts";
import { NAMESPACES } from "./workbook-file.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<worksheet ${NAMESPACES} xmlns:x14ac="urn:x" xmlns:e=""><cols><col min="3" max="4" hidden="1"/></cols><sheetData>`;
const TAIL = '</sheetData><mergeCells><mergeCell ref="A1:A2"/></mergeCells></worksheet>';

/** Everything that a reader of the cells can see. */
function read(bytes: Buffer, chunk: number | "parser alone", block?: CellBlock) {
  const { signal } = new AbortController();
  const meter = new Meter({ signal, ms: 30_000 });
  const options = { signal, meter };
  const events = new SheetEvents(options, block, undefined);
  const gaps = new GapList("S");
  const strings = new SharedStrings();
  strings.add("zero");
  strings.add("one");
  const styles = new CellStyles(false);
  for (const pattern of ["General", "yyyy-mm-dd", "0.00"]) styles.add(pattern);
  const units = new CellUnits({
    sheet: "S",
    state: "visible",
    date1904: false,
    strings,
    styles,
    meter,
    gaps,
    merges: events.merges,
  });
  const parser =
    chunk === "parser alone"
      ? new XmlReader(events, options, "part")
      : new SheetParser(events, options, "part");
  let error: unknown;
  try {
    const size = chunk !== "parser alone" ? chunk : bytes.length > 100_000 ? 65_536 : 1;
    for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size));
    parser.end();
  } catch (thrown) {
    error = thrown instanceof ReadbackError ? `${thrown.code}: ${thrown.message}` : thrown;
  }
  const { cells, merges, betweenRows: _, ...rest } = events;
  const { last, outOfOrder } = cells;
  return {
    error,
    units: cells.take().map((cell) => units.of(cell, true)),
    gaps: [...gaps.take(), ...gaps.rest()],
    facts: [last, outOfOrder, merges.size, rest],
  };
}

function expectSame(bytes: Buffer, block?: CellBlock): void {
  const wanted = read(bytes, "parser alone", block);
  for (const chunk of [1, 7, 64, 65_536]) {
    const found = read(bytes, chunk, block);
    // Bytes of another encoding fail the whole piece that they come in: cells and faults just before them may be missing.
    if (String([wanted.error, found.error]).includes("encoding")) {
      for (const { error } of [wanted, found]) expect(error).toMatch(/^damaged/);
      const texts = ({ units }: typeof found) => units.map((unit) => unit && [unit.at, unit.text]);
      expect(texts(found)).toEqual(texts(wanted).slice(0, found.units.length));
    } else expect(found).toEqual(wanted);
  }
}

/** How many bytes of the rows the scanner takes. */
function taken(rows: string): number {
  const scanner = new RowScanner(new StoredCells(undefined), new Set(["x14ac"]), 8_000_000);
  return scanner.scan(Buffer.from(rows));
}

describe("rows that programs write", () => {
  it.each([
    [
      "numbers and strings",
      '<row r="1" spans="1:2"><c r="A1" s="1"><v>45292.5</v></c><c r="B1" t="s"><v>1</v></c></row>',
    ],
    [
      "attributes of Excel",
      '<row r="1" spans="1:2" s="1" customFormat="1" ht="15.75" thickBot="1" x14ac:dyDescent="0.25"><c r="A1"><v>1</v></c></row>',
    ],
    [
      "hidden rows and columns",
      '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="C2"><v>1</v></c></row>',
    ],
    [
      "empty rows and cells",
      '<row r="1"/><row r="2"></row><row r="3" ><c r="A3" s="2" /><c r="B3"></c><c r="C3"><v/></c><c/><c><v>1</v></c></row>',
    ],
    [
      "formulas",
      '<row r="1"><c r="A1"><f>A2&amp;"&lt;x&gt;"&#x41;&#10;</f><v>3</v></c><c r="B1" t="str"><f t="shared" ref="B1:B2" si="0" ca="1">C1</f><v>x</v></c></row><row r="2"><c r="B2"><f t="shared" si="0"/><v>1</v></c></row>',
    ],
    [
      "text in other scripts",
      '<row r="1"><c r="A1" t="str"><v>тест 漢字 😀</v></c><c r="B1" t="inlineStr"><is><t xml:space="preserve"> a </t></is></c></row>',
    ],
    ["blanks between tags", '\n  <row r="1">\n\t<c r="A1">\n<v>1</v>\n</c>\n</row>\n<row r="2">\n</row>'],
    [
      "attributes in any order",
      '<row r="1"><c t="s" r="A1" s="1"><v>0</v></c><c cm="1" r="B1" vm="2" ph="1"><v>1</v></c></row>',
    ],
    [
      "numbers of all forms",
      `<row r="1">${["0", "-0", "-1.5", "007", "1.", ".5", "123456789012345", "1234567890123456", "0.1", "1E5", "1e-7", "+1", " 1 ", "", ".", "-", "abc", "0x10"].map((v) => `<c><v>${v}</v></c>`).join("")}</row>`,
    ],
    [
      "indexes of all forms",
      `<row r="1">${["0", "1", "2", "-1", " 1", "1.0", "", "x", "9999999999"].map((v) => `<c t="s"><v>${v}</v></c>`).join("")}</row>`,
    ],
    [
      "addresses of all forms",
      `<row r="1">${["A1", "XFD1", "XFE1", "a1", "$A$1", "A0", "A1048577", "A01", "", "A", "1"].map((r) => `<c r="${r}"><v>1</v></c>`).join("")}</row>`,
    ],
    [
      "styles and types of all forms",
      `<row r="1">${["0", "2", "99", "", "x", "-1", "1.0"].map((s) => `<c s="${s}"><v>1</v></c>`).join("")}${["n", "b", "e", "d", "str", "zz", ""].map((t) => `<c t="${t}"><v>1</v></c>`).join("")}</row>`,
    ],
    [
      "rows of all numbers",
      `${["5", "", "x", "1048577", "2.5", "-1"].map((r) => `<row r="${r}"><c><v>1</v></c></row>`).join("")}<row><c><v>2</v></c></row>`,
    ],
    ["a value that could end CDATA", '<row r="1"><c t="str"><v>a]>b</v></c></row>'],
  ])("are read without the parser: %s", (_name, rows) => {
    expect(taken(rows)).toBe(Buffer.byteLength(rows));
    expectSame(Buffer.from(HEAD + rows + TAIL));
    expectSame(Buffer.from(HEAD + rows + TAIL), { fromRow: 1, toRow: 1, fromColumn: 1, toColumn: 1 });
  });
});

describe("what is the parser's", () => {
  const before = '<row r="1"><c r="A1"><v>1</v></c></row>';
  it.each([
    ["a comment", '<row r="2"><!-- </row> --><c r="A2"><v>2</v></c></row>'],
    ["a comment between rows", '<!-- <row r="9"></row> --><row r="2"><c r="A2"><v>2</v></c></row>'],
    ["CDATA", '<row r="2"><c r="A2" t="str"><v><![CDATA[</row>]]></v></c></row>'],
    ["a processing instruction", '<row r="2"><?x </row> ?><c r="A2"><v>2</v></c></row>'],
    ["rich text", '<row r="2"><c r="A2" t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c></row>'],
    ["carriage returns in text", '<row r="2"><c r="A2" t="str"><v>a\r\nb\rc</v></c></row>'],
    ["single quotes", "<row r='2'><c r='A2'><v>2</v></c></row>"],
    ["an entity in an attribute", '<row r="2"><c r="A&#50;"><v>2</v></c></row>'],
    ["an extension", '<row r="2"><c r="A2"><v>2</v><extLst><ext uri="u"><v>3</v></ext></extLst></c></row>'],
    ["a prefixed element", '<row r="2" xmlns:y="u"><y:c r="A2"><v>2</v></y:c></row>'],
    ["a prefixed r", '<row x14ac:r="7"><c><v>2</v></c></row>'],
    ["two values", '<row r="2"><c r="A2"><v>2</v><v>3</v></c></row>'],
    ["a cell outside a row", '<c r="A2"><v>2</v></c>'],
    ["a name that begins alike", '<rows r="2"><c r="A2"><v>2</v></c></rows>'],
    ["text outside cells", '<row r="2">text<c r="A2"><v>2</v></c></row>'],
    // Not well-formed from here on.
    ["an unbound prefix", '<row r="2" y:dyDescent="1"><c r="A2"><v>2</v></c></row>'],
    ["a prefix bound to nothing", '<row r="2" e:dyDescent="1"><c r="A2"><v>2</v></c></row>'],
    ["an attribute twice", '<row r="2" r="3"><c r="A2"><v>2</v></c></row>'],
    ["an attribute of a cell twice", '<row r="2"><c r="A2" r="A3"><v>2</v></c></row>'],
    ["a metadata attribute twice", '<row r="2"><c r="A2" cm="1" cm="2"><v>2</v></c></row>'],
    ["no blank between attributes", '<row r="2"><c r="A2"s="1"><v>2</v></c></row>'],
    ["an unknown entity", '<row r="2"><c r="A2" t="str"><v>&boom;</v></c></row>'],
    ["a bare ampersand", '<row r="2"><c r="A2" t="str"><v>a & b</v></c></row>'],
    ["a character that is none", '<row r="2"><c r="A2" t="str"><v>&#1;</v></c></row>'],
    ["a control character", '<row r="2"><c r="A2" t="str"><v>\u0001</v></c></row>'],
    ["U+FFFF", '<row r="2"><c r="A2" t="str"><v>\uffff</v></c></row>'],
    ["the end of CDATA", '<row r="2"><c r="A2" t="str"><v>a]]>b</v></c></row>'],
    ["the wrong end", '<row r="2"><c r="A2"><v>2</c></v></row>'],
    ["an unclosed cell", '<row r="2"><c r="A2"><v>2</v></row>'],
    ["a tag in an attribute", '<row r="2"><c r="A<2"><v>2</v></c></row>'],
  ])("goes through it, from that row on: %s", (_name, row) => {
    const rows = `${before}${row}`;
    expect(taken(rows)).toBe(before.length);
    expectSame(Buffer.from(`${HEAD}${rows}${before}${TAIL}`));
  });

  it("is a part with another head", () => {
    for (const head of [
      HEAD.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
      HEAD.replace("<cols>", "<!-- <sheetData> --><cols>"),
      "<worksheet><sheetData>",
      HEAD.replace("<sheetData>", "<sheetData >"),
      HEAD.replace("<worksheet", "\ufeff<worksheet"),
      `\ufeff${HEAD}`,
      HEAD.replace('"UTF-8"', '"utf-8"'),
      HEAD.replace("<?xml", "<!DOCTYPE w><?xml"),
      HEAD.replace("<cols>", "<?p <sheetData> ?><cols>"),
    ])
      expectSame(
        Buffer.from(`${head}${before}<row r="2"><c r="A2" t="str"><v>é</v></c></row>${TAIL}`, "latin1"),
      );
    expectSame(Buffer.from(`\ufeff${HEAD}${before}${TAIL}`.replace("UTF-8", "UTF-16"), "utf16le"));
  });

  it("is a row of megabytes", () => {
    const cells = "<c><v>1.5</v></c>".repeat(100_000);
    const bytes = Buffer.from(`${HEAD}${before}<row r="2">${cells}</row>${before}${TAIL}`);
    expect(read(bytes, 65_536)).toEqual(read(bytes, "parser alone"));
  });
});

describe("any part", () => {
  const text = fc.constantFrom(
    "1",
    "12.5",
    "x",
    "&amp;",
    "&lt;a",
    "é",
    "漢",
    "]]",
    ">",
    "\n",
    " ",
    "&#65;",
    "-3",
    "",
  );
  const element = fc.oneof(
    text.map((t) => `<v>${t}</v>`),
    fc
      .tuple(fc.constantFrom("", ' t="shared" si="0"', ' t="array" ref="A1:B2"'), text)
      .map(([a, t]) => `<f${a}>${t}</f>`),
    text.map((t) => `<is><t>${t}</t></is>`),
    fc.constantFrom("<v/>", '<f t="shared" si="0"/>', " "),
  );
  const cell = fc
    .tuple(
      fc.constantFrom("", ' r="A1"', ' r="B2"', ' r="ZZ9"', ' r="bad"'),
      fc.constantFrom("", ' s="1"', ' s="2"'),
      fc.constantFrom("", ' t="s"', ' t="str"', ' t="inlineStr"', ' t="b"', ' t="e"'),
      fc.array(element, { maxLength: 2 }),
    )
    .map(([r, s, t, inner]) => `<c${r}${s}${t}>${inner.join("")}</c>`);
  const row = fc
    .tuple(
      fc.constantFrom("", ' r="1"', ' r="3"', ' hidden="1"', ' x14ac:dyDescent="1"'),
      fc.array(cell, { maxLength: 4 }),
    )
    .map(([attributes, cells]) => `<row${attributes}>${cells.join("")}</row>`);
  const part = fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => `${HEAD}${rows.join("")}${TAIL}`);

  it("is read the same", () => {
    fc.assert(
      fc.property(part, (xml) => {
        expectSame(Buffer.from(xml));
      }),
      { numRuns: 60 },
    );
  });

  it("is read or refused the same with a byte changed, added or gone, or cut off", () => {
    const bytes = fc.constantFrom(..."<>/\"&=' ]-!?crvfst:0\n\r\0\u00ff\u0080");
    const change = fc.tuple(fc.nat(), bytes, fc.constantFrom("change", "add", "remove", "cut"));
    fc.assert(
      fc.property(part, fc.array(change, { minLength: 1, maxLength: 2 }), (xml, changes) => {
        let broken = Buffer.from(xml);
        for (const [where, byte, how] of changes) {
          const at = HEAD.length - 20 + (where % (broken.length - HEAD.length + 20));
          const added = how === "change" || how === "add" ? Buffer.from(byte, "latin1") : Buffer.alloc(0);
          const rest = how === "cut" ? Buffer.alloc(0) : broken.subarray(how === "add" ? at : at + 1);
          broken = Buffer.concat([broken.subarray(0, at), added, rest]);
          if (broken.length <= HEAD.length) return;
        }
        expectSame(broken);
      }),
      { numRuns: 200 },
    );
  });
});

describe("values from bytes", () => {
  it("are numbers as JavaScript reads them, or left to it", () => {
    const digits = fc.string({ unit: fc.constantFrom("0", "1", "9", "5", ".", "-"), maxLength: 18 });
    const decimal = fc.oneof(
      digits,
      fc.double({ noNaN: true }).map(String),
      fc.integer({ min: -1e9, max: 1e9 }).map((n) => String(n / 1000)),
    );
    fc.assert(
      fc.property(decimal, (written) => {
        const own = numberOfBytes(Buffer.from(`x${written}x`), 1, written.length + 1);
        if (!Number.isNaN(own)) expect(own).toBe(Number(written));
      }),
      { numRuns: 3000 },
    );
    expect(numberOfBytes(Buffer.from("1234567.25"), 0, 10)).toBe(1234567.25);
    expect(numberOfBytes(Buffer.from("1.2.3"), 0, 5)).toBeNaN();
  });

  it("are addresses and indexes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_048_576 }), fc.integer({ min: 1, max: 16_384 }), (r, c) => {
        const name = nameOf(placeOf(r, c));
        expect(placeOfBytes(Buffer.from(name), 0, name.length)).toBe(parseAddress(name));
        expect(wholeOfBytes(Buffer.from(String(r)), 0, String(r).length)).toBe(r);
      }),
    );
    for (const none of ["", "A", "7", "A0", "XFE1", "A1048577", "$A$1", "a1", "A1x"])
      expect(placeOfBytes(Buffer.from(none), 0, none.length)).toBe(-1);
    for (const none of ["", "1.0", "-1", "1234567890"])
      expect(wholeOfBytes(Buffer.from(none), 0, none.length)).toBe(-1);
  });

  it.each([
    ["&lt;&gt;&amp;&quot;&apos;", "<>&\"'"],
    ["&#65;&#x42;&#x1F600;", "AB😀"],
    ["a&amp;lt;b", "a&lt;b"],
    ["&", undefined],
    ["&x;", undefined],
    ["&lt", undefined],
    ["&#0;", undefined],
    ["&#xD800;", undefined],
    ["&#x110000;", undefined],
    ["&LT;", undefined],
  ])("%j is the text %j", (written, text) => {
    expect(textOfBytes(Buffer.from(written), 0, written.length)).toBe(text);
  });

  it("are no text where the bytes are not UTF-8", () => {
    expect(textOfBytes(Buffer.from([0x61, 0xff]), 0, 2)).toBeUndefined();
  });
});
