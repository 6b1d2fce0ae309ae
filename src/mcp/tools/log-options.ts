/** Options that the log tools share, told once. */

import { z } from "zod";
import { LOG_LEVELS } from "../../model/log-answer.ts";
import type { ToolContext } from "../define-tool.ts";
import type { LogCallOptions } from "../../services/logs.ts";

const time = z.string().min(1).max(40).optional();

export const log = z
  .string()
  .min(1)
  .max(4096)
  .optional()
  .describe("name or path; not needed where there is one");
export const level = z.enum(LOG_LEVELS).optional();
export const since = time.describe("ISO 8601, or 15m, 2h, 3d ago");
export const until = time;
export const from = z.string().min(1).max(2000).optional().describe("the `next` of an answer");
export const rotated = z.boolean().optional().describe("older, rotated files too");

/** Long lines give way until the answer holds no more than so many characters; a shortened line says `cut`. */
export function logCall(context: ToolContext, maxChars: number): LogCallOptions {
  return {
    maxChars,
    signal: context.signal,
    onProgress: (bytes) => context.onProgress(bytes, null),
  };
}
