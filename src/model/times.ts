/** A time that a caller gives: ISO 8601, a day alone is its first moment in UTC. */

import { ReadbackError } from "./errors.ts";

/** Milliseconds since 1970; undefined stays undefined. */
export function timeOf(text: string | undefined, argument: string): number | undefined {
  if (text === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}(?:$|T)/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new ReadbackError("invalid_request", `\`${argument}\` must be a time such as 2026-01-31T12:00:00Z`);
  return time;
}
