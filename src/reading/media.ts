/** Media under the name of a document: refused by the first bytes, before anything is hashed or extracted. */

import type { Original } from "../fs/interfaces.ts";
import { sniff, SNIFF_BYTES } from "../formats/detect.ts";

export function refuseMediaContent(original: Original): void {
  const sniffed = sniff(original.head(SNIFF_BYTES), original.name, Number(original.identity.size));
  if (sniffed.kind === "refused" && sniffed.error.code === "media_refused") throw sniffed.error;
}
