/** `inspect`: one original re-read whole and hashed (specification: originals). */

import { z } from "zod";
import { inspectToWire } from "../../model/original-wire.ts";
import { defineTool, READ_ONLY, serviceFor } from "../define-tool.ts";
import { inspectSchema } from "../schemas/original-answer.ts";
import { targetFields, targetOf } from "./original-target.ts";

export const inspectTool = defineTool({
  name: "inspect",
  title: "Verify a file",
  description:
    "Re-read one file whole and give its SHA-256. `verified: true` says that the bytes were the same before and after, just now; no text comes back.",
  profiles: ["full"],
  needs: "originals",
  annotations: READ_ONLY,
  input: z.strictObject(targetFields),
  output: inspectSchema,
  toldDepth: 1,
  run: async (asked, context) =>
    inspectToWire(
      await serviceFor(context, "originals").inspect(targetOf(asked), {
        signal: context.signal,
        onProgress: context.onProgress,
      }),
    ),
});
