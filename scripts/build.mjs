// Builds dist/: types by tsc, code by esbuild as ES modules that share chunks, so that one start loads few files.
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
process.chdir(root);
// Built beside it and exchanged at the end, so that whatever runs from dist/ never finds half a build.
const fresh = `.dist-${process.pid}`;
const stale = `.dist-${process.pid}-stale`;
const tsc = join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
execFileSync(
  process.execPath,
  [tsc, "-p", "tsconfig.build.json", "--emitDeclarationOnly", "--outDir", fresh],
  {
    stdio: "inherit",
  },
);
// Packages that stay outside: they carry data files, are loaded only when needed, or are a program's own choice of version.
const external = ["@embedpdf/pdfium", "fzstd", "iconv-lite", "jschardet", "numfmt", "saxes"];
// For packages that name their licence and leave its text out.
const STANDARD_TEXTS = { "Apache-2.0": join(dirname(tsc), "..", "LICENSE") };
/** zod brings its messages in some fifty languages along; readback words its refusals itself. */
const oneLanguage = {
  name: "one-language",
  setup: (builder) =>
    builder.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    })),
};
const { metafile } = await build({
  plugins: [oneLanguage],
  entryPoints: ["src/index.ts", "src/cli/main.ts", "src/reading/contained/host.ts"],
  outdir: fresh,
  outbase: "src",
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  external,
  // Bundled CommonJS packages ask for Node's own modules through `require`, which ES modules lack.
  banner: {
    js: 'import { createRequire as readbackRequire } from "node:module"; const require = readbackRequire(import.meta.url);',
  },
  chunkNames: "chunks/[name]-[hash]",
  minifyWhitespace: true,
  minifySyntax: true,
  minifyIdentifiers: true,
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
writeFileSync(`${fresh}/readback.schema.json`, `${JSON.stringify(await configurationSchema(), null, 2)}\n`);
writeFileSync(`${fresh}/THIRD-PARTY-LICENSES.txt`, licences(Object.keys(metafile.inputs)));
chmodSync(`${fresh}/cli/main.js`, 0o755);
try {
  renameSync("dist", stale);
} catch (error) {
  if (error.code !== "ENOENT") throw error;
}
renameSync(fresh, "dist");
rmSync(stale, { recursive: true, force: true });

/** What editors check a readback.json against, from the schema that readback itself checks it with. */
async function configurationSchema() {
  const file = join(root, fresh, "schema-source.mjs");
  await build({
    stdin: {
      contents: 'export { configSchema } from "./src/catalog/config.ts"; export { toJSONSchema } from "zod";',
      resolveDir: root,
    },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  const { configSchema, toJSONSchema } = await import(pathToFileURL(file).href);
  rmSync(file);
  return { ...toJSONSchema(configSchema, { io: "input" }), title: "readback.json" };
}

/** The licence texts of every package that has code in the bundle. */
function licences(inputs) {
  const packages = new Set();
  for (const input of inputs) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
    if (found) packages.add(found[1]);
  }
  const texts = [...packages]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => {
      const folder = join("node_modules", name);
      const { version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? STANDARD_TEXTS[license] : join(folder, file);
      if (text === undefined) throw new Error(`no licence text in ${name}`);
      const by = file === undefined ? `by ${author?.name ?? author}\n\n` : "";
      return `${name} ${version} (${license})\n\n${by}${readFileSync(text, "utf8").trim()}\n`;
    });
  return `readback contains code of these packages.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}
