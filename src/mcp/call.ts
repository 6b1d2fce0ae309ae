/**
 * One tool call: the wrapper that every handler runs in (specification: answers, section 6).
 *
 * Guarantees: a success carries the same JSON as a value and as text; an expected failure is `isError` with `ERROR <code>: <message>` and no
 * value, because older clients check a value against the output schema even then; an unexpected one tells its id here and its stack on
 * stderr; a value that breaks its own output schema is a bug of ours and never sent; a cancelled call gets no answer.
 */

import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { CancelledError } from "../model/errors.ts";
import type { ErrorFacts } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import { factsOrReport } from "../services/internal.ts";
import type { Profile, Services, Tool } from "./define-tool.ts";
import { Progress } from "./progress.ts";

const ERROR_CHARS = 2000;
const ERROR_META = "readback/error";

export async function callTool(
  tool: Tool,
  given: unknown,
  profile: Profile,
  { services, role }: { readonly services: Services; readonly role: Role },
  context: ServerContext,
): Promise<CallToolResult> {
  const { signal } = context.mcpReq;
  const progress = new Progress(progressSender(context));
  try {
    const value = await tool.run(given, profile, {
      services,
      role,
      signal,
      onProgress: (done, total) => progress.report(done, total),
    });
    const checked = tool.output.safeParse(value);
    if (!checked.success)
      throw new Error(`${tool.name} gave a value outside its schema: ${checked.error.message}`);
    progress.end();
    return {
      content: [{ type: "text", text: JSON.stringify(checked.data) }],
      structuredContent: checked.data,
    };
  } catch (thrown) {
    progress.end();
    if (signal.aborted || thrown instanceof CancelledError) throw new CancelledError();
    return failure(factsOrReport(thrown));
  }
}

function failure(facts: ErrorFacts): CallToolResult {
  const { code, message, hint } = facts;
  const text = `ERROR ${code}: ${message}${hint === undefined ? "" : `\nhint: ${hint}`}`;
  return {
    isError: true,
    content: [{ type: "text", text: text.slice(0, ERROR_CHARS) }],
    _meta: { [ERROR_META]: hint === undefined ? { code } : { code, hint } },
  };
}

function progressSender(
  context: ServerContext,
): ((progress: number, total: number | undefined) => void) | undefined {
  const { _meta: meta, notify, signal } = context.mcpReq;
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress, total) => {
    if (signal.aborted) return;
    const params = { progressToken, progress, ...(total === undefined ? {} : { total }) };
    // A client that went away is noticed by the transport; the reading is stopped there.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}
