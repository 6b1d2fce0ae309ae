/**
 * Small files of readback's own (configuration, manifests, token lists), read whole and verified like any original: regular files only, the
 * same before and after. Text is UTF-8, a byte order mark is removed; other bytes are `damaged`.
 */

import { statSync } from "node:fs";
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

/** The same for a file of secrets: refused where others than its owner may read or change it. Windows has no such bits to look at. */
export function readPrivateFile(path: string, most: number, what: string): SmallFile {
  const { root, relativePath } = openPersonal(path);
  try {
    const original = openOriginal(root, relativePath);
    if (process.platform !== "win32") {
      const { mode, uid } = statSync(original.handOver().path);
      const own = process.getuid?.();
      if ((mode & 0o077) !== 0 || (uid !== own && uid !== 0)) {
        original.close();
        throw new ReadbackError("permission_denied", `${what} can be read by others than its owner`, {
          hint: "give it the mode 0600 and the owner that runs readback",
        });
      }
    }
    return readWhole(original, most, what);
  } finally {
    root.close();
  }
}

/** Whether anything is there: only to know whether to read it, which judges it. */
export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Something is in the way, such as a folder without rights: the reading tells it.
    return true;
  }
}
