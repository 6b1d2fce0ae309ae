/**
 * Opening below a root where the kernel offers no descriptor paths (macOS, Windows, Linux without /proc): the best that Node allows.
 *
 * Guarantees: unless somebody exchanges folders at that very moment, nothing outside the root is opened; the last component is never a
 * link where the system knows `O_NOFOLLOW`; only regular files, and never a wait on a pipe where it knows `O_NONBLOCK`.
 * Real path and handle are compared in several rounds, which makes a leak by an exchanging attacker rare, not impossible: answers say
 * `best_effort`.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errno, missing, notAFile, outside } from "./faults.ts";
import { factsOf, fileSystemAt, kindOf } from "./file-systems.ts";
import type { OpenedFile } from "./interfaces.ts";
import { below } from "./path-rules.ts";

/** Under exchanges without a pause about every fourth look is deceived; all of these must be. */
const ROUNDS = 8;
const LINKS_MAX = 40;

// Absent on Windows, whatever the types say.
const READ =
  constants.O_RDONLY |
  ((constants.O_NOFOLLOW as number | undefined) ?? 0) |
  ((constants.O_NONBLOCK as number | undefined) ?? 0);

export interface CheckedRoot {
  readonly key: string;
  /** Real path when the root was opened. */
  readonly realPath: string;
  /** Throws when another directory stands at the root's path by now. */
  verify(): void;
}

/**
 * Whether a path that cannot be resolved breaks off outside the root: a link that leads out must look the same whatever stands there,
 * so that it is no probe of the outside.
 */
function breaksOffOutside(root: CheckedRoot, relativePath: string): boolean {
  let path = `${root.realPath}/${relativePath}`;
  for (let links = 0; links < LINKS_MAX; links += 1) {
    const moved = deepestLink(path);
    if (moved === null) return false;
    path = moved;
    if (below(root.realPath, path) === null) return true;
  }
  return false;
}

/** The path with its first link, seen from the left, replaced by its target; null when there is none left. */
function deepestLink(path: string): string | null {
  const names = path.split(/[\\/]/);
  for (let length = 2; length <= names.length; length += 1) {
    const part = names.slice(0, length).join("/");
    try {
      if (!lstatSync(part).isSymbolicLink()) continue;
      return [resolve(dirname(part), readlinkSync(part)), ...names.slice(length)].join("/");
    } catch {
      return null;
    }
  }
  return null;
}

function realPathBelow(root: CheckedRoot, relativePath: string): string {
  let real: string;
  try {
    real = realpathSync.native(`${root.realPath}/${relativePath}`);
  } catch (error) {
    if (breaksOffOutside(root, relativePath)) throw outside(relativePath, root.key);
    throw error;
  }
  if (below(root.realPath, real) === null) throw outside(relativePath, root.key);
  return real;
}

export function openWithChecks(root: CheckedRoot, relativePath: string): OpenedFile {
  if (relativePath === "") throw notAFile(".", "a folder");
  const real = realPathBelow(root, relativePath);
  const found = lstatSync(real, { bigint: true });
  if (!found.isFile()) throw notAFile(relativePath, kindOf(found));
  if (fileSystemAt(real).pseudo) throw notAFile(relativePath, "made up by the system (a pseudo file)");
  let fd: number;
  try {
    fd = openSync(real, READ);
  } catch (error) {
    // A link by now: exchanged after it was resolved.
    if (errno(error) === "ELOOP" || errno(error) === "EMLINK") throw outside(relativePath, root.key);
    throw error;
  }
  let keep = false;
  try {
    const opened = fstatSync(fd, { bigint: true });
    if (!opened.isFile()) throw notAFile(relativePath, kindOf(opened));
    if (opened.nlink === 0n) throw missing(relativePath);
    for (let round = 0; round < ROUNDS; round += 1) {
      root.verify();
      const again = realPathBelow(root, relativePath);
      const stands = lstatSync(again, { bigint: true });
      root.verify();
      if (again !== real || stands.dev !== opened.dev || stands.ino !== opened.ino)
        throw outside(relativePath, root.key);
    }
    const fileSystem = fileSystemAt(real);
    if (fileSystem.pseudo) throw notAFile(relativePath, "made up by the system (a pseudo file)");
    keep = true;
    return {
      fd,
      facts: factsOf(opened),
      rootPath: root.realPath,
      viaLink: below(root.realPath, real)?.replaceAll("\\", "/") !== relativePath,
      statTrusted: fileSystem.statTrusted,
      handOverPath: real,
    };
  } finally {
    if (!keep) closeSync(fd);
  }
}
