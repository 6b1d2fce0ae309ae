/** The strict schema of the answer and the names on the wire are the same thing, told twice: here they are held together. */

import { describe, expect, it } from "vitest";
import { readAnswerSchema } from "../../src/mcp/schemas/read-answer.ts";
import type { ReadEntry } from "../../src/model/answer.ts";
import type { Gap } from "../../src/model/coverage.ts";
import { coverageOf } from "../../src/model/coverage.ts";
import type { Locator } from "../../src/model/locator.ts";
import { readAnswerToWire } from "../../src/model/wire.ts";

/** Every kind of place with all that it can carry. */
const PLACES: { readonly [Kind in Locator["kind"]]: Required<Extract<Locator, { kind: Kind }>> } = {
  line: { kind: "line", line: 1, endLine: 2 },
  record: { kind: "record", line: 1, endLine: 2, record: 2, column: 3 },
  page: { kind: "page", page: 1, label: "iii" },
  paragraph: { kind: "paragraph", paragraph: 1, endParagraph: 2 },
  tableCell: { kind: "tableCell", table: 1, row: 2, column: 3 },
  sheetCell: { kind: "sheetCell", sheet: "S", cell: "B7" },
  slide: { kind: "slide", slide: 1 },
  part: { kind: "part", part: "header", item: 1, paragraph: 2 },
};
const places = Object.values(PLACES);

const gaps: Required<Gap>[] = places.map((at) => ({
  reason: "damaged",
  region: "body",
  extent: { unit: "cell", from: 1, to: 2, sheet: "S" },
  at,
  count: 3,
  detail: "words",
}));

const fullest: Required<ReadEntry> = {
  ok: true,
  path: "a",
  format: "xlsx",
  encoding: { name: "koi8-r", bom: false, how: "detected", confidence: 0.5 },
  lineEnds: "mixed",
  sheets: [{ name: "S", state: "hidden", kind: "worksheet" }],
  flags: ["repaired"],
  version: {
    sha256: JSON.parse('"00"'),
    proof: "single_hash",
    size: 1,
    modified: "2026-01-01T00:00:00.000Z",
    pathCheck: "kernel",
  },
  mode: "contains",
  citation: "readback://s/a",
  passages: places.map((at) => ({
    at,
    region: "notes",
    text: null,
    match: true,
    cut: true,
    highlights: [{ start: 0, end: 1 }],
    cell: { value: "v", type: "string", formula: "=A1", empty: true, mergedInto: "A1", merge: "A1:B2" },
    hidden: true,
    sheetState: "very_hidden",
    numbering: "3.2",
    label: "name",
    replacedBytes: 1,
  })),
  matchCount: 1,
  moreAt: places,
  coverage: coverageOf({ unit: "cell", read: 1, total: null }, "time_budget", gaps),
  secrets: {
    policy: "redact",
    screened: "part",
    found: 1,
    findings: places.map((at) => ({ kind: "jwt", at, count: 1 })),
  },
  next: { sheet: "S", cells: "A2:B9", start_line: 4 },
};

describe("the strict schema", () => {
  it("takes the fullest entry, with every kind of place, value and gap", () => {
    for (const value of ["text", 1.5, true, null]) {
      const [first] = fullest.passages;
      if (first?.cell === undefined) throw new Error("the first passage is a cell");
      const passages = [{ ...first, cell: { ...first.cell, value } }, ...fullest.passages];
      const wire = readAnswerToWire({ entries: [{ ...fullest, passages }] });
      expect(readAnswerSchema.parse(wire)).toEqual(wire);
    }
  });

  it("takes a failed entry", () => {
    const wire = readAnswerToWire({
      entries: [{ ok: false, path: "a", error: { code: "missing", message: "m", hint: "h" } }],
    });
    expect(readAnswerSchema.parse(wire)).toEqual(wire);
  });

  it("refuses a key that it does not know, at every level", () => {
    const wire = JSON.parse(JSON.stringify(readAnswerToWire({ entries: [fullest] })));
    for (const place of [
      wire,
      wire.entries[0],
      wire.entries[0].passages[0],
      wire.entries[0].passages[0].at,
      wire.entries[0].coverage,
      wire.entries[0].coverage.gaps[0],
      wire.entries[0].version,
    ]) {
      place.extra = 1;
      expect(readAnswerSchema.safeParse(wire).success).toBe(false);
      delete place.extra;
    }
    expect(readAnswerSchema.safeParse(wire).success).toBe(true);
  });
});
