/** What hosts and registries are told: each snippet is parsed as its host does and starts a server that answers. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTS, launchOf } from "../../../src/cli/mcp-hosts.ts";
import { ensureBuilt } from "../built.ts";

const HOME = fileURLToPath(new URL("../../../", import.meta.url));
let program: string;
let folder: string;

beforeAll(async () => {
  program = await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "readback hosts-"));
  writeFileSync(join(folder, "it's here.txt"), "needle\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

type Parsed = Record<string, Record<string, { command: string | string[]; args?: string[] }>>;

function launchIn(host: string, text: string): Launch {
  if (host === "codex") {
    expect(text.startsWith("[mcp_servers.readback]\n")).toBe(true);
    const value = (key: string): unknown =>
      JSON.parse(new RegExp(`^${key} = (.*)$`, "m").exec(text)?.[1] ?? "null");
    return { command: value("command") as string, args: value("args") as string[] };
  }
  if (host === "claude-code") {
    // As a shell splits it.
    const words = execFileSync("sh", ["-c", `printf '%s\\0' ${text.trim()}`], { encoding: "utf8" });
    const [command = "", ...args] = words
      .split("\0")
      .slice(0, -1)
      .slice(words.split("\0").indexOf("--") + 1);
    return { command, args };
  }
  const parsed = JSON.parse(text) as Parsed;
  const server = (parsed["mcpServers"] ?? parsed["servers"] ?? parsed["mcp"])?.["readback"];
  if (server === undefined) throw new Error("the snippet names no server");
  const [command = "", ...args] = [server.command, server.args ?? []].flat();
  return { command, args };
}

describe.each(Object.keys(HOSTS))("the snippet for %s", (host) => {
  it("starts a server that reads in the folder named", async () => {
    const text = execFileSync(process.execPath, [program, "mcp", "config", host, folder], {
      encoding: "utf8",
      stdio: "pipe",
    });
    const { command, args } = launchIn(host, text);
    expect([command, ...args]).toEqual(["npx", "-y", "readback", "mcp", folder]);
    const client = new Client({ name: host, version: "0" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program, ...args.slice(2)] }),
    );
    try {
      const read = await client.callTool({ name: "read_file", arguments: { paths: ["it's here.txt"] } });
      expect(JSON.stringify(read.structuredContent)).toContain("needle");
    } finally {
      await client.close();
    }
  });
});

it("Windows starts npx through its shell", () => {
  expect(launchOf(["C:\\docs"], true)).toEqual({
    command: "cmd",
    args: ["/c", "npx", "-y", "readback", "mcp", "C:\\docs"],
  });
});

it("a host that is not known is refused with the names of those that are", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "mcp", "config", "constructor"], {
    encoding: "utf8",
  });
  expect(status).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain("claude-desktop");
});

it("the registry's server.json and the package say the same", () => {
  const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(join(HOME, file), "utf8"));
  const server = read("server.json");
  const facts = read("package.json");
  expect(server["name"]).toBe(facts["mcpName"]);
  expect(server["version"]).toBe(facts["version"]);
  expect(String(server["description"]).length).toBeLessThanOrEqual(100);
  expect(server["packages"]).toMatchObject([
    {
      registryType: "npm",
      identifier: facts["name"],
      version: facts["version"],
      transport: { type: "stdio" },
    },
  ]);
});

it("the shipped JSON schema describes what the configuration takes", () => {
  const schema = JSON.parse(readFileSync(join(HOME, "dist", "readback.schema.json"), "utf8")) as {
    properties: Record<string, unknown>;
    additionalProperties: boolean;
  };
  expect(Object.keys(schema.properties)).toEqual(["$schema", "sources", "limits", "http", "state"]);
  expect(schema.additionalProperties).toBe(false);
});
