/**
 * `readback log tail -f`: the last lines, then whatever is appended, with a word about each rotation, truncation and absence.
 *
 * Guarantees: begins with what `tail` gives, save that a line without an end waits until it has one. Ends when the signal says so.
 * Not covered: compressed logs, which nothing is appended to.
 */

import { ReadbackError } from "../model/errors.ts";
import { levelArgument, TAIL_LINES_DEFAULT, TAIL_LINES_MAX, wholeArgument } from "../model/log-request.ts";
import type { LogTailRequest } from "../model/log-request.ts";
import { createKernel } from "../reading/kernel/create-kernel.ts";
import { Follower } from "../reading/logs/follow.ts";
import type { FollowEvent } from "../reading/logs/follow.ts";
import { LineFilter } from "../reading/logs/line-filter.ts";
import { LogEncoding } from "../reading/logs/log-encoding.ts";
import { LogScreen } from "../reading/logs/log-screen.ts";
import { openLogFile, withCompression } from "../reading/logs/log-set.ts";
import { tailLog } from "../reading/logs/tail.ts";
import { timesOf } from "./log-times.ts";
import type { LogService } from "./logs.ts";
import type { LogSettings } from "./logs.ts";

export type { FollowEvent } from "../reading/logs/follow.ts";

const LOOK_EVERY_MS = 250;

export interface FollowCallOptions {
  readonly settings: LogSettings;
  readonly signal: AbortSignal;
  /** Milliseconds between two looks. */
  readonly every?: number;
}

export async function* followLog(
  service: LogService,
  request: LogTailRequest,
  options: FollowCallOptions,
): AsyncGenerator<FollowEvent> {
  const { settings, signal } = options;
  const lines = wholeArgument(request.lines, "lines", TAIL_LINES_DEFAULT, TAIL_LINES_MAX);
  const level = levelArgument(request.level);
  const times = timesOf(request);
  const { name, place } = await service.place(request.log);
  const file = openLogFile(place, name);
  const screen = new LogScreen(service.policy);
  const set = withCompression(file);
  if (set.compression !== undefined) {
    file.close();
    throw new ReadbackError(
      "invalid_request",
      `log \`${name}\` is compressed, so nothing is appended to it`,
      {
        hint: "leave out `--follow`",
      },
    );
  }
  const encoding = new LogEncoding();
  const last = await tailLog(set, {
    name,
    lines,
    level,
    ...times,
    window: settings.tailBytes,
    maxLine: settings.maxLine,
    screen,
    budget: { bytes: settings.searchBytes, deadline: Infinity, signal, scanned: 0 },
    kernel: createKernel(),
    encoding,
    wholeLinesOnly: true,
  });
  const follower = new Follower({
    name,
    place,
    file,
    offset: last.endOffset,
    lines: last.linesToEnd,
    encoding,
    filter: new LineFilter({ level, ...times }),
    screen,
    maxLine: settings.maxLine,
    wait: () => pause(options.every ?? LOOK_EVERY_MS, signal),
  });
  try {
    for (const line of last.lines) yield { kind: "line", line };
    yield* follower.run();
  } finally {
    follower.close();
  }
}

/** False where the signal came first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve(true);
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
