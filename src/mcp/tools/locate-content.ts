/** `locate_content`: where a text stands in one original, verified before and after (specification: originals). */

import { z } from "zod";
import { LOCATE_MAX } from "../../model/original-answer.ts";
import { locateToWire } from "../../model/original-wire.ts";
import { CONTAINS_MAX } from "../../model/request.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { locateSchema } from "../schemas/original-answer.ts";
import { targetFields, targetOf } from "./original-target.ts";

export const locateContentTool = defineTool({
  name: "locate_content",
  title: "Locate text in a file",
  description:
    "Find on which page, line, paragraph, cell or slide of one discovered file a text stands, with short fragments. A file that changed since it was discovered is refused. No place and `coverage.complete: false` does not mean that it is not there: read the gaps.",
  profiles: ["full"],
  needs: "originals",
  annotations: READ_ONLY,
  input: z.strictObject({
    ...targetFields,
    text: z.string().min(1).max(CONTAINS_MAX),
    limit: z.int().min(1).max(LOCATE_MAX).optional().describe(`default ${LOCATE_MAX}`),
  }),
  output: locateSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    locateToWire(
      await serviceFor(context, "originals").locateContent(
        targetOf(asked),
        { text: asked.text, limit: asked.limit },
        { signal: context.signal, onProgress: context.onProgress },
      ),
    ),
});
