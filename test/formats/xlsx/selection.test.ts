/** A sheet or a block of it: every cell of a small block, stored cells of a large one, nothing of elsewhere. */

import { describe, expect, it } from "vitest";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import { parseCells } from "../../../src/model/request.ts";
import type { ByteSource, Unit } from "../../../src/model/unit.ts";
import { extractAll } from "../../support/extract.ts";
import { workbook } from "./workbook-file.ts";

const BOOK = workbook({
  strings: ["<t></t>"],
  sheets: [
    {
      name: "Q1",
      cells:
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1" t="s"><v>0</v></c></row>' +
        '<row r="2"><c r="A2"><v>3</v></c><c r="B2" s="0"/></row><row r="3"><c r="B3"><v>9</v></c><c r="D3"><f>A1</f></c></row>' +
        '<row r="2000"><c r="ZZ2000"><v>4</v></c></row>',
      behind: '<mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="D1:E1"/></mergeCells>',
    },
    { name: "Straße ä", state: "hidden", cells: '<c r="A1"><v>5</v></c>' },
  ],
});

const ask = (sheet: string, cells?: string, source: ByteSource = BOOK) =>
  extractAll(xlsxExtractor, source, {
    selection: { kind: "cells", sheet, ...(cells === undefined ? {} : { block: parseCells(cells) }) },
  });
const row = ({ at, text, cell }: Unit) => [
  at.kind === "sheetCell" ? at.cell : "?",
  text,
  cell?.mergedInto ?? cell?.merge ?? (cell?.empty === true ? "empty" : ""),
];

describe("a block of cells", () => {
  it("gives every cell of it in reading order", async () => {
    const { units, counted, total } = await ask("Q1", "A1:D3");
    expect(units.map(row)).toEqual([
      ["A1", "1", ""],
      ["B1", "2", ""],
      ["C1", "", ""],
      ["D1", "", "D1:E1"],
      ["A2", "3", "A2:B3"],
      ["B2", "", "A2"],
      ["C2", "", "empty"],
      ["D2", "", "empty"],
      ["A3", "", "A2"],
      ["B3", "9", "A2"],
      ["C3", "", "empty"],
      ["D3", null, ""],
    ]);
    expect([counted, total]).toEqual([12, 12]);
  });

  it("shows a value under a merge as hidden", async () => {
    const { units } = await ask("Q1", "B3");
    expect(units[0]).toMatchObject({
      text: "9",
      region: "hidden",
      hidden: true,
      cell: { value: 9, mergedInto: "A2" },
    });
  });

  it("tells an empty text from an empty cell", async () => {
    const { units } = await ask("Q1", "C1:C2");
    expect(units.map(({ cell }) => cell)).toEqual([
      { value: "", type: "string" },
      { value: null, type: "empty", empty: true },
    ]);
  });

  it("gives stored cells only where it is large", async () => {
    const { units, total } = await ask("Q1", "A1:ZZ2000");
    expect(units.map(row)).toEqual([
      ["A1", "1", ""],
      ["B1", "2", ""],
      ["A2", "3", "A2:B3"],
      ["B3", "9", "A2"],
      ["D3", null, ""],
      ["ZZ2000", "4", ""],
    ]);
    expect(total).toBe(6);
  });

  it("is found in any letter case, and keeps the sheet's own name and state", async () => {
    const { units } = await ask("STRASSE Ä".replace("SS", "ß"), "A1:A2");
    expect(units.map(({ at, region, sheetState }) => [at, region, sheetState])).toEqual([
      [{ kind: "sheetCell", sheet: "Straße ä", cell: "A1" }, "hidden", "hidden"],
      [{ kind: "sheetCell", sheet: "Straße ä", cell: "A2" }, "hidden", "hidden"],
    ]);
  });

  it("leaves gaps of cells outside it alone", async () => {
    const { gaps } = await ask("Q1", "A1:C2");
    expect(gaps).toEqual([]);
  });
});

describe("a sheet", () => {
  it("gives its cells, and tells of all sheets", async () => {
    const { units, facts } = await ask("Q1");
    expect(units.map(row)).toHaveLength(6);
    expect(facts.sheets?.map(({ name }) => name)).toEqual(["Q1", "Straße ä"]);
  });

  it("that is not there is asked wrongly, and those there are get named", async () => {
    await expect(ask("Q2")).rejects.toMatchObject({
      code: "invalid_request",
      hint: "its sheets are `Q1`, `Straße ä`",
    });
  });

  it("names few of many sheets, without control characters", async () => {
    const source = workbook({
      sheets: Array.from({ length: 30 }, (_, index) => ({ name: `a\u202e\u0085\`${index}` })),
    });
    await expect(ask("none", undefined, source)).rejects.toSatisfy((error: { hint: string }) => {
      expect(error.hint).toMatch(/and 10 more$/);
      expect(error.hint).not.toMatch(/[\u202e\u0085]/);
      return true;
    });
  });
});

it("a chart sheet has no cells to ask for", async () => {
  const source = workbook({
    sheets: [{ name: "C", kind: "chartsheet", cells: '<?xml version="1.0"?><chartsheet/>' }],
  });
  await expect(ask("C", "A1", source)).rejects.toMatchObject({ code: "invalid_request" });
  expect((await ask("C", undefined, source)).units).toEqual([]);
});

it("another kind of range is asked wrongly", async () => {
  await expect(
    extractAll(xlsxExtractor, BOOK, { selection: { kind: "lines", from: 1, to: 2 } }),
  ).rejects.toMatchObject({ code: "invalid_request" });
});
