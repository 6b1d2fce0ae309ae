/** Which originals are read in this process (text: our own streaming code) and which in a contained one (formats with a parser behind them). */

import type { Original } from "../fs/interfaces.ts";
import { sniff, SNIFF_BYTES } from "../formats/detect.ts";

export function readsInProcess(original: Original): boolean {
  const head = original.head(SNIFF_BYTES);
  const { kind } = sniff(head, original.name, Number(original.identity.size));
  return kind !== "pdf" && kind !== "zip" && kind !== "compound";
}
