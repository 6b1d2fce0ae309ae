/**
 * Reading one file's bytes and hashing them on the way: one state for all sources of one original.
 *
 * Guarantees: the digest is that of the bytes that were handed out. The first complete pass in order hashes what it hands out; a prefix
 * handed out before (for detection, or by a pass that was given up) is compared with that pass by its digest. Whatever else is handed
 * out (random access, a second pass) is read between two complete passes that must agree, or in a pass that agrees itself.
 * Reading stops at the size the file had at open; an earlier end, or bytes beyond it in a file that claims none, are a change.
 * Not covered: content changed and changed back between two passes.
 */

import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { LIMITS } from "../model/budget.ts";
import type { Meter } from "../model/budget.ts";
import type { ByteSource } from "../model/unit.ts";
import { asFileDigest } from "../model/version.ts";
import type { FileDigest } from "../model/version.ts";
import { changed } from "./faults.ts";
import type { Hooks, RegularFile, SourceOptions } from "./interfaces.ts";

const CHUNK = 256 * 1024;
/** Prefixes up to this size are kept for detection. */
const HEAD_MAX = 256 * 1024;

/** A prefix that was handed out before the pass that must find it again. */
interface Checkpoint {
  readonly position: number;
  readonly digest: string;
}

/** One pass over the file in order, with the digest so far. */
class Pass {
  readonly hash: Hash = createHash("sha256");
  readonly checkpoints: Checkpoint[];
  position = 0;

  constructor(checkpoints: readonly Checkpoint[]) {
    this.checkpoints = checkpoints.toSorted((a, b) => a.position - b.position);
  }

  /** Takes the next bytes; false when a prefix is not what was handed out before. */
  take(bytes: Uint8Array): boolean {
    let rest = bytes;
    for (let next = this.checkpoints[0]; next !== undefined; next = this.checkpoints[0]) {
      const missing = next.position - this.position;
      if (missing > rest.length) break;
      this.hash.update(rest.subarray(0, missing));
      this.position += missing;
      rest = rest.subarray(missing);
      if (this.hash.copy().digest("hex") !== next.digest) return false;
      this.checkpoints.shift();
    }
    this.hash.update(rest);
    this.position += rest.length;
    return true;
  }
}

/** Runs a stepwise work to its end. */
export function drain(steps: Generator<void>): void {
  while (steps.next().done !== true);
}

export class HashedReading {
  readonly size: number;
  readonly #file: RegularFile;
  readonly #hooks: Required<Hooks>;
  readonly #path: string;
  #head = new Uint8Array(0);
  #held: Uint8Array | undefined;
  /** The pass whose digest will be the file's, while it is under way. */
  #first: Pass | null = null;
  #checkpoints: Checkpoint[] = [];
  #digest: FileDigest | null = null;
  /** Complete passes that gave `#digest`. */
  #passes = 0;
  /** Readings whose bytes no complete pass has shown to be those of `#digest`. */
  #unconfirmed = 0;
  #hashing = true;

  constructor(file: RegularFile, hooks: Required<Hooks>, path: string) {
    this.#file = file;
    this.#hooks = hooks;
    this.#path = path;
    this.size = Number(file.identity.size);
  }

  /** The digest of all that was handed out, or null when that was not shown. */
  get digest(): FileDigest | null {
    return this.#unconfirmed === 0 ? this.#digest : null;
  }

  get passes(): number {
    return this.#passes;
  }

  head(length: number): Uint8Array {
    return this.readAt(0, length);
  }

  source(options: SourceOptions): ByteSource {
    if (options.digest === false) this.#hashing = false;
    if (options.hold && this.size <= LIMITS.heldFileBytes) this.#hold();
    return {
      size: this.size,
      name: this.#file.name,
      bytes: this.#held,
      readSync: (position, length) => this.readAt(position, length, options.meter),
      chunks: (chunkSize = CHUNK) => this.#chunks(chunkSize),
    };
  }

  readAt(position: number, length: number, meter?: Meter): Uint8Array {
    const from = Math.min(Math.max(0, position), this.size);
    const to = Math.min(this.size, from + Math.max(0, length));
    if (this.#held !== undefined) return this.#held.subarray(from, to);
    if (to <= this.#head.length) return this.#head.subarray(from, to);
    const untouched = this.#first === null && this.#digest === null;
    if (this.#hashing && untouched && to <= HEAD_MAX) {
      const grown = new Uint8Array(to);
      grown.set(this.#head);
      this.#read(grown.subarray(this.#head.length), this.#head.length);
      this.#head = grown;
      return grown.subarray(from, to);
    }
    drain(this.finish(meter));
    this.#unconfirmed += 1;
    return this.#read(new Uint8Array(to - from), from);
  }

  /** Brings the first pass to its end; yields after each chunk. Gives up hashing when the meter is spent. */
  *finish(meter: Meter | undefined): Generator<void> {
    if (!this.#hashing || this.#digest !== null) return;
    const pass = this.#first ?? this.#begin();
    const buffer = new Uint8Array(Math.min(CHUNK, this.size - pass.position));
    while (pass === this.#first && pass.position < this.size) {
      if (meter?.spent()) {
        this.#hashing = false;
        return;
      }
      const { position } = pass;
      this.#advance(pass, this.#read(buffer.subarray(0, Math.min(CHUNK, this.size - position)), position));
      yield;
    }
    if (pass === this.#first) this.#complete(pass);
  }

  /** One more pass over the whole file, which must give the same digest and then confirms all that was handed out before it. */
  *confirm(meter: Meter | undefined): Generator<void> {
    if (!this.#hashing || this.#digest === null) return;
    const pending = this.#unconfirmed;
    const hash = createHash("sha256");
    const buffer = new Uint8Array(Math.min(CHUNK, this.size));
    for (let position = 0; position < this.size; position += buffer.length) {
      if (meter?.spent()) {
        this.#hashing = false;
        return;
      }
      hash.update(this.#read(buffer.subarray(0, Math.min(buffer.length, this.size - position)), position));
      yield;
    }
    this.#agree(hash);
    this.#unconfirmed -= pending;
  }

  #begin(): Pass {
    const checkpoints = [...this.#checkpoints];
    if (this.#head.length > 0)
      checkpoints.push({
        position: this.#head.length,
        digest: createHash("sha256").update(this.#head).digest("hex"),
      });
    this.#first = new Pass(checkpoints);
    return this.#first;
  }

  #advance(pass: Pass, bytes: Uint8Array): void {
    if (!pass.take(bytes)) throw changed(this.#file.relativePath, "changed");
  }

  #complete(pass: Pass): void {
    // A file that claims to be empty may still give bytes on file systems that do not know sizes.
    if (this.size === 0 && this.#file.readAt(new Uint8Array(1), 0) > 0)
      throw changed(this.#file.relativePath, "grew");
    this.#digest = asFileDigest(pass.hash.digest("hex"));
    this.#passes = 1;
    this.#first = null;
    this.#hooks.afterRead(this.#path);
  }

  #agree(hash: Hash): void {
    if (hash.digest("hex") !== this.#digest) throw changed(this.#file.relativePath, "changed");
    this.#passes += 1;
  }

  #hold(): void {
    if (this.#held !== undefined) return;
    const held = new Uint8Array(this.size);
    const pass = this.#hashing && this.#digest === null ? this.#restart() : null;
    for (let position = 0; position < this.size; position += CHUNK) {
      const part = this.#read(held.subarray(position, Math.min(this.size, position + CHUNK)), position);
      if (pass !== null) this.#advance(pass, part);
    }
    this.#held = held;
    if (pass !== null) this.#complete(pass);
    else if (this.#digest !== null) this.#agree(createHash("sha256").update(held));
    else this.#unconfirmed += 1;
  }

  /** A new first pass; what one under way has handed out so far is kept as a checkpoint for it. */
  #restart(): Pass {
    const under = this.#first;
    if (under !== null && under.position > 0)
      this.#checkpoints.push({ position: under.position, digest: under.hash.copy().digest("hex") });
    return this.#begin();
  }

  *#chunks(chunkSize: number): Generator<Uint8Array> {
    if (this.#held !== undefined) {
      for (let at = 0; at < this.size; at += chunkSize) yield this.#held.subarray(at, at + chunkSize);
      return;
    }
    const first = this.#hashing && this.#digest === null ? this.#restart() : null;
    const again = this.#hashing && first === null ? createHash("sha256") : null;
    if (first === null) this.#unconfirmed += 1;
    let displaced = false;
    const buffer = new Uint8Array(Math.min(chunkSize, this.size));
    for (let position = 0; position < this.size; position += chunkSize) {
      const part = this.#read(buffer.subarray(0, Math.min(chunkSize, this.size - position)), position);
      again?.update(part);
      if (first !== null && first === this.#first) {
        this.#advance(first, part);
      } else if (first !== null && !displaced) {
        // Another reading brought this pass to its end, or began anew: what follows is not what was hashed.
        displaced = true;
        this.#unconfirmed += 1;
      }
      yield part;
    }
    if (first !== null && first === this.#first) this.#complete(first);
    if (again !== null) {
      this.#agree(again);
      this.#unconfirmed -= 1;
    }
  }

  #read(buffer: Uint8Array, position: number): Uint8Array {
    const count = this.#file.readAt(buffer, position);
    if (count < buffer.length)
      throw changed(this.#file.relativePath, `ended at byte ${position + count} instead of ${this.size}`);
    this.#hooks.duringRead(this.#path, position + count);
    return buffer;
  }
}
