/** The built server over a pipe, line by line: what stands on the wire, and how it ends. */

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { isAlive, Wire } from "./wire.ts";
import type { Message } from "./wire.ts";

const fixtures = fileURLToPath(new URL("../../fixtures/cases/", import.meta.url));
let root: string;
let wire: Wire;
const started: Wire[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "readback-mcp-"));
  writeFileSync(join(root, "hello.txt"), "one\ntwo\nneedle here\n");
  cpSync(join(fixtures, "files/S03-slide-order.pptx"), join(root, "deck.pptx"));
  cpSync(join(fixtures, "files/T28-pdf-named.txt"), join(root, "report.pdf"));
  cpSync(join(fixtures, "files/D01-tracked-words.docx"), join(root, "letter.docx"));
  cpSync(join(fixtures, "files/X13-merged.xlsx"), join(root, "book.xlsx"));
  mkdirSync(join(root, "folder"));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

afterEach(() => {
  for (const one of started.splice(0)) one.process.kill("SIGKILL");
});

async function start(args: readonly string[] = [root], env: Record<string, string> = {}): Promise<Wire> {
  wire = await Wire.start(args, env);
  started.push(wire);
  return wire;
}

const entries = (message: Message): readonly Record<string, unknown>[] =>
  message.result?.structuredContent?.entries ?? [];

const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "raw", version: "0" },
};

describe("opening", () => {
  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
  ])("a handshake that asks for %s gets %s", async (asked, given) => {
    await start();
    const { result } = await wire.initialize(asked);
    expect(result).toMatchObject({
      protocolVersion: given,
      serverInfo: { name: "readback" },
      capabilities: { tools: { listChanged: false } },
    });
    expect(result?.["instructions"]).toMatch(/complete/);
  });

  it("a request with its envelope is served without a handshake", async () => {
    await start();
    const discovered = await wire.answer(wire.request("server/discover", { _meta: MODERN }));
    expect(discovered.result).toMatchObject({ supportedVersions: ["2026-07-28"] });
    const answer = await wire.call({ paths: ["hello.txt"], contains: "needle", context_lines: 0 }, MODERN);
    expect(answer.result).toMatchObject({ resultType: "complete" });
    expect(entries(answer)).toMatchObject([{ ok: true, passages: [{ match: true }] }]);
  });
});

describe("reading", () => {
  it("gives four files of four formats in one call, in the order asked", async () => {
    await start();
    await wire.initialize();
    const paths = ["letter.docx", "hello.txt", "book.xlsx", "deck.pptx"];
    const answer = await wire.call({ paths });
    expect(entries(answer).map(({ path, ok, format }) => [path, ok, format])).toEqual([
      ["letter.docx", true, "docx"],
      ["hello.txt", true, "text"],
      ["book.xlsx", true, "xlsx"],
      ["deck.pptx", true, "pptx"],
    ]);
    expect(JSON.parse(answer.result?.content?.[0]?.text ?? "")).toEqual(answer.result?.structuredContent);
  });

  it("tells what is outside, missing, or no file, each for its entry", async () => {
    await start();
    await wire.initialize();
    const answer = await wire.call({ paths: ["/etc/passwd", "nothing.txt", "folder", "hello.txt"] });
    expect(entries(answer)).toMatchObject([
      { ok: false, error: { code: "outside_sources" } },
      { ok: false, error: { code: "missing" } },
      { ok: false, error: { code: "not_a_file" } },
      { ok: true },
    ]);
    expect(JSON.stringify(answer)).not.toContain("root:");
  });

  it("answers fifty calls that come at once, each under its own number", async () => {
    await start();
    await wire.initialize();
    const files = ["hello.txt", "deck.pptx", "letter.docx"];
    const ids = Array.from({ length: 50 }, (_, index) => {
      const path = files[index % files.length];
      return { path, id: wire.request("tools/call", { name: "read_file", arguments: { paths: [path] } }) };
    });
    for (const { path, id } of ids)
      expect(entries(await wire.answer(id))).toMatchObject([{ path, ok: true }]);
    expect(new Set(wire.messages.map(({ id }) => id)).size).toBe(51);
  });

  it("refuses an unknown option by name and an unknown tool as a protocol error", async () => {
    await start();
    await wire.initialize();
    const refused = await wire.call({ paths: ["hello.txt"], lines: 3 });
    expect(refused.result).toMatchObject({
      isError: true,
      _meta: { "readback/error": { code: "invalid_request" } },
    });
    expect(refused.result).not.toHaveProperty("structuredContent");
    expect(refused.result?.content?.[0]?.text).toMatch(
      /^ERROR invalid_request: `lines` is not an option of `read_file`/,
    );
    const unknown = await wire.answer(wire.request("tools/call", { name: "write_file", arguments: {} }));
    expect(unknown.error?.code).toBe(-32602);
  });

  it("tells progress only to a call that asked for it, and none after the answer", async () => {
    writeFileSync(join(root, "long.log"), "12:00 INFO all is well\n".repeat(2_000_000));
    await start();
    await wire.initialize();
    const args = { paths: ["long.log"], contains: "not there" };
    expect(entries(await wire.call(args))).toMatchObject([{ ok: true, coverage: { complete: true } }]);
    expect(wire.messages.filter(({ method }) => method === "notifications/progress")).toEqual([]);
    const answer = await wire.call(args, { progressToken: "p1" });
    await wire.answer(wire.request("ping"));
    const told = wire.messages.filter(({ method }) => method === "notifications/progress");
    expect(told.length).toBeGreaterThan(0);
    const figures = told.map(({ params }) => Number(params?.["progress"]));
    expect(figures).toEqual([...new Set(figures)].toSorted((a, b) => a - b));
    expect(told.every(({ params }) => params?.["progressToken"] === "p1")).toBe(true);
    const at = (wanted: (message: Message) => boolean): number => wire.messages.findLastIndex(wanted);
    expect(at(({ method }) => method === "notifications/progress")).toBeLessThan(
      at(({ id, method }) => id === answer.id && method === undefined),
    );
  });

  it("stops a cancelled call, answers nothing to it, and serves the next", async () => {
    await start();
    await wire.initialize();
    writeFileSync(join(root, "longer.log"), "12:00 INFO all is well\n".repeat(2_000_000));
    const id = wire.request("tools/call", {
      name: "read_file",
      arguments: { paths: ["longer.log"], contains: "not there" },
    });
    wire.send({ method: "notifications/cancelled", params: { requestId: id, reason: "enough" } });
    expect(entries(await wire.call({ paths: ["hello.txt"] }))).toMatchObject([{ ok: true }]);
    await wire.answer(wire.request("ping"));
    expect(wire.messages.some((message) => message.id === id)).toBe(false);
  });
});

describe("bad lines", () => {
  it("that are no JSON, or no message, do not end the session", async () => {
    await start();
    await wire.initialize();
    wire.write('this is not JSON\n\n{}\n[1,2\n{"jsonrpc":"2.0"}\n\u0000\u0001\n');
    expect(entries(await wire.call({ paths: ["hello.txt"] }))).toMatchObject([{ ok: true }]);
  });

  it("of 11 MiB are answered where they show a number, and the session goes on", async () => {
    await start();
    await wire.initialize();
    wire.write(
      `{"jsonrpc":"2.0","id":77,"method":"tools/call","params":{"x":"${"y".repeat(11 * 1024 * 1024)}"}}\n`,
    );
    expect((await wire.answer(77)).error).toEqual({
      code: -32600,
      message: "the message is larger than 8 MiB",
    });
    expect(entries(await wire.call({ paths: ["hello.txt"] }))).toMatchObject([{ ok: true }]);
  });

  it("of 5 MiB are a message like any other", async () => {
    await start();
    await wire.initialize();
    const answer = await wire.call({ paths: ["hello.txt"], contains: "y".repeat(5 * 1024 * 1024) });
    expect(answer.result?.content?.[0]?.text).toMatch(
      /^ERROR invalid_request: `contains` must hold at most 1000 characters/,
    );
  });
});

describe("the wire", () => {
  it("carries one message a line and nothing else", async () => {
    await start();
    await wire.initialize();
    await wire.call({ paths: ["letter.docx", "report.pdf", "book.xlsx", "nothing"] });
    await wire.call({ paths: ["hello.txt"], nonsense: true });
    expect(await wire.end()).toBe(0);
    for (const message of wire.messages) expect(message).toMatchObject({ jsonrpc: "2.0" });
  });
});

describe("the end", () => {
  it("of stdin ends the server with 0 and its children with it", async () => {
    await start();
    await wire.initialize();
    await wire.call({ paths: ["letter.docx", "deck.pptx"] });
    const children = wire.children();
    expect(children.length).toBeGreaterThan(0);
    expect(await wire.end()).toBe(0);
    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]));
  });

  it("of stdin in the middle of a call ends it too", async () => {
    await start();
    await wire.initialize();
    wire.request("tools/call", {
      name: "read_file",
      arguments: { paths: ["letter.docx", "deck.pptx", "book.xlsx"] },
    });
    expect(await wire.end()).toBe(0);
  });

  it("of stdin before anything was said is no failure", async () => {
    await start();
    expect(await wire.end()).toBe(0);
    expect(wire.lines).toEqual([]);
  });

  it("by a signal leaves no child behind", async () => {
    await start();
    await wire.initialize();
    await wire.call({ paths: ["letter.docx"] });
    const children = wire.children();
    const exited = new Promise((resolve) => wire.process.once("exit", resolve));
    wire.process.kill("SIGTERM");
    await exited;
    await vi.waitFor(() => expect(children.filter(isAlive)).toEqual([]));
  });
});

describe("a start that cannot be", () => {
  it.each([
    ["without a folder", [], 2, /name at least one folder/],
    ["with a folder that is not there", ["/no/such/folder/anywhere"], 10, /\S/],
  ])("%s ends with its status and a message on stderr", async (_case, args, status, message) => {
    await start(args);
    expect(await wire.end()).toBe(status);
    expect(wire.stderr).toMatch(message);
    expect(wire.lines).toEqual([]);
  });
});
