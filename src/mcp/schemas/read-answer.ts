/**
 * The answer of `read_file` as clients see it: strict, because clients check what they get against what was advertised. The names are
 * those of the wire (`model/wire.ts`); a test holds the two together. No defaults here: they would make an absent key a broken promise.
 */

import { z } from "zod";

/** A place: which keys there are depends on the format. */
export const placeSchema = z
  .strictObject({
    line: z.number().optional(),
    end_line: z.number().optional(),
    record: z.number().optional(),
    page: z.number().optional(),
    label: z.string().optional(),
    paragraph: z.number().optional(),
    end_paragraph: z.number().optional(),
    table: z.number().optional(),
    row: z.number().optional(),
    column: z.number().optional(),
    sheet: z.string().optional(),
    cell: z.string().optional(),
    slide: z.number().optional(),
    part: z.string().optional(),
    item: z.number().optional(),
  })
  .describe("where it stands, counted from 1");

const extentSchema = z.strictObject({
  unit: z.string(),
  from: z.number(),
  to: z.number(),
  sheet: z.string().optional(),
});

export const coverageSchema = z.strictObject({
  complete: z.boolean().describe("true: nothing was left out"),
  stop_reason: z.string().nullable(),
  unit: z.string(),
  read: z.number(),
  total: z.number().nullable(),
  gaps: z.array(
    z.strictObject({
      reason: z.string(),
      region: z.string().optional(),
      extent: extentSchema.optional(),
      at: placeSchema.optional(),
      count: z.number().optional(),
      detail: z.string().optional(),
    }),
  ),
});

export const versionSchema = z.strictObject({
  sha256: z.string().nullable(),
  proof: z.string(),
  size: z.number(),
  modified: z.string(),
  path_check: z.string(),
});

export const secretsSchema = z.strictObject({
  policy: z.string(),
  screened: z.string(),
  found: z.number(),
  findings: z.array(z.strictObject({ kind: z.string(), at: placeSchema, count: z.number() })),
});

export const encodingSchema = z.strictObject({
  name: z.string(),
  bom: z.boolean(),
  how: z.string(),
  confidence: z.number().optional(),
});

const passageSchema = z.strictObject({
  at: placeSchema,
  region: z.string().optional().describe("layer of the document; absent: body"),
  text: z.string().nullable(),
  match: z.boolean().optional(),
  cut: z.boolean().optional(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  type: z.string().optional(),
  formula: z.string().optional(),
  empty: z.boolean().optional(),
  merged_into: z.string().optional(),
  merge: z.string().optional(),
  hidden: z.boolean().optional(),
  sheet_state: z.string().optional(),
  numbering: z.string().optional(),
  label: z.string().optional(),
  replaced_bytes: z.number().optional(),
});

const entrySchema = z.strictObject({
  path: z.string(),
  ok: z.boolean(),
  error: z.strictObject({ code: z.string(), message: z.string(), hint: z.string().optional() }).optional(),
  format: z.string().optional(),
  encoding: encodingSchema.optional(),
  line_ends: z.string().optional(),
  sheets: z.array(z.strictObject({ name: z.string(), state: z.string(), kind: z.string() })).optional(),
  flags: z.array(z.string()).optional(),
  version: versionSchema.optional(),
  mode: z.string().optional(),
  passages: z.array(passageSchema).optional(),
  match_count: z.number().optional(),
  more_at: z.array(placeSchema).optional(),
  coverage: coverageSchema.optional(),
  secrets: z
    .strictObject({
      policy: z.string(),
      screened: z.string(),
      found: z.number(),
      findings: z.array(
        z.strictObject({ kind: z.string(), at: placeSchema, count: z.number(), tier: z.string().optional() }),
      ),
    })
    .optional(),
  next: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .describe("options of the call that goes on here"),
  citation: z.string().optional(),
});

export const readAnswerSchema = z.strictObject({ entries: z.array(entrySchema) });
