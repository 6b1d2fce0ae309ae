import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Passage, TextSpan } from "../../../src/model/answer.ts";
import { locatorText } from "../../../src/model/locator.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { ContainsCollector } from "../../../src/reading/collect/contains.ts";
import type { Needle } from "../../../src/reading/interfaces.ts";

/** Plain substring search in which a line end counts as a space: enough to watch the collector alone. */
function plainNeedle(text: string): Needle {
  const find = (hay: string): TextSpan[] => {
    const spans: TextSpan[] = [];
    const flat = hay.replace(/\n/g, " ");
    for (let at = flat.indexOf(text); at !== -1; at = flat.indexOf(text, at + text.length))
      spans.push({ start: at, end: at + text.length });
    return spans;
  };
  return { findAll: find, test: (hay) => find(hay).length > 0 };
}

const line = (number: number, text: string): Unit => ({
  at: { kind: "line", line: number },
  region: "body",
  text,
});

function collect(
  texts: readonly string[],
  needle: string,
  options: { context?: number; maxChars?: number; batch?: number } = {},
) {
  const collector = new ContainsCollector(
    plainNeedle(needle),
    needle.length,
    options.context ?? 0,
    options.maxChars ?? 45_000,
  );
  const units = texts.map((text, index) => line(index + 1, text));
  const size = options.batch ?? units.length;
  for (let at = 0; at < units.length; at += Math.max(1, size))
    collector.take(units.slice(at, at + Math.max(1, size)));
  return collector.finish();
}

const places = (passages: readonly Passage[]): string[] =>
  passages.map(
    (passage) => `${passage.match === true ? "*" : " "}${locatorText(passage.at)} ${passage.text}`,
  );

describe("lines", () => {
  test("a hit stands alone with its own line number; context comes before and after, and merges", () => {
    const texts = ["a", "b", "x1", "c", "x2", "d", "e", "f", "g", "x3"];
    expect(places(collect(texts, "x", { context: 2 }).passages)).toEqual([
      " L1-2 a\nb",
      "*L3 x1",
      " L4 c",
      "*L5 x2",
      " L6-9 d\ne\nf\ng",
      "*L10 x3",
    ]);
  });

  test("neighbouring hits stay two hits, so that the count is the count of lines", () => {
    const found = collect(["x", "x", "y"], "x");
    expect(places(found.passages)).toEqual(["*L1 x", "*L2 x"]);
    expect(found.matchCount).toBe(2);
  });

  test("a phrase over a line end is placed at both lines", () => {
    const found = collect(["the quick", "brown fox", "ran"], "quick brown");
    expect(places(found.passages)).toEqual(["*L1-2 the quick\nbrown fox"]);
    expect(found.passages[0]?.highlights).toEqual([{ start: 4, end: 15 }]);
  });

  test("two hits in one line are one passage with two highlights", () => {
    const found = collect(["a x b x"], "x");
    expect(found.passages).toHaveLength(1);
    expect(found.passages[0]?.highlights).toHaveLength(2);
  });

  test("the output limit cuts passages, never the count, and names the places that are left", () => {
    const texts = Array.from({ length: 100 }, (_, index) => `x number ${index} ${"-".repeat(60)}`);
    const found = collect(texts, "x", { maxChars: 1000 });
    expect(found.stopReason).toBe("output_limit");
    expect(found.matchCount).toBe(100);
    expect(found.moreAt).toHaveLength(20);
    expect(found.passages.length).toBeGreaterThan(3);
    expect(found.passages.length).toBeLessThan(20);
  });

  test("the size of the batches never shows", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ax ]{0,6}$/), { maxLength: 40 }),
        fc.constantFrom("x", "xa", "a x", "aa"),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 1, max: 7 }),
        (texts, needle, context, batch) => {
          const whole = collect(texts, needle, { context });
          const parts = collect(texts, needle, { context, batch });
          expect(places(parts.passages)).toEqual(places(whole.passages));
          expect(parts.matchCount).toBe(whole.matchCount);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("long texts are searched in batches with the same hits as at once", () => {
    const texts = Array.from({ length: 3000 }, (_, index) =>
      index % 97 === 0 ? "here needle" : `plain line ${index} of text`,
    );
    texts[256] = "ends with needle";
    texts[257] = "and more";
    const whole = collect(texts, "needle and", {});
    const parts = collect(texts, "needle and", { batch: 256 });
    expect(places(whole.passages)).toEqual(["*L257-258 ends with needle\nand more"]);
    expect(places(parts.passages)).toEqual(places(whole.passages));
  });
});

describe("other units", () => {
  const page = (number: number, text: string): Unit => ({
    at: { kind: "page", page: number },
    region: "body",
    text,
  });
  const paragraph = (number: number, text: string): Unit => ({
    at: { kind: "paragraph", paragraph: number },
    region: "body",
    text,
  });

  function collectUnits(units: readonly Unit[], needle: string, context: number) {
    const collector = new ContainsCollector(plainNeedle(needle), needle.length, context, 45_000);
    collector.take(units);
    return collector.finish();
  }

  test("a long page gives the lines of the hit, marked as a part of the page", () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      index === 20 ? "the needle is here" : `line ${index} of the page`,
    );
    const found = collectUnits([page(1, "nothing"), page(2, lines.join("\n"))], "needle", 1);
    expect(found.passages).toHaveLength(1);
    expect(found.passages[0]).toMatchObject({
      at: { kind: "page", page: 2 },
      text: "line 19 of the page\nthe needle is here\nline 21 of the page",
      match: true,
      cut: true,
      highlights: [{ start: 24, end: 30 }],
    });
  });

  test("neighbouring paragraphs are the context of a paragraph", () => {
    const units = ["a", "b", "needle", "c", "d", "e"].map((text, index) => paragraph(index + 1, text));
    expect(places(collectUnits(units, "needle", 1).passages)).toEqual([" ¶2 b", "*¶3 needle", " ¶4 c"]);
  });

  test("a tracked deletion is shown with its region and is no hit", () => {
    const deleted: Unit = { ...paragraph(2, "the old needle"), region: "deleted" };
    const found = collectUnits([paragraph(1, "a"), deleted], "needle", 1);
    expect(found.matchCount).toBe(0);
    expect(found.passages).toEqual([
      { at: { kind: "paragraph", paragraph: 2 }, region: "deleted", text: "the old needle" },
    ]);
  });

  test("a typed value and an automatic number are searched too", () => {
    const cell: Unit = {
      at: { kind: "sheetCell", sheet: "Q1", cell: "B7" },
      region: "body",
      text: "2,000",
      cell: { value: 2000, type: "number" },
    };
    expect(collectUnits([cell], "2000", 0).matchCount).toBe(1);
    const numbered: Unit = { ...paragraph(3, "Delivery"), numbering: "3.2" };
    expect(collectUnits([numbered], "3.2 Delivery", 0).matchCount).toBe(1);
  });
});
