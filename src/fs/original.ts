/**
 * The verified original: one regular file inside a root, lent for one read, with the version its answer speaks of.
 *
 * Guarantees: `seal` gives a version only when handle, path and root are what they were at open and, unless the proof is "stat", its
 * SHA-256 is that of the bytes that were handed out; anything else is `changed_during_read` or `root_changed`. "double_hash" where file
 * times cannot be trusted (network, FUSE, overlay), where bytes were read at random, and on request. The loan closes the file however
 * the caller leaves. Not covered: who wrote the file; what another program that opens the path later will find.
 */

import { join } from "node:path";
import { isoTime } from "../model/version.ts";
import type { FileDigest, FileIdentity, PathCheck, Proof, Version } from "../model/version.ts";
import type { ByteSource } from "../model/unit.ts";
import { drain, HashedReading } from "./hashed-reading.ts";
import { hooksFor } from "./hooks.ts";
import type { Hooks, Original, RegularFile, Root, SealOptions, SourceOptions } from "./interfaces.ts";
import { adoptRegular, openRegular } from "./regular-file.ts";
import type { HandedOver } from "./regular-file.ts";
import { openPersonal } from "./root.ts";

/** Chunks hashed between two turns of the event loop. */
const CHUNKS_PER_TURN = 32;

class OpenOriginal implements Original {
  readonly identity: FileIdentity;
  readonly name: string;
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  readonly viaLink: boolean;
  readonly hardLinks: number;
  readonly #file: RegularFile;
  readonly #reading: HashedReading;
  readonly #hooks: Required<Hooks>;
  /** Absolute, for hooks only. */
  readonly #path: string;

  constructor(file: RegularFile, hooks: Hooks | undefined) {
    this.#file = file;
    this.identity = file.identity;
    this.name = file.name;
    this.relativePath = file.relativePath;
    this.pathCheck = file.pathCheck;
    this.viaLink = file.viaLink;
    this.hardLinks = file.hardLinks;
    this.#hooks = hooksFor(hooks);
    this.#path = file.root === null ? file.handOverPath : join(file.root.path, file.relativePath);
    this.#reading = new HashedReading(file, this.#hooks, this.#path);
    this.#hooks.afterOpen(this.#path);
  }

  head(length: number): Uint8Array {
    return this.#reading.head(length);
  }

  source(options: SourceOptions): ByteSource {
    return this.#reading.source(options);
  }

  async settle(options: SealOptions = {}): Promise<void> {
    let chunks = 0;
    for (const _ of this.#hashing(options)) {
      chunks += 1;
      if (chunks % CHUNKS_PER_TURN === 0) await new Promise((resume) => setImmediate(resume));
    }
  }

  seal(options: SealOptions = {}): Version {
    this.#hooks.beforeSeal(this.#path);
    drain(this.#hashing(options));
    this.#file.recheck();
    const hashed = options.digest === false || this.#wantsPass(options) ? null : this.#reading.digest;
    return {
      ...this.#proof(hashed),
      size: this.#reading.size,
      modified: isoTime(this.identity.mtimeNs),
      pathCheck: this.pathCheck,
    };
  }

  recheck(): void {
    this.#file.recheck();
  }

  handOver(): { path: string; identity: FileIdentity } {
    return { path: this.#file.handOverPath, identity: this.identity };
  }

  close(): void {
    this.#file.close();
  }

  *#hashing(options: SealOptions): Generator<void> {
    if (options.digest === false) return;
    yield* this.#reading.finish(options.meter);
    if (this.#wantsPass(options)) yield* this.#reading.confirm(options.meter);
  }

  /** Whether one more pass must agree before the digest may be given out. */
  #wantsPass(options: SealOptions): boolean {
    const wantsTwo = options.hashAgain === true || !this.#file.statTrusted;
    return this.#reading.digest === null || (wantsTwo && this.#reading.passes < 2);
  }

  #proof(sha256: FileDigest | null): { sha256: FileDigest | null; proof: Proof } {
    if (sha256 === null) return { sha256, proof: "stat" };
    return { sha256, proof: this.#reading.passes > 1 ? "double_hash" : "single_hash" };
  }
}

export function openOriginal(root: Root, path: string, hooks?: Hooks): Original {
  return lend(openRegular(root, path), hooks);
}

function lend(file: RegularFile, hooks?: Hooks): Original {
  try {
    return new OpenOriginal(file, hooks);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Opens, lends, and closes however `use` ends. */
export async function withOriginal<T>(
  root: Root,
  path: string,
  use: (original: Original) => T | Promise<T>,
  hooks?: Hooks,
): Promise<T> {
  const original = openOriginal(root, path, hooks);
  try {
    return await use(original);
  } finally {
    original.close();
  }
}

/** The same for a person's own path, in whatever folder. */
export async function withPersonal<T>(
  path: string,
  use: (original: Original) => T | Promise<T>,
  hooks?: Hooks,
): Promise<T> {
  const { root, relativePath } = openPersonal(path);
  try {
    return await withOriginal(root, relativePath, use, hooks);
  } finally {
    root.close();
  }
}

/** In a child process: the original a parent handed over. Its seal compares the handle only; the parent's `recheck` compares the path. */
export function adoptOriginal(handed: HandedOver, hooks?: Hooks): Original {
  return lend(adoptRegular(handed), hooks);
}
