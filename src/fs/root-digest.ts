/** The root commitment as a token carries it: a digest of real path, device and inode, so that no path shows. */

import { createHash } from "node:crypto";
import type { RootCommitment } from "./interfaces.ts";

export function rootDigest({ realPath, device, inode }: RootCommitment): string {
  return createHash("sha256").update(`${realPath}\0${device}\0${inode}`).digest("hex").slice(0, 32);
}
