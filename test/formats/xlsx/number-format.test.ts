import * as fc from "fast-check";
import { format } from "numfmt";
import { describe, expect, it } from "vitest";
import { builtinFormat } from "../../../src/formats/xlsx/builtin-formats.ts";
import { NumberFormat, decimalText, generalText } from "../../../src/formats/xlsx/number-format.ts";

const US = { locale: "en-US" };

describe("what a cell shows", () => {
  it.each([
    ["General", 0.1 + 0.2, "0.3"],
    ["General", 1234567.891234, "1234567.891"],
    ["General", 12345678901, "12345678901"],
    ["General", 123456789012, "1.23457E+11"],
    ["General", 0.00001234, "0.00001234"],
    ["General", -0, "0"],
    ["GENERAL", 2.5, "2.5"],
    ["0.00", 2, "2.00"],
    ["0.00", 1.005, "1.01"],
    ["#,##0", 1234567, "1,234,567"],
    ["#,##0.00", -1234.5, "-1,234.50"],
    ["0%", 0.5, "50%"],
    ["0.00%", 0.125, "12.50%"],
    ['0" days"', 14, "14 days"],
    ["000000", 17, "000017"],
    ["# ?/?", 0.5, "1/2"],
    ["0.00E+00", 12345, "1.23E+04"],
    ["[>100]0.0;0", 50, "50"],
    ["[Red]0.0;[Blue]-0.0", -2, "-2.0"],
    ['_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)', 1234.5, "1,234.50"],
    ["[$€-407] #,##0.00", 1234.5, "€ 1.234,50"],
    ["yyyy\\-mm\\-dd", 45351, "2024-02-29"],
    ["yyyy-mm-dd", 60, "1900-02-29"],
    ["d mmm yyyy h:mm AM/PM", 45292.75, "1 Jan 2024 6:00 PM"],
    ["[h]:mm", 1.5, "36:00"],
    ["[$-419]d mmmm yyyy", 45000, "15 Март 2023"],
    ['yyyy"年"m"月"d"日"', 45000, "2023年3月15日"],
    ["@", 5, "5"],
    ["", 5, "5"],
    ["bogus[", 1.5, "1.5"],
    ["yyyy-mm-dd", -1, "-1"],
    ["yyyy-mm-dd", 2958466, "2958466"],
    [";;;", 5, ""],
    ["0;-0;;@", 0, ""],
  ])("%j of %d is %j", (pattern, number, shown) => {
    expect(new NumberFormat(pattern, false).showNumber(number)).toBe(shown);
  });

  it.each([
    [14, 43363, "09/20/2018"],
    [22, 45292.75, "01/01/2024 18:00"],
    [15, 45292, "1-Jan-24"],
    [18, 0.75, "6:00 PM"],
    [39, 123, "123.00"],
    [46, 1.5, "36:00:00"],
    [49, 7, "7"],
    [31, 45292, "01/01/2024"],
    [9999, 1.5, "1.5"],
  ])("built-in format %i of %d is %j", (id, number, shown) => {
    expect(new NumberFormat(builtinFormat(id), false).showNumber(number)).toBe(shown);
  });

  it.each([
    ["yyyy-mm-dd", "date"],
    ["mm:ss.0", "time"],
    ["h:mm AM/PM", "time"],
    ["yyyy-mm-dd hh:mm", "both"],
    ["mmm", "date"],
    ["[h]:mm", "elapsed"],
    ["[mm]:ss", "elapsed"],
    ['0" days"', undefined],
    ["#,##0", undefined],
    ["General", undefined],
    ["@", undefined],
    ['"yyyy"0', undefined],
    ["[Red]0", undefined],
    ["[$-F800]dddd, mmmm dd, yyyy", "date"],
    ['[=0]"-";yyyy-mm-dd', "date"],
    ["bogus[", undefined],
  ])("%j shows of a date: %s", (pattern, parts) => {
    expect(new NumberFormat(pattern, false).dateParts).toBe(parts);
  });

  it("counts dates of the 1904 system from 1904, durations not", () => {
    expect(new NumberFormat("yyyy-mm-dd", true).showNumber(43830)).toBe("2024-01-01");
    expect(new NumberFormat("[h]:mm", true).showNumber(1.5)).toBe("36:00");
  });

  it("shows text through a format for text, and only then", () => {
    expect(new NumberFormat('"Mr "@', false).showText("Smith")).toBe("Mr Smith");
    expect(new NumberFormat("0.00", false).showText("Smith")).toBe("Smith");
    expect(new NumberFormat(";;;", false).showText("Smith")).toBe("");
  });

  it("is the library's own General", () => {
    const number = fc.oneof(
      fc.integer(),
      fc.integer({ min: -9_999, max: 9_999 }).map((n) => n / 100),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.integer({ min: -999_999_999, max: 999_999_999 }).map((n) => n / 1e5),
    );
    fc.assert(
      fc.property(number, (n) => {
        expect(generalText(n)).toBe(format("General", n, US));
      }),
      { numRuns: 2000 },
    );
  });

  it("is the library's own plain decimals, where it does without the library", () => {
    const number = fc.oneof(
      fc.integer(),
      fc.integer({ min: -99_999_999, max: 99_999_999 }).map((n) => n / 100),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 6 }), fc.boolean(), (n, places, grouped) => {
        const pattern = `${grouped ? "#,##" : ""}0${places === 0 ? "" : `.${"0".repeat(places)}`}`;
        const own = decimalText(n, places, grouped);
        if (own !== undefined) expect(own).toBe(format(pattern, n, US));
        expect(new NumberFormat(pattern, false).showNumber(n)).toBe(format(pattern, n, US));
      }),
      { numRuns: 2000 },
    );
  });
});
