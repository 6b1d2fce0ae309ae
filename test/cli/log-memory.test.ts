/** Memory of one command in a fresh process: what a log or a line weighs must not show. The commands are bundled as the build does it. */

import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

const MIB = 1024 * 1024;
/** Over the same command on an empty log. */
const MORE_AT_MOST = 4 * MIB;
const folder = mkdtempSync(join(tmpdir(), "readback-memory-"));
const path = (name: string): string => join(folder, name);
/** Prints the peak when the command ends. */
const TELL_PEAK = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))`;

beforeAll(async () => {
  await build({
    entryPoints: [fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))],
    outdir: path("dist"),
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    // Loaded by other commands only.
    external: ["@embedpdf/pdfium", "fzstd", "iconv-lite", "jschardet", "numfmt", "saxes"],
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    outExtension: { ".js": ".mjs" },
    minifyWhitespace: true,
    logLevel: "silent",
  });
  writeFileSync(path("empty.log"), "");
  const sparse = openSync(path("sparse.log"), "w");
  ftruncateSync(sparse, 64 * MIB);
  writeSync(sparse, "\n10:00 INFO first real line\n10:01 WARN last real line\n", 64 * MIB);
  closeSync(sparse);
  const long = openSync(path("long.log"), "w");
  const filler = "x".repeat(MIB);
  for (let part = 0; part < 64; part += 1) writeSync(long, filler);
  writeSync(long, " needle\n10:00 INFO after it\n");
  closeSync(long);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The smaller peak of three runs, in bytes, and the answer. */
function run(...words: string[]): { peak: number; answer: string } {
  const runs = Array.from({ length: 3 }, () => {
    const child = spawnSync(
      process.execPath,
      ["--import", TELL_PEAK, path("dist/main.mjs"), "log", ...words, "--json"],
      {
        encoding: "utf8",
        env: { ...process.env, READBACK_SEARCH_MS: "60000" },
      },
    );
    const peak = Number(/peak (\d+)$/.exec(child.stderr)?.[1]) * 1024;
    expect(peak, child.stderr).toBeGreaterThan(0);
    return { peak, answer: child.stdout };
  });
  return runs.toSorted((a, b) => a.peak - b.peak)[0] ?? { peak: Number.NaN, answer: "" };
}

it("stays where it is, whatever the log or its first line weighs", () => {
  // The first start of Node reads its own file: not ours to measure.
  execFileSync(process.execPath, ["-e", "0"]);
  const empty = run("search", path("empty.log"), "needle").peak;
  const tail = run("tail", path("sparse.log"), "--lines", "2");
  expect(tail.answer).toContain("last real line");
  expect(tail.peak - empty).toBeLessThan(MORE_AT_MOST);
  const sparse = run("search", path("sparse.log"), "last real");
  expect(sparse.answer).toContain('"line_no":3');
  expect(sparse.peak - empty).toBeLessThan(MORE_AT_MOST);
  const long = run("search", path("long.log"), "needle");
  expect(long.answer).toContain('"cut":true');
  expect(long.peak - empty).toBeLessThan(MORE_AT_MOST);
  const levels = run("levels", path("long.log"));
  expect(levels.answer).toContain('"INFO":1');
  expect(levels.peak - empty).toBeLessThan(MORE_AT_MOST);
}, 120_000);
