/**
 * Where a log lives: a name inside a root, or a person's own path. Opens the log and the files beside it, and lists their names.
 *
 * Guarantees: everything is opened through the root; listing reads at most ENTRIES_MAX names of one folder and gives only those the caller
 * accepts. Not covered: on a folder that is exchanged while it is listed, names may come from the other one; nothing of it is opened
 * without the root's own proof.
 */

import { opendirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { errno } from "./faults.ts";
import type { Root } from "./interfaces.ts";
import { openLog } from "./log-file.ts";
import type { LogFile } from "./log-file.ts";
import { relativeTo } from "./regular-file.ts";
import { openPersonal } from "./root.ts";

const ENTRIES_MAX = 20_000;

export interface LogPlace {
  /** The log's base name. */
  readonly name: string;
  open(): LogFile;
  /** Opens a file beside the log. */
  openBeside(name: string): LogFile;
  /** Names of files beside the log that `accepts` takes, in no order; none where the folder cannot be listed. */
  namesBeside(accepts: (name: string) => boolean): string[];
}

export function logInRoot(root: Root, path: string): LogPlace {
  const relativePath = relativeTo(root, path);
  const folder = dirname(relativePath);
  const beside = (name: string): string => (folder === "." ? name : `${folder}/${name}`);
  return {
    name: basename(relativePath),
    open: () => openLog(root, relativePath),
    openBeside: (name) => openLog(root, beside(name)),
    namesBeside: (accepts) => {
      root.verify();
      return namesIn(resolve(root.currentPath(), folder), accepts);
    },
  };
}

/** A person's own path. Each opening follows the path anew, as a person expects of a name that a rotation gives to another file. */
export function personalLog(path: string): LogPlace {
  const asked = resolve(path);
  return {
    name: basename(asked),
    open: () => openOwn(path),
    openBeside: (name) => openOwn(resolve(dirname(asked), name)),
    namesBeside: (accepts) => namesIn(dirname(asked), accepts),
  };
}

function openOwn(path: string): LogFile {
  const { root, relativePath } = openPersonal(path);
  try {
    return openLog(root, relativePath, root);
  } catch (error) {
    root.close();
    throw error;
  }
}

function namesIn(folder: string, accepts: (name: string) => boolean): string[] {
  const names: string[] = [];
  try {
    const directory = opendirSync(folder);
    try {
      for (let count = 0; count < ENTRIES_MAX; count += 1) {
        const entry = directory.readSync();
        if (entry === null) break;
        if (!entry.isDirectory() && accepts(entry.name)) names.push(entry.name);
      }
    } finally {
      directory.closeSync();
    }
  } catch (error) {
    // A hint or an extra, never the answer itself: where nothing can be listed there is nothing to name.
    if (errno(error) === undefined) throw error;
  }
  return names;
}
