import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shiftFormula } from "../../../src/formats/xlsx/shared-formula.ts";

describe("a shared formula at another cell", () => {
  it.each([
    ["A1+B2", 1, 2, "C2+D3"],
    ["$A1+A$1+$A$1", 3, 1, "$A4+B$1+$A$1"],
    ["SUM(A1:B2)", 1, 1, "SUM(B2:C3)"],
    ["SUM($A$1:A1)", 4, 0, "SUM($A$1:A5)"],
    ["LOG10(A1)+ATAN2(B1,C1)", 1, 0, "LOG10(A2)+ATAN2(B2,C2)"],
    ['"A1"&A1&"x""B2"', 1, 0, '"A1"&A2&"x""B2"'],
    ["Sheet2!A1+'My A1 sheet'!B2", 1, 1, "Sheet2!B2+'My A1 sheet'!C3"],
    ["'It''s A1'!A1", 0, 1, "'It''s A1'!B1"],
    ["Q1!A1", 1, 0, "Q1!A2"],
    ["[1]Sheet1!$A1", 2, 0, "[1]Sheet1!$A3"],
    ["SUM(A:A)+SUM($B:C)", 5, 1, "SUM(B:B)+SUM($B:D)"],
    ["SUM(1:1)+SUM($2:3)", 2, 5, "SUM(3:3)+SUM($2:5)"],
    ["Table1[[#This Row],[A1]]*A1", 1, 0, "Table1[[#This Row],[A1]]*A2"],
    ["Table1[It''s ']A1]+B1", 1, 0, "Table1[It''s ']A1]+B2"],
    ["rate1x*A1", 1, 0, "rate1x*A2"],
    ["_A1+A1.b+\\A1", 1, 0, "_A1+A1.b+\\A1"],
    ["TAX2024", 1, 0, "TAX2025"],
    ["XFE1+ABC9999999", 1, 0, "XFE1+ABC9999999"],
    ["1E5+A1*1.5e-3", 1, 0, "1E5+A2*1.5e-3"],
    ["IF(A1=#N/A,#REF!,#DIV/0!)", 1, 0, "IF(A2=#N/A,#REF!,#DIV/0!)"],
    ["A1#*@B1", 1, 0, "A2#*@B2"],
    ["A1", -1, 0, "#REF!"],
    ["A1", 0, -1, "#REF!"],
    ["XFD1048576", 1, 0, "#REF!"],
    ["A1:B2", -1, 0, "#REF!:B1"],
    ["SUM(A:B)", 0, -1, "SUM(#REF!)"],
    ["a1+b$2", 1, 1, "B2+C$2"],
    ["Jan:Dec!A1", 1, 0, "Jan:Dec!A2"],
    ["{1,2;3,4}*A1", 1, 0, "{1,2;3,4}*A2"],
    ["A1%^2", 1, 0, "A2%^2"],
    ["Straße1+сумма1+A1", 1, 0, "Straße1+сумма1+A2"],
    ['IF(A1>0,"1:3",2:2)', 1, 0, 'IF(A2>0,"1:3",3:3)'],
    ["", 1, 1, ""],
    ['"open', 1, 0, '"open'],
    ["Table1[open", 1, 0, "Table1[open"],
  ])("%j moved by %i rows and %i columns is %j", (formula, rows, columns, moved) => {
    expect(shiftFormula(formula, { rows, columns })).toBe(moved);
  });

  it("stays as it is where nothing moves, and never loses a character", () => {
    const piece = fc.constantFrom(
      "A1",
      "$B$2",
      "C$3:D4",
      '"x"',
      "'s h'!",
      "+",
      "(",
      ")",
      ",",
      "SUM(",
      "1.5",
      "[",
      "]",
      "'",
      '"',
      "#REF!",
      "é",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const formula = pieces.join("");
        expect(shiftFormula(formula, { rows: 0, columns: 0 }).toUpperCase()).toBe(formula.toUpperCase());
      }),
    );
  });

  it("takes time in proportion to its length, whatever stands in it", () => {
    for (const text of [
      "[".repeat(100_000),
      '"'.repeat(100_001),
      "A1".repeat(50_000),
      "$".repeat(100_000),
      "'".repeat(99_999),
    ])
      expect(shiftFormula(text, { rows: 0, columns: 0 }).length).toBe(text.length);
  });
});
