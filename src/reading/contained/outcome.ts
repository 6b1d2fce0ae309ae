/** How a contained reader's messages and deaths become results: shared by the process pool and the disposable thread. */

import type { ReadOutcome } from "../../model/answer.ts";
import { limitExceeded } from "../../model/budget.ts";
import { CancelledError, ReadbackError } from "../../model/errors.ts";
import type { FromHost } from "./job.ts";

export type ContainedEntry = ReadOutcome;

/** The entry of a final message; throws what the message says; undefined for progress. */
export function settle(message: FromHost): ContainedEntry | undefined {
  switch (message.kind) {
    case "done":
      return message.entry;
    case "cancelled":
      throw new CancelledError();
    case "failed": {
      const error = new ReadbackError(message.error.code, message.error.message, {
        hint: message.error.hint,
      });
      if (message.stack !== undefined) error.stack = message.stack;
      throw error;
    }
    case "progress":
      return undefined;
  }
}

export const MEMORY_SPENT = (mebibytes: number): ReadbackError =>
  limitExceeded(`reading the file took more than ${mebibytes} MiB of memory and was stopped`);

export const TIME_SPENT = (ms: number): ReadbackError =>
  limitExceeded(`reading the file took more than ${Math.round(ms / 100) / 10} s and was stopped`);

export const DIED = (): ReadbackError =>
  limitExceeded("the process that read the file ended before it answered");
