import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  COLUMNS,
  ROWS,
  blockName,
  columnOf,
  nameOf,
  parseAddress,
  parseBlock,
  placeOf,
  rowOf,
} from "../../../src/formats/xlsx/cell-address.ts";

/** Column letters counted up one by one. */
function naiveLetters(column: number): string {
  let letters = ["A"];
  for (let step = 1; step < column; step += 1) {
    let at = letters.length - 1;
    while (at >= 0 && letters[at] === "Z") letters[at--] = "A";
    if (at < 0) letters = ["A", ...letters];
    else letters[at] = String.fromCharCode((letters[at] ?? "A").charCodeAt(0) + 1);
  }
  return letters.join("");
}

const row = fc.integer({ min: 1, max: ROWS });
const column = fc.integer({ min: 1, max: COLUMNS });

describe("addresses", () => {
  it("go to numbers and back", () => {
    fc.assert(
      fc.property(row, column, (r, c) => {
        const place = placeOf(r, c);
        expect([rowOf(place), columnOf(place)]).toEqual([r, c]);
        expect(parseAddress(nameOf(place))).toBe(place);
      }),
    );
  });

  it("name columns as counting does", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (c) => {
        expect(nameOf(placeOf(1, c))).toBe(`${naiveLetters(c)}1`);
      }),
      { numRuns: 40 },
    );
    expect(nameOf(placeOf(ROWS, COLUMNS))).toBe("XFD1048576");
  });

  it("grow row by row", () => {
    fc.assert(
      fc.property(row, column, row, column, (r1, c1, r2, c2) => {
        expect(placeOf(r1, c1) < placeOf(r2, c2)).toBe(r1 < r2 || (r1 === r2 && c1 < c2));
      }),
    );
  });

  it.each([
    ["$B$7", "B7"],
    ["b7", "B7"],
    ["B$7", "B7"],
    ["A01", "A1"],
    ["xfd1048576", "XFD1048576"],
  ])("%s is %s", (text, name) => {
    expect(nameOf(parseAddress(text))).toBe(name);
  });

  it.each([
    "",
    "A",
    "7",
    "A0",
    "XFE1",
    "A1048577",
    "A999999999",
    "AAAA1",
    "A1B",
    "A-1",
    "A 1",
    "А1",
    "$",
    "$A$",
    "R1C1x",
  ])("%j is no address", (text) => {
    expect(parseAddress(text)).toBe(-1);
  });
});

describe("blocks", () => {
  it("put their corners right and name themselves", () => {
    fc.assert(
      fc.property(row, column, row, column, (r1, c1, r2, c2) => {
        const block = parseBlock(`${nameOf(placeOf(r1, c1))}:${nameOf(placeOf(r2, c2))}`);
        expect(block).toEqual({
          fromRow: Math.min(r1, r2),
          toRow: Math.max(r1, r2),
          fromColumn: Math.min(c1, c2),
          toColumn: Math.max(c1, c2),
        });
        if (block !== undefined) expect(parseBlock(blockName(block))).toEqual(block);
      }),
    );
  });

  it.each(["A:C", "1:3", "A1:", ":B2", "A1:XFE1", "A1:B2:C3"])("%j is none", (text) => {
    expect(parseBlock(text)).toBeUndefined();
  });
});
