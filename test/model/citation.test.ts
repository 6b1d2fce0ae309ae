import fc from "fast-check";
import { expect, test } from "vitest";
import { citationText, parseCitation, standsAt } from "../../src/model/citation.ts";
import { ReadbackError } from "../../src/model/errors.ts";
import type { Locator } from "../../src/model/locator.ts";
import { cellName } from "../../src/model/request.ts";

const number = fc.integer({ min: 1, max: 1_000_000 });
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const name = text.filter((it) => !/[\0/]/.test(it));
const span = fc.tuple(number, fc.nat({ max: 50 }), fc.boolean());

/** All locator kinds, with only what a fragment carries. */
const places: fc.Arbitrary<Locator> = fc.oneof(
  span.map(([line, more, ends]) => ({
    kind: "line" as const,
    line,
    ...(ends && more > 0 ? { endLine: line + more } : {}),
  })),
  number.map((page) => ({ kind: "page" as const, page })),
  span.map(([paragraph, more, ends]) => ({
    kind: "paragraph" as const,
    paragraph,
    ...(ends && more > 0 ? { endParagraph: paragraph + more } : {}),
  })),
  fc.record({ kind: fc.constant("tableCell" as const), table: number, row: number, column: number }),
  fc.record({
    kind: fc.constant("sheetCell" as const),
    sheet: text,
    cell: fc
      .tuple(fc.integer({ min: 1, max: 1_048_576 }), fc.integer({ min: 1, max: 16_384 }))
      .map(([row, column]) => cellName(row, column)),
  }),
  number.map((slide) => ({ kind: "slide" as const, slide })),
  fc
    .tuple(text, fc.option(number))
    .map(([part, item]) => ({ kind: "part" as const, part, ...(item === null ? {} : { item }) })),
);

test("a citation is read back as it was printed, for every kind of place", () => {
  fc.assert(
    fc.property(
      name,
      fc.array(name, { minLength: 1, maxLength: 4 }),
      fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
      fc.option(places),
      (source, path, sha256, at) => {
        const citation = {
          source,
          path: path.join("/"),
          ...(sha256 === null ? {} : { sha256 }),
          ...(at === null ? {} : { at }),
        };
        const line = citationText(citation);
        expect(line).toMatch(/^[\u0021-\u007e]+$/);
        expect(parseCitation(line)).toEqual(citation);
        if (at !== null) expect(standsAt(at, parseCitation(line).at ?? at)).toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
});

test("a record keeps its number", () => {
  const at = { kind: "record" as const, record: 3, line: 4 };
  const line = citationText({ source: "s", path: "a.csv", at });
  expect(line).toBe("readback://s/a.csv#record=3");
  expect(parseCitation(line).at).toEqual({ kind: "record", record: 3 });
  expect(standsAt(at, { kind: "record", record: 3 })).toBe(true);
  expect(standsAt(at, { kind: "record", record: 4 })).toBe(false);
});

test.each([
  "",
  "file:///etc/passwd",
  "readback://s",
  "readback:///a",
  "readback://s/",
  "readback://s/a?sha256=12",
  "readback://s/a?other=1",
  "readback://s/a#",
  "readback://s/a#page",
  "readback://s/a#page=0",
  "readback://s/a#page=1&page=2",
  "readback://s/a#page=1&slide=2",
  "readback://s/a#line=9-3",
  "readback://s/a#sheet=Q1",
  "readback://s/a#sheet=Q1&cell=ZZZ9",
  "readback://s/%zz",
  "readback://s/a%00b",
])("%j is refused", (line) => {
  expect(() => parseCitation(line)).toThrowError(ReadbackError);
  expect(() => parseCitation(line)).toThrowError(expect.objectContaining({ code: "invalid_request" }));
});

test("whatever it is fed, the parser refuses with `invalid_request` only", () => {
  const near = fc.string().map((it) => `readback://s/a${it}`);
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (line) => {
      try {
        parseCitation(line);
      } catch (thrown) {
        expect(thrown).toMatchObject({ name: "ReadbackError", code: "invalid_request" });
      }
    }),
    { numRuns: 2000 },
  );
});
