/**
 * One regular file inside a root, open for reading: the descriptor, what was known of it at open, and the comparison afterwards.
 *
 * Guarantees: reads fill the buffer, are continued after an interruption or a short read, and end early only at the end of the file;
 * `recheck` compares device, inode, size and both times in nanoseconds of the handle and of the path, the number of names (0 is deleted),
 * and the root. Not covered: a store through a mapped page that was already dirty changes content and none of these (only hashing twice
 * shows it); content changed and changed back between two looks with equal times does not happen with nanosecond ctime.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { ReadbackError } from "../model/errors.ts";
import { sameIdentity } from "../model/version.ts";
import type { FileIdentity, PathCheck } from "../model/version.ts";
import { changed, errno, notAFile, throwFault } from "./faults.ts";
import { factsOf, fileSystemAt, kindOf } from "./file-systems.ts";
import type { FileFacts, OpenedFile, RegularFile, Root } from "./interfaces.ts";
import { below, judgePath } from "./path-rules.ts";

class OpenRegularFile implements RegularFile {
  readonly fd: number;
  readonly root: Root | null;
  readonly name: string;
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  readonly identity: FileIdentity;
  readonly hardLinks: number;
  readonly viaLink: boolean;
  readonly statTrusted: boolean;
  readonly handOverPath: string;
  readonly #rootPath: string | null;
  #closed = false;

  constructor(
    opened: OpenedFile,
    place: { root: Root | null; relativePath: string; name: string; pathCheck: PathCheck },
  ) {
    this.fd = opened.fd;
    this.root = place.root;
    this.name = place.name;
    this.relativePath = place.relativePath;
    this.pathCheck = place.pathCheck;
    this.identity = opened.facts.identity;
    this.hardLinks = opened.facts.hardLinks;
    this.viaLink = opened.viaLink;
    this.statTrusted = opened.statTrusted;
    this.handOverPath = opened.handOverPath;
    this.#rootPath = opened.rootPath;
  }

  readAt(buffer: Uint8Array, position: number): number {
    this.#mustBeOpen();
    let filled = 0;
    while (filled < buffer.length) {
      let count: number;
      try {
        count = readSync(this.fd, buffer, filled, buffer.length - filled, position + filled);
      } catch (error) {
        if (errno(error) === "EINTR") continue;
        throwFault(error, this.relativePath, position + filled);
      }
      if (count === 0) break;
      filled += count;
    }
    return filled;
  }

  lookAtHandle(): FileFacts {
    this.#mustBeOpen();
    try {
      return factsOf(fstatSync(this.fd, { bigint: true }));
    } catch (error) {
      return throwFault(error, this.relativePath);
    }
  }

  lookAtPath(): FileFacts | null {
    return this.root === null ? null : this.root.look(this.relativePath);
  }

  recheck(): void {
    const handle = this.lookAtHandle();
    if (handle.hardLinks === 0) throw changed(this.relativePath, "was deleted or replaced");
    if (!sameIdentity(handle.identity, this.identity)) throw changed(this.relativePath, "changed");
    if (this.root === null) return;
    this.root.verify();
    if (this.root.placeNow() !== this.#rootPath) {
      throw new ReadbackError("root_changed", `the folder of the source \`${this.root.key}\` was moved`, {
        hint: "read again; start the program again if the source has a new place",
      });
    }
    const path = this.lookAtPath();
    if (path === null) throw changed(this.relativePath, "was removed or renamed");
    if (!sameIdentity(path.identity, this.identity)) throw changed(this.relativePath, "was replaced");
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    closeSync(this.fd);
  }

  /** The descriptor's number may stand for another file by now. */
  #mustBeOpen(): void {
    if (this.#closed) throw new Error("the file was read after its loan had ended");
  }
}

function refuse(root: Root, why: string): ReadbackError {
  return new ReadbackError("invalid_request", `the path cannot be used: ${why}`, {
    hint: `give a path relative to the source \`${root.key}\`, with forward slashes`,
  });
}

/** What a caller sent as a path below this root, with forward slashes; `outside_sources` or `invalid_request` without any look at the disk. */
export function relativeTo(root: Root, path: string): string {
  if (root.personal) return path;
  const judged = judgePath(path);
  if (judged.kind === "invalid") throw refuse(root, judged.why);
  if (judged.kind === "relative") return judged.path;
  if (judged.kind === "absolute") {
    const found = below(root.path, judged.path) ?? below(root.commitment().realPath, judged.path);
    if (found !== null) return found;
  }
  throw new ReadbackError("outside_sources", `the path lies outside the source \`${root.key}\``, {
    hint: "only files inside the configured sources can be read",
  });
}

export function openRegular(root: Root, path: string): RegularFile {
  const relativePath = relativeTo(root, path);
  const opened = root.open(relativePath);
  try {
    const name = relativePath.slice(relativePath.lastIndexOf("/") + 1);
    return new OpenRegularFile(opened, { root, relativePath, name, pathCheck: root.pathCheck });
  } catch (error) {
    closeSync(opened.fd);
    return throwFault(error, relativePath);
  }
}

/** What `handOver` gave, opened by a child process: the very same state of the very same inode, or `changed_during_read`. */
export interface HandedOver {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly name: string;
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
}

export function adoptRegular(handed: HandedOver): RegularFile {
  const nonBlocking = (constants.O_NONBLOCK as number | undefined) ?? 0;
  let fd: number;
  try {
    fd = openSync(handed.path, constants.O_RDONLY | nonBlocking);
  } catch (error) {
    if (errno(error) === "ENOENT") throw changed(handed.relativePath, "was closed or removed");
    return throwFault(error, handed.relativePath);
  }
  try {
    const stats = fstatSync(fd, { bigint: true });
    if (!stats.isFile()) throw notAFile(handed.relativePath, kindOf(stats));
    const facts = factsOf(stats);
    if (facts.hardLinks === 0 || !sameIdentity(facts.identity, handed.identity))
      throw changed(handed.relativePath, "changed");
    const { statTrusted } = fileSystemAt(handed.path);
    const opened = { fd, facts, rootPath: null, viaLink: false, statTrusted, handOverPath: handed.path };
    return new OpenRegularFile(opened, { root: null, ...handed });
  } catch (error) {
    closeSync(fd);
    return throwFault(error, handed.relativePath);
  }
}
