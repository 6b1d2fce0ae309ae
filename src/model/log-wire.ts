/** The one place where log answers become the names that callers see (specification: logs). Fields may be added, never renamed. */

import type {
  LogFileFacts,
  LogGap,
  LogLevelsAnswer,
  LogLine,
  LogSearchAnswer,
  LogTailAnswer,
} from "./log-answer.ts";
import { encodingToWire, secretsToWire, versionToWire } from "./wire.ts";
import type { Wire, WireValue } from "./wire.ts";

function present(fields: Readonly<Record<string, WireValue | undefined>>): Wire {
  const out: Record<string, WireValue> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) out[key] = value;
  return out;
}

export function logLineToWire(line: LogLine): Wire {
  return present({
    line_no: line.lineNo,
    level: line.level,
    text: line.text,
    cut: line.cut,
    replaced_bytes: line.replacedBytes,
    nul_bytes: line.nulBytes,
    file: line.file,
    around: line.around,
  });
}

function gapToWire(gap: LogGap): Wire {
  return present({ reason: gap.reason, file: gap.file, count: gap.count, detail: gap.detail });
}

function fileToWire(file: LogFileFacts): Wire {
  return present({
    file: file.file,
    compression: file.compression,
    version: versionToWire(file.version),
  });
}

type Common = Pick<
  LogTailAnswer,
  "log" | "encoding" | "version" | "secrets" | "files" | "siblings" | "gaps" | "nulBytes"
>;

function commonToWire(answer: Common): Record<string, WireValue | undefined> {
  return {
    nul_bytes: answer.nulBytes,
    encoding: encodingToWire(answer.encoding),
    gaps: answer.gaps.map(gapToWire),
    files: answer.files?.map(fileToWire),
    siblings: answer.siblings,
    secrets: secretsToWire(answer.secrets),
    version: versionToWire(answer.version),
  };
}

export function logTailToWire(answer: LogTailAnswer): Wire {
  return present({
    log: answer.log,
    lines: answer.lines.map(logLineToWire),
    whole_file: answer.wholeFile,
    dropped_partial: answer.droppedPartial,
    last_line_open: answer.lastLineOpen,
    replaced_bytes: answer.replacedBytes,
    ...commonToWire(answer),
  });
}

type Scan = Pick<LogSearchAnswer, "scannedLines" | "scannedBytes" | "complete" | "stopReason" | "next">;

function scanToWire(answer: Scan): Record<string, WireValue | undefined> {
  return {
    scanned_lines: answer.scannedLines,
    scanned_bytes: answer.scannedBytes,
    complete: answer.complete,
    stop_reason: answer.stopReason,
    next: answer.next,
  };
}

export function logSearchToWire(answer: LogSearchAnswer): Wire {
  return present({
    log: answer.log,
    matches: answer.matches.map(logLineToWire),
    match_count: answer.matchCount,
    case_folding: answer.caseFolding,
    ...scanToWire(answer),
    replaced_bytes: answer.replacedBytes,
    ...commonToWire(answer),
  });
}

export function logLevelsToWire(answer: LogLevelsAnswer): Wire {
  return present({
    log: answer.log,
    levels: { ...answer.levels },
    ...scanToWire(answer),
    ...commonToWire(answer),
  });
}
