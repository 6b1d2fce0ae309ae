/** `readback log …`: flags to requests, the answer to paper or JSON, the outcome to an exit status. */

import { EXIT_FOUND, EXIT_NOT_FOUND, EXIT_PARTIAL } from "../model/errors.ts";
import type { LogLevelsAnswer, LogSearchAnswer, LogTailAnswer } from "../model/log-answer.ts";
import { logLevelsToWire, logSearchToWire, logTailToWire } from "../model/log-wire.ts";
import { personalLogs } from "../services/personal-logs.ts";
import type { LogService } from "../services/logs.ts";
import type { LevelsFlags, SearchFlags, TailFlags } from "./log.ts";
import { printLevels, printSearch, printTail } from "./print-log.ts";
import { runPrinted } from "./run-printed.ts";
import type { Printed } from "./run-printed.ts";

function print(
  { json, config }: { readonly json?: boolean; readonly config?: string },
  color: string,
  work: (service: LogService, signal: AbortSignal) => Promise<Printed>,
): Promise<void> {
  return runPrinted({ json, color }, () => personalLogs(config), work);
}

/** A tail speaks for the window: lines that were left out of it are not missing from what was asked for. */
export function tailStatus(answer: LogTailAnswer): number {
  if (answer.gaps.length > 0) return EXIT_PARTIAL;
  if (answer.lines.length > 0) return EXIT_FOUND;
  return answer.wholeFile ? EXIT_NOT_FOUND : EXIT_PARTIAL;
}

export function searchStatus(answer: LogSearchAnswer): number {
  if (!answer.complete) return EXIT_PARTIAL;
  return (answer.matchCount ?? answer.matches.length) > 0 ? EXIT_FOUND : EXIT_NOT_FOUND;
}

export function levelsStatus(answer: LogLevelsAnswer): number {
  if (!answer.complete) return EXIT_PARTIAL;
  return answer.scannedLines > 0 ? EXIT_FOUND : EXIT_NOT_FOUND;
}

export async function runTail(log: string, flags: TailFlags, color: string): Promise<void> {
  if (flags.follow === true) {
    const { runFollow } = await import("./log-follow.ts");
    return runFollow(log, flags, color);
  }
  const { lines, level, since, until } = flags;
  return print(flags, color, async (service, signal) => {
    const answer = await service.tail({ log, lines, level, since, until }, { signal });
    return {
      wire: logTailToWire(answer),
      paper: (paint) => printTail(answer, paint),
      status: tailStatus(answer),
    };
  });
}

export async function runSearch(log: string, text: string, flags: SearchFlags, color: string): Promise<void> {
  const { level, limit, ignoreCase, count, from, rotated, since, until } = flags;
  return print(flags, color, async (service, signal) => {
    const answer = await service.search(
      { log, text, level, limit, ignoreCase, countOnly: count, from, rotated, since, until },
      { signal },
    );
    return {
      wire: logSearchToWire(answer),
      paper: (paint) => printSearch(answer, { text, ignoreCase: ignoreCase === true }, paint),
      status: searchStatus(answer),
    };
  });
}

export async function runLevels(log: string, flags: LevelsFlags, color: string): Promise<void> {
  const { from, rotated, since, until } = flags;
  return print(flags, color, async (service, signal) => {
    const answer = await service.levels({ log, from, rotated, since, until }, { signal });
    return {
      wire: logLevelsToWire(answer),
      paper: (paint) => printLevels(answer, paint),
      status: levelsStatus(answer),
    };
  });
}
