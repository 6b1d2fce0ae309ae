/**
 * A gzip file decompressed piece by piece (RFC 1952), all its members, by the runtime's zlib.
 *
 * Guarantees: at most about 512 KiB decompressed are held, however much a few bytes expand to; checksums are compared; bytes before a fault
 * are given, save those of the 4 KiB of compressed data in which it stands. What follows the last member and is no member is not read.
 */

import { createGunzip } from "node:zlib";
import type { Gunzip } from "node:zlib";
import type { LogFile } from "../../fs/log-file.ts";
import type { LogStream, StreamDamage } from "./log-stream.ts";

const INPUT_BYTES = 4096;
const HELD_BYTES = 256 * 1024;

class GzipStream implements LogStream {
  readonly size = null;
  position = 0;
  damage: StreamDamage | undefined;
  readonly #file: LogFile;
  readonly #gunzip: Gunzip = createGunzip();
  #input = 0;
  #writing = false;
  #ended = false;
  #queue: Buffer[] = [];
  #queued = 0;
  #wake: (() => void) | undefined;

  constructor(file: LogFile) {
    this.#file = file;
    this.#gunzip.on("data", (chunk: Buffer) => {
      this.#queue.push(chunk);
      this.#queued += chunk.length;
      if (this.#queued >= HELD_BYTES) this.#gunzip.pause();
      this.#wake?.();
    });
    this.#gunzip.on("end", () => this.#end(undefined));
    this.#gunzip.on("error", (error: NodeJS.ErrnoException) =>
      this.#end(
        error.code === "Z_BUF_ERROR"
          ? { reason: "damaged", detail: "the compressed file ends in the middle of its data" }
          : { reason: "damaged", detail: "the compressed data is damaged from here on" },
      ),
    );
  }

  async next(buffer: Uint8Array): Promise<number> {
    while (this.#queue.length === 0 && !this.#ended) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#feed();
      await woken;
    }
    const count = this.#take(buffer);
    this.position += count;
    return count;
  }

  close(): void {
    this.#ended = true;
    this.#gunzip.destroy();
  }

  /** One more piece of input, once everything of the piece before has been taken. */
  #feed(): void {
    if (this.#gunzip.isPaused()) this.#gunzip.resume();
    if (this.#writing) return;
    this.#writing = true;
    const piece = Buffer.allocUnsafe(INPUT_BYTES);
    const count = this.#file.readAt(piece, this.#input);
    this.#input += count;
    const done = (): void => {
      this.#writing = false;
      this.#wake?.();
    };
    if (count === 0) this.#gunzip.end();
    else this.#gunzip.write(piece.subarray(0, count), done);
  }

  #take(buffer: Uint8Array): number {
    let filled = 0;
    for (let first = this.#queue[0]; first !== undefined && filled < buffer.length; first = this.#queue[0]) {
      const count = Math.min(first.length, buffer.length - filled);
      buffer.set(first.subarray(0, count), filled);
      filled += count;
      if (count === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(count);
    }
    this.#queued -= filled;
    return filled;
  }

  #end(damage: StreamDamage | undefined): void {
    if (!this.#ended) this.damage = damage;
    this.#ended = true;
    this.#wake?.();
  }
}

export function gzipStream(file: LogFile): LogStream {
  return new GzipStream(file);
}
