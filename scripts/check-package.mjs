// Packs the package, unpacks it outside the checkout and drives it: what is missing from `files` shows here and nowhere else.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const work = mkdtempSync(join(tmpdir(), "readback-package-"));
const run = (program, args, options = {}) =>
  execFileSync(program, args, { encoding: "utf8", cwd: work, ...options });
try {
  const [packed] = JSON.parse(
    run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", work], { cwd: root }),
  );
  const stray = packed.files
    .map((file) => file.path)
    .filter((path) => !/^(dist|samples)\/|^(package\.json|LICENSE|[A-Z]+\.md)$/.test(path));
  if (stray.length > 0) throw new Error(`files that do not belong into the package: ${stray.join(", ")}`);
  writeFileSync(
    join(work, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  );
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", join(work, packed.filename)]);
  const demo = run(join(work, "node_modules", ".bin", "readback"), ["demo"], {
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (!demo.includes("That is the tour"))
    throw new Error("the installed package's demo did not run to its end");
  writeFileSync(
    join(work, "use.mjs"),
    `import { readFiles, readAnswerToWire } from "readback";\nconst answer = await readFiles([{ path: process.argv[2], contains: "delivery is due" }]);\nconsole.log(JSON.stringify(readAnswerToWire(answer)));\n`,
  );
  const answer = JSON.parse(run(process.execPath, ["use.mjs", join(root, "samples", "contract.pdf")]));
  if (answer.entries[0]?.passages?.find((passage) => passage.match)?.at.page !== 3)
    throw new Error("the library entry of the installed package did not find the phrase on page 3");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const said = run(join(work, "node_modules", ".bin", "readback"), ["--version"]).trim();
  if (said !== version) throw new Error(`the binary says version ${said}, the package ${version}`);
  console.log(
    `package ${packed.filename}: ${packed.files.length} files, ${packed.size} bytes packed, demo and library entry work`,
  );
} finally {
  rmSync(work, { recursive: true, force: true });
}
