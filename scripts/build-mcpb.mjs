// Builds the MCPB bundle (a desktop host's one-file installation), then unpacks it outside the checkout and drives it: what is missing from it
// shows there and nowhere else. Writes to .bench/, or to the file that is named.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { deepStrictEqual } from "node:assert/strict";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const facts = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const out = resolve(process.argv[2] ?? join(root, ".bench", `readback-${facts.version}.mcpb`));
const work = mkdtempSync(join(tmpdir(), "readback-mcpb-"));
const content = join(work, "content");
const run = (program, args, cwd) => execFileSync(program, args, { encoding: "utf8", cwd });

/** A client of the server that this command starts, while `use` runs. */
async function connected(command, args, use) {
  const client = new Client({ name: "bundle", version: "0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StdioClientTransport({ command, args, cwd: work, stderr: "ignore" }));
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const samples = join(root, "samples");

const manifest = {
  manifest_version: "0.3",
  name: facts.name,
  display_name: "readback",
  version: facts.version,
  description: facts.description,
  author: { name: "The readback maintainers" },
  license: facts.license,
  keywords: facts.keywords,
  server: {
    type: "node",
    entry_point: "dist/cli/main.js",
    mcp_config: {
      command: "node",
      args: ["${__dirname}/dist/cli/main.js", "mcp", "${user_config.folders}"],
      env: {},
    },
  },
  user_config: {
    folders: {
      type: "directory",
      title: "Folders",
      description: "Reading is allowed in these folders and nowhere else.",
      multiple: true,
      required: true,
    },
  },
  tools_generated: true,
  compatibility: { platforms: ["darwin", "linux", "win32"], runtimes: { node: facts.engines.node } },
};

try {
  if (!existsSync(join(root, "dist", "cli", "main.js")))
    execFileSync(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" });
  mkdirSync(content);
  const built = [join(root, "dist", "cli", "main.js"), "mcp", samples];
  const { tools } = await connected(process.execPath, built, (client) => client.listTools());
  manifest.tools = tools.map(({ name, title }) => ({ name, description: title }));
  for (const name of ["dist", "package.json", "LICENSE"])
    cpSync(join(root, name), join(content, name), { recursive: true });
  const packages = run("npm", ["ls", "--omit=dev", "--all", "--parseable"], root).trim().split("\n").slice(1);
  for (const folder of packages) cpSync(folder, join(content, relative(root, folder)), { recursive: true });
  writeFileSync(join(content, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);

  run(
    "npm",
    [
      "install",
      "--prefix",
      work,
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      "@anthropic-ai/mcpb@2.1.2",
    ],
    work,
  );
  const mcpb = (...args) => run(join(work, "node_modules", ".bin", "mcpb"), args, work);
  mcpb("validate", join(content, "manifest.json"));
  mkdirSync(dirname(out), { recursive: true });
  mcpb("pack", content, out);

  const unpacked = join(work, "unpacked");
  mcpb("unpack", out, unpacked);
  const documents = join(work, "documents");
  cpSync(samples, documents, { recursive: true });
  const told = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8"));
  const { command, args } = told.server.mcp_config;
  const program = command === "node" ? process.execPath : command;
  const filled = args.map((arg) =>
    arg.replace("${__dirname}", unpacked).replace("${user_config.folders}", documents),
  );
  await connected(program, filled, async (client) => {
    deepStrictEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      told.tools.map(({ name }) => name),
    );
    const read = async (path, contains) =>
      (
        await client.callTool({ name: "read_file", arguments: { paths: [path], contains, context_lines: 0 } })
      ).structuredContent.entries[0].passages.find(({ match }) => match)?.at;
    deepStrictEqual(await read("contract.pdf", "delivery is due"), { page: 3 });
    deepStrictEqual(await read("briefing.pptx", "delivery day"), { slide: 2 });
    deepStrictEqual(await read("letter-ru.txt", "поставка печи"), { line: 3 });
  });
  console.log(`${relative(root, out)}: ${statSync(out).size} bytes, unpacked and driven`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
