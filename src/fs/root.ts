/**
 * Roots: the folders reading is allowed in, held open for as long as the program lives.
 *
 * Guarantees: on Linux the directory's descriptor is held, so that exchanging or renaming the folder cannot move the root; before each
 * opening the configured path must still lead to the held directory (`root_changed`, `source_offline` otherwise). A root on a file system
 * made up by the kernel is refused. A person's own path (`openPersonal`) gets a root of its own: the real folder of that one file.
 * Not covered: elsewhere than on Linux no descriptor is held, device and inode are compared instead (`pathCheck: "best_effort"`).
 */

import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { BigIntStats } from "node:fs";
import { ReadbackError } from "../model/errors.ts";
import type { PathCheck } from "../model/version.ts";
import { openWithChecks } from "./checked-open.ts";
import { errno, missing, notAFile, throwFault } from "./faults.ts";
import { factsOf, fileSystemAt, kindOf } from "./file-systems.ts";
import type { FileFacts, OpenedFile, Root, RootCommitment } from "./interfaces.ts";
import type { RootHandle } from "./kernel-open.ts";
import { bytesOfLink, descriptorPath, O_PATH, openWithKernel } from "./kernel-open.ts";
import { hostStyle, judgePath } from "./path-rules.ts";

export interface RootOptions {
  /** Which way of opening to use; default the best of this system. */
  readonly pathCheck?: PathCheck;
}

function offline(key: string, cause?: unknown): ReadbackError {
  return new ReadbackError("source_offline", `the source \`${key}\` is not there`, {
    hint: "mount or restore its folder, or correct its path in the configuration",
    cause,
  });
}

function rootChanged(key: string): ReadbackError {
  return new ReadbackError(
    "root_changed",
    `the folder of the source \`${key}\` was replaced by another one`,
    {
      hint: "start the program again to accept the new folder",
    },
  );
}

function pseudo(key: string): ReadbackError {
  return new ReadbackError(
    "not_a_file",
    `the source \`${key}\` holds no stored files (a pseudo file system)`,
    { hint: "choose a folder on a disk" },
  );
}

/** Stat of what the path leads to; null when nothing is there. */
function statOrNull(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    const code = errno(error);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ESTALE") return null;
    throw error;
  }
}

abstract class HeldRoot implements Root {
  readonly key: string;
  readonly path: string;
  abstract readonly pathCheck: PathCheck;
  readonly personal: boolean;
  readonly #commitment: RootCommitment;
  /** The path a person gave: compared in place of the one below the root, so that a re-pointed link is noticed too. */
  readonly #asked: string | undefined;

  constructor(key: string, path: string, commitment: RootCommitment, asked: string | undefined) {
    this.key = key;
    this.path = path;
    this.personal = asked !== undefined;
    this.#commitment = commitment;
    this.#asked = asked;
  }

  commitment(): RootCommitment {
    return this.#commitment;
  }

  verify(): void {
    let now: BigIntStats | null;
    try {
      now = statOrNull(this.path);
    } catch (error) {
      throw offline(this.key, error);
    }
    if (now === null) throw offline(this.key);
    if (now.dev !== this.#commitment.device || now.ino !== this.#commitment.inode)
      throw rootChanged(this.key);
  }

  open(relativePath: string): OpenedFile {
    this.verify();
    try {
      return this.openBelow(relativePath);
    } catch (error) {
      return throwFault(error, relativePath);
    }
  }

  look(relativePath: string): FileFacts | null {
    try {
      const stats = statOrNull(this.#asked ?? this.placeOf(relativePath));
      return stats === null ? null : factsOf(stats);
    } catch (error) {
      return throwFault(error, relativePath);
    }
  }

  currentPath(): string {
    return this.#offlineUnless(() => this.findPath());
  }

  placeNow(): string {
    return this.#offlineUnless(() => this.findPlace());
  }

  #offlineUnless(look: () => string): string {
    try {
      return look();
    } catch (error) {
      throw offline(this.key, error);
    }
  }

  abstract close(): void;
  abstract directoryPath(): string;
  protected abstract findPath(): string;
  protected abstract findPlace(): string;
  protected abstract openBelow(relativePath: string): OpenedFile;
  protected abstract placeOf(relativePath: string): string;
}

class KernelRoot extends HeldRoot {
  readonly pathCheck = "kernel";
  readonly #held: RootHandle;
  #closed = false;

  constructor(path: string, held: RootHandle, commitment: RootCommitment, asked: string | undefined) {
    super(held.key, path, commitment, asked);
    this.#held = held;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.#held.fd);
  }

  directoryPath(): string {
    return descriptorPath(this.#stillHeld().fd);
  }

  protected openBelow(relativePath: string): OpenedFile {
    return openWithKernel(this.#stillHeld(), relativePath);
  }

  protected placeOf(relativePath: string): string {
    return `${descriptorPath(this.#stillHeld().fd)}/${relativePath}`;
  }

  protected findPath(): string {
    return readlinkSync(descriptorPath(this.#stillHeld().fd));
  }

  protected findPlace(): string {
    return bytesOfLink(this.#stillHeld().fd);
  }

  /** The descriptor's number may stand for something else after closing. */
  #stillHeld(): RootHandle {
    if (this.#closed) throw offline(this.key);
    return this.#held;
  }
}

class CheckedPathRoot extends HeldRoot {
  readonly pathCheck = "best_effort";

  protected findPath(): string {
    return realpathSync.native(this.path);
  }

  protected findPlace(): string {
    return this.findPath();
  }

  close(): void {
    // Nothing is held.
  }

  directoryPath(): string {
    return this.commitment().realPath;
  }

  protected openBelow(relativePath: string): OpenedFile {
    const { realPath } = this.commitment();
    return openWithChecks({ key: this.key, realPath, verify: () => this.verify() }, relativePath);
  }

  protected placeOf(relativePath: string): string {
    return `${this.commitment().realPath}/${relativePath}`;
  }
}

/** The root by its directory's descriptor; null where descriptor paths do not work (no /proc). */
function holdDirectory(key: string, path: string, asked: string | undefined): Root | null {
  const fd = openSync(path, O_PATH | constants.O_DIRECTORY);
  let root: Root | null = null;
  try {
    const realPath = pathOfDescriptor(fd);
    if (realPath === null) return null;
    const fileSystem = fileSystemAt(descriptorPath(fd));
    if (fileSystem.pseudo) throw pseudo(key);
    const { dev: device, ino: inode } = fstatSync(fd, { bigint: true });
    const names = path === realPath ? [path] : [path, realPath];
    root = new KernelRoot(path, { key, fd, device, fileSystem, names }, { realPath, device, inode }, asked);
    return root;
  } finally {
    if (root === null) closeSync(fd);
  }
}

function pathOfDescriptor(fd: number): string | null {
  try {
    return readlinkSync(descriptorPath(fd));
  } catch {
    return null;
  }
}

function open(key: string, path: string, options: RootOptions, asked?: string): Root {
  const stats = statOrNull(path);
  if (stats === null) throw offline(key);
  if (!stats.isDirectory())
    throw new ReadbackError("invalid_request", `the source \`${key}\` is ${kindOf(stats)}, not a folder`, {
      hint: "a source is a folder; name the folder that the file is in",
    });
  const byKernel = process.platform === "linux" && options.pathCheck !== "best_effort";
  const held = byKernel ? holdDirectory(key, path, asked) : null;
  if (held !== null) return held;
  if (fileSystemAt(path).pseudo) throw pseudo(key);
  const commitment = { realPath: realpathSync.native(path), device: stats.dev, inode: stats.ino };
  return new CheckedPathRoot(key, path, commitment, asked);
}

export function openRoot(key: string, path: string, options: RootOptions = {}): Root {
  if (path.includes("\0"))
    throw new ReadbackError("invalid_request", `the path of the source \`${key}\` holds a NUL character`);
  try {
    return open(key, resolve(path), options);
  } catch (error) {
    if (error instanceof ReadbackError) throw error;
    const code = errno(error);
    if (code === "EACCES" || code === "EPERM")
      throw new ReadbackError("permission_denied", `the source \`${key}\` may not be entered by this user`, {
        hint: "ask the owner of its folder for access",
        cause: error,
      });
    throw offline(key, error);
  }
}

export interface PersonalPath {
  readonly root: Root;
  readonly relativePath: string;
}

/** A person's own path: any folder, links of the path followed now. The caller closes the root. */
export function openPersonal(path: string, options: RootOptions = {}): PersonalPath {
  const name = basename(path) || path;
  // Any name this system has is a person's to give; Windows' own traps stay closed.
  const judged = judgePath(path);
  const unusable = path === "" || path.includes("\0") || hostStyle === "win32";
  if (judged.kind === "invalid" && unusable)
    throw new ReadbackError("invalid_request", `the path cannot be used: ${judged.why}`);
  const asked = resolve(path);
  try {
    const real = realPathOf(asked, name);
    const root = open("file", dirname(real), options, asked);
    return { root, relativePath: basename(real) };
  } catch (error) {
    return throwFault(error, name);
  }
}

function realPathOf(asked: string, name: string): string {
  let stats: BigIntStats;
  try {
    stats = statSync(asked, { bigint: true });
  } catch (error) {
    if (errno(error) === "ENOENT") throw missing(name);
    throw error;
  }
  if (!stats.isFile()) throw notAFile(name, kindOf(stats));
  // Also for what only a descriptor names (a deleted file under /dev/fd), which has no real path.
  if (fileSystemAt(asked).pseudo) throw notAFile(name, "made up by the system (a pseudo file)");
  return realpathSync.native(asked);
}
