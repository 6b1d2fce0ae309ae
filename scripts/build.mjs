// Builds dist/: types by tsc, code by esbuild as ES modules that share chunks, so that one start loads few files.
// Packages stay outside the bundle where they carry data files or are needed rarely; see ARCHITECTURE.md.
import { execFileSync } from "node:child_process";
import { chmodSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
process.chdir(root);
// Built beside it and exchanged at the end, so that whatever runs from dist/ never finds half a build.
const fresh = `.dist-${process.pid}`;
const stale = `.dist-${process.pid}-stale`;
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", fresh], {
  stdio: "inherit",
});
await build({
  entryPoints: ["src/index.ts", "src/cli/main.ts", "src/reading/contained/host.ts"],
  outdir: fresh,
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  chunkNames: "chunks/[name]-[hash]",
  legalComments: "inline",
  logLevel: "warning",
});
chmodSync(`${fresh}/cli/main.js`, 0o755);
try {
  renameSync("dist", stale);
} catch (error) {
  if (error.code !== "ENOENT") throw error;
}
renameSync(fresh, "dist");
rmSync(stale, { recursive: true, force: true });
