/** `log_levels`: how many lines of each level a log has (specification: logs). */

import { z } from "zod";
import { logLevelsToWire } from "../../model/log-wire.ts";
import { MAX_CHARS_DEFAULT } from "../../model/request.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { logLevelsSchema } from "../schemas/log-answer.ts";
import { from, log, logCall, rotated, since, until } from "./log-options.ts";

export const logLevelsTool = defineTool({
  name: "log_levels",
  title: "Count levels of a log",
  description:
    "How many lines of each level (ERROR, WARN, …) a log has. Reads the log from its start, so time grows with its size; with `complete: false` the counts are of a part: go on with `next` as `from`.",
  profiles: ["default", "full"],
  needs: "logs",
  annotations: READ_ONLY,
  input: z.strictObject({ log, from, rotated, since, until }),
  output: logLevelsSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    logLevelsToWire(await serviceFor(context, "logs").levels(asked, logCall(context, MAX_CHARS_DEFAULT))),
});
