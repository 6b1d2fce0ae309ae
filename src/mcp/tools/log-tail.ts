/** `log_tail`: the last lines of a log (specification: logs). */

import { z } from "zod";
import { TAIL_LINES_DEFAULT, TAIL_LINES_MAX } from "../../model/log-request.ts";
import { logTailToWire } from "../../model/log-wire.ts";
import { MAX_CHARS_DEFAULT } from "../../model/request.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { logTailSchema } from "../schemas/log-answer.ts";
import { level, log, logCall, since, until } from "./log-options.ts";

const lines = z.int().min(1).max(TAIL_LINES_MAX).optional().describe(`default ${TAIL_LINES_DEFAULT}`);

const input = z.strictObject({
  log,
  lines,
  level,
  since,
  until,
});

export const logTailTool = defineTool({
  name: "log_tail",
  title: "Last lines of a log",
  description:
    "The last lines of a log by name. Only the log's end is looked at: unless `whole_file` is true, lines before it were not read, and no match means nothing about them. Use `log_search` for the whole log.",
  smallDescription: "The last lines of a log. Lines before them were not read unless `whole_file` is true.",
  profiles: ["small", "default", "full"],
  needs: "logs",
  annotations: READ_ONLY,
  input,
  smallInput: z.strictObject({ log, lines, level }),
  output: logTailSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    withinResultSize(MAX_CHARS_DEFAULT, async (maxChars) =>
      logTailToWire(await serviceFor(context, "logs").tail(asked, logCall(context, maxChars))),
    ),
});
