/**
 * A Zstandard file decompressed block by block (RFC 8878) with fzstd.
 *
 * The frames are walked here, so that a window too large, a dictionary, a cut-off end and a damaged block are told before fzstd sees them;
 * each block it gets is whole. Memory: the window of the frame (at most WINDOW_MAX) and one block. Not covered: content checksums are not
 * compared (fzstd does not offer it); frames that need a dictionary.
 */

import { Decompress } from "fzstd";
import type { LogFile } from "../../fs/log-file.ts";
import type { LogStream, StreamDamage } from "./log-stream.ts";

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
/** What the reference decoder allows by default (`--long=27`). */
const WINDOW_MAX = 128 * 1024 * 1024;
const HEADER_MAX = 18;
const BLOCK_MAX = 128 * 1024;

const CUT: StreamDamage = { reason: "damaged", detail: "the compressed file ends in the middle of its data" };
const BROKEN: StreamDamage = { reason: "damaged", detail: "the compressed data is damaged from here on" };
const WINDOW: StreamDamage = {
  reason: "too_large",
  detail: "the compressed data needs a window of more than 128 MiB",
};
const DICTIONARY: StreamDamage = {
  reason: "unreadable",
  detail: "the compressed data needs a dictionary that is not part of the file",
};

class ZstdStream implements LogStream {
  readonly size = null;
  position = 0;
  damage: StreamDamage | undefined;
  readonly #file: LogFile;
  #input = 0;
  /** The frame that is being read; undefined between frames. */
  #frame: Decompress | undefined;
  #checksum = false;
  /** Header of a frame that has had no block yet. */
  #header: Buffer = Buffer.alloc(0);
  #queue: Uint8Array[] = [];
  #ended = false;

  constructor(file: LogFile) {
    this.#file = file;
  }

  next(buffer: Uint8Array): number {
    let filled = 0;
    while (filled < buffer.length) {
      const first = this.#queue[0];
      if (first === undefined) {
        if (this.#ended || filled > 0) break;
        this.#advance();
        continue;
      }
      const count = Math.min(first.length, buffer.length - filled);
      buffer.set(first.subarray(0, count), filled);
      filled += count;
      if (count === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(count);
    }
    this.position += filled;
    return filled;
  }

  close(): void {
    this.#ended = true;
    this.#frame = undefined;
  }

  #advance(): void {
    if (this.#frame === undefined) this.#openFrame();
    else this.#block(this.#frame);
  }

  #end(damage: StreamDamage | undefined): void {
    this.damage = damage;
    this.#ended = true;
  }

  #bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, this.#file.readAt(bytes, this.#input));
  }

  /** RFC 8878, sections 3.1.1 and 3.1.2. */
  #openFrame(): void {
    const head = this.#bytes(HEADER_MAX);
    if (head.length === 0) return this.#end(undefined);
    if (head.length < 4) return this.#end(CUT);
    const magic = head.readUInt32LE(0);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      if (head.length < 8) return this.#end(CUT);
      this.#input += 8 + head.readUInt32LE(4);
      return this.#input > this.#file.horizon ? this.#end(CUT) : undefined;
    }
    if (magic !== MAGIC) return this.#end(BROKEN);
    const descriptor = head[4] ?? 0;
    const single = (descriptor & 0x20) !== 0;
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
    const sizeFlag = descriptor >> 6;
    const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
    const length = 5 + (single ? 0 : 1) + dictionaryBytes + sizeBytes;
    if (head.length < length) return this.#end(CUT);
    if ((descriptor & 8) !== 0) return this.#end(BROKEN);
    const dictionaryAt = single ? 5 : 6;
    if (head.subarray(dictionaryAt, dictionaryAt + dictionaryBytes).some((byte) => byte !== 0))
      return this.#end(DICTIONARY);
    let window = 0;
    if (single) {
      for (let index = sizeBytes - 1; index >= 0; index -= 1)
        window = window * 256 + (head[dictionaryAt + dictionaryBytes + index] ?? 0);
      if (sizeBytes === 2) window += 256;
    } else {
      const code = head[5] ?? 0;
      const base = 2 ** (10 + (code >> 3));
      window = base + (base / 8) * (code & 7);
    }
    if (window > WINDOW_MAX) return this.#end(WINDOW);
    this.#checksum = (descriptor & 4) !== 0;
    this.#header = Buffer.from(head.subarray(0, length));
    this.#input += length;
    this.#frame = new Decompress((chunk) => {
      if (chunk.length > 0) this.#queue.push(chunk);
    });
    return undefined;
  }

  /** RFC 8878, section 3.1.1.2: three bytes of header, then the block. */
  #block(frame: Decompress): void {
    const header = this.#bytes(3);
    if (header.length < 3) return this.#end(CUT);
    const value = header.readUIntLE(0, 3);
    const last = (value & 1) !== 0;
    const type = (value >> 1) & 3;
    const size = type === 1 ? 1 : value >> 3;
    if (type === 3 || (type !== 1 && size > BLOCK_MAX)) return this.#end(BROKEN);
    const length = 3 + size + (last && this.#checksum ? 4 : 0);
    const block = this.#bytes(length);
    if (block.length < length) return this.#end(CUT);
    this.#input += length;
    try {
      frame.push(Buffer.concat([this.#header, block]), last);
    } catch {
      return this.#end(BROKEN);
    }
    this.#header = Buffer.alloc(0);
    if (last) this.#frame = undefined;
    return undefined;
  }
}

export function zstdStream(file: LogFile): LogStream {
  return new ZstdStream(file);
}
