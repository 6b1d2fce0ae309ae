/**
 * Which lines are asked for, beside the search text: a level, a span of time.
 *
 * A line without a time of its own belongs to the entry above it and takes that one's time. Lines before the first dated one are counted as
 * undated and not taken.
 */

import type { LogLevel } from "../../model/log-answer.ts";
import { lineTime, TIME_CHARS } from "./timestamps.ts";

export interface LineFilterOptions {
  readonly level?: LogLevel | undefined;
  /** Milliseconds since 1970, both inclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export class LineFilter {
  readonly level: LogLevel | undefined;
  readonly #since: number;
  readonly #until: number;
  readonly byTime: boolean;
  /** Lines that no time is known of. */
  undated = 0;

  constructor(options: LineFilterOptions) {
    this.level = options.level;
    this.byTime = options.since !== undefined || options.until !== undefined;
    this.#since = options.since ?? Number.NEGATIVE_INFINITY;
    this.#until = options.until ?? Number.POSITIVE_INFINITY;
  }

  /** No line is kept back. */
  get open(): boolean {
    return this.level === undefined && !this.byTime;
  }

  takesLevel(level: LogLevel): boolean {
    return this.level === undefined || this.level === level;
  }

  /** Whether the line's time is asked for; `above` gives the time of the entry that an undated line belongs to. */
  takesTime(text: string, reference: number, above: () => number | undefined): boolean {
    if (!this.byTime) return true;
    const time = lineTime(text.slice(0, TIME_CHARS * 4), reference) ?? above();
    if (time === undefined) {
      this.undated += 1;
      return false;
    }
    return time >= this.#since && time <= this.#until;
  }
}
