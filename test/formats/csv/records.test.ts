import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvExtractor } from "../../../src/formats/csv/extractor.ts";
import { withoutQuoting } from "../../../src/formats/csv/fields.ts";
import type { ByteSource, Unit } from "../../../src/model/unit.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";

const source = (text: string | Uint8Array, chunk?: number): ByteSource =>
  memorySource(typeof text === "string" ? Buffer.from(text) : text, "table.csv", chunk);
const read = (text: string | Uint8Array, lines?: readonly [from: number, to: number]): Promise<Extracted> =>
  extractAll(
    csvExtractor,
    source(text),
    lines === undefined ? {} : { selection: { kind: "lines", from: lines[0], to: lines[1] } },
  );
const row = ({ at, text }: Unit) =>
  at.kind === "record" ? [at.record, at.line, at.endLine ?? at.line, text] : [at.kind];

describe("handed files", () => {
  it("a byte order mark is no part of the header", async () => {
    const { units, facts } = await extractAll(csvExtractor, fixture("cases/files/C01-bom-header.csv"));
    expect(units.map(row)).toEqual([
      [1, 1, 1, "id,name"],
      [2, 2, 2, "1,Ada"],
      [3, 3, 3, "2,Bo"],
    ]);
    expect(facts.encoding).toMatchObject({ name: "utf-8", bom: true });
  });

  it("records and lines go different ways behind a quoted line end", async () => {
    const { units, counted, total } = await extractAll(
      csvExtractor,
      fixture("cases/files/C02-quoted-newline.csv"),
    );
    expect(units.map(row)).toEqual([
      [1, 1, 1, '"a,b",c'],
      [2, 2, 3, '"first\nsecond",d'],
      [3, 4, 4, '"say ""hi""",e'],
    ]);
    expect(units[2]?.cell?.value).toBe('say "hi",e');
    expect([counted, total]).toEqual([3, 3]);
  });

  it("a quote that never closes is named and takes nothing with it", async () => {
    const { units, gaps, facts } = await extractAll(
      csvExtractor,
      fixture("cases/files/C03-ragged-and-broken.csv"),
    );
    expect(units.map(row).at(-1)).toEqual([5, 5, 5, "004;Di;fine"]);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { kind: "record", line: 4, record: 4 } }]);
    expect(facts.flags).toEqual(expect.arrayContaining(["malformed_csv", "ragged_rows"]));
  });

  it("a tab-separated file with CRLF keeps no CR", async () => {
    const { units } = await extractAll(csvExtractor, fixture("cases/files/T04-bom-crlf.tsv"));
    expect(units.map(({ text }) => text)).toEqual(["col1\tcol2", "l1\tv1", "l2\tv2", "l3\tv3", "l4\tv4"]);
  });

  it("a semicolon file with commas in quotes is even", async () => {
    const { facts, gaps, total } = await extractAll(
      csvExtractor,
      fixture("cases/real/R102-csv-semicolon.csv"),
    );
    expect([facts.flags, gaps, total]).toEqual([[], [], 6]);
  });
});

describe("records", () => {
  it.each<[string, string, (number | string)[][]]>([
    ["an empty file", "", []],
    ["one line without an end", "a,b", [[1, 1, 1, "a,b"]]],
    [
      "empty lines",
      "a\n\nb\n",
      [
        [1, 1, 1, "a"],
        [2, 2, 2, ""],
        [3, 3, 3, "b"],
      ],
    ],
    [
      "lines ended by CR only",
      'a,"x\ry"\rb,c\r',
      [
        [1, 1, 2, 'a,"x\ny"'],
        [2, 3, 3, "b,c"],
      ],
    ],
    [
      "an empty quoted field",
      '"",a\n"",b\n',
      [
        [1, 1, 1, '"",a'],
        [2, 2, 2, '"",b'],
      ],
    ],
    [
      "quotes inside a plain field",
      '5" pipe,a\n6" pipe,b\n',
      [
        [1, 1, 1, '5" pipe,a'],
        [2, 2, 2, '6" pipe,b'],
      ],
    ],
    [
      "a quote behind a blank",
      'a, "b\nc, d\n',
      [
        [1, 1, 1, 'a, "b'],
        [2, 2, 2, "c, d"],
      ],
    ],
    [
      "many lines in one field",
      'a,"1\n2\n\n4"\nb,c\n',
      [
        [1, 1, 4, 'a,"1\n2\n\n4"'],
        [2, 5, 5, "b,c"],
      ],
    ],
    [
      "two open fields in a row",
      '"a\nb","c\nd"\ne,f\n',
      [
        [1, 1, 3, '"a\nb","c\nd"'],
        [2, 4, 4, "e,f"],
      ],
    ],
    ["a doubled quote at a line's end", '"a""\nb",c\n', [[1, 1, 2, '"a""\nb",c']]],
  ])("%s", async (_name, text, wanted) => {
    const { units, gaps } = await read(text);
    expect(units.map(row)).toEqual(wanted);
    expect(gaps).toEqual([]);
  });

  it.each<[string, string, (number | string)[][], number[]]>([
    [
      "a quote opened again on a later line",
      'a,b\n1,"x\n2,"y"\n3,z\n',
      [
        [1, 1, 1, "a,b"],
        [2, 2, 2, '1,"x'],
        [3, 3, 3, '2,"y"'],
        [4, 4, 4, "3,z"],
      ],
      [2],
    ],
    [
      "lines between",
      'a,b\n1,"x\n2,y\n3,y\n4,"y"\n',
      [
        [1, 1, 1, "a,b"],
        [2, 2, 2, '1,"x'],
        [3, 3, 3, "2,y"],
        [4, 4, 4, "3,y"],
        [5, 5, 5, '4,"y"'],
      ],
      [2],
    ],
    [
      "the last line",
      'a,b\n1,"x',
      [
        [1, 1, 1, "a,b"],
        [2, 2, 2, '1,"x'],
      ],
      [2],
    ],
    [
      "twice",
      '"a\n"b\n"c\n',
      [
        [1, 1, 1, '"a'],
        [2, 2, 2, '"b'],
        [3, 3, 3, '"c'],
      ],
      [1, 2, 3],
    ],
  ])("a broken quote: %s", async (_name, text, wanted, broken) => {
    const { units, gaps, facts } = await read(text);
    expect(units.map(row)).toEqual(wanted);
    expect(gaps.map(({ at }) => (at?.kind === "record" ? at.record : at))).toEqual(broken);
    expect(facts.flags).toContain("malformed_csv");
  });

  it("text behind a closing quote on one line is flagged only", async () => {
    const { gaps, facts } = await read('a,"b"c,d\n1,2,3\n');
    expect([gaps, facts.flags]).toEqual([[], ["malformed_csv"]]);
  });

  it("rows of unequal length are flagged, empty lines are none", async () => {
    expect((await read("a,b\n\n1,2\n")).facts.flags).toEqual([]);
    expect((await read("a,b\n1,2,3\n4,5\n")).facts.flags).toEqual(["ragged_rows"]);
  });

  it("hundreds of broken quotes make few gaps", async () => {
    const { gaps, units } = await read('"x\n'.repeat(500));
    expect(units).toHaveLength(500);
    expect(gaps).toHaveLength(21);
    expect(gaps.at(-1)?.count).toBe(480);
  });
});

describe("a range of lines", () => {
  const text = 'h,i\n"a\nb\nc",1\nd,2\ne,3\n';

  it.each<[number, number, number[]]>([
    [1, 1, [1]],
    [2, 2, [2]],
    [3, 3, [2]],
    [4, 5, [2, 3]],
    [1, 2, [1, 2]],
    [6, 6, [4]],
    [6, 99, [4]],
    [7, 9, []],
  ])("%i to %i gives the records that touch it", async (from, to, wanted) => {
    const { units, counted, total } = await read(text, [from, to]);
    expect(units.map(({ at }) => (at.kind === "record" ? at.record : 0))).toEqual(wanted);
    expect(counted).toBe(wanted.length);
    expect(total === undefined || total === 4).toBe(true);
  });

  it("tells bytes lost in it only, also where the file goes on", async () => {
    const bytes = Buffer.concat([
      Buffer.from("д,\n"),
      Buffer.from([0x78, 0xff, 0x0a]),
      Buffer.from("c,д\n".repeat(4000)),
      Buffer.from([0xff]),
    ]);
    const { units, gaps } = await read(bytes, [2, 2]);
    expect(units).toMatchObject([{ text: "x\ufffd", replacedBytes: 1 }]);
    expect(gaps).toEqual([{ reason: "undecodable", extent: { unit: "line", from: 2, to: 2 }, count: 1 }]);
    expect((await read(bytes)).gaps).toMatchObject([{ reason: "undecodable", count: 2 }]);
  });

  it("another kind of range is asked wrongly", async () => {
    await expect(
      extractAll(csvExtractor, source("a"), { selection: { kind: "cells", sheet: "x" } }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });
});

/** Units of one record put together again. */
function texts(units: readonly Unit[]): string[] {
  const whole: string[] = [];
  let goesOn = false;
  for (const { text, continued } of units) {
    if (goesOn) whole.push(`${whole.pop() ?? ""}${text ?? ""}`);
    else whole.push(text ?? "");
    goesOn = continued === true;
  }
  return whole;
}

/** A field as RFC 4180 writes it. */
const written = (text: string): string =>
  /["\n,]/.test(text) || text === "" ? `"${text.replaceAll('"', '""')}"` : text;

describe("properties", () => {
  const field = fc.oneof(
    fc.string({ unit: fc.constantFrom("a", "b", "1", " ", "é", "漢"), maxLength: 4 }),
    fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", "x"), maxLength: 5 }),
  );

  it("records written by RFC 4180 come back, with their lines", async () => {
    const table = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom("\n", "\r\n"), async (records, end) => {
        // A header keeps the guess of the delimiter out of this test.
        const all = [["h", "i", "j"], ["k", "l", "m"], ["n", "o", "p"], ...records];
        const text = ["sep=,", ...all.map((fields) => fields.map(written).join(","))].join(end);
        const { units, gaps } = await read(text);
        expect(gaps).toEqual([]);
        expect(units.slice(1).map(({ text: record }) => withoutQuoting(record ?? "", ","))).toEqual(
          all.map((fields) => fields.join(",")),
        );
        let line = 2;
        for (const [index, fields] of all.entries()) {
          const ends = fields.join("").split("\n").length - 1;
          expect(units[index + 1]?.at).toEqual({
            kind: "record",
            line,
            record: index + 2,
            ...(ends === 0 ? {} : { endLine: line + ends }),
          });
          line += ends + 1;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("every line of any file is handed out once, whatever its quotes and its chunks are", async () => {
    const line = fc.string({ unit: fc.constantFrom('"', ",", ";", "a", '""', '","'), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 30 }),
        fc.constantFrom(1, 2, 3, 7, 65_536),
        async (lines, chunk) => {
          const text = lines.join("\n");
          const { units, counted, total } = await extractAll(csvExtractor, source(text, chunk));
          const wanted = text.endsWith("\n") ? text.slice(0, -1) : text;
          expect(texts(units).join("\n")).toBe(wanted);
          expect([counted, total]).toEqual([texts(units).length, texts(units).length]);
          expect(units).toEqual((await read(text)).units);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("long ones", () => {
  it("a line of megabytes is handed on in pieces, while it is read", async () => {
    const long = `a,${"x".repeat(3_000_000)}`;
    const { units, total } = await read(`h,i\n${long}\nb,c\n`);
    expect(texts(units)).toEqual(["h,i", long, "b,c"]);
    expect(total).toBe(3);
    for (const { text } of units) expect(text?.length ?? 0).toBeLessThanOrEqual(65_536);
    expect(units.at(-1)?.at).toEqual({ kind: "record", line: 3, record: 3 });
  });

  it("a quoted field of many lines is one record in pieces", async () => {
    const record = `a,"${"some text\n".repeat(20_00)}${"y".repeat(200_000)}\nend"`;
    const { units, gaps } = await read(`${record}\nb,c\n`);
    expect(texts(units)).toEqual([record, "b,c"]);
    expect(gaps).toEqual([]);
  });

  it.each([
    ["characters", `a,b\n1,"x\n${`${"y".repeat(99)}\n`.repeat(12_000)}2,z\n`],
    ["lines", `a,b\n1,"x\n${"y\n".repeat(21_000)}2,z\n`],
    ["a long line behind", `a,b\n1,"x\ny\n${"z".repeat(2_000_000)}\n2,z\n`],
    ["its own length", `a,b\n1,"${"z".repeat(2_000_000)}\n2,z\n`],
  ])("a quote open over too many %s counts as one that never closes", async (_name, text) => {
    const { units, gaps } = await read(text);
    expect(texts(units).join("\n")).toBe(text.slice(0, -1));
    expect(texts(units)).toHaveLength(text.split("\n").length - 1);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { record: 2, line: 2 } }]);
  });

  it("quotes that always reach for the next line take time in proportion", async () => {
    const text = 'x","y\n'.repeat(60_000);
    const { units } = await read(text);
    expect(texts(units)).toHaveLength(60_000);
  });
});
