/** `log_search`: lines of a log that hold a text, with their true numbers (specification: logs). */

import { z } from "zod";
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX, SEARCH_TEXT_MAX } from "../../model/log-request.ts";
import { logSearchToWire } from "../../model/log-wire.ts";
import { MAX_CHARS_DEFAULT } from "../../model/request.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { withinResultSize } from "../result-size.ts";
import { logSearchSchema } from "../schemas/log-answer.ts";
import { from, level, log, logCall, rotated, since, until } from "./log-options.ts";

const text = z
  .string()
  .min(1)
  .max(SEARCH_TEXT_MAX * 2)
  .describe("taken as it is, no pattern");
const ignoreCase = z.boolean().optional();

const input = z.strictObject({
  log,
  text,
  level,
  limit: z.int().min(1).max(SEARCH_LIMIT_MAX).optional().describe(`default ${SEARCH_LIMIT_DEFAULT}`),
  ignore_case: ignoreCase,
  count_only: z.boolean().optional().describe("count the lines, return none"),
  from,
  rotated,
  since,
  until,
});

export const logSearchTool = defineTool({
  name: "log_search",
  title: "Search a log",
  description:
    "Lines of a log that hold a literal text. Only `complete: true` without matches means that it is not in the log; with `complete: false` go on with `next` as `from`. `stop_reason: limit` means there may be more: use `count_only` for how many.",
  smallDescription:
    "Lines of a log that hold a literal text. Only `complete: true` without matches means it is not there; else go on with `next` as `from`.",
  profiles: ["small", "default", "full"],
  needs: "logs",
  annotations: READ_ONLY,
  input,
  smallInput: z.strictObject({ log, text, level, from, ignore_case: ignoreCase }),
  output: logSearchSchema,
  toldDepth: 1,
  run: async (asked, context) => {
    const { ignore_case: anyCase, count_only: countOnly, ...rest } = asked;
    const request = { ...rest, ignoreCase: anyCase, countOnly };
    return withinResultSize(MAX_CHARS_DEFAULT, async (maxChars) =>
      logSearchToWire(await serviceFor(context, "logs").search(request, logCall(context, maxChars))),
    );
  },
});
