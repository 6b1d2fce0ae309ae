/**
 * One log, open for bounded reads while others append to it.
 *
 * Guarantees: opened as any file inside a root is (no links out, no device, non-blocking); the horizon is the size at open, and no byte beyond
 * it is ever asked for; a read that comes back short before the horizon, a size below it, another file behind the name, or other bytes
 * at the log's two ends is `changed_during_read`. Growing is no change. The proof is "stat": nothing is hashed but 512 bytes.
 * Not covered: bytes in the middle that were overwritten in place; offsets are exact up to 2^53.
 */

import { join } from "node:path";
import { isoTime } from "../model/version.ts";
import type { FileIdentity, PathCheck, Version } from "../model/version.ts";
import { changed } from "./faults.ts";
import { hooksFor } from "./hooks.ts";
import type { FileFacts, Hooks, RegularFile, Root } from "./interfaces.ts";
import { openRegular } from "./regular-file.ts";

/** Bytes at each end by which a log is known again. */
const MARK_BYTES = 256;

/** What a log looks like around an offset: the 256 bytes before it, and the file's first bytes, at most 256. */
export interface LogMark {
  readonly before: Buffer;
  readonly first: Buffer;
}

export class LogFile {
  readonly name: string;
  readonly identity: FileIdentity;
  readonly pathCheck: PathCheck;
  #horizon: number;
  readonly #file: RegularFile;
  readonly #hooks: Required<Hooks>;
  readonly #path: string;
  /** As `remember` found it. */
  #mark: { readonly before: Buffer; readonly first: Buffer | undefined } | undefined;
  #read = 0;
  readonly #owned: Root | undefined;

  /** `owned`: a root that was opened for this file alone and is closed with it. */
  constructor(file: RegularFile, owned?: Root) {
    this.#owned = owned;
    this.#file = file;
    this.name = file.name;
    this.identity = file.identity;
    this.pathCheck = file.pathCheck;
    this.#horizon = Number(file.identity.size);
    this.#hooks = hooksFor(undefined);
    this.#path = file.root === null ? file.handOverPath : join(file.root.path, file.relativePath);
    this.#hooks.afterOpen(this.#path);
  }

  /** Size at open, or when `grow` was called last. */
  get horizon(): number {
    return this.#horizon;
  }

  /** Moves the horizon to the size now, for following; returns it. */
  grow(): number {
    this.#horizon = Number(this.#file.lookAtHandle().identity.size);
    return this.#horizon;
  }

  /** Milliseconds since 1970, at open. */
  get modifiedMs(): number {
    return Number(this.identity.mtimeNs / 1_000_000n);
  }

  /** Fills `buffer` from `position` with bytes before the horizon; fewer only at the horizon. */
  readAt(buffer: Uint8Array, position: number): number {
    const wanted = Math.max(0, Math.min(buffer.length, this.horizon - position));
    if (wanted === 0) return 0;
    const count = this.#file.readAt(wanted === buffer.length ? buffer : buffer.subarray(0, wanted), position);
    if (count < wanted) throw changed(this.name, "was truncated");
    this.#read += count;
    this.#hooks.duringRead(this.#path, this.#read);
    return count;
  }

  /** How the log looks around `offset` now. */
  markAt(offset: number): LogMark {
    return {
      before: this.#bytes(Math.max(0, offset - MARK_BYTES), offset),
      first: this.#bytes(0, Math.min(MARK_BYTES, offset)),
    };
  }

  /** Remembers how the log ends, so that `seal` notices one that was emptied and grew again. `head`: its beginning too. */
  remember(options: { head: boolean }): void {
    this.#mark = options.head ? this.markAt(this.horizon) : { before: this.#tail(), first: undefined };
  }

  /** What the name stands for now: null when nothing is there. */
  look(): FileFacts | null {
    return this.#file.lookAtPath();
  }

  /** What the handle says now. */
  lookAtHandle(): FileFacts {
    return this.#file.lookAtHandle();
  }

  /** Compares handle and name with what they were at open. Throws `changed_during_read`. */
  seal(): Version {
    this.#hooks.afterRead(this.#path);
    this.#hooks.beforeSeal(this.#path);
    const handle = this.#file.lookAtHandle();
    if (handle.identity.size < BigInt(this.horizon)) throw changed(this.name, "was truncated");
    const now = this.#file.lookAtPath();
    if (now === null) throw changed(this.name, "was renamed or removed");
    if (now.identity.device !== this.identity.device || now.identity.inode !== this.identity.inode)
      throw changed(this.name, "was rotated, so that its name stands for another file,");
    if (this.#mark !== undefined) {
      const { before, first } = this.#mark;
      if (!before.equals(this.#tail()) || first?.equals(this.#bytes(0, first.length)) === false)
        throw changed(this.name, "was emptied and written anew");
    }
    return {
      sha256: null,
      proof: "stat",
      size: this.horizon,
      modified: isoTime(this.identity.mtimeNs),
      pathCheck: this.pathCheck,
    };
  }

  close(): void {
    this.#file.close();
    this.#owned?.close();
  }

  #tail(): Buffer {
    return this.#bytes(Math.max(0, this.horizon - MARK_BYTES), this.horizon);
  }

  #bytes(from: number, end: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, end - from));
    if (this.#file.readAt(bytes, from) < bytes.length) throw changed(this.name, "was truncated");
    return bytes;
  }
}

export function openLog(root: Root, path: string, owned?: Root): LogFile {
  const file = openRegular(root, path);
  try {
    return new LogFile(file, owned);
  } catch (error) {
    file.close();
    throw error;
  }
}
