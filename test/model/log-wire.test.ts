/** The names of log answers on the wire, whole answers compared: fields may be added, never renamed. */

import { expect, it } from "vitest";
import type { LogLevelsAnswer, LogSearchAnswer, LogTailAnswer } from "../../src/model/log-answer.ts";
import { logLevelsToWire, logSearchToWire, logTailToWire } from "../../src/model/log-wire.ts";

const version = {
  sha256: null,
  proof: "stat",
  size: 9,
  modified: "2026-01-01T00:00:00.000Z",
  pathCheck: "kernel",
} as const;
const common = {
  log: "app",
  encoding: { name: "utf-8", bom: false, how: "ascii" },
  version,
  secrets: { policy: "redact", screened: "part", found: 0, findings: [] },
  files: [{ file: "app.log.1.gz", compression: "gzip", version }],
  siblings: ["app.log.2"],
  gaps: [{ reason: "damaged", file: "app.log.1.gz", count: 2, detail: "words" }],
  nulBytes: 3,
} as const;
const line = {
  lineNo: null,
  level: "ERROR",
  text: "t",
  cut: true,
  replacedBytes: 2,
  lost: [{ at: 0, bytes: 2 }],
  nulBytes: 1,
  file: "app.log.1.gz",
  around: "ar",
} as const;
const scan = {
  scannedLines: 4,
  scannedBytes: 5,
  complete: false,
  stopReason: "limit",
  next: "cursor",
} as const;

const wireVersion = {
  sha256: null,
  proof: "stat",
  size: 9,
  modified: "2026-01-01T00:00:00.000Z",
  path_check: "kernel",
};
const wireCommon = {
  log: "app",
  nul_bytes: 3,
  encoding: { name: "utf-8", bom: false, how: "ascii" },
  gaps: [{ reason: "damaged", file: "app.log.1.gz", count: 2, detail: "words" }],
  files: [{ file: "app.log.1.gz", compression: "gzip", version: wireVersion }],
  siblings: ["app.log.2"],
  secrets: { policy: "redact", screened: "part", found: 0, findings: [] },
  version: wireVersion,
};
const wireLine = {
  line_no: null,
  level: "ERROR",
  text: "t",
  cut: true,
  replaced_bytes: 2,
  nul_bytes: 1,
  file: "app.log.1.gz",
  around: "ar",
};
const wireScan = {
  scanned_lines: 4,
  scanned_bytes: 5,
  complete: false,
  stop_reason: "limit",
  next: "cursor",
};

it("log_tail", () => {
  const answer: Required<LogTailAnswer> = {
    ...common,
    lines: [line],
    wholeFile: false,
    droppedPartial: true,
    lastLineOpen: true,
    replacedBytes: 2,
  };
  expect(logTailToWire(answer)).toEqual({
    ...wireCommon,
    lines: [wireLine],
    whole_file: false,
    dropped_partial: true,
    last_line_open: true,
    replaced_bytes: 2,
  });
});

it("log_search", () => {
  const answer: Required<LogSearchAnswer> = {
    ...common,
    ...scan,
    matches: [line],
    matchCount: 7,
    caseFolding: "unicode",
    replacedBytes: 2,
  };
  expect(logSearchToWire(answer)).toEqual({
    ...wireCommon,
    ...wireScan,
    matches: [wireLine],
    match_count: 7,
    case_folding: "unicode",
    replaced_bytes: 2,
  });
});

it("log_levels", () => {
  const levels = { TRACE: 1, DEBUG: 2, INFO: 3, WARN: 4, ERROR: 5, FATAL: 6, OTHER: 7 };
  const answer: Required<LogLevelsAnswer> = { ...common, ...scan, levels };
  expect(logLevelsToWire(answer)).toEqual({ ...wireCommon, ...wireScan, levels });
});
