/** `discover`: candidates of a source by walking it; nothing is read (specification: originals). */

import { z } from "zod";
import { DISCOVER_DEFAULT, DISCOVER_MAX } from "../../model/original-answer.ts";
import { discoverToWire } from "../../model/original-wire.ts";
import { timeOf } from "../../model/times.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { discoverSchema } from "../schemas/original-answer.ts";

const time = z.string().min(10).max(40);

export const discoverTool = defineTool({
  name: "discover",
  title: "Discover files",
  description:
    "List files of the sources by name, type or date; nothing is read. Each has a `token` for `locate_content` and `check_citations`. Only `coverage.complete: true` means that there are no others; `skipped` counts what was left out on purpose.",
  profiles: ["full"],
  needs: "originals",
  annotations: READ_ONLY,
  input: z.strictObject({
    source: z.string().min(1).max(255).optional().describe("default: all"),
    name: z.string().min(1).max(255).optional().describe("a part of the name, or a pattern with * and ?"),
    type: z
      .string()
      .min(1)
      .max(20)
      .optional()
      .describe("pdf, word, excel, powerpoint, csv, text, or an extension"),
    modified_after: time.optional().describe("ISO 8601"),
    modified_before: time.optional(),
    limit: z.int().min(1).max(DISCOVER_MAX).optional().describe(`default ${DISCOVER_DEFAULT}`),
    include_ignored: z.boolean().optional().describe("also what .gitignore and .ignore leave out"),
  }),
  output: discoverSchema,
  toldDepth: 1,
  run: async (asked, context) => {
    const { modified_after: after, modified_before: before } = asked;
    return withinResultSize(
      asked.limit ?? DISCOVER_DEFAULT,
      async (limit) =>
        discoverToWire(
          await serviceFor(context, "originals").discover(
            {
              source: asked.source,
              name: asked.name,
              type: asked.type,
              modifiedAfter: timeOf(after, "modified_after"),
              modifiedBefore: timeOf(before, "modified_before"),
              limit,
              includeIgnored: asked.include_ignored,
            },
            { signal: context.signal, onProgress: context.onProgress },
          ),
        ),
      1,
    );
  },
});
