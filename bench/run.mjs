// `npm run bench [suite…]`: every suite beside its peers in one run, written to bench/RESULTS.md. The npm peers are installed into .bench/ for
// it (they are nobody's dependency); what cannot be installed is left out and said.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { machine } from "./measure.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const peersFolder = join(root, ".bench", "peers");
const PEERS = [
  "officeparser@7.8.0",
  "unpdf@1.7.0",
  "pdf-parse@2.4.5",
  "markitdown-ts@0.0.10",
  "@modelcontextprotocol/server-filesystem@2026.8.31",
];
const SUITES = ["pdf", "batch", "text", "start", "logs"].filter((name) =>
  existsSync(join(root, "bench", `${name}.mjs`)),
);

mkdirSync(peersFolder, { recursive: true });
if (!existsSync(join(peersFolder, "package.json")))
  writeFileSync(join(peersFolder, "package.json"), '{ "name": "peers", "private": true }');
const peers = PEERS.filter((peer) => {
  const name = peer.slice(0, peer.lastIndexOf("@"));
  if (existsSync(join(peersFolder, "node_modules", name))) return true;
  const install = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--engine-strict=false", peer],
    { cwd: peersFolder, stdio: "ignore" },
  );
  if (install.status !== 0) console.error(`left out, could not be installed: ${peer}`);
  return install.status === 0;
}).map((peer) => peer.slice(0, peer.lastIndexOf("@")));

const wanted = process.argv.slice(2);
const results = join(root, "bench", "RESULTS.md");
const sections = new Map();
if (existsSync(results))
  for (const [, name, text] of readFileSync(results, "utf8").matchAll(
    /<!-- (\w+) -->\n([^]*?)(?=<!-- \w+ -->|$)/g,
  ))
    sections.set(name, text.trim());
const work = mkdtempSync(join(tmpdir(), "readback-bench-"));
try {
  for (const name of SUITES.filter((suite) => wanted.length === 0 || wanted.includes(suite))) {
    const { run } = await import(`./${name}.mjs`);
    const text = await run({ root, work, peersFolder, peers });
    const dated = text.replace(/^(## .*)$/m, `$1\n\n${new Date().toISOString().slice(0, 10)}, ${machine()}.`);
    sections.set(name, dated.trim());
    console.log(`${dated}\n`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
const body = SUITES.filter((name) => sections.has(name))
  .map((name) => `<!-- ${name} -->\n${sections.get(name)}\n`)
  .join("\n");
writeFileSync(
  results,
  `# Results\n\nWhole processes, medians, ours and the peers' in turn in one run. Shared machines are noisy: read the ratios. \`npm run bench\` makes this page.\n\n${body}`,
);
