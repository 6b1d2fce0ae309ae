/** Resident memory of another process of ours. Linux: /proc; elsewhere unknown (undefined), where a deadline and heap limit are all there is. */

import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

export function residentBytes(pid: number): number | undefined {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1];
    return pages === undefined ? undefined : Number(pages) * PAGE_BYTES;
  } catch {
    return undefined;
  }
}
