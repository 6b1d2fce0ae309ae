/** The built program, built anew when a source file is newer than it. Several test files may ask at once: one builds, the others wait. */

import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = join(ROOT, "dist", "cli", "main.js");
const LOCK = join(tmpdir(), `readback-build-${process.getuid?.() ?? "user"}`);
const WAIT_MS = 120_000;

function isFresh(): boolean {
  const built = statSync(PROGRAM, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = readdirSync(join(ROOT, "src"), { recursive: true, withFileTypes: true });
  return sources.every(
    (entry) => !entry.isFile() || statSync(join(entry.parentPath, entry.name)).mtimeMs <= built,
  );
}

export async function ensureBuilt(): Promise<string> {
  for (const until = Date.now() + WAIT_MS; !isFresh();) {
    try {
      mkdirSync(LOCK);
    } catch {
      if (Date.now() > until) throw new Error(`another build has held ${LOCK} for two minutes`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (!isFresh()) execFileSync(process.execPath, [join(ROOT, "scripts", "build.mjs")], { stdio: "pipe" });
    } finally {
      rmdirSync(LOCK);
    }
  }
  return PROGRAM;
}
