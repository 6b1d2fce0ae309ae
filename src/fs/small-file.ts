/**
 * Small files of readback's own (configuration, manifests, token lists), read whole and verified like any original: regular files only, the
 * same before and after. Text is UTF-8, a byte order mark is removed; other bytes are `damaged`.
 */

import { ReadbackError } from "../model/errors.ts";
import type { Version } from "../model/version.ts";
import { openOriginal } from "./original.ts";
import type { Original, Root } from "./interfaces.ts";
import { openPersonal } from "./root.ts";

export interface SmallFile {
  readonly text: string;
  readonly version: Version;
}

function readWhole(original: Original, most: number, what: string): SmallFile {
  try {
    if (original.identity.size > BigInt(most))
      throw new ReadbackError("too_large", `${what} is larger than ${most} bytes`);
    const source = original.source({ hold: true });
    const bytes = source.bytes ?? source.readSync(0, source.size);
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new ReadbackError("damaged", `${what} is not UTF-8 text`);
    }
    return { text, version: original.seal() };
  } finally {
    original.close();
  }
}

/** A file of the operator's, by any path. `what` names it in messages. */
export function readOwnFile(path: string, most: number, what: string): SmallFile {
  const { root, relativePath } = openPersonal(path);
  try {
    return readWhole(openOriginal(root, relativePath), most, what);
  } finally {
    root.close();
  }
}

/** A file inside a root. */
export function readFileInRoot(root: Root, relativePath: string, most: number, what: string): SmallFile {
  return readWhole(openOriginal(root, relativePath), most, what);
}
