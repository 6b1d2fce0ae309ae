// From the start of a server to its first answer over stdio, beside server-filesystem.
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { median, ms, table } from "./measure.mjs";

const RUNS = 11;

async function firstAnswer(args, call) {
  const started = performance.now();
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const answer = await client.callTool(call);
  const took = performance.now() - started;
  await client.close();
  if (answer.isError) throw new Error(`an error: ${JSON.stringify(answer).slice(0, 300)}`);
  return took;
}

export async function run({ root, work, peersFolder, peers }) {
  writeFileSync(join(work, "small.txt"), "one line\n");
  const servers = [
    [
      "readback mcp",
      [join(root, "dist", "cli", "main.js"), "mcp", work],
      { name: "read_file", arguments: { paths: ["small.txt"] } },
    ],
  ];
  if (peers.includes("@modelcontextprotocol/server-filesystem")) {
    const require = createRequire(join(peersFolder, "package.json"));
    const folder = dirname(require.resolve("@modelcontextprotocol/server-filesystem/package.json"));
    servers.push([
      "server-filesystem",
      [join(folder, "dist", "index.js"), work],
      { name: "read_text_file", arguments: { path: join(work, "small.txt") } },
    ]);
  }
  const taken = new Map(servers.map(([name]) => [name, []]));
  for (let round = 0; round <= RUNS; round += 1)
    for (const [name, args, call] of servers) {
      const took = await firstAnswer(args, call);
      if (round > 0) taken.get(name).push(took);
    }
  const rows = [...taken].map(([name, list]) => [name, ms(median(list)), ms(Math.min(...list))]);
  const [ours, theirs] = [...taken.values()].map(median);
  if (theirs !== undefined) rows.push(["ratio", (ours / theirs).toFixed(2), ""]);
  return `## Start of the server to its first answer\n\nGoal: at most server-filesystem's.\n\n${table(["server", "median ms", "fastest ms"], rows)}\n`;
}
