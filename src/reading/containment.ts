/** Which originals are read in this process (text: our own streaming code) and which in a contained one (formats with a parser behind them). */

import type { Original } from "../fs/interfaces.ts";
import { sniff } from "../formats/detect.ts";

const HEAD_BYTES = 8192;

export function readsInProcess(original: Original): boolean {
  const size = Number(original.identity.size);
  const sniffed = sniff(original.head(HEAD_BYTES), original.name, size);
  return sniffed.kind === "text" || sniffed.kind === "csv" || sniffed.kind === "refused";
}
