/**
 * Lines of a stream up to a size; a longer one is dropped, and the stream goes on. Without this one overlong message would end the session:
 * the SDK's transport closes at 10 MiB and leaves the client without an answer.
 *
 * Guarantees: memory is O(limit); a line comes out whole or not at all, whatever the chunks are.
 */

import { Transform } from "node:stream";
import type { TransformCallback } from "node:stream";

const LINE_FEED = 0x0a;
/** Enough of a dropped message to find its id. */
const START_BYTES = 4096;

export class BoundedLines extends Transform {
  readonly #limit: number;
  readonly #dropped: (start: string) => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #dropping = false;

  constructor(limit: number, dropped: (start: string) => void) {
    super();
    this.#limit = limit;
    this.#dropped = dropped;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    for (let from = 0; from < chunk.length;) {
      const feed = chunk.indexOf(LINE_FEED, from);
      const to = feed < 0 ? chunk.length : feed + 1;
      this.#take(chunk.subarray(from, to), feed >= 0);
      from = to;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    if (!this.#dropping && this.#length > 0) this.push(Buffer.concat(this.#pieces));
    done();
  }

  #take(piece: Buffer, ends: boolean): void {
    this.#length += piece.length;
    if (this.#length > this.#limit && !this.#dropping) {
      this.#dropping = true;
      this.#pieces.push(piece.subarray(0, START_BYTES));
      this.#dropped(Buffer.concat(this.#pieces).toString("latin1", 0, START_BYTES));
      this.#pieces = [];
    }
    if (!this.#dropping) this.#pieces.push(piece);
    if (!ends) return;
    if (!this.#dropping) this.push(Buffer.concat(this.#pieces));
    this.#pieces = [];
    this.#length = 0;
    this.#dropping = false;
  }
}

/** Answers a message that was too long, where its beginning shows its id, so that the caller does not wait for nothing. */
export function refuseLongMessage(start: string): void {
  process.stderr.write("readback: dropped a message of more than 8 MiB\n");
  const id = /^\s*\{(?:(?!"params").)*?"id"\s*:\s*(-?\d{1,15}|"[\w.:-]{1,100}")/s.exec(start)?.[1];
  if (id === undefined) return;
  const error = { code: -32600, message: "the message is larger than 8 MiB" };
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}\n`);
}
