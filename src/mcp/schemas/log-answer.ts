/** The answers of the log tools as clients see them: strict, with the names of `model/log-wire.ts`; a test holds the two together. */

import { z } from "zod";
import { encodingSchema, secretsSchema, versionSchema } from "./read-answer.ts";

const lineSchema = z.strictObject({
  line_no: z.number().nullable(),
  level: z.string(),
  text: z.string(),
  cut: z.boolean(),
  replaced_bytes: z.number(),
  nul_bytes: z.number().optional(),
  file: z.string().optional(),
  around: z.string().optional(),
});

const common = {
  log: z.string(),
  nul_bytes: z.number(),
  encoding: encodingSchema,
  gaps: z.array(
    z.strictObject({
      reason: z.string(),
      file: z.string().optional(),
      count: z.number().optional(),
      detail: z.string(),
    }),
  ),
  files: z
    .array(z.strictObject({ file: z.string(), compression: z.string().optional(), version: versionSchema }))
    .optional(),
  siblings: z.array(z.string()).optional().describe("rotated files that were not asked for"),
  secrets: secretsSchema,
  version: versionSchema,
};

const scan = {
  scanned_lines: z.number(),
  scanned_bytes: z.number(),
  complete: z.boolean().describe("true: nothing was left out"),
  stop_reason: z.string().nullable(),
  next: z.string().nullable().describe("give it as `from` to go on"),
};

export const logTailSchema = z.strictObject({
  lines: z.array(lineSchema),
  whole_file: z.boolean(),
  dropped_partial: z.boolean(),
  last_line_open: z.boolean(),
  replaced_bytes: z.number(),
  ...common,
});

export const logSearchSchema = z.strictObject({
  matches: z.array(lineSchema),
  match_count: z.number().optional(),
  case_folding: z.string().optional(),
  replaced_bytes: z.number(),
  ...scan,
  ...common,
});

export const logLevelsSchema = z.strictObject({
  levels: z.record(z.string(), z.number()),
  ...scan,
  ...common,
});
