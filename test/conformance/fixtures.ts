/** What the conformance suite calls and a server of documents has no use for. Never shipped: registered on the real server by `server.ts` here. */

import {
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  ResourceTemplate,
} from "@modelcontextprotocol/server";
import type {
  CallToolResult,
  InputRequests,
  McpServer,
  ServerContext,
  ServerEventBus,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

export const states = createRequestStateCodec<{ step: number }>({ key: "k".repeat(32) });

const text = (value: string): CallToolResult => ({ content: [{ type: "text", text: value }] });
const embedded = (uri: string, mimeType: string, value: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: value } }) as const;

const elicit = (
  message: string,
  field: string,
  type: "string" | "boolean" = "string",
): InputRequests[string] => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: type === "string" ? { type } : { type } },
      required: [field],
    },
  },
});
const sample = (question: string): InputRequests[string] => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: question } }], maxTokens: 100 },
});
const roots: InputRequests[string] = { method: "roots/list", params: {} };

type Handler = (
  context: ServerContext,
) => CallToolResult | Promise<CallToolResult> | ReturnType<typeof inputRequired>;

const answered = (context: ServerContext, key: string): boolean =>
  inputResponse(context.mcpReq.inputResponses, key).kind !== "missing";

/** Asks once, answers when all keys were answered. */
const asking =
  (inputRequests: InputRequests, answer: (responses: string) => string, state = false) =>
  async (context: ServerContext): Promise<CallToolResult | ReturnType<typeof inputRequired>> => {
    if (Object.keys(inputRequests).every((key) => answered(context, key)))
      return text(answer(JSON.stringify(context.mcpReq.inputResponses)));
    return inputRequired({
      inputRequests,
      ...(state ? { requestState: await states.mint({ step: 1 }) } : {}),
    });
  };

const TOOLS: Readonly<Record<string, Handler | ((context: ServerContext) => Promise<unknown>)>> = {
  test_simple_text: () => text("This is a simple text response for testing."),
  test_image_content: () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PNG, mimeType: "image/png" },
      embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => {
    throw new Error("This tool intentionally returns an error for testing");
  },
  test_tool_with_progress: async ({ mcpReq }) => {
    const { _meta: meta } = mcpReq;
    const progressToken = meta?.progressToken ?? 0;
    for (const progress of [0, 50, 100])
      await mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress, total: 100 },
      });
    return text("done");
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const step of ["started", "processing", "completed"])
      await mcpReq.log("info", `Tool execution ${step}`);
    return text("logged");
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "logged");
    return text("logged");
  },
  test_missing_capability: asking({ question: sample("?") }, () => "answered"),
  test_streaming_elicitation: asking({ name: elicit("What is your name?", "name") }, () => "answered"),
  test_input_required_result_elicitation: asking(
    { user_name: elicit("What is your name?", "name") },
    (responses) => `Hello, ${/"name":"([^"]*)"/.exec(responses)?.[1] ?? "you"}!`,
  ),
  test_input_required_result_sampling: asking(
    { capital_question: sample("What is the capital of France?") },
    (responses) => responses,
  ),
  test_input_required_result_list_roots: asking({ client_roots: roots }, (responses) => responses),
  test_input_required_result_request_state: asking(
    { confirm: elicit("Please confirm", "ok", "boolean") },
    () => "state-ok",
    true,
  ),
  test_input_required_result_multiple_inputs: asking(
    {
      user_name: elicit("What is your name?", "name"),
      greeting: sample("Generate a greeting"),
      client_roots: roots,
    },
    (responses) => responses,
    true,
  ),
  test_input_required_result_tampered_state: asking(
    { confirm: elicit("Please confirm", "ok", "boolean") },
    () => "state-ok",
    true,
  ),
  test_input_required_result_multi_round: async (context) => {
    const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0;
    if (step >= 2 && answered(context, "step2")) return text("all rounds done");
    if (step >= 1 && answered(context, "step1"))
      return inputRequired({
        inputRequests: { step2: elicit("Which colour?", "color") },
        requestState: await states.mint({ step: 2 }),
      });
    return inputRequired({
      inputRequests: { step1: elicit("What is your name?", "name") },
      requestState: await states.mint({ step: 1 }),
    });
  },
  test_input_required_result_capabilities: (context) => {
    const declared = (context.mcpReq.envelope ?? {}) as Record<string, Record<string, unknown> | undefined>;
    const can = declared["io.modelcontextprotocol/clientCapabilities"] ?? {};
    return inputRequired({
      inputRequests: {
        ...("sampling" in can ? { question: sample("?") } : {}),
        ...("elicitation" in can ? { name: elicit("What is your name?", "name") } : {}),
      },
    });
  },
};

export function registerFixtures(server: McpServer, bus: ServerEventBus): void {
  const input = z.object({});
  for (const [name, run] of Object.entries(TOOLS))
    server.registerTool(
      name,
      { description: name, inputSchema: input },
      (_given, context) => run(context) as CallToolResult,
    );
  for (const kind of ["tool", "prompt"] as const)
    server.registerTool(
      `test_trigger_${kind}_change`,
      { description: "tells a change", inputSchema: input },
      () => {
        bus.publish({ kind: kind === "tool" ? "tools_list_changed" : "prompts_list_changed" });
        return text("told");
      },
    );
  server.registerTool(
    "test_custom_header",
    {
      description: "has an argument that is mirrored into a header",
      inputSchema: z.object({ region: z.string().optional().meta({ "x-mcp-header": "Region" }) }),
    },
    ({ region }) => text(region ?? "none"),
  );
  server.registerTool(
    "json_schema_2020_12_tool",
    {
      description: "Tool with JSON Schema 2020-12 features",
      inputSchema: fromJsonSchema<Record<string, unknown>>({
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        $defs: {
          address: { type: "object", properties: { street: { type: "string" }, city: { type: "string" } } },
        },
        properties: { name: { type: "string" }, address: { $ref: "#/$defs/address" } },
        additionalProperties: false,
      }),
    },
    (given) => text(JSON.stringify(given)),
  );
  registerResources(server);
  registerPrompts(server);
}

function registerResources(server: McpServer): void {
  const plain = (name: string, value: string): void => {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { mimeType: "text/plain" }, () => ({
      contents: [{ uri, mimeType: "text/plain", text: value }],
    }));
  };
  plain("static-text", "This is the content of the static text resource.");
  plain("watched-resource", "Watched resource content");
  server.registerResource("static-binary", "test://static-binary", { mimeType: "image/png" }, () => ({
    contents: [{ uri: "test://static-binary", mimeType: "image/png", blob: PNG }],
  }));
  server.registerResource(
    "template",
    new ResourceTemplate("test://template/{id}/data", { list: undefined }),
    { mimeType: "application/json" },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: "application/json",
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler("resources/subscribe", () => ({}));
  server.server.setRequestHandler("resources/unsubscribe", () => ({}));
}

function registerPrompts(server: McpServer): void {
  const says = (value: string) => ({ role: "user", content: { type: "text", text: value } }) as const;
  server.registerPrompt("test_simple_prompt", { description: "no arguments" }, () => ({
    messages: [says("This is a simple prompt for testing.")],
  }));
  server.registerPrompt(
    "test_prompt_with_arguments",
    {
      description: "two arguments",
      argsSchema: z.object({
        arg1: completable(z.string(), (value) => ["paris", "park"].filter((word) => word.startsWith(value))),
        arg2: z.string(),
      }),
    },
    ({ arg1, arg2 }) => ({ messages: [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    "test_prompt_with_embedded_resource",
    { description: "a resource", argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        {
          role: "user",
          content: embedded(resourceUri, "text/plain", "Embedded resource content for testing."),
        },
        says("Please process the embedded resource above."),
      ],
    }),
  );
  server.registerPrompt("test_prompt_with_image", { description: "an image" }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
      says("Please analyze the image above."),
    ],
  }));
  server.registerPrompt("test_input_required_result_prompt", { description: "asks" }, (context) =>
    answered(context, "user_context")
      ? { messages: [says(JSON.stringify(context.mcpReq.inputResponses))] }
      : inputRequired({
          inputRequests: { user_context: elicit("What context should the prompt use?", "context") },
        }),
  );
}
