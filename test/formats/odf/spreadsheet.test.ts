/** Sheets: places under repeat counts, values, merges, what stands beside cells. */

import { describe, expect, it } from "vitest";
import { odsExtractor } from "../../../src/formats/odf/sheet-extractor.ts";
import type { Selection } from "../../../src/model/unit.ts";
import { extractAll, fixture } from "../../support/extract.ts";
import { odfFile } from "./build.ts";
import type { Parts } from "./build.ts";

const sheet = (rows: string, attributes = ""): string =>
  `<table:table table:name="T" ${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = ""): string =>
  `<table:table-row ${attributes}>${cells}</table:table-row>`;
const cell = (text: string, attributes = 'office:value-type="string"'): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

async function read(body: string, selection?: Selection, more: Partial<Parts> = {}) {
  return extractAll(
    odsExtractor,
    odfFile("spreadsheet", { body, ...more }),
    selection === undefined ? {} : { selection },
  );
}
const cells = (units: Awaited<ReturnType<typeof read>>["units"]) =>
  units.map(({ at, text }) => [at.kind === "sheetCell" ? at.cell : at.kind, text]);

describe("handed files", () => {
  it("X17: repeats count and cost nothing where nothing is", async () => {
    const got = await extractAll(odsExtractor, fixture("cases/files/X17-ods-repeats.ods"));
    expect(cells(got.units)).toEqual([
      ["A1", "a"],
      ["B1", "NULL"],
      ["C1", "NULL"],
      ["D1", "2"],
      ["C2", "third col"],
      ...["3", "4", "5"].flatMap((at) => [
        [`A${at}`, "same"],
        [`B${at}`, "row"],
      ]),
      ["A6", "tail"],
    ]);
    expect(got).toMatchObject({ counted: 12, total: 12, gaps: [] });
  });

  it("R77", async () => {
    const got = await extractAll(odsExtractor, fixture("cases/real/R77-SampleSS.ods"));
    expect(got.units).toContainEqual(
      expect.objectContaining({
        at: { kind: "sheetCell", sheet: "First Sheet", cell: "B2" },
        text: "2nd row 2nd column",
      }),
    );
    expect(got.facts.sheets?.map(({ name }) => name)).toContain("First Sheet");
  });
});

describe("repeat counts that lie", () => {
  it.each(["2147483648", "99999999999999999999", "1048576"])("of %s copies end in a gap", async (count) => {
    const got = await read(
      sheet(
        row(
          cell("x", `office:value-type="string" table:number-columns-repeated="${count}"`),
          `table:number-rows-repeated="${count}"`,
        ),
      ),
    );
    expect(got.units.length).toBe(100_001);
    expect(got.gaps).toMatchObject([{ reason: "too_large", at: { sheet: "T" } }]);
  });

  it("of nothing leave the next cell at its place or name it", async () => {
    const got = await read(
      sheet(
        row(`<table:table-cell table:number-columns-repeated="16383"/>${cell("last")}${cell("beyond")}`) +
          row("", 'table:number-rows-repeated="2147483648"') +
          row(cell("below")),
      ),
    );
    expect(cells(got.units)).toEqual([["XFD1", "last"]]);
    expect(got.gaps.map(({ reason }) => reason)).toEqual(["damaged", "damaged"]);
  });

  it("are read for a far block at once", async () => {
    const got = await read(
      sheet(
        row(
          cell("x", 'office:value-type="string" table:number-columns-repeated="16384"'),
          'table:number-rows-repeated="1048576"',
        ),
      ),
      {
        kind: "cells",
        sheet: "t",
        block: { fromRow: 1_000_000, toRow: 1_000_000, fromColumn: 9_000, toColumn: 9_001 },
      },
    );
    expect(got.units.map(({ text }) => text)).toEqual(["x", "x"]);
    expect(got.gaps).toEqual([]);
  });
});

it("values have their types", async () => {
  const got = await read(
    sheet(
      row(
        cell("1.50 €", 'office:value-type="currency" office:value="1.5"') +
          cell("50 %", 'office:value-type="percentage" office:value="0.5"') +
          cell("3/1/24", 'office:value-type="date" office:date-value="2024-03-01"') +
          cell("7:05", 'office:value-type="time" office:time-value="PT07H05M00S"') +
          cell("WAHR", 'office:value-type="boolean" office:boolean-value="true"') +
          cell("3", 'office:value-type="float" office:value="3" table:formula="of:=SUM([.A1:.A2])"') +
          cell("#N/A", 'office:value-type="string" calcext:value-type="error" table:formula="of:=NA()"') +
          '<table:table-cell table:formula="of:=[.A1]"/>',
      ),
    ),
  );
  expect(got.units.map(({ text, cell: facts }) => [text, facts?.type, facts?.value, facts?.formula])).toEqual(
    [
      ["1.50 €", "number", 1.5, undefined],
      ["50 %", "number", 0.5, undefined],
      ["3/1/24", "date", "2024-03-01", undefined],
      ["7:05", "date", "07:05:00", undefined],
      ["WAHR", "boolean", true, undefined],
      ["3", "number", 3, "SUM([.A1:.A2])"],
      ["#N/A", "error", "#N/A", "NA()"],
      [null, "empty", null, "[.A1]"],
    ],
  );
  expect(got.gaps).toMatchObject([{ reason: "not_extracted", count: 1 }]);
});

it("a block hands out empty and covered cells", async () => {
  const got = await read(
    sheet(
      row(
        cell(
          "head",
          'office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="2"',
        ) + "<table:covered-table-cell/>",
      ) + row('<table:covered-table-cell table:number-columns-repeated="2"/>'),
    ),
    { kind: "cells", sheet: "T", block: { fromRow: 1, toRow: 2, fromColumn: 1, toColumn: 3 } },
  );
  expect(
    got.units.map(
      ({ text, cell: facts }) =>
        facts?.merge ?? facts?.mergedInto ?? (facts?.empty === true ? "empty" : text),
    ),
  ).toEqual(["A1:B2", "A1", "empty", "A1", "A1", "empty"]);
});

it("comments, boxes, hidden sheets and columns, changes, objects", async () => {
  const got = await read(
    `<table:tracked-changes><table:cell-content-change><office:change-info><dc:creator>A</dc:creator></office:change-info><table:previous><table:change-track-table-cell><text:p>old</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>` +
      sheet(
        '<table:table-column table:visibility="collapse"/>' +
          row(
            cell("c1") +
              '<table:table-cell office:value-type="string"><office:annotation><dc:creator>Ann</dc:creator><dc:date>2024</dc:date><text:p>check</text:p></office:annotation><draw:frame draw:name="Box"><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><text:p>own</text:p></table:table-cell>',
          ),
        'table:style-name="h"',
      ),
    undefined,
    {
      styles:
        '<style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style>',
    },
  );
  const told = got.units.map(({ region, text, label, hidden }) => [region, text, label, hidden]);
  expect(told).toEqual([
    ["deleted", "old", undefined, undefined],
    ["comment", "check", "Ann", true],
    ["text_box", "boxed", "Box", true],
    ["hidden", "c1", undefined, true],
    ["hidden", "own", undefined, true],
  ]);
  expect(got.facts.sheets).toEqual([{ name: "T", state: "hidden", kind: "worksheet" }]);
  expect(got.gaps).toMatchObject([{ region: "embedded_object", count: 1 }]);
});

it("an unknown sheet is the caller's mistake", async () => {
  await expect(read(sheet(row(cell("x"))), { kind: "cells", sheet: "U" })).rejects.toMatchObject({
    code: "invalid_request",
  });
});
