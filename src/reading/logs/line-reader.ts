/**
 * A log's bytes in one fixed buffer (the kernel's), given out as runs of whole lines, and a line longer than LINE_MAX as parts.
 *
 * Guarantees: each read is bounded by the remaining budget before it happens, and time and cancellation are checked before it; no byte is
 * given twice and none is left out; bytes before a region (up to CONTEXT) and behind it (LOOKAHEAD, save at the end) stand in the buffer,
 * so that a match or a secret on a seam is seen whole. Memory is the buffer, whatever the log or a line weighs.
 * Not covered: what the bytes mean, save how wide a unit is (1 byte, 2 in UTF-16, 4 in UTF-32) and that a line ends at U+000A.
 */

import { throwIfCancelled } from "../../model/errors.ts";
import type { LogStopReason } from "../../model/log-answer.ts";
import { CHUNK_BYTES, KERNEL_BYTES } from "../kernel/kernel.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { LogStream } from "./log-stream.ts";

/** A longer line is given in parts, and only its head is kept. */
export const LINE_MAX = 64 * 1024;
/** Bytes before a region that stay in the buffer. */
export const CONTEXT = 16 * 1024;
/** Bytes behind a region that are read before it is given out. */
export const LOOKAHEAD = 4 * 1024;
/** Longer than any search text in bytes: where a budget ends within a line, its last bytes are left for the next call. */
export const OVERLAP = 512;
/** How long other work of the process may have to wait. */
const TURN_MS = 20;
/** A multiple of the page; with usual lines what is kept is less than this. */
const LANDING = 24 * 1024;
const HOLE = Buffer.alloc(KERNEL_BYTES);

export interface ReaderSizes {
  readonly chunk: number;
  readonly lineMax: number;
  readonly context: number;
  readonly lookahead: number;
  readonly overlap: number;
}

const SIZES: ReaderSizes = {
  chunk: CHUNK_BYTES,
  lineMax: LINE_MAX,
  context: CONTEXT,
  lookahead: LOOKAHEAD,
  overlap: OVERLAP,
};

/** What one call may still spend, over all files it reads. */
export interface ScanBudget {
  bytes: number;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress?: ((scannedBytes: number) => void) | undefined;
  scanned: number;
}

/** How a unit of text stands in the bytes. */
export interface UnitShape {
  readonly width: 1 | 2 | 4;
  readonly bigEndian: boolean;
}

export interface Region {
  /** Whole lines, or a part of one line. */
  readonly kind: "lines" | "part";
  /** In the kernel's bytes. */
  readonly from: number;
  readonly end: number;
  /** Bytes up to here are there. */
  readonly valid: number;
  /** The last line has no line end: the log ends here. */
  readonly open: boolean;
  /** For a part: the line begins with it, ends with it. */
  readonly first: boolean;
  readonly last: boolean;
}

export class LineReader {
  readonly kernel: Kernel;
  /** Offset in the log of the kernel's first byte. */
  base: number;
  /** First byte in the buffer that is of this log. */
  contextFrom = 0;
  /** Why reading ended before the log did. */
  stopReason: LogStopReason | null = null;
  shape: UnitShape = { width: 1, bigEndian: false };
  readonly #stream: LogStream;
  readonly #budget: ScanBudget;
  #start = 0;
  #end = 0;
  #eof = false;
  #finished = false;
  #inPart: boolean;
  /** Whether a region was given out in this call. */
  #advanced = false;
  #view: Buffer | undefined;
  #turn = performance.now();

  readonly #sizes: ReaderSizes;

  /** `inPart`: the stream stands inside a line that was given in parts before. `sizes`: for tests, which move the seams. */
  constructor(
    kernel: Kernel,
    stream: LogStream,
    budget: ScanBudget,
    { inPart = false, sizes = SIZES }: { inPart?: boolean; sizes?: ReaderSizes } = {},
  ) {
    this.#sizes = sizes;
    this.kernel = kernel;
    this.#stream = stream;
    this.#budget = budget;
    this.base = stream.position;
    this.#inPart = inPart;
  }

  /** Reads the first bytes; what is there then may be looked at (`head`) before `skip` and `next`. */
  async prime(): Promise<void> {
    if (this.#end === 0 && !this.#eof && this.stopReason === null) await this.#fill();
  }

  /** The bytes read first. */
  get head(): Buffer {
    return this.kernel.bytes.subarray(this.#start, this.#end);
  }

  get atEnd(): boolean {
    return this.#eof;
  }

  /** Passes over bytes of the head that are no text: a byte order mark. */
  skip(count: number): void {
    this.#start += count;
    this.contextFrom = this.#start;
  }

  /** Offset in the log of the first byte that was not given out. */
  get offset(): number {
    return this.base + this.#start;
  }

  /** Whether `offset` lies inside a line that is given in parts. */
  get inPart(): boolean {
    return this.#inPart;
  }

  /** Takes back the bytes from `position` on: they were given out and not used. */
  giveBack(position: number, inPart: boolean): void {
    this.#start = position;
    this.#inPart = inPart;
  }

  async next(): Promise<Region | null> {
    for (;;) {
      const region = this.#cut();
      if (region !== null) {
        this.#start = region.end;
        this.#advanced = true;
        return region;
      }
      if (this.#finished) return null;
      await this.#fill();
    }
  }

  /** The next region of what is in the buffer; null where more must be read, or nothing is left. */
  #cut(): Region | null {
    const stopped = this.stopReason !== null;
    const all = this.#eof || stopped;
    const start = this.#start;
    const limit = this.#whole(all ? this.#end : this.#end - this.#sizes.lookahead);
    const region = (kind: Region["kind"], end: number, flags: Partial<Region>): Region => ({
      kind,
      from: start,
      end,
      valid: this.#end,
      open: false,
      first: false,
      last: false,
      ...flags,
    });
    if (this.#inPart) {
      const lineEnd = this.firstLineEnd(start, limit);
      if (lineEnd >= 0) {
        this.#inPart = false;
        return region("part", lineEnd + this.shape.width, { last: true });
      }
      if (this.#eof) {
        this.#inPart = false;
        this.#finished = true;
        return region("part", this.#end, { last: true, open: true });
      }
      const end = stopped ? this.#whole(this.#end - this.#sizes.overlap) : limit;
      if (stopped) this.#finished = true;
      return end > start ? region("part", end, {}) : null;
    }
    const last = this.lastLineEnd(start, limit);
    if (last >= 0) return region("lines", last + this.shape.width, {});
    if (this.#eof) {
      this.#finished = true;
      return this.#end > start ? region("lines", this.#end, { open: true }) : null;
    }
    if (stopped) {
      this.#finished = true;
      // A budget smaller than the line: its beginning is looked at, so that the next call gets further.
      const end = this.#whole(this.#end - this.#sizes.overlap);
      if (this.#advanced || end <= start) return null;
      this.#inPart = true;
      return region("part", end, { first: true });
    }
    if (limit - start < this.#sizes.lineMax) return null;
    this.#inPart = true;
    return region("part", limit, { first: true });
  }

  /** A view of the buffer; the same object as long as reads land on the same place, which whole chunks do. */
  #window(from: number, length: number): Buffer {
    const known = this.#view;
    if (known?.length === length && known.byteOffset === this.kernel.bytes.byteOffset + from) return known;
    this.#view = this.kernel.bytes.subarray(from, from + length);
    return this.#view;
  }

  /** `position` or what is left of it in whole units; regions begin at a unit. */
  #whole(position: number): number {
    const rest = (position - this.#start) % this.shape.width;
    return position - rest;
  }

  async #fill(): Promise<void> {
    const budget = this.#budget;
    if (this.#stream.size !== null && this.#stream.position >= this.#stream.size) {
      this.#eof = true;
      return;
    }
    throwIfCancelled(budget.signal);
    const now = performance.now();
    if (now >= budget.deadline) {
      this.stopReason = "time_budget";
      return;
    }
    if (now - this.#turn >= TURN_MS) {
      budget.onProgress?.(budget.scanned);
      await new Promise<void>((resolve) => setImmediate(resolve));
      throwIfCancelled(budget.signal);
      this.#turn = performance.now();
    }
    this.#shift();
    const room = Math.min(this.#sizes.chunk, KERNEL_BYTES - this.#end);
    // A spent budget is no excess where nothing is left: one byte more is tried.
    const wanted = budget.bytes > 0 ? Math.min(room, budget.bytes) : this.#stream.size === null ? 1 : 0;
    const reading = wanted === 0 ? -1 : this.#stream.next(this.#window(this.#end, wanted));
    const count = typeof reading === "number" ? reading : await reading;
    if (count === 0) this.#eof = true;
    else if (budget.bytes <= 0) this.stopReason = "size_budget";
    else {
      this.#end += count;
      budget.bytes -= count;
      budget.scanned += count;
    }
  }

  /** Moves what is still needed to the front of the buffer. */
  #shift(): void {
    const least = Math.max(this.contextFrom, this.#start - this.#sizes.context) & ~3;
    // The next read lands on the same whole page each time, which the system copies fastest.
    const landing = Math.ceil((this.#end - least) / LANDING) * LANDING;
    const keep = this.#end - landing;
    if (keep <= 0) return;
    this.kernel.bytes.copyWithin(0, keep, this.#end);
    this.base += keep;
    this.#start -= keep;
    this.#end -= keep;
    const context = Math.max(0, this.contextFrom - keep);
    // Context begins at a unit, as the lines behind it do.
    this.contextFrom = context + ((this.#start - context) % this.shape.width);
  }

  /** Where the first line feed in [from, end) stands, or -1. */
  firstLineEnd(from: number, end: number): number {
    if (end <= from) return -1;
    const { bytes } = this.kernel;
    if (this.shape.width === 1) {
      const at = bytes.indexOf(0x0a, from);
      return at < end ? at : -1;
    }
    for (let at = from; at + this.shape.width <= end; at += this.shape.width)
      if (this.#isLineFeed(at)) return at;
    return -1;
  }

  /** Where the last line feed in [from, end) stands, or -1. */
  lastLineEnd(from: number, end: number): number {
    if (end <= from) return -1;
    const { width } = this.shape;
    if (width === 1) {
      const at = this.kernel.bytes.lastIndexOf(0x0a, end - 1);
      return at >= from ? at : -1;
    }
    // Regions begin at a unit.
    for (let at = from + Math.floor((end - from) / width) * width - width; at >= from; at -= width)
      if (this.#isLineFeed(at)) return at;
    return -1;
  }

  #isLineFeed(at: number): boolean {
    const { bytes } = this.kernel;
    const { width, bigEndian } = this.shape;
    let value = 0;
    for (let index = 0; index < width; index += 1)
      value = value * 256 + (bytes[at + (bigEndian ? index : width - 1 - index)] ?? 0);
    return value === 0x0a;
  }

  /** NUL bytes in [from, end) of a part. A hole in a sparse file is all of them, and that is seen without counting. */
  countNuls(from: number, end: number): number {
    const bytes = this.kernel.bytes.subarray(from, end);
    const first = bytes.indexOf(0);
    if (first < 0) return 0;
    if (first === 0 && end - from <= HOLE.length && bytes.equals(HOLE.subarray(0, end - from)))
      return end - from;
    return this.kernel.countByte(0, from, end);
  }

  /** Line feeds in [from, end). */
  countLineEnds(from: number, end: number): number {
    if (this.shape.width === 1) return this.kernel.countByte(0x0a, from, end);
    let count = 0;
    for (let at = this.firstLineEnd(from, end); at >= 0; at = this.firstLineEnd(at + this.shape.width, end))
      count += 1;
    return count;
  }
}
