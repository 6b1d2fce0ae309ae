import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SOURCE = fileURLToPath(new URL("../src", import.meta.url));

/** Which room may import which (ARCHITECTURE.md); a room may always import itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  model: [],
  fs: ["model"],
  formats: ["model"],
  catalog: ["model", "fs"],
  reading: ["model", "fs", "formats"],
  services: ["model", "fs", "catalog", "reading"],
  // The command line starts the server face; nothing else of it.
  cli: ["model", "services", "mcp/main.ts"],
  mcp: ["model", "services"],
  "index.ts": ["model", "services"],
};
/** Rooms that may touch the file system or start processes themselves. */
const OPENS_FILES = new Set(["fs"]);
/** Reads the PDF engine's own WebAssembly out of the installed package: no caller's path reaches it. */
const READS_ITS_OWN_PARTS = new Set(["formats/pdf/engine/wasm-file.ts"]);
const STARTS_PROCESSES = new Set(["reading/contained"]);

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

function imports(path: string): string[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
}

function room(path: string): string {
  return relative(SOURCE, path).split("/")[0] ?? "";
}

test("each room imports only the rooms it may", () => {
  const wrong: string[] = [];
  for (const path of sources(SOURCE)) {
    const from = room(path);
    const allowed = ALLOWED[from];
    if (allowed === undefined) {
      wrong.push(`${relative(SOURCE, path)}: no rule for this room`);
      continue;
    }
    for (const name of imports(path).filter((target) => target.startsWith("."))) {
      const target = resolve(dirname(path), name);
      const to = room(target);
      if (to !== from && !allowed.includes(to) && !allowed.includes(relative(SOURCE, target)))
        wrong.push(`${relative(SOURCE, path)} imports ${relative(SOURCE, target)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("only fs/ opens files, and only the contained readers start processes", () => {
  const wrong: string[] = [];
  for (const path of sources(SOURCE)) {
    const where = relative(SOURCE, path);
    for (const name of imports(path)) {
      if (
        /^node:fs(\/promises)?$/.test(name) &&
        !OPENS_FILES.has(room(path)) &&
        !READS_ITS_OWN_PARTS.has(where)
      )
        wrong.push(`${where} imports ${name}`);
      if (
        name === "node:child_process" &&
        ![...STARTS_PROCESSES].some((allowed) => where.startsWith(allowed))
      )
        wrong.push(`${where} imports ${name}`);
      if (/^node:(net|http|https|dns|tls|dgram)$/.test(name) && room(path) !== "mcp")
        wrong.push(`${where} imports ${name}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("model/ imports nothing but itself", () => {
  const foreign = sources(join(SOURCE, "model")).flatMap((path) =>
    imports(path).filter((name) => !name.startsWith("./")),
  );
  expect(foreign).toEqual([]);
});
