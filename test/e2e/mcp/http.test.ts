/** The server over HTTP: who is let in, what each role sees, and what happens to requests that mean no good. */

import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as LaterClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LaterTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Client as EarlierClient } from "sdk-1-17/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "sdk-1-17/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../../src/model/library-answer.ts";
import { TestLibrary } from "../../support/library.ts";
import { ensureBuilt } from "../built.ts";
import { HttpServer, TOKENS } from "./http-server.ts";

/** What older clients can do, whatever their types are. */
interface Older {
  connect(transport: unknown): Promise<void>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  close(): Promise<void>;
}

const RECORDS = [
  { id: "open", text: "Everyone may know the common word." },
  { id: "hidden", title: "Quiet title", text: "The common word and a zebra.", access: "editor" as const },
  { id: "broken" },
];

let library: TestLibrary;
let server: HttpServer;

beforeAll(async () => {
  library = new TestLibrary(RECORDS, { http: { tokens_file: "tokens.json" } });
  const tokens = Object.entries(TOKENS).map(([role, token]) => ({ token, role }));
  writeFileSync(join(library.folder, "tokens.json"), JSON.stringify(tokens), { mode: 0o600 });
  server = await HttpServer.start(["--config", library.config]);
});

afterAll(async () => {
  await server.stop();
  library.remove();
});

const bearer = (role: Role): Record<string, string> => ({ Authorization: `Bearer ${TOKENS[role]}` });

async function client(role: Role, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  const made = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode } });
  await made.connect(
    new StreamableHTTPClientTransport(server.url, { requestInit: { headers: bearer(role) } }),
  );
  return made;
}

function message(name: string, args: Record<string, unknown>): string {
  return JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name, arguments: args },
  });
}
const ASK = message("library_read", { id: "open" });

describe("who is let in", () => {
  it.each([
    ["no token", {}, 401],
    ["a token that is not known", { Authorization: "Bearer reader-token-0123456780" }, 401],
    ["a token that is the beginning of one", { Authorization: "Bearer reader-token-012345678" }, 401],
    ["another scheme", { Authorization: `Basic ${TOKENS.reader}` }, 401],
    ["another host, as DNS rebinding sends it", { ...bearer("reader"), Host: "evil.example" }, 403],
    ["another origin", { ...bearer("reader"), Origin: "http://evil.example" }, 403],
    ["an origin that is null", { ...bearer("reader"), Origin: "null" }, 403],
    [
      "an origin that only begins well",
      { ...bearer("reader"), Origin: "http://localhost.evil.example" },
      403,
    ],
  ] as const)("%s: refused", async (_name, headers, status) => {
    const reply = await server.send({ headers: { ...headers } }, ASK);
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain("common word");
    if (status === 401) expect(reply.headers["www-authenticate"]).toMatch(/^Bearer/);
  });

  it("a known token, from this machine's own names", async () => {
    for (const Host of [`127.0.0.1:${server.port}`, `localhost:${server.port}`]) {
      const reply = await server.send({ headers: { ...bearer("reader"), Host } }, ASK);
      expect(reply.status).toBe(200);
      expect(reply.body).toContain("common word");
    }
  });

  it("other paths and methods are not there", async () => {
    expect((await server.send({ path: "/", headers: bearer("reader") }, ASK)).status).toBe(404);
    expect((await server.send({ path: "/mcp/../etc", headers: bearer("reader") }, ASK)).status).toBe(404);
    expect((await server.send({ method: "GET", headers: bearer("reader") })).status).toBe(405);
    expect((await server.send({ method: "DELETE", headers: bearer("reader") })).status).toBe(405);
  });

  it("bodies up to 1 MiB; larger ones and broken ones are refused, and the next is answered", async () => {
    const large = Buffer.alloc(5_000_000, "a");
    const announced = await server
      .send({ headers: { ...bearer("reader"), "Content-Length": String(large.length) } }, large)
      .catch((error: NodeJS.ErrnoException) => error.code);
    const stream = await server
      .send({ headers: { ...bearer("reader"), "Transfer-Encoding": "chunked" } }, large)
      .catch((error: NodeJS.ErrnoException) => error.code);
    for (const reply of [announced, stream])
      if (typeof reply === "object") expect(reply.status).toBe(413);
      else expect(["EPIPE", "ECONNRESET"]).toContain(reply);
    expect((await server.send({ headers: bearer("reader") }, "{bad")).status).toBe(400);
    expect((await server.send({ headers: bearer("reader") }, ASK)).status).toBe(200);
  });
});

describe("two roles on one server", () => {
  it(
    "1,000 interleaved calls: nothing of what is hidden reaches the reader",
    { timeout: 60_000 },
    async () => {
      const [reader, editor] = await Promise.all([client("reader"), client("editor")]);
      const told: string[] = [];
      const calls = [
        ["library_search", { query: "common word" }],
        ["library_search", { query: "zebra" }],
        ["library_read", { id: "hidden" }],
        ["library_read", { id: "unknown" }],
        ["library_read", { id: "broken" }],
      ] as const;
      let editorSaw = 0;
      for (let round = 0; round < 100; round += 1) {
        await Promise.all(
          calls.map(async ([name, args]) => {
            const call = { name, arguments: args };
            const [asReader, asEditor] = await Promise.all([reader.callTool(call), editor.callTool(call)]);
            const { content, structuredContent = null, isError } = asReader;
            told.push(JSON.stringify([content, structuredContent, isError]));
            if (JSON.stringify(asEditor).includes("zebra")) editorSaw += 1;
          }),
        );
      }
      expect(told).toHaveLength(500);
      for (const text of told) expect(text).not.toMatch(/zebra|Quiet title|library\.example\/hidden/);
      // The same words for a hidden, an unknown and a broken id, and the same each time.
      const refusals = told.filter((text) => text.includes("ERROR"));
      expect(refusals).toHaveLength(300);
      expect(new Set(refusals).size).toBe(1);
      const searches = told.filter((text) => !text.includes("ERROR"));
      for (const text of searches) expect(text).toMatch(/"read":1,"total":2/);
      expect(editorSaw).toBe(300);
      await Promise.all([reader.close(), editor.close()]);
    },
  );

  it.each(["auto", "legacy"] as const)("lists, completions and resources, %s", async (mode) => {
    const [reader, editor] = await Promise.all([client("reader", mode), client("editor", mode)]);
    const completed = async (from: Client): Promise<unknown> =>
      (
        await from.complete({
          ref: { type: "ref/resource", uri: "readback://library/{id}" },
          argument: { name: "id", value: "" },
        })
      ).completion.values;
    const listed = async (from: Client): Promise<string[]> =>
      (await from.listResources()).resources.map(({ name }) => name);
    expect(await completed(reader)).toEqual(["open"]);
    expect(await completed(editor)).toEqual(["open", "hidden"]);
    expect(await listed(reader)).toEqual(["open"]);
    expect(await listed(editor)).toEqual(["open", "hidden"]);
    expect(JSON.stringify(await reader.listTools())).toBe(JSON.stringify(await editor.listTools()));
    const refused = await Promise.all(
      ["hidden", "unknown", "broken"].map(async (id) => {
        const uri = `readback://library/${id}`;
        const error: unknown = await reader.readResource({ uri }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: -32602, data: { uri } });
        return String(error).replaceAll(uri, "URI");
      }),
    );
    expect(new Set(refused).size).toBe(1);
    const read = await editor.readResource({ uri: "readback://library/hidden" });
    expect(read.contents).toMatchObject([{ uri: "readback://library/hidden", text: RECORDS[1]?.text }]);
    await Promise.all([reader.close(), editor.close()]);
  });

  const OLDER = [
    ["sdk 1.32", () => new LaterClient({ name: "test", version: "0" }), LaterTransport],
    ["sdk 1.17", () => new EarlierClient({ name: "test", version: "0" }), EarlierTransport],
  ] as const;
  it.each(OLDER)("an older client is served its role too: %s", async (_name, make, Transport) => {
    const older: Older = make();
    await older.connect(new Transport(server.url, { requestInit: { headers: bearer("reader") } }));
    const refused = await older.callTool({ name: "library_read", arguments: { id: "hidden" } });
    expect(JSON.stringify(refused)).toContain("ERROR unavailable");
    const read = await older.callTool({ name: "library_read", arguments: { id: "open" } });
    expect(read).toMatchObject({ structuredContent: { id: "open", next_offset: null } });
    await older.close();
  });

  it("access that changes between a search and a read is obeyed", async () => {
    const reader = await client("reader");
    const found = await reader.callTool({ name: "library_search", arguments: { query: "common" } });
    expect(found.structuredContent).toMatchObject({ results: [{ id: "open" }] });
    library.put(RECORDS.map((record) => ({ ...record, access: "editor" as const })));
    const read = await reader.callTool({ name: "library_read", arguments: { id: "open" } });
    library.put(RECORDS);
    expect(JSON.stringify(read.content)).toContain("ERROR unavailable");
    await reader.close();
  });
});

describe("a server under load", () => {
  it("answers 50 calls at once, survives clients that go away, and gives its descriptors back", async () => {
    const descriptors = (): number => readdirSync(`/proc/${server.process.pid}/fd`).length;
    const linux = process.platform === "linux";
    await server.send({ headers: bearer("reader") }, ASK);
    const before = linux ? descriptors() : 0;
    const replies = await Promise.all(
      Array.from({ length: 50 }, async () => server.send({ headers: bearer("reader") }, ASK)),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    const gone = Array.from({ length: 20 }, async () => {
      const socket = connect(server.port, "127.0.0.1");
      await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
      const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKENS.reader}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${ASK.length}\r\n\r\n`;
      await new Promise<void>((resolve) => socket.write(head + ASK, () => resolve()));
      socket.destroy();
    });
    await Promise.all(gone);
    expect((await server.send({ headers: bearer("reader") }, ASK)).status).toBe(200);
    if (!linux) return;
    for (let wait = 0; wait < 100 && descriptors() > before + 5; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(descriptors()).toBeLessThanOrEqual(before + 5);
  });
});

describe("starting and ending", () => {
  it("ends with status 0 when it is asked to", async () => {
    const other = await HttpServer.start(["--config", library.config]);
    expect(other.stderr).not.toContain("without tokens");
    expect(await other.stop()).toBe(0);
  });

  it("takes tokens from the environment, and serves loopback without any, saying so", async () => {
    const plain = new TestLibrary(RECORDS);
    const named = await HttpServer.start(["--config", plain.config], {
      READBACK_TOKENS: `reader:${TOKENS.reader}, editor:${TOKENS.editor}`,
    });
    expect((await named.send({}, ASK)).status).toBe(401);
    expect(
      (await named.send({ headers: bearer("editor") }, message("library_read", { id: "hidden" }))).body,
    ).toContain("zebra");
    await named.stop();
    const bare = await HttpServer.start(["--config", plain.config]);
    expect(bare.stderr).toContain("without tokens");
    expect((await bare.send({}, ASK)).status).toBe(200);
    await bare.stop();
    plain.remove();
  });

  it.each([
    ["0.0.0.0:0 without tokens", ["--http", "0.0.0.0:0"], {}, 2, /needs bearer tokens/],
    ["an address that is none", ["--http", "here"], {}, 2, /must look like/],
    [
      "tokens that cannot be read",
      ["--http", "0"],
      { READBACK_TOKENS: "reader:short" },
      2,
      /READBACK_TOKENS/,
    ],
  ] as const)("refuses %s", async (_name, args, env, status, said) => {
    const plain = new TestLibrary(RECORDS);
    const program = await ensureBuilt();
    const ended = spawnSync(process.execPath, [program, "mcp", "--config", plain.config, ...args], {
      encoding: "utf8",
      env: { ...process.env, ...env },
      timeout: 20_000,
    });
    expect(ended.stderr).toMatch(said);
    expect(ended.status).toBe(status);
    plain.remove();
  });

  it("refuses a file of tokens that others can read", async () => {
    const open = new TestLibrary(RECORDS, { http: { tokens_file: "tokens.json" } });
    const file = join(open.folder, "tokens.json");
    writeFileSync(file, JSON.stringify([{ token: TOKENS.reader, role: "reader" }]));
    chmodSync(file, 0o644);
    await expect(HttpServer.start(["--config", open.config])).rejects.toThrow(/read by others/);
    open.remove();
  });

  it("refuses a folder of files that would show what a library hides", async () => {
    await expect(HttpServer.start([library.folder, "--config", library.config])).rejects.toThrow(
      /share files/,
    );
  });
});
