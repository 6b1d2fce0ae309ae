// Secret screening: throughput on the text of this machine, hostile texts, findings in clean text. Figures are CPU time, so that other
// work on the machine shows less. `--findings` lists where the clean corpus has findings: kind, file and offset, never the value.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { machine, median } from "./measure.mjs";

const CORPUS_CHARS = 100_000_000;
const FILE_MAX = 4_000_000;

async function load() {
  const folder = mkdtempSync(join(tmpdir(), "readback-bench-"));
  const outfile = join(folder, "screening.mjs");
  await build({
    stdin: {
      contents: `export * from "./src/reading/screening/scan.ts"; export * from "./src/reading/screening/screener.ts"; export * from "./test/reading/screening/pathological.ts";`,
      resolveDir: join(import.meta.dirname, ".."),
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  const loaded = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return loaded;
}

function* filesUnder(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else if (entry.isFile() && !/\.(?:gz|png|node|wasm|so[.\d]*|pyc|woff2?|zip|jar)$/.test(entry.name))
      yield path;
  }
}

function text(path) {
  if (statSync(path).size > FILE_MAX) return "";
  const bytes = readFileSync(path);
  return bytes.includes(0) ? "" : bytes.toString("utf8");
}

/** Documents, sources, lock files of this machine, and the log of this repository but for the scanner, whose tests are full of secrets' shapes. */
function cleanCorpus() {
  const parts = [];
  let size = 0;
  const add = (name, content) => {
    if (content === "" || size >= CORPUS_CHARS) return;
    parts.push([name, content]);
    size += content.length;
  };
  const root = join(import.meta.dirname, "..");
  add("package-lock.json", text(join(root, "package-lock.json")));
  add(
    "git log",
    execFileSync("git", ["log", "-p", "-n", "20", "--", ".", ":!*/screening/*"], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    }),
  );
  const share = (CORPUS_CHARS - size) / 5;
  for (const folder of [
    "/usr/share/doc",
    join(root, "node_modules"),
    "/usr/include",
    "/usr/share/perl",
    "/usr/lib/node_modules",
    "/usr/share",
    "/usr/lib/python3",
  ]) {
    const start = size;
    for (const path of filesUnder(folder)) {
      add(path, text(path));
      if (size - start > share || size >= CORPUS_CHARS) break;
    }
  }
  return parts;
}

/** Log lines with the ids that look like secrets and are none. */
function logLines(chars) {
  let state = 7;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  const hex = (length) => Array.from({ length }, () => "0123456789abcdef"[random(16)]).join("");
  const uuid = () => [8, 4, 4, 4, 12].map(hex).join("-");
  const lines = [];
  for (let size = 0; size < chars;) {
    const line = `2026-11-30 12:${10 + random(50)}:${10 + random(50)}.${100 + random(900)} ${random(9999)} INFO nova.api.${["compute", "osapi", "metadata"][random(3)]} [req-${uuid()} ${hex(32)} ${hex(32)} - - -] 10.11.${random(255)}.${random(255)} "GET /v2/${hex(32)}/servers/detail HTTP/1.1" status: 200 len: ${random(9999)} time: 0.${random(9999999)}`;
    lines.push(line);
    size += line.length + 1;
  }
  return lines;
}

function cpuSeconds(work, runs = 3) {
  const times = [];
  for (let run = 0; run <= runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (run > 0) times.push((user + system) / 1e6);
  }
  return median(times);
}

const { scanText, createStreamScanner, createScreener, PATHOLOGICAL } = await load();
console.log(machine());

const corpus = cleanCorpus();
const size = corpus.reduce((sum, [, content]) => sum + content.length, 0);
const pieces = [];
for (const [, content] of corpus)
  for (let at = 0; at < content.length; at += 262_144)
    pieces.push(Buffer.from(content.slice(at, at + 262_144)).toString("utf8"));
const megabytes = size / 1e6;
console.log(`clean corpus: ${corpus.length} files, ${megabytes.toFixed(0)} million characters`);

const whole = cpuSeconds(() => pieces.forEach((piece) => scanText(piece)));
console.log(`scanText, 256 KiB pieces: ${(megabytes / whole).toFixed(0)} MB per CPU s (asked: 150)`);
const streamed = cpuSeconds(() => {
  const scanner = createStreamScanner();
  for (const piece of pieces) scanner.push(piece);
  scanner.finish();
});
console.log(`stream scanner: ${(megabytes / streamed).toFixed(0)} MB per CPU s`);

const lines = logLines(50_000_000);
const units = lines.map((line, index) => ({
  at: { kind: "line", line: index + 1 },
  region: "body",
  text: line,
}));
const logSize = lines.reduce((sum, line) => sum + line.length + 1, 0) / 1e6;
let logFindings = 0;
const screened = cpuSeconds(() => {
  const screener = createScreener("redact");
  for (let at = 0; at < units.length; at += 256) screener.push(units.slice(at, at + 256));
  screener.finish();
  logFindings = screener.findings.length;
});
console.log(
  `screener over line units of logs: ${(logSize / screened).toFixed(0)} MB per CPU s; ${logFindings} findings in ${logSize.toFixed(0)} MB`,
);
const logPieces = [];
for (let at = 0; at < lines.length; at += 1500)
  logPieces.push(Buffer.from(lines.slice(at, at + 1500).join("\n")).toString("utf8"));
const log = cpuSeconds(() => logPieces.forEach((piece) => scanText(piece)));
console.log(`scanText on logs: ${(logSize / log).toFixed(0)} MB per CPU s`);

let slowest = ["", 0];
for (const [name, content] of PATHOLOGICAL) {
  const milliseconds = cpuSeconds(() => scanText(content), 3) * 1000;
  if (milliseconds > slowest[1]) slowest = [name, milliseconds];
  if (milliseconds > 100) console.log(`SLOW ${name}: ${milliseconds.toFixed(0)} ms`);
}
console.log(
  `${PATHOLOGICAL.length} hostile texts of 256 KiB: slowest ${slowest[1].toFixed(0)} ms (${slowest[0]}; asked: 100)`,
);

const kinds = new Map();
for (const [name, content] of corpus)
  for (const { start, kind, tier } of scanText(content)) {
    const key = `${tier} ${kind}`;
    kinds.set(key, (kinds.get(key) ?? 0) + 1);
    if (process.argv.includes("--findings")) console.log(`${tier} ${kind} ${name}:${start}`);
  }
const high = [...kinds].filter(([key]) => key.startsWith("high")).reduce((sum, [, count]) => sum + count, 0);
console.log(`high-tier findings: ${((high * 100) / megabytes).toFixed(1)} per 100 MB (asked: 10 at most)`);
console.log(
  [...kinds]
    .toSorted((a, b) => b[1] - a[1])
    .map(([key, count]) => `${key} ${count}`)
    .join(", "),
);
