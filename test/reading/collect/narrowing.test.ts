import { describe, expect, test } from "vitest";
import type { Gap } from "../../../src/model/coverage.ts";
import type { Selection, Unit } from "../../../src/model/unit.ts";
import { PassageList, cutAt } from "../../../src/reading/collect/passage-list.ts";
import { gapInSelection, RangeCollector } from "../../../src/reading/collect/range.ts";
import {
  plannedRanges,
  planSample,
  SampleCollector,
  unplannedGaps,
} from "../../../src/reading/collect/sample.ts";
import { WholeCollector } from "../../../src/reading/collect/whole.ts";
import { mergeGaps } from "../../../src/reading/gaps.ts";

const line = (number: number, text = `line ${number}`): Unit => ({
  at: { kind: "line", line: number },
  region: "body",
  text,
});
const page = (number: number, text: string): Unit => ({
  at: { kind: "page", page: number },
  region: "body",
  text,
});
const cell = (name: string, text: string): Unit => ({
  at: { kind: "sheetCell", sheet: "Q1", cell: name },
  region: "body",
  text,
});
const lines = (count: number): Unit[] => Array.from({ length: count }, (_, index) => line(index + 1));

describe("passages under a limit", () => {
  test("consecutive lines are one passage with their numbers", () => {
    const list = new PassageList(1000);
    for (const unit of [line(3), line(4), line(7)]) list.add(unit);
    expect(list.finish().map((passage) => [passage.at, passage.text])).toEqual([
      [{ kind: "line", line: 3, endLine: 4 }, "line 3\nline 4"],
      [{ kind: "line", line: 7 }, "line 7"],
    ]);
  });

  test("the first passage is given even when it does not fit, cut and marked", () => {
    const list = new PassageList(200);
    expect(list.add(page(1, "x".repeat(1000)))).toBe(false);
    const [passage] = list.finish();
    expect(passage?.cut).toBe(true);
    expect(passage?.text?.length).toBeGreaterThan(100);
    expect(passage?.text?.length).toBeLessThanOrEqual(200);
  });

  test("a cut never splits a surrogate pair", () => {
    expect(cutAt("ab😀cd", 3)).toBe("ab");
    expect(cutAt("ab😀cd", 4)).toBe("ab😀");
  });
});

describe("ranges", () => {
  const run = (selection: Selection, units: Unit[], maxChars = 10_000) => {
    const collector = new RangeCollector(selection, maxChars);
    collector.take(units);
    return collector.finish();
  };

  test("exactly the lines asked for", () => {
    const found = run({ kind: "lines", from: 2, to: 3 }, lines(5));
    expect(found.passages.map((passage) => passage.text)).toEqual(["line 2\nline 3"]);
    expect(found.read).toBe(2);
    expect(found.stopReason).toBeNull();
  });

  test("a range beyond the end is empty, and not cut", () => {
    expect(run({ kind: "lines", from: 9, to: 12 }, lines(5))).toMatchObject({
      passages: [],
      read: 0,
      stopReason: null,
    });
  });

  test("a cut range names the next call, and following it to the end gives every line once", () => {
    const units = Array.from({ length: 200 }, (_, index) =>
      line(index + 1, `line ${index + 1} ${"-".repeat(20)}`),
    );
    const seen: string[] = [];
    let from = 10;
    for (let calls = 0; calls < 100; calls += 1) {
      const found = run({ kind: "lines", from, to: 150 }, units, 500);
      for (const passage of found.passages)
        if (passage.cut !== true) seen.push(...(passage.text ?? "").split("\n"));
      if (found.next === undefined) break;
      expect(found.stopReason).toBe("output_limit");
      expect(found.next["end_line"]).toBe(150);
      expect(Number(found.next["start_line"])).toBeGreaterThan(from);
      from = Number(found.next["start_line"]);
    }
    expect(seen.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual(
      Array.from({ length: 141 }, (_, index) => index + 10),
    );
  });

  test("cells of a block, by sheet in any case", () => {
    const block = { fromRow: 1, toRow: 2, fromColumn: 2, toColumn: 2 };
    const found = run({ kind: "cells", sheet: "q1", block }, [
      cell("A1", "a"),
      cell("B1", "b"),
      cell("B2", "c"),
      cell("B3", "d"),
    ]);
    expect(found.passages.map((passage) => passage.text)).toEqual(["b", "c"]);
  });

  test("a record over several lines belongs to a range that begins inside it", () => {
    const record: Unit = {
      at: { kind: "record", record: 2, line: 2, endLine: 4 },
      region: "body",
      text: "a,b",
    };
    expect(run({ kind: "lines", from: 3, to: 3 }, [record]).passages).toHaveLength(1);
    expect(run({ kind: "lines", from: 5, to: 6 }, [record]).passages).toHaveLength(0);
  });

  test("a gap belongs to a range by its place", () => {
    const asked: Selection = { kind: "pages", ranges: [{ from: 2, to: 3 }] };
    const at = (number: number): Gap => ({ reason: "no_text_layer", at: { kind: "page", page: number } });
    expect(gapInSelection(asked, at(2))).toBe(true);
    expect(gapInSelection(asked, at(4))).toBe(false);
    expect(gapInSelection(asked, { reason: "not_extracted", region: "attachment" })).toBe(false);
    expect(gapInSelection(asked, { reason: "undecodable", count: 3 })).toBe(true);
  });
});

describe("whole or sample", () => {
  test("what fits is whole", () => {
    const whole = new WholeCollector(1000);
    whole.take(lines(3));
    expect(whole.overflow).toBe(false);
    expect(whole.finish()).toMatchObject({ mode: "whole", stopReason: null });
  });

  const sampleOf = (units: Unit[], maxChars: number) => {
    const whole = new WholeCollector(maxChars);
    whole.take(units);
    expect(whole.overflow).toBe(true);
    const plan = planSample("line", units.length, whole.measured, maxChars);
    const sample = new SampleCollector(plan);
    sample.take(units);
    return sample.finish();
  };

  test("a sample has head, middle and tail, and names every line it leaves out", () => {
    const units = Array.from({ length: 5000 }, (_, index) =>
      line(index + 1, `line ${index + 1} with some words in it`),
    );
    const found = sampleOf(units, 10_000);
    expect(found.stopReason).toBe("sampled");
    const first = found.passages[0]?.at;
    const last = found.passages.at(-1)?.at;
    expect(first).toMatchObject({ line: 1 });
    expect(last).toMatchObject({ endLine: 5000 });
    expect(found.passages.length).toBeGreaterThan(4);
    const covered = new Set<number>();
    for (const passage of found.passages)
      if (passage.at.kind === "line" && passage.cut !== true)
        for (let at = passage.at.line; at <= (passage.at.endLine ?? passage.at.line); at += 1)
          covered.add(at);
    for (const gap of found.gaps ?? [])
      for (let at = gap.extent?.from ?? 1; at <= (gap.extent?.to ?? 0); at += 1) covered.add(at);
    expect(covered.size).toBe(5000);
    expect(found.passages.reduce((sum, passage) => sum + (passage.text?.length ?? 0), 0)).toBeLessThanOrEqual(
      10_000,
    );
  });

  test("the same file gives the same sample", () => {
    const units = Array.from({ length: 900 }, (_, index) =>
      line(index + 1, `line ${index + 1} of nine hundred`),
    );
    expect(sampleOf(units, 3000)).toEqual(sampleOf(units, 3000));
  });

  test("pages are planned from the first to the last, and the others are named", () => {
    const measured = { units: 300, chars: 900_000 };
    const plan = planSample("page", 300, measured, 20_000);
    const ranges = plannedRanges(plan, measured);
    expect(ranges[0]?.from).toBe(1);
    expect(ranges.at(-1)?.to).toBe(300);
    expect(ranges.length).toBeGreaterThanOrEqual(3);
    const left = unplannedGaps(plan, ranges).reduce(
      (sum, gap) => sum + ((gap.extent?.to ?? 0) - (gap.extent?.from ?? 1) + 1),
      0,
    );
    const taken = ranges.reduce((sum, range) => sum + range.to - range.from + 1, 0);
    expect(left + taken).toBe(300);
  });
});

describe("gaps", () => {
  const at = (number: number, extra: Partial<Gap> = {}): Gap => ({
    reason: "no_text_layer",
    at: { kind: "page", page: number },
    ...extra,
  });

  test("neighbouring pages of one reason become an extent", () => {
    expect(mergeGaps([at(2), at(3), at(4), at(9)])).toEqual([
      { reason: "no_text_layer", extent: { unit: "page", from: 2, to: 4 } },
      at(9),
    ]);
  });

  test("counts add up", () => {
    const merged = mergeGaps([
      { reason: "undecodable", at: { kind: "line", line: 1 }, count: 2 },
      { reason: "undecodable", at: { kind: "line", line: 2 }, count: 3 },
    ]);
    expect(merged).toEqual([{ reason: "undecodable", extent: { unit: "line", from: 1, to: 2 }, count: 5 }]);
  });

  test("many single places of one kind are counted, not listed", () => {
    const gaps = Array.from({ length: 500 }, (_, index): Gap => ({
      reason: "damaged",
      at: { kind: "sheetCell", sheet: "Q1", cell: `A${index * 2 + 1}` },
    }));
    const merged = mergeGaps(gaps);
    expect(merged.length).toBeLessThan(60);
    expect(merged.at(-1)).toMatchObject({ count: 450 });
  });
});
