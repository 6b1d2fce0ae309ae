/** What clients are told of the tools: names that every host takes, annotations, budgets in bytes. */

import { describe, expect, it } from "vitest";
import { PROFILES } from "../../src/mcp/define-tool.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";
import { allServices, connected, connectedTo, recordingFiles } from "./connected.ts";

const BYTES_MAX = { small: 4096, default: 12_288, full: 24_576 };
const TOOLS_MAX = { small: 5, default: 11, full: 40 };
/** Bytes of one tool, so that the budget is shared. */
const TOOL_BYTES_MAX = { small: 2048, default: 4096, full: 4096 };

describe.each(PROFILES)("the %s profile", (profile) => {
  it("stays within its budgets", async () => {
    const client = await connectedTo(allServices(), profile);
    const list = await client.listTools();
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(BYTES_MAX[profile]);
    expect(list.tools.length).toBeLessThanOrEqual(TOOLS_MAX[profile]);
    for (const tool of list.tools)
      expect(Buffer.byteLength(JSON.stringify(tool))).toBeLessThanOrEqual(TOOL_BYTES_MAX[profile]);
    expect(Buffer.byteLength(client.getInstructions() ?? "")).toBeLessThan(2000);
    expect(client.getInstructions()).toMatch(/complete/);
  });

  it("tells names, annotations and strict schemas that every host takes", async () => {
    const client = await connectedTo(allServices(), profile);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      TOOLS.filter((tool) => tool.profiles.includes(profile)).map(({ name }) => name),
    );
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-z][a-z0-9_]{2,39}$/);
      expect(tool.name).not.toContain("__");
      expect(tool.title).toMatch(/\S/);
      expect(tool.description?.length).toBeLessThanOrEqual(300);
      expect(Object.keys(tool.annotations ?? {}).toSorted()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
      expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(JSON.stringify(tool.inputSchema)).not.toContain("9007199254740991");
      if (profile === "small") expect(JSON.stringify(tool.inputSchema)).not.toMatch(/anyOf|oneOf|"\$ref"/);
      else expect(tool.outputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(JSON.stringify(tool.outputSchema ?? {})).not.toContain('"default"');
      // A list of types is legal, but not every host can pass it on to its model.
      expect(JSON.stringify(tool)).not.toContain('"type":[');
    }
  });

  it("is told in the same words each time", async () => {
    const client = await connectedTo(allServices(), profile);
    const again = await connectedTo(allServices(), profile);
    expect(JSON.stringify(await client.listTools())).toBe(JSON.stringify(await again.listTools()));
  });
});

it("the pinned names of the tools", () => {
  expect(TOOLS.map(({ name, profiles }) => [name, profiles])).toEqual([
    ["read_file", ["small", "default", "full"]],
    ["library_search", ["small", "default", "full"]],
    ["library_read", ["small", "default", "full"]],
    ["log_tail", ["small", "default", "full"]],
    ["log_search", ["small", "default", "full"]],
    ["log_levels", ["default", "full"]],
    ["discover", ["full"]],
    ["locate_content", ["full"]],
    ["check_citations", ["default", "full"]],
    ["inspect", ["full"]],
  ]);
});

it("every role is told the same list, and only what can be served", async () => {
  const services = allServices();
  const lists = await Promise.all(
    (["reader", "editor"] as const).map(async (role) => {
      const client = await connectedTo(services, "default", role);
      return JSON.stringify([await client.listTools(), await client.listPrompts(), client.getInstructions()]);
    }),
  );
  expect(lists[0]).toBe(lists[1]);
  const files = await connected(recordingFiles());
  expect((await files.listTools()).tools.map(({ name }) => name)).toEqual(["read_file"]);
  expect(files.getInstructions()).not.toContain("library");
});

it("the small profile of `read_file` has flat options only", async () => {
  const client = await connected(recordingFiles(), "small");
  const [tool] = (await client.listTools()).tools;
  expect(Object.keys(tool?.inputSchema.properties ?? {})).not.toContain("requests");
  const result = await client.callTool({ name: "read_file", arguments: { requests: [{ path: "a" }] } });
  expect(result.isError).toBe(true);
});
