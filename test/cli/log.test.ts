/** Exit statuses and what a person sees of log answers. */

import { describe, expect, it } from "vitest";
import { palette } from "../../src/cli/colour.ts";
import { levelsStatus, searchStatus, tailStatus } from "../../src/cli/log-run.ts";
import { printLevels, printSearch, printTail } from "../../src/cli/print-log.ts";
import type { LogLevelsAnswer, LogLine, LogSearchAnswer, LogTailAnswer } from "../../src/model/log-answer.ts";

const line: LogLine = {
  lineNo: 7,
  level: "INFO",
  text: "a \u001b[31mneedle\u202e",
  cut: false,
  replacedBytes: 0,
};
const facts = {
  log: "app",
  encoding: { name: "utf-8", bom: false, how: "ascii" },
  version: {
    sha256: null,
    proof: "stat",
    size: 9,
    modified: "2026-01-01T00:00:00.000Z",
    pathCheck: "kernel",
  },
  secrets: { policy: "redact", screened: "part", found: 0, findings: [] },
  gaps: [],
  nulBytes: 0,
} as const;
const tail: LogTailAnswer = {
  ...facts,
  lines: [line],
  wholeFile: true,
  droppedPartial: false,
  lastLineOpen: false,
  replacedBytes: 0,
};
const search: LogSearchAnswer = {
  ...facts,
  matches: [line],
  scannedLines: 1000,
  scannedBytes: 9,
  complete: true,
  stopReason: null,
  next: null,
  replacedBytes: 0,
};
const levels: LogLevelsAnswer = {
  ...facts,
  levels: { TRACE: 0, DEBUG: 0, INFO: 1234, WARN: 0, ERROR: 5, FATAL: 0, OTHER: 0 },
  scannedLines: 1239,
  scannedBytes: 9,
  complete: true,
  stopReason: null,
  next: null,
};
const gap = { reason: "damaged", detail: "the compressed data is damaged from here on" } as const;

describe("exit statuses", () => {
  it.each([
    ["lines", tail, 0],
    ["no line, whole log", { ...tail, lines: [] }, 1],
    ["no line, not the whole log", { ...tail, lines: [], wholeFile: false }, 3],
    ["a gap", { ...tail, gaps: [gap] }, 3],
  ])("tail: %s", (_, answer, status) => {
    expect(tailStatus(answer)).toBe(status);
  });

  it.each<[string, LogSearchAnswer, number]>([
    ["found", search, 0],
    ["nothing", { ...search, matches: [] }, 1],
    ["counted", { ...search, matches: [], matchCount: 3 }, 0],
    ["counted none", { ...search, matches: [], matchCount: 0 }, 1],
    ["partial, found", { ...search, complete: false, stopReason: "limit" }, 3],
    ["partial, nothing", { ...search, matches: [], complete: false, stopReason: "time_budget" }, 3],
  ])("search: %s", (_, answer, status) => {
    expect(searchStatus(answer)).toBe(status);
  });

  it("levels", () => {
    expect(levelsStatus(levels)).toBe(0);
    expect(levelsStatus({ ...levels, scannedLines: 0 })).toBe(1);
    expect(levelsStatus({ ...levels, complete: false, stopReason: "size_budget" })).toBe(3);
  });
});

describe("on paper", () => {
  const plain = palette("never", false);

  it("control characters and bidi overrides are shown, never sent", () => {
    const text = printTail(tail, plain);
    expect(text).toContain("7  a \\u{1b}[31mneedle\\u{202e}\n");
    expect(text).not.toContain("\u001b");
    expect(printSearch(search, { text: "needle", ignoreCase: false }, plain)).not.toContain("\u001b");
  });

  it("hits are set off, and meaning survives without colour", () => {
    const colour = printSearch(search, { text: "NEEDLE", ignoreCase: true }, palette("always", true));
    expect(colour).toContain("\u001b[1mneedle\u001b[22m");
    const partial = printSearch(
      {
        ...search,
        matches: [],
        complete: false,
        stopReason: "time_budget",
        next: "abc",
        siblings: ["app.log.1"],
        gaps: [gap],
      },
      { text: "x", ignoreCase: false },
      plain,
    );
    expect(partial).toContain("not found in what was looked at, 1,000 lines looked at");
    expect(partial).toContain("the time budget was spent; go on with --from abc");
    expect(partial).toContain("not covered: the compressed data is damaged from here on");
    expect(partial).toContain("not looked at: app.log.1 (--rotated includes them)");
  });

  it("hits of any marks are set off", () => {
    for (const mark of "!#$%&()*+,-./:;<=>?@[\\]^_`{|}~") {
      const answer = { ...search, matches: [{ ...line, text: `x${mark}y` }] };
      expect(printSearch(answer, { text: `x${mark}`, ignoreCase: true }, plain), mark).toContain(`x${mark}y`);
    }
  });

  it("says what a tail does not speak for", () => {
    const text = printTail({ ...tail, wholeFile: false, droppedPartial: true, lastLineOpen: true }, plain);
    expect(text).toContain("the log's end was read, not its beginning");
    expect(text).toContain("a partial line at the window's start was dropped");
    expect(text).toContain("may still be growing");
  });

  it("levels stand in columns", () => {
    expect(printLevels(levels, plain)).toContain("INFO   1,234\nWARN       0\nERROR      5\n");
  });
});
