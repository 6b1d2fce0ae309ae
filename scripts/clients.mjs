// Drives the built server over stdio with clients that ask for a newer Node than ours or are too big to be dev dependencies:
// @ai-sdk/mcp (an implementation of the protocol of its own) and the Inspector's command line. They are installed into a temporary folder.
// The older official clients are dev dependencies and driven by test/e2e/mcp.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";

const home = join(dirname(fileURLToPath(import.meta.url)), "..");
const program = join(home, "dist", "cli", "main.js");
const PACKAGES = ["@ai-sdk/mcp@2.0.99", "@modelcontextprotocol/inspector@2.12.0"];

if (!existsSync(program))
  execFileSync(process.execPath, [join(home, "scripts", "build.mjs")], { stdio: "inherit" });
const folder = mkdtempSync(join(tmpdir(), "readback-clients-"));
const root = join(folder, "documents");
mkdirSync(root);
writeFileSync(join(root, "hello.txt"), "one\ntwo\nneedle here\n");
cpSync(join(home, "test/fixtures/cases/files/S03-slide-order.pptx"), join(root, "deck.pptx"));
const server = [process.execPath, program, "mcp", root];

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
      deepStrictEqual(Object.keys(tools), ["read_file", "log_tail", "log_search", "log_levels"]);
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
