/** Real clients of three generations drive the built server over stdio. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernTransport } from "@modelcontextprotocol/client/stdio";
import { Client as LaterClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LaterTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { Client as EarlierClient } from "sdk-1-17/client/index.js";
import { StdioClientTransport as EarlierTransport } from "sdk-1-17/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../built.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/cases/", import.meta.url));
let root: string;
let program: string;

beforeAll(async () => {
  program = await ensureBuilt();
  root = mkdtempSync(join(tmpdir(), "readback-clients-"));
  writeFileSync(join(root, "hello.txt"), "one\ntwo\nneedle here\n");
  cpSync(join(fixtures, "files/S03-slide-order.pptx"), join(root, "deck.pptx"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

/** What every client can do, whatever its types are. */
interface Driven {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const info = { name: "test", version: "0" };
const server = (): { command: string; args: string[]; stderr: "pipe" } => ({
  command: process.execPath,
  args: [program, "mcp", root],
  stderr: "pipe",
});

async function modern(mode: "auto" | "legacy", era: string): Promise<Driven> {
  const client = new ModernClient(info, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(server()));
  expect(client.getProtocolEra()).toBe(era);
  return client;
}

const CLIENTS: readonly (readonly [string, () => Promise<Driven>])[] = [
  ["client 2.4, auto", () => modern("auto", "modern")],
  ["client 2.4, legacy", () => modern("legacy", "legacy")],
  [
    "sdk 1.32",
    async () => {
      const client = new LaterClient(info);
      await client.connect(new LaterTransport(server()));
      return client;
    },
  ],
  [
    "sdk 1.17",
    async () => {
      const client = new EarlierClient(info);
      await client.connect(new EarlierTransport(server()));
      return client;
    },
  ],
];

describe.each(CLIENTS)("%s", (_name, connect) => {
  it("lists the tools, reads, and gets errors that its model can see", async () => {
    const client = await connect();
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        "read_file",
        "log_tail",
        "log_search",
        "log_levels",
      ]);
      const read = await client.callTool({
        name: "read_file",
        arguments: { paths: ["hello.txt", "deck.pptx"], contains: "product" },
      });
      expect(read).toMatchObject({
        structuredContent: {
          entries: [
            { path: "hello.txt", ok: true, passages: [], coverage: { complete: true } },
            {
              path: "deck.pptx",
              ok: true,
              passages: [{ at: { slide: 2 }, text: "Product intro", match: true }],
            },
          ],
        },
      });
      const failed = await client.callTool({
        name: "read_file",
        arguments: { paths: ["hello.txt"], page: 1 },
      });
      expect(failed).toMatchObject({ isError: true, content: [{ type: "text" }] });
      const entry = await client.callTool({ name: "read_file", arguments: { paths: ["gone.txt"] } });
      expect(entry).toMatchObject({
        structuredContent: { entries: [{ ok: false, error: { code: "missing" } }] },
      });
      const range = await client.callTool({
        name: "read_file",
        arguments: { requests: [{ path: "hello.txt", start_line: "2", end_line: 2 }] },
      });
      expect(range).toMatchObject({
        structuredContent: { entries: [{ mode: "range", passages: [{ at: { line: 2 }, text: "two" }] }] },
      });
    } finally {
      await client.close();
    }
  });
});
