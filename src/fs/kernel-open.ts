/**
 * Opening below a root on Linux, with containment shown by the kernel.
 *
 * Guarantees: each component is opened from the directory before it with `O_PATH | O_NOFOLLOW` (through /proc/self/fd, which stands in for
 * openat), beginning at the root's own descriptor, so that no exchange of a folder, file or root at any moment leads elsewhere; links are
 * read and followed here, and only inside the root. `O_PATH` opens nothing: a pipe, socket or device is recognised without touching it.
 * Then the file's own path must lie below the root's current path, and the same inode is opened for reading with `O_NONBLOCK`.
 * Not covered: hard links to files elsewhere (they are inside by any test); names that are not UTF-8, in requests and in links' targets.
 */

import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { errno, missing, notAFile, outside } from "./faults.ts";
import { factsOf, fileSystemAt, kindOf } from "./file-systems.ts";
import type { FileSystemFacts } from "./file-systems.ts";
import type { OpenedFile } from "./interfaces.ts";
import { below } from "./path-rules.ts";

/** Not among Node's constants; the value of all architectures Node runs on. */
export const O_PATH = 0o10000000;

const STEP = O_PATH | constants.O_NOFOLLOW;
/** Links and `..` in links' targets, together (the kernel allows 40 links). */
const TURNS_MAX = 80;

export interface RootHandle {
  readonly key: string;
  readonly fd: number;
  readonly device: bigint;
  /** Of the file system the root lies on; its descriptor keeps it mounted, so that the device number stays its own. */
  readonly fileSystem: FileSystemFacts;
  /** Absolute names by which the root is known: the configured one and the real one. */
  readonly names: readonly string[];
}

interface Reached {
  readonly fd: number;
  readonly stats: BigIntStats;
  readonly viaLink: boolean;
}

export const descriptorPath = (fd: number): string => `/proc/self/fd/${fd}`;

/** A descriptor's path as a string of bytes, so that two names which differ in undecodable bytes stay two. */
export const bytesOfLink = (fd: number): string => readlinkSync(descriptorPath(fd), "latin1");

function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (errno(error) === "EINVAL") return null;
    throw error;
  }
}

const split = (path: string): string[] => path.split("/").filter((name) => name !== "" && name !== ".");

/** The components to walk when the one at `index` is a link to `target`. */
function follow(
  root: RootHandle,
  names: readonly string[],
  index: number,
  target: string,
  relativePath: string,
): string[] {
  const rest = names.slice(index + 1);
  if (!target.startsWith("/")) return [...names.slice(0, index), ...split(target), ...rest];
  const inside = (path: string): string | null => {
    for (const name of root.names) {
      const found = below(name, path);
      if (found !== null) return found;
    }
    return null;
  };
  let found = inside(target);
  if (found === null) {
    // Another name of a place inside, perhaps. Whatever fails out there looks the same, so that a link is no probe of the outside.
    try {
      found = inside(realpathSync.native(target));
    } catch {
      found = null;
    }
  }
  if (found === null) throw outside(relativePath, root.key);
  return [...split(found), ...rest];
}

function walk(root: RootHandle, relativePath: string): Reached {
  let names = relativePath.split("/");
  let viaLink = false;
  for (let turn = 0; turn < TURNS_MAX; turn += 1) {
    const step = walkOnce(root, names, relativePath);
    if (!Array.isArray(step)) return { ...step, viaLink };
    names = step;
    viaLink = true;
    if (names.length === 0) throw notAFile(relativePath, "a folder");
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

/** One walk from the root: what stands at the end, or the components to walk instead when a link or `..` was met. */
function walkOnce(
  root: RootHandle,
  names: readonly string[],
  relativePath: string,
): Omit<Reached, "viaLink"> | string[] {
  let directory = root.fd;
  try {
    for (const [index, name] of names.entries()) {
      if (name === "..") {
        if (index === 0) throw outside(relativePath, root.key);
        return [...names.slice(0, index - 1), ...names.slice(index + 1)];
      }
      const path = `${descriptorPath(directory)}/${name}`;
      const last = index === names.length - 1;
      let next: number;
      try {
        next = openSync(path, last ? STEP : STEP | constants.O_DIRECTORY);
      } catch (error) {
        const code = errno(error);
        const target = code === "ENOTDIR" || code === "ELOOP" ? linkTarget(path) : null;
        if (target === null) throw error;
        return follow(root, names, index, target, relativePath);
      }
      if (!last) {
        if (directory !== root.fd) closeSync(directory);
        directory = next;
        continue;
      }
      let keep = false;
      try {
        const stats = fstatSync(next, { bigint: true });
        if (stats.isSymbolicLink()) {
          const target = linkTarget(path);
          // Not a link any more: walk again.
          return target === null ? [...names] : follow(root, names, index, target, relativePath);
        }
        keep = true;
        return { fd: next, stats };
      } finally {
        if (!keep) closeSync(next);
      }
    }
    throw notAFile(relativePath, "a folder");
  } finally {
    if (directory !== root.fd) closeSync(directory);
  }
}

/** The root's path at the moment a descriptor lay below it; null when it did not. */
function rootPathAbove(root: RootHandle, fd: number): string | null {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const before = bytesOfLink(root.fd);
    const file = bytesOfLink(fd);
    if (below(before, file, "posix") !== null) return before;
    // The root itself was renamed between the two looks: look again.
    if (before === bytesOfLink(root.fd)) return null;
  }
  return null;
}

export function openWithKernel(root: RootHandle, relativePath: string): OpenedFile {
  if (relativePath === "") throw notAFile(".", "a folder");
  const { fd: place, stats, viaLink } = walk(root, relativePath);
  try {
    if (!stats.isFile()) throw notAFile(relativePath, kindOf(stats));
    if (stats.nlink === 0n) throw missing(relativePath);
    const fileSystem = stats.dev === root.device ? root.fileSystem : fileSystemAt(descriptorPath(place));
    if (fileSystem.pseudo) throw notAFile(relativePath, "made up by the system (a pseudo file)");
    const rootPath = rootPathAbove(root, place);
    if (rootPath === null) throw outside(relativePath, root.key);
    const fd = openSync(descriptorPath(place), constants.O_RDONLY | constants.O_NONBLOCK);
    let keep = false;
    try {
      const opened = fstatSync(fd, { bigint: true });
      if (opened.dev !== stats.dev || opened.ino !== stats.ino || !opened.isFile())
        throw missing(relativePath);
      keep = true;
      return {
        fd,
        facts: factsOf(opened),
        rootPath,
        viaLink,
        statTrusted: fileSystem.statTrusted,
        handOverPath: `/proc/${process.pid}/fd/${fd}`,
      };
    } finally {
      if (!keep) closeSync(fd);
    }
  } finally {
    closeSync(place);
  }
}
