/** `library_search`: documents of the library that hold a text (specification: library). */

import { z } from "zod";
import { QUERY_MAX, RESULTS_DEFAULT, RESULTS_MAX } from "../../model/library-request.ts";
import { librarySearchToWire } from "../../model/library-wire.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { librarySearchSchema } from "../schemas/library-answer.ts";

export const librarySearchTool = defineTool({
  name: "library_search",
  title: "Search the library",
  description:
    "Find documents of the library by a phrase, or by all its words where the phrase is not found. Gives ids and snippets: read a document with `library_read` before answering from it. Only `coverage.complete: true` without results means that nothing is there.",
  smallDescription:
    "Find library documents by a phrase or words. Then read them with `library_read`. Only `coverage.complete: true` without results means that nothing is there.",
  profiles: ["small", "default", "full"],
  needs: "library",
  annotations: READ_ONLY,
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(QUERY_MAX * 2)
      .describe(`1 to ${QUERY_MAX} characters, any language`),
    limit: z.int().min(1).max(RESULTS_MAX).optional().describe(`default ${RESULTS_DEFAULT}`),
  }),
  output: librarySearchSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    withinResultSize(
      asked.limit ?? RESULTS_DEFAULT,
      async (limit) =>
        librarySearchToWire(
          await serviceFor(context, "library").search(
            { query: asked.query, limit },
            { role: context.role, signal: context.signal, onProgress: context.onProgress },
          ),
        ),
      1,
    ),
});
