/** The answers about originals as clients see them: strict, with the names of `model/original-wire.ts`; a test holds the two together. */

import { z } from "zod";
import { coverageSchema, placeSchema, secretsSchema, versionSchema } from "./read-answer.ts";

export const discoverSchema = z.strictObject({
  candidates: z.array(
    z.strictObject({
      source: z.string(),
      path: z.string(),
      size: z.number(),
      modified: z.string(),
      version_role: z.string().optional(),
      token: z.string(),
    }),
  ),
  match_count: z.number(),
  skipped: z.strictObject({
    ignored: z.number(),
    links: z.number(),
    special: z.number(),
    media: z.number(),
  }),
  coverage: coverageSchema,
});

export const inspectSchema = z.strictObject({
  verified: z.boolean(),
  size_match: z.boolean().nullable(),
  hash_match: z.boolean().nullable(),
  gap: z.string().nullable(),
  version: versionSchema,
  title: z.string(),
  source: z.string().nullable(),
  path: z.string(),
  version_role: z.string().nullable(),
  verified_at: z.string(),
  citation: z.string().optional(),
});

const findingSchema = secretsSchema.shape.findings.element.extend({ tier: z.string().optional() });

export const locateSchema = z.strictObject({
  source: z.string().nullable(),
  path: z.string(),
  format: z.string(),
  version: versionSchema,
  places: z.array(
    z.strictObject({
      at: placeSchema,
      region: z.string().optional(),
      fragment: z.string(),
      cut: z.boolean().optional(),
    }),
  ),
  match_count: z.number(),
  ocr_required: z.boolean().optional(),
  hint: z.string().optional(),
  coverage: coverageSchema,
  secrets: secretsSchema.extend({ findings: z.array(findingSchema) }),
  citation: z.string().optional(),
});

const stretchFields = {
  at: placeSchema,
  to: placeSchema.optional(),
  region: z.string().optional(),
};

export const checkedSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      verdict: z.string(),
      source: z.string().nullable(),
      path: z.string(),
      places: z.array(z.strictObject(stretchFields)),
      place_count: z.number(),
      nearest: z
        .strictObject({
          ...stretchFields,
          text: z.string(),
          difference: z.array(z.strictObject({ text: z.string(), only: z.string().optional() })),
        })
        .optional(),
      same_version: z.boolean().nullable(),
      version: versionSchema.nullable(),
      coverage: coverageSchema.nullable(),
      error: z
        .strictObject({ code: z.string(), message: z.string(), hint: z.string().optional() })
        .optional(),
      citation: z.string().optional(),
    }),
  ),
});
