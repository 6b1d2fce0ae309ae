/**
 * The log tools: the last lines, a literal search, a count of levels, and following (specification: logs).
 *
 * Guarantees: three outcomes stay apart: looked at everything, looked at a part (`complete: false` with its reason and where to go on),
 * could not look (an error). Every answer is built after the log was compared with what it was at open. Limits stand on the reads: memory
 * is one buffer for each call at work, whatever the log weighs.
 */

import type { SecretPolicy } from "../model/answer.ts";
import { ReadbackError } from "../model/errors.ts";
import type {
  LogGap,
  LogLevelsAnswer,
  LogLine,
  LogSearchAnswer,
  LogTailAnswer,
} from "../model/log-answer.ts";
import type { EncodingFacts } from "../model/unit.ts";
import {
  levelArgument,
  SEARCH_LIMIT_DEFAULT,
  SEARCH_LIMIT_MAX,
  TAIL_LINES_DEFAULT,
  TAIL_LINES_MAX,
  textArgument,
  wholeArgument,
} from "../model/log-request.ts";
import { shortenLines } from "../model/log-shorten.ts";
import type { LogLevelsRequest, LogSearchRequest, LogTailRequest } from "../model/log-request.ts";
import type { Access } from "../fs/access.ts";
import type { Root } from "../fs/interfaces.ts";
import { logInRoot, personalLog } from "../fs/log-place.ts";
import type { LogPlace } from "../fs/log-place.ts";
import { resolveInRoots } from "../fs/resolve.ts";
import { openRoot } from "../fs/root.ts";
import { createKernel } from "../reading/kernel/create-kernel.ts";
import type { Kernel } from "../reading/kernel/kernel.ts";
import { LevelsScan, noLevels } from "../reading/logs/levels-scan.ts";
import { LineFilter } from "../reading/logs/line-filter.ts";
import type { ScanBudget } from "../reading/logs/line-reader.ts";
import { keptBytes } from "../reading/logs/line-view.ts";
import { LogEncoding } from "../reading/logs/log-encoding.ts";
import { LogMatcher } from "../reading/logs/log-matcher.ts";
import { LogScreen } from "../reading/logs/log-screen.ts";
import { openLogSet } from "../reading/logs/log-set.ts";
import type { LogSet } from "../reading/logs/log-set.ts";
import { scanLog } from "../reading/logs/scan-log.ts";
import { SearchScan } from "../reading/logs/search-scan.ts";
import type { SearchFindings } from "../reading/logs/search-scan.ts";
import { tailLog } from "../reading/logs/tail.ts";
import { timesOf } from "./log-times.ts";
import { wholeSetting } from "./settings.ts";

export interface LogSettings {
  readonly tailBytes: number;
  readonly searchBytes: number;
  readonly searchMs: number;
  readonly maxLine: number;
}

const MIB = 1024 * 1024;

/** From the environment; a value that is no number is told, not ignored. */
export function logSettings(): LogSettings {
  return {
    tailBytes: wholeSetting("READBACK_TAIL_BYTES", 256 * 1024, 1, 256 * MIB),
    searchBytes: wholeSetting("READBACK_SEARCH_BYTES", 1024 * MIB, 0, Number.MAX_SAFE_INTEGER),
    searchMs: wholeSetting("READBACK_SEARCH_MS", 2000, 0, 24 * 3_600_000),
    maxLine: wholeSetting("READBACK_MAX_LINE", 2000, 1, 45_000),
  };
}

/** Logs by name: a folder that reading is confined to, and the log's path in it. */
export type NamedLogs = Readonly<Record<string, { readonly root: string; readonly path: string }>>;

export interface LogServiceOptions {
  /** Configured logs. A name that is not among them is `unavailable`. */
  readonly logs?: NamedLogs;
  /** Folders: what is no configured name is a path of a log inside one of them. */
  readonly roots?: readonly string[];
  /** A person's own call: what is no configured name is a path, and their rights decide. */
  readonly personal?: boolean;
  readonly policy?: SecretPolicy;
  readonly settings?: LogSettings;
}

export interface LogCallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (scannedBytes: number) => void;
  /** Characters of lines for the whole answer: the longest give way, and say `cut`. */
  readonly maxChars?: number;
}

export interface LogService {
  /** Names of the configured logs. */
  readonly names: readonly string[];
  readonly policy: SecretPolicy;
  tail(request: LogTailRequest, options?: LogCallOptions): Promise<LogTailAnswer>;
  search(request: LogSearchRequest, options?: LogCallOptions): Promise<LogSearchAnswer>;
  levels(request: LogLevelsRequest, options?: LogCallOptions): Promise<LogLevelsAnswer>;
  /** The log's place, for following. */
  place(log: string | undefined): Promise<{ readonly name: string; readonly place: LogPlace }>;
  close(): void;
}

export function createLogService(options: LogServiceOptions = {}): LogService {
  return new Logs(options);
}

class Logs implements LogService {
  readonly names: readonly string[];
  readonly policy: SecretPolicy;
  readonly #options: LogServiceOptions;
  readonly #settings: LogSettings;
  readonly #roots = new Map<string, Root>();
  #access: Access | undefined;
  /** Kernels that no call is using. */
  readonly #kernels: Kernel[] = [];

  constructor(options: LogServiceOptions) {
    this.#options = options;
    this.#settings = options.settings ?? logSettings();
    this.names = Object.keys(options.logs ?? {});
    this.policy = options.policy ?? "redact";
  }

  async tail(request: LogTailRequest, options: LogCallOptions = {}): Promise<LogTailAnswer> {
    const lines = wholeArgument(request.lines, "lines", TAIL_LINES_DEFAULT, TAIL_LINES_MAX);
    const level = levelArgument(request.level);
    const times = timesOf(request);
    return this.#withSet(request.log, false, async (set, name, kernel) => {
      const [file] = set.files;
      if (file === undefined) throw new Error("a log set holds at least the log itself");
      file.file.remember({ head: false });
      const screen = new LogScreen(this.policy);
      const outcome = await tailLog(file, {
        name,
        lines,
        level,
        ...times,
        window: this.#settings.tailBytes,
        maxLine: this.#settings.maxLine,
        screen,
        budget: this.#budget(options),
        kernel,
        encoding: new LogEncoding(),
        wholeLinesOnly: false,
      });
      const shown = shortenLines(outcome.lines, options.maxChars ?? Infinity);
      const { screenedWhole, endOffset: _end, linesToEnd: _lines, ...rest } = outcome;
      const version = file.file.seal();
      return {
        log: name,
        ...rest,
        encoding: encodingAfter(rest.encoding, shown),
        lines: shown,
        replacedBytes: sum(shown.map((line) => line.replacedBytes)),
        version,
        secrets: screen.facts(screenedWhole ? "whole" : "part"),
        ...siblingsOf(set),
      };
    });
  }

  async search(request: LogSearchRequest, options: LogCallOptions = {}): Promise<LogSearchAnswer> {
    const text = textArgument(request.text);
    const limit = wholeArgument(request.limit, "limit", SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX);
    const filter = new LineFilter({ level: levelArgument(request.level), ...timesOf(request) });
    const matcher = new LogMatcher(text, request.ignoreCase === true);
    const countOnly = request.countOnly === true;
    const rotated = request.rotated === true;
    return this.#withSet(request.log, rotated, async (set, name, kernel) => {
      const screen = new LogScreen(this.policy);
      const findings: SearchFindings = { matches: [], matchCount: 0, nulBytes: 0 };
      const { maxLine } = this.#settings;
      const scanOptions = { matcher, filter, screen, limit, countOnly, maxLine };
      const outcome = await scanLog({
        kernel,
        set,
        name,
        rotated,
        from: request.from,
        budget: this.#budget(options),
        headBytes: keptBytes(maxLine),
        full: () => !countOnly && findings.matches.length >= limit,
        begin: (reader, encoding, { file }, start) => {
          const about = {
            name: rotated ? file.name : name,
            file: rotated ? file.name : undefined,
            reference: file.modifiedMs,
          };
          return new SearchScan(reader, encoding, scanOptions, about, findings, start);
        },
      });
      const gaps = withUndated(outcome.gaps, filter);
      const matches = shortenLines(findings.matches, options.maxChars ?? Infinity);
      return {
        log: name,
        matches,
        ...(countOnly ? { matchCount: findings.matchCount } : {}),
        ...(matcher.caseFolding === undefined ? {} : { caseFolding: matcher.caseFolding }),
        replacedBytes: sum(matches.map((line) => line.replacedBytes)),
        nulBytes: findings.nulBytes,
        ...scanFacts(outcome, gaps),
        encoding: encodingAfter(outcome.encoding, matches),
        secrets: screen.facts("part"),
        ...siblingsOf(set),
      };
    });
  }

  async levels(request: LogLevelsRequest, options: LogCallOptions = {}): Promise<LogLevelsAnswer> {
    const filter = new LineFilter(timesOf(request));
    const rotated = request.rotated === true;
    return this.#withSet(request.log, rotated, async (set, name, kernel) => {
      const levels = noLevels();
      const scans: LevelsScan[] = [];
      const outcome = await scanLog({
        kernel,
        set,
        name,
        rotated,
        from: request.from,
        budget: this.#budget(options),
        headBytes: keptBytes(this.#settings.maxLine),
        full: () => false,
        begin: (reader, encoding, { file }, start) => {
          const scan = new LevelsScan(reader, encoding, filter, levels, file.modifiedMs, start);
          scans.push(scan);
          return scan;
        },
      });
      const gaps = withUndated(outcome.gaps, filter);
      return {
        log: name,
        levels,
        nulBytes: sum(scans.map((scan) => scan.nulBytes)),
        ...scanFacts(outcome, gaps),
        secrets: new LogScreen(this.policy).facts("part"),
        ...siblingsOf(set),
      };
    });
  }

  async place(log: string | undefined): Promise<{ readonly name: string; readonly place: LogPlace }> {
    const name = log ?? this.#onlyName();
    const configured = Object.hasOwn(this.#options.logs ?? {}, name) ? this.#options.logs?.[name] : undefined;
    if (configured !== undefined)
      return { name, place: logInRoot(this.#rootOf(name, configured.root), configured.path) };
    if (this.#options.personal === true) {
      const place = personalLog(name);
      return { name: place.name, place };
    }
    if (this.#options.roots !== undefined && this.#options.roots.length > 0) {
      // Not loaded for a person's own call, which ends sooner without it.
      const { openRoots } = await import("../fs/access.ts");
      this.#access ??= openRoots(this.#options.roots);
      if (this.#access.kind === "roots") {
        const { root, relativePath } = resolveInRoots(this.#access.roots, name);
        return { name, place: logInRoot(root, relativePath) };
      }
    }
    throw new ReadbackError("unavailable", "no log of that name is available", {
      hint:
        this.names.length === 0
          ? "no log is configured; name logs in the configuration"
          : `logs that are available: ${this.names.map((known) => `\`${known}\``).join(", ")}`,
    });
  }

  close(): void {
    for (const root of this.#roots.values()) root.close();
    this.#roots.clear();
    if (this.#access?.kind === "roots") for (const root of this.#access.roots) root.close();
    this.#access = undefined;
  }

  #onlyName(): string {
    const [first, second] = this.names;
    if (first === undefined)
      throw new ReadbackError("invalid_request", "`log` must be named: no log is configured");
    if (second !== undefined)
      throw new ReadbackError("invalid_request", "`log` must be named: there is more than one", {
        hint: `name one of ${this.names.map((name) => `\`${name}\``).join(", ")}`,
      });
    return first;
  }

  #rootOf(name: string, path: string): Root {
    const known = this.#roots.get(path);
    if (known !== undefined) return known;
    const root = openRoot(name, path);
    this.#roots.set(path, root);
    return root;
  }

  #budget(options: LogCallOptions): ScanBudget {
    return {
      bytes: this.#settings.searchBytes,
      deadline: performance.now() + this.#settings.searchMs,
      signal: options.signal,
      onProgress: options.onProgress,
      scanned: 0,
    };
  }

  async #withSet<T>(
    log: string | undefined,
    rotated: boolean,
    use: (set: LogSet, name: string, kernel: Kernel) => Promise<T>,
  ): Promise<T> {
    const { name, place } = await this.place(log);
    const set = openLogSet(place, name, rotated);
    const kernel = this.#kernels.pop() ?? createKernel();
    try {
      return await use(set, name, kernel);
    } finally {
      // One is kept for the next call; others were for calls at the same time.
      if (this.#kernels.length === 0) this.#kernels.push(kernel);
      set.close();
    }
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function withUndated(gaps: readonly LogGap[], filter: LineFilter): readonly LogGap[] {
  if (filter.undated === 0) return gaps;
  const detail = "lines without a time that is known were left out";
  return [...gaps, { reason: "undated", count: filter.undated, detail }];
}

/** The encoding is judged by a part of the log; a returned line that it does not fit says more. */
function encodingAfter(encoding: EncodingFacts, lines: readonly LogLine[]): EncodingFacts {
  const lost = lines.some((line) => line.replacedBytes > 0);
  return lost && encoding.how === "strict_utf8" ? { ...encoding, how: "mostly_utf8" } : encoding;
}

type Outcome = Awaited<ReturnType<typeof scanLog>>;

function scanFacts(
  outcome: Outcome,
  gaps: readonly LogGap[],
): Pick<
  LogSearchAnswer,
  | "encoding"
  | "version"
  | "files"
  | "scannedLines"
  | "scannedBytes"
  | "complete"
  | "stopReason"
  | "next"
  | "gaps"
> {
  const { files, ...facts } = outcome;
  return {
    ...facts,
    ...(files === undefined ? {} : { files }),
    gaps,
    complete: outcome.stopReason === null && gaps.length === 0,
  };
}

function siblingsOf(set: LogSet): { siblings?: readonly string[] } {
  return set.siblings.length === 0 ? {} : { siblings: set.siblings };
}
