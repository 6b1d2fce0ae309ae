/** The answers of the library tools as clients see them: strict, with the names of `model/library-wire.ts`; a test holds the two together. */

import { z } from "zod";
import { coverageSchema, placeSchema, versionSchema } from "./read-answer.ts";

export const librarySearchSchema = z.strictObject({
  results: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      url: z.string(),
      snippet: z.string(),
      at: placeSchema,
      sha256: z.string(),
      matched_by: z.string(),
    }),
  ),
  match_count: z.number(),
  coverage: coverageSchema,
});

export const libraryReadSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  url: z.string(),
  text: z.string(),
  sha256: z.string().describe("of the whole text in UTF-8"),
  version: versionSchema,
  offset: z.number(),
  next_offset: z.number().nullable(),
  characters: z.number(),
  matches_expected: z.boolean().optional(),
  redacted: z.boolean().optional(),
  coverage: coverageSchema,
});
