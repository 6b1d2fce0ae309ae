// Four mixed files in one call of a warm server, beside officeparser on the same documents in a warm process.
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { makeLog } from "./text.mjs";
import { median, ms, table } from "./measure.mjs";
import { makeWord, makeWorkbook } from "./make-office.mjs";

const RUNS = 10;

export async function run({ root, work, peersFolder, peers }) {
  const names = ["pages-60.pdf", "report.docx", "table.xlsx", "server.log"];
  execFileSync(process.execPath, [
    join(root, "bench", "make-pdf.mjs"),
    join(work, names[0]),
    "--pages",
    "60",
    "--phrase",
    "beacon",
    "--at",
    "41",
  ]);
  makeWord(join(work, names[1]), 2000);
  makeWorkbook(join(work, names[2]), 20_000);
  makeLog(join(work, names[3]), 4 * 1024 * 1024, { hitEvery: 5000, phrase: "beacon" });
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, "dist", "cli", "main.js"), "mcp", work],
      stderr: "ignore",
    }),
  );
  const ours = [];
  for (let round = 0; round <= RUNS; round += 1) {
    const started = performance.now();
    const answer = await client.callTool({
      name: "read_file",
      arguments: { paths: names, contains: "beacon" },
    });
    if (round > 0) ours.push(performance.now() - started);
    if (
      answer.isError ||
      answer.structuredContent.entries.some((entry) => !entry.ok || entry.match_count < 1)
    )
      throw new Error(`a wrong answer: ${JSON.stringify(answer).slice(0, 300)}`);
  }
  await client.close();
  const rows = [
    ["readback, `read_file` of 4 files with `contains`", ms(median(ours)), ms(Math.max(...ours))],
  ];
  if (peers.includes("officeparser")) {
    const require = createRequire(join(peersFolder, "package.json"));
    const loaded = await import(pathToFileURL(require.resolve("officeparser")).href);
    const parse =
      loaded.parseOffice ?? loaded.default.parseOffice ?? loaded.default.OfficeParser?.parseOffice;
    const theirs = [];
    for (let round = 0; round <= RUNS; round += 1) {
      const started = performance.now();
      for (const name of names.slice(0, 3)) await parse(join(work, name));
      if (round > 0) theirs.push(performance.now() - started);
    }
    rows.push([
      "officeparser, the 3 documents one after another, in process",
      ms(median(theirs)),
      ms(Math.max(...theirs)),
    ]);
    rows.push(["ratio", (median(ours) / median(theirs)).toFixed(2), ""]);
  }
  return `## Four mixed files, warm server\n\nA PDF of 60 pages, a Word file of 2,000 paragraphs, a workbook of 20,000 rows, a log of 4 MB. Goal: at most 500 ms and 1 × officeparser.\n\n${table(["reader", "median ms", "slowest ms"], rows)}\n`;
}
