/** What a caller asks of a log, and the one place that judges it. Faces map their own argument names onto these. */

import { ReadbackError } from "./errors.ts";
import { LOG_LEVELS } from "./log-answer.ts";
import type { LogLevel } from "./log-answer.ts";

interface LogRequest {
  /** A configured name, or a path where those are allowed; may be left out where there is only one log. */
  readonly log?: string | undefined;
  /** ISO 8601, a date, or how long ago: `15m`, `2h`, `3d`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export interface LogTailRequest extends LogRequest {
  /** 1 to 200; default 20. */
  readonly lines?: number | undefined;
  readonly level?: string | undefined;
}

export interface LogSearchRequest extends LogRequest {
  /** 1 to 100 characters of one line. */
  readonly text: string;
  readonly level?: string | undefined;
  /** 1 to 50; default 20. */
  readonly limit?: number | undefined;
  readonly ignoreCase?: boolean | undefined;
  readonly countOnly?: boolean | undefined;
  readonly from?: string | undefined;
  /** Rotated and compressed siblings too, oldest first. */
  readonly rotated?: boolean | undefined;
}

export interface LogLevelsRequest extends LogRequest {
  readonly from?: string | undefined;
  readonly rotated?: boolean | undefined;
}

export const TAIL_LINES_DEFAULT = 20;
export const TAIL_LINES_MAX = 200;
export const SEARCH_LIMIT_DEFAULT = 20;
export const SEARCH_LIMIT_MAX = 50;
export const SEARCH_TEXT_MAX = 100;

function invalid(message: string, hint?: string): ReadbackError {
  return new ReadbackError("invalid_request", message, { hint });
}

export function wholeArgument(
  value: number | undefined,
  name: string,
  fallback: number,
  most: number,
): number {
  const asked = value ?? fallback;
  if (!Number.isInteger(asked) || asked < 1 || asked > most)
    throw invalid(`\`${name}\` must be a whole number from 1 to ${most}`);
  return asked;
}

export function levelArgument(value: string | undefined): LogLevel | undefined {
  if (value === undefined) return undefined;
  const level = LOG_LEVELS.find((known) => known === value.trim().toUpperCase());
  if (level === undefined) throw invalid(`\`level\` must be one of ${LOG_LEVELS.join(", ")}`);
  return level;
}

export function textArgument(text: string): string {
  const length = Array.from(text).length;
  if (length < 1 || length > SEARCH_TEXT_MAX)
    throw invalid(`\`text\` must hold 1 to ${SEARCH_TEXT_MAX} characters`);
  if (/[\n\r]/.test(text))
    throw invalid("`text` must not hold a line break", "a search looks for text within one line");
  if (text.includes("\0")) throw invalid("`text` must not hold a NUL character");
  return text;
}
