// Drives the built server over stdio with clients that ask for a newer Node than ours or are too big to be dev dependencies:
// @ai-sdk/mcp (an implementation of the protocol of its own) and the Inspector's command line. They are installed into a temporary folder.
// The older official clients are dev dependencies and driven by test/e2e/mcp.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";

const home = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = join(home, "dist", "cli", "main.js");
const PACKAGES = [
  "@ai-sdk/mcp@2.0.99",
  "@modelcontextprotocol/inspector@2.12.0",
  "mcporter@0.12.3",
  "@langchain/mcp-adapters@1.1.4",
  "@langchain/core@1",
];

if (!existsSync(program))
  execFileSync(process.execPath, [join(home, "scripts", "build.mjs")], { stdio: "inherit" });
const folder = mkdtempSync(join(tmpdir(), "readback-clients-"));
const root = join(folder, "documents");
mkdirSync(root);
writeFileSync(join(root, "hello.txt"), "one\ntwo\nneedle here\n");
cpSync(join(home, "test/fixtures/cases/files/S03-slide-order.pptx"), join(root, "deck.pptx"));
const server = [process.execPath, program, "mcp", root];

// A library beside the documents, served over HTTP to a reader.
const shelf = join(folder, "shelf");
mkdirSync(shelf);
writeFileSync(join(shelf, "open.txt"), "Everyone may know the common word.\n");
writeFileSync(join(shelf, "hidden.txt"), "The common word of editors.\n");
const record = (id, access) => ({
  id,
  title: id,
  url: `https://library.example/${id}`,
  path: `${id}.txt`,
  access,
});
writeFileSync(
  join(shelf, "manifest.json"),
  JSON.stringify({ documents: [record("open", "reader"), record("hidden", "editor")] }),
);
const config = join(folder, "readback.json");
writeFileSync(
  config,
  JSON.stringify({
    sources: { shelf: { root: "shelf", manifest: "manifest.json" }, documents: { root: "documents" } },
  }),
);
const TOKEN = "reader-token-0123456789";
const headers = { Authorization: `Bearer ${TOKEN}` };

/** The server over HTTP while `use` runs. */
async function overHttp(use) {
  const child = spawn(process.execPath, [program, "mcp", "--config", config, "--http", "0"], {
    env: { ...process.env, READBACK_TOKENS: `reader:${TOKEN}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const url = await new Promise((resolve, reject) => {
      child.stderr.setEncoding("utf8").on("data", (text) => {
        const found = /serving (http:\S+\/mcp)/.exec(text);
        if (found) resolve(found[1]);
      });
      child.once("exit", (status) => reject(new Error(`the server ended with ${status}`)));
    });
    await use(url);
  } finally {
    child.kill("SIGTERM");
  }
}

let failed = 0;
async function check(name, work) {
  try {
    await work();
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.error(`failed  ${name}\n${error.stack}`);
  }
}

const aiSdk = (path) => import(pathToFileURL(join(folder, "node_modules/@ai-sdk/mcp/dist", path)));

function inspector(era, ...args) {
  const launcher = join(
    folder,
    "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
  );
  const options = ["--cli", ...args, "--protocol-era", era, "--format", "json", "-q"];
  const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, ...options, ...server], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stderr, value: stdout.trim() === "" ? undefined : JSON.parse(stdout) };
}

try {
  const npm = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--engine-strict=false",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
  ];
  execFileSync("npm", [...npm, "--loglevel=error", ...PACKAGES], { stdio: "inherit", cwd: folder });

  await check("@ai-sdk/mcp", async () => {
    const { experimental_createMCPClient: createClient } = await aiSdk("index.js");
    const { StdioMCPTransport } = await aiSdk("mcp-stdio/index.js");
    const [command, ...args] = server;
    const client = await createClient({ transport: new StdioMCPTransport({ command, args }) });
    try {
      strictEqual(client.initializeResult.protocolVersion, "2026-07-28");
      const tools = await client.tools();
      strictEqual(Object.keys(tools)[0], "read_file");
      const run = (input) => tools.read_file.execute(input, { toolCallId: "1", messages: [] });
      const found = await run({ paths: ["deck.pptx"], contains: "product intro" });
      deepStrictEqual(found.structuredContent.entries[0].passages[0].at, { slide: 2 });
      const refused = await run({ paths: ["hello.txt"], page: 1 });
      ok(refused.isError);
      match(refused.content[0].text, /^ERROR invalid_request: `page` is not an option/);
    } finally {
      await client.close();
    }
  });

  await check("@ai-sdk/mcp, HTTP", () =>
    overHttp(async (url) => {
      const { experimental_createMCPClient: createClient } = await aiSdk("index.js");
      const client = await createClient({ transport: { type: "http", url, headers } });
      try {
        const tools = await client.tools();
        const run = (name, input) => tools[name].execute(input, { toolCallId: "1", messages: [] });
        const found = await run("library_search", { query: "common word" });
        deepStrictEqual(
          found.structuredContent.results.map(({ id }) => id),
          ["open"],
        );
        const refused = await run("library_read", { id: "hidden" });
        ok(refused.isError);
        match(refused.content[0].text, /^ERROR unavailable: /);
      } finally {
        await client.close();
      }
    }),
  );

  await check("mcporter", () => {
    const launcher = join(folder, "node_modules/mcporter/dist/cli.js");
    const call = (...args) =>
      spawnSync(process.execPath, [launcher, "call", "--stdio", server.join(" "), ...args], {
        encoding: "utf8",
        timeout: 60_000,
        cwd: folder,
      });
    const found = call("read_file", "--args", JSON.stringify({ paths: ["hello.txt"], contains: "needle" }));
    ok(found.stdout.includes("needle here"), found.stdout + found.stderr);
    const refused = call("read_file", "--args", JSON.stringify({ paths: ["hello.txt"], page: 1 }));
    ok(
      `${refused.stdout}${refused.stderr}`.includes("`page` is not an option"),
      refused.stdout + refused.stderr,
    );
  });

  await check("@langchain/mcp-adapters, stdio and HTTP", () =>
    overHttp(async (url) => {
      const { MultiServerMCPClient } = await import(
        pathToFileURL(join(folder, "node_modules/@langchain/mcp-adapters/dist/index.js"))
      );
      const [command, ...args] = server;
      const client = new MultiServerMCPClient({
        mcpServers: {
          local: { transport: "stdio", command, args },
          far: { transport: "http", url, headers },
        },
      });
      try {
        const invoke = async (where, name, input) => {
          const tools = await client.getTools(where);
          return JSON.stringify(await tools.find((tool) => tool.name.endsWith(name)).invoke(input));
        };
        ok(
          (await invoke("local", "read_file", { paths: ["hello.txt"], contains: "needle" })).includes(
            "needle here",
          ),
        );
        ok((await invoke("far", "library_read", { id: "open" })).includes("common word"));
        await rejects(invoke("far", "library_read", { id: "hidden" }), /ERROR unavailable/);
      } finally {
        await client.close();
      }
    }),
  );

  await check("Inspector, HTTP", () =>
    overHttp(async (url) => {
      const launcher = join(
        folder,
        "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
      );
      const call = async (id) =>
        new Promise((resolve) => {
          const child = spawn(
            process.execPath,
            [launcher, "--cli", "--transport", "http", "--server-url", url].concat(
              ["--header", `Authorization: Bearer ${TOKEN}`],
              ["--method", "tools/call", "--tool-name", "library_read", "--tool-arg", `id=${id}`],
              ["--protocol-era", "auto", "--format", "json", "-q"],
            ),
            { stdio: ["ignore", "pipe", "pipe"] },
          );
          let said = "";
          for (const stream of [child.stdout, child.stderr])
            stream.setEncoding("utf8").on("data", (text) => {
              said += text;
            });
          child.once("close", (status) => resolve({ status, said }));
        });
      const found = await call("open");
      strictEqual(found.status, 0, found.said);
      ok(found.said.includes("common word"));
      const refused = await call("hidden");
      strictEqual(refused.status, 5, refused.said);
      ok(refused.said.includes("unavailable"));
    }),
  );

  for (const era of ["legacy", "auto", "modern"])
    await check(`Inspector, ${era}`, () => {
      const list = inspector(era, "--method", "tools/list", "--strict");
      strictEqual(list.status, 0, list.stderr);
      ok(!/Warning|Error/.test(list.stderr), list.stderr);
      const call = (...args) =>
        inspector(
          era,
          "--method",
          "tools/call",
          "--tool-name",
          "read_file",
          ...args.flatMap((arg) => ["--tool-arg", arg]),
        );
      const found = call('paths=["hello.txt"]', "contains=needle");
      strictEqual(found.status, 0, found.stderr);
      ok(JSON.stringify(found.value).includes("needle here"));
      strictEqual(call("path=hello.txt").status, 5, "an error result is the Inspector's status 5");
    });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
