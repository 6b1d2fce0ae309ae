/** The answers of the log tools in the program's own words; `log-wire.ts` turns them into the names that callers see (specification: logs). */

import type { Secrets } from "./answer.ts";
import type { EncodingFacts } from "./unit.ts";
import type { Version } from "./version.ts";

export const LOG_LEVELS = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "OTHER"] as const;
/** OTHER: no level stands in the line's header. */
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  /** Counted from the file's start; null where the start was not read. */
  readonly lineNo: number | null;
  readonly level: LogLevel;
  /** Without its line end; at most the longest text of a returned line. */
  readonly text: string;
  /** True where `text` is only the line's beginning. */
  readonly cut: boolean;
  /** Bytes that could not be decoded and stand as U+FFFD in `text`. */
  readonly replacedBytes: number;
  /** Where they stand in `text`, and how many bytes each is: for shortening, not on the wire. */
  readonly lost?: readonly { readonly at: number; readonly bytes: number }[];
  /** NUL characters in `text`. */
  readonly nulBytes?: number;
  /** The file among rotated siblings that the line stands in. */
  readonly file?: string;
  /** Where the match stands beyond the end of a cut text: what is around it. */
  readonly around?: string;
}

export type LogStopReason = "limit" | "time_budget" | "size_budget";

/** What a log answer does not speak for beside its stop reason. */
export interface LogGap {
  readonly reason: "damaged" | "undated" | "unreadable" | "too_large" | "changed";
  /** The file among rotated siblings. */
  readonly file?: string;
  /** Lines for `undated`. */
  readonly count?: number;
  /** A fixed sentence. */
  readonly detail: string;
}

/** One file of a rotated set, or the log alone. */
export interface LogFileFacts {
  readonly file: string;
  readonly compression?: "gzip" | "zstd";
  readonly version: Version;
}

interface LogFacts {
  readonly log: string;
  readonly encoding: EncodingFacts;
  readonly version: Version;
  readonly secrets: Secrets;
  /** The files that were read, oldest first, when rotated siblings were asked for. */
  readonly files?: readonly LogFileFacts[];
  /** Names of rotated siblings in the same folder that were not asked for. */
  readonly siblings?: readonly string[];
}

export interface LogTailAnswer extends LogFacts {
  readonly lines: readonly LogLine[];
  /** The window is the whole file. */
  readonly wholeFile: boolean;
  /** The window began inside a line, which was dropped. */
  readonly droppedPartial: boolean;
  /** The last line has no line end and may still be growing. */
  readonly lastLineOpen: boolean;
  /** Over the returned lines. */
  readonly replacedBytes: number;
  /** Over the window. */
  readonly nulBytes: number;
  readonly gaps: readonly LogGap[];
}

interface LogScanFacts extends LogFacts {
  /** Lines seen to their end. */
  readonly scannedLines: number;
  readonly scannedBytes: number;
  readonly complete: boolean;
  readonly stopReason: LogStopReason | null;
  readonly next: string | null;
  readonly gaps: readonly LogGap[];
  readonly nulBytes: number;
}

export interface LogSearchAnswer extends LogScanFacts {
  readonly matches: readonly LogLine[];
  /** Matching lines; only with `countOnly`, or when the scan is complete. */
  readonly matchCount?: number;
  /** "ascii": only A-Z and a-z match in both cases. "unicode": simple case folding. Absent where case was heeded. */
  readonly caseFolding?: "ascii" | "unicode";
  readonly replacedBytes: number;
}

export interface LogLevelsAnswer extends LogScanFacts {
  readonly levels: Readonly<Record<LogLevel, number>>;
}
