/** Temporary files of our own, in a private folder of the system's temporary one. Never a caller's path. */

import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export function writeScratch(name: string, content: string): string {
  const path = join(mkdtempSync(join(tmpdir(), "readback-")), name);
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

export function appendToScratch(path: string, content: string): void {
  appendFileSync(path, content);
}

export function removeScratch(path: string): void {
  rmSync(dirname(path), { recursive: true, force: true });
}
