/** `since` and `until` of a log request as milliseconds since 1970; `invalid_request` names the argument that is no time. */

import { ReadbackError } from "../model/errors.ts";
import { statedTime } from "../reading/logs/timestamps.ts";

export function timesOf(request: { since?: string | undefined; until?: string | undefined }): {
  since: number | undefined;
  until: number | undefined;
} {
  return {
    since: request.since === undefined ? undefined : timeArgument(request.since, "since", "start"),
    until: request.until === undefined ? undefined : timeArgument(request.until, "until", "end"),
  };
}

function timeArgument(text: string, name: string, edge: "start" | "end"): number {
  const time = statedTime(text, edge, Date.now());
  if (time !== undefined) return time;
  throw new ReadbackError("invalid_request", `\`${name}\` is no time that can be read`, {
    hint: "give ISO 8601 such as `2026-11-30T10:00:00Z`, a date, or how long ago such as `15m`, `2h` or `3d`",
  });
}
