// A log of 1 GB searched: CPU from the operating system, beside ripgrep (from the npm package that ships its binary), grep, and a plain scan
// with `Buffer.indexOf`. Memory on a sparse log and on a first line of 64 MiB, over an empty log. One warm call through a server.
import { execFileSync } from "node:child_process";
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { inTurn, median, ms, once, table } from "./measure.mjs";
import { makeLog } from "./text.mjs";

const RARE = "OutOfMemoryError";
/** Words that the log is full of, in an order that hardly stands there: what people search for. */
const COMMON = "worker queue overflow";
const GB = 1024 ** 3;
/** Budgets out of the way: the whole log is to be looked at. */
const env = { READBACK_SEARCH_MS: "600000", READBACK_SEARCH_BYTES: String(64 * GB) };

/** What a program without a kernel does: the runtime's own search for the text and for line ends. */
const PLAIN_SCAN = `
const { openSync, readSync } = require("node:fs");
const [, path, text] = process.argv;
const fd = openSync(path, "r"), needle = Buffer.from(text), bytes = Buffer.alloc(262144 + needle.length);
let held = 0, at = 0, lines = 0;
for (;;) {
  const count = readSync(fd, bytes, held, 262144, at);
  if (count === 0) break;
  at += count;
  const chunk = bytes.subarray(0, held + count);
  const hits = [];
  for (let hit = chunk.indexOf(needle); hit >= 0; hit = chunk.indexOf(needle, hit + 1)) hits.push(hit);
  let next = 0;
  const end = chunk.length - needle.length + 1;
  for (let line = chunk.indexOf(10); line >= 0 && line < end; line = chunk.indexOf(10, line + 1)) {
    while (next < hits.length && hits[next] < line) { console.log(lines + 1); next += 1; }
    lines += 1;
  }
  held = needle.length - 1;
  bytes.copyWithin(0, chunk.length - held, chunk.length);
}`;

function ripgrep() {
  const require = createRequire(import.meta.url);
  try {
    return require("@vscode/ripgrep").rgPath;
  } catch {
    return undefined;
  }
}

/** The log of the text suite with a rare line now and then. */
function makeBigLog(path) {
  makeLog(path, GB, { hitEvery: 1_900_000, phrase: `${RARE} in region 7, ${COMMON}` });
}

function searches(program, path, rg) {
  const readback = (text, more = []) => ({
    argv: [process.execPath, program, "log", "search", path, text, "--json", ...more],
    env,
  });
  // Through a pipe: with its output thrown away a tool may stop at the first hit.
  const piped = (argv) => ({
    argv: ["sh", "-c", `${argv.map((word) => `'${word}'`).join(" ")} | cat`],
  });
  const all = [
    { name: `rg -F -n ${RARE}`, ...piped([rg ?? "rg", "-F", "-n", RARE, path]), rival: true },
    { name: `readback log search ${RARE}`, ...readback(RARE) },
    { name: `grep -F -n ${RARE}`, ...piped(["grep", "-F", "-n", RARE, path]) },
    { name: `Buffer.indexOf scan ${RARE}`, argv: [process.execPath, "-e", PLAIN_SCAN, path, RARE] },
    {
      name: `rg -i -F -n ${COMMON}`,
      ...piped([rg ?? "rg", "-i", "-F", "-n", COMMON, path]),
      rival: true,
    },
    {
      name: `readback log search --ignore-case ${COMMON}`,
      ...readback(COMMON, ["--ignore-case"]),
    },
    {
      name: `rg -i -F -n ${RARE}`,
      ...piped([rg ?? "rg", "-i", "-F", "-n", RARE.toLowerCase(), path]),
      rival: true,
    },
    { name: `readback log search --ignore-case ${RARE}`, ...readback(RARE.toLowerCase(), ["--ignore-case"]) },
    { name: "readback log levels", argv: [process.execPath, program, "log", "levels", path, "--json"], env },
    { name: "bare start of Node", argv: [process.execPath, "-e", "0"] },
  ];
  return all.filter((command) => rg !== undefined || command.rival !== true);
}

function memory(program, work) {
  const empty = join(work, "empty.log");
  writeFileSync(empty, "");
  const sparse = join(work, "sparse.log");
  const fd = openSync(sparse, "w");
  ftruncateSync(fd, 64 * 1024 ** 2);
  writeSync(fd, "\n10:00 INFO first real line\n10:01 WARN last real line\n", 64 * 1024 ** 2);
  closeSync(fd);
  const long = join(work, "long.log");
  const out = openSync(long, "w");
  for (let part = 0; part < 64; part += 1) writeSync(out, "x".repeat(1024 ** 2));
  writeSync(out, ` ${RARE}\n10:00 INFO after it\n`);
  closeSync(out);
  const peak = (...words) => {
    const argv = [process.execPath, program, "log", ...words, "--json"];
    return median(Array.from({ length: 5 }, () => once(argv, { env }).mebibytes));
  };
  const base = peak("search", empty, RARE);
  const rows = [
    ["search an empty log", base],
    ["tail of a sparse log of 64 MiB", peak("tail", sparse)],
    ["search a sparse log of 64 MiB", peak("search", sparse, "last real")],
    ["search a first line of 64 MiB", peak("search", long, RARE)],
    ["levels of a first line of 64 MiB", peak("levels", long)],
  ];
  return table(
    ["command", "peak MiB", "over the empty log"],
    rows.map(([name, value]) => [name, ms(value), (value - base).toFixed(1)]),
  );
}

/** One search of 200 MB through a server that is warm: the median of several calls. */
async function throughServer(program, work) {
  const path = join(work, "app.log");
  makeLog(path, 200_000_000, { hitEvery: 700_000, phrase: RARE });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "mcp", work],
    env: { ...process.env, ...env },
  });
  const client = new Client({ name: "bench", version: "0" });
  await client.connect(transport);
  try {
    const { tools } = await client.listTools();
    if (!tools.some((tool) => tool.name === "log_search"))
      return "`log_search` is not served without a configuration.";
    const times = [];
    for (let call = 0; call < 8; call += 1) {
      const started = performance.now();
      const result = await client.callTool({
        name: "log_search",
        arguments: { log: "app.log", text: RARE },
      });
      if (result.isError === true) return `the call failed: ${result.content[0]?.text}`;
      if (call > 0) times.push(performance.now() - started);
    }
    return `\`log_search\` through a server over stdio, a log of 200 MB: ${ms(median(times))} ms (goal: at most 250).`;
  } finally {
    await client.close();
  }
}

export async function run({ root, work }) {
  const program = join(root, "dist", "cli", "main.js");
  const path = join(work, "big.log");
  makeBigLog(path);
  const rg = ripgrep();
  const results = inTurn(searches(program, path, rg), 5);
  const cpu = (name) => results.get(name)?.cpu ?? Number.NaN;
  const rows = [...results].map(([name, figures]) => [
    name,
    ms(figures.cpu),
    ms(figures.wall),
    ms(figures.mebibytes),
  ]);
  const ratio = (own, rival) => (cpu(own) / cpu(rival)).toFixed(2);
  const version =
    rg === undefined ? "not installed" : execFileSync(rg, ["--version"], { encoding: "utf8" }).split("\n")[0];
  const goals = table(
    ["goal", "measured"],
    [
      ["literal, at most 2.2 × `rg -F -n`", ratio(`readback log search ${RARE}`, `rg -F -n ${RARE}`)],
      ["literal, below `grep -F -n`", ratio(`readback log search ${RARE}`, `grep -F -n ${RARE}`)],
      [
        "any case, at most 0.8 × `rg -i -F -n`, common words",
        ratio(`readback log search --ignore-case ${COMMON}`, `rg -i -F -n ${COMMON}`),
      ],
      [
        "the same, a word whose beginning stands nowhere else",
        ratio(`readback log search --ignore-case ${RARE}`, `rg -i -F -n ${RARE}`),
      ],
      [
        "peak memory, at most 64 MiB",
        ms(results.get(`readback log search ${RARE}`)?.mebibytes ?? Number.NaN),
      ],
    ],
  );
  const server = await throughServer(program, work);
  return `## A log of 1 GB searched

ripgrep: ${version}. CPU is user and system time of the whole command, the start of the program included.

${table(["command", "CPU ms", "wall ms", "peak MiB"], rows)}

${goals}

${memory(program, work)}

${server}
`;
}
