import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isoOfSerial, serialOfIso } from "../../../src/formats/xlsx/serial-date.ts";

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number, system1900: boolean): boolean =>
  (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) || (system1900 && year === 1900);

/** Days walked one by one from the origin, in the calendar that the program believes in. */
function walkedDays(date1904: boolean, count: number): string[] {
  const days: string[] = [];
  let [year, month, day] = date1904 ? [1904, 1, 1] : [1900, 1, 1];
  while (days.length < count) {
    days.push(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
    const length = (MONTHS[month - 1] ?? 0) + (month === 2 && isLeap(year, !date1904) ? 1 : 0);
    day += 1;
    if (day > length) [day, month] = [1, month + 1];
    if (month > 12) [month, year] = [1, year + 1];
  }
  return days;
}

describe("serial dates", () => {
  it.each([
    [false, 1],
    [true, 0],
  ])("are the walked calendar, 1904 system: %s", (date1904, origin) => {
    const days = walkedDays(date1904, 120_000);
    for (const [index, day] of days.entries())
      if (isoOfSerial(index + origin, date1904, "date") !== day)
        expect(`${index + origin} ${isoOfSerial(index + origin, date1904, "date")}`).toBe(
          `${index + origin} ${day}`,
        );
  });

  it.each([
    [false, 0, "date", "1899-12-31"],
    [false, 1, "date", "1900-01-01"],
    [false, 59, "date", "1900-02-28"],
    [false, 60, "date", "1900-02-29"],
    [false, 61, "date", "1900-03-01"],
    [false, 45292, "date", "2024-01-01"],
    [false, 45292, "both", "2024-01-01T00:00:00"],
    [false, 45292.75, "date", "2024-01-01T18:00:00"],
    [false, 45351.000011574, "both", "2024-02-29T00:00:01"],
    [false, 0.75, "time", "18:00:00"],
    [false, 1.75, "time", "1900-01-01T18:00:00"],
    [false, 45292.9999999999, "both", "2024-01-02T00:00:00"],
    [false, 0.123456789, "time", "02:57:46.667"],
    [false, 2958465, "date", "9999-12-31"],
    [false, 2958466, "date", undefined],
    [false, -1, "date", undefined],
    [false, Number.NaN, "date", undefined],
    [true, 0, "date", "1904-01-01"],
    [true, 43830, "date", "2024-01-01"],
    [true, 2957003, "date", "9999-12-31"],
    [true, 2957004, "date", undefined],
  ] as const)("1904: %s, %s as %s is %s", (date1904, serial, parts, iso) => {
    expect(isoOfSerial(serial, date1904, parts)).toBe(iso);
  });

  it("come back from their ISO form, to the millisecond", () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 61, max: 2_950_000 }),
        fc.integer({ min: 0, max: 86_399_999 }),
        (date1904, days, ms) => {
          const serial = days + ms / 86_400_000;
          const iso = isoOfSerial(serial, date1904, "both") ?? "";
          expect(isoOfSerial(serialOfIso(iso, date1904) ?? -1, date1904, "both")).toBe(iso);
        },
      ),
    );
  });

  it.each(["2024-13-01", "2024-02-30", "2024-01-01T25:00", "hello", "", "20240101", "1850-01-01"])(
    "%j is no date",
    (text) => {
      expect(serialOfIso(text, false)).toBeUndefined();
    },
  );
});
