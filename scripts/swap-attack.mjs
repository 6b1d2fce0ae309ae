/**
 * Reading under attack for as long as wanted: `node scripts/swap-attack.mjs [SECONDS] [kernel|best_effort]`, 10 seconds each by default.
 * Uses an atomic exchange (test/attack/exchange.c) where a C compiler is there, and plain renames as well. Exit status 1 when a byte leaked
 * past kernel containment.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const seconds = Number(process.argv[2] ?? 10);
const pathCheck = process.argv[3] ?? "kernel";
const attackFolder = fileURLToPath(new URL("../test/attack", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "readback-attack-"));
let leaked = 0;
try {
  const outfile = join(folder, "swap-attack.mjs");
  await build({
    entryPoints: [join(attackFolder, "swap-attack.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
  });
  copyFileSync(join(attackFolder, "swapper.mjs"), join(folder, "swapper.mjs"));
  const exchanger = join(folder, "exchange");
  const compiled = spawnSync("cc", ["-O2", "-o", exchanger, join(attackFolder, "exchange.c")]).status === 0;
  const { ATTACKS, underAttack } = await import(pathToFileURL(outfile).href);
  for (const attack of ATTACKS) {
    for (const how of compiled ? ["exchange", "rename"] : ["rename"]) {
      const figures = await underAttack(attack, {
        ms: seconds * 1000,
        pathCheck,
        ...(how === "exchange" ? { exchanger } : {}),
      });
      leaked += figures.outside;
      const refused = Object.entries(figures.refused).map(([code, count]) => `${code} ${count}`);
      console.log(
        `${attack.padEnd(9)} ${how.padEnd(8)} attempts ${figures.attempts} read ${figures.read} OUTSIDE ${figures.outside}`,
        `µs/read ${figures.microseconds.toFixed(1)} naive reader leaks: ${figures.naiveLeaks ? "yes" : "no"} | ${refused.join(", ")}`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (leaked > 0 && pathCheck === "kernel") process.exit(1);
