/**
 * Following a log: what is appended, through rotation and truncation.
 *
 * Guarantees: a file that was rotated away is read to its end before the new one is begun from its start; a log that was emptied, also one that
 * has grown again beyond the place that was read, is begun anew; each of these and a log that is gone is told, never passed over. Only
 * whole lines are given; of a line longer than LINE_MAX the head, once. Lines are screened with up to 32 KiB of those before them.
 * Not covered: bytes that were written and truncated away between two looks; a rotation of several files between two looks gives the
 * newest, and says that the log was rotated.
 */

import type { LogFile } from "../../fs/log-file.ts";
import type { LogPlace } from "../../fs/log-place.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { LogLine } from "../../model/log-answer.ts";
import type { LineFilter } from "./line-filter.ts";
import { LINE_MAX } from "./line-reader.ts";
import { levelOfText, viewLine, withoutLineEnd } from "./line-view.ts";
import type { LogEncoding } from "./log-encoding.ts";
import { LogEncoding as Encoding } from "./log-encoding.ts";
import type { LogScreen } from "./log-screen.ts";
import { lineTime } from "./timestamps.ts";

const READ_BYTES = 64 * 1024;
const CONTEXT_BYTES = 32 * 1024;
const MARK_BYTES = 256;

export type FollowEvent =
  | { readonly kind: "line"; readonly line: LogLine }
  | { readonly kind: "rotated" | "truncated" | "gone" | "back"; readonly detail: string };

export interface FollowOptions {
  readonly name: string;
  readonly place: LogPlace;
  readonly file: LogFile;
  /** Offset of the first byte that was not given yet: the start of a line. */
  readonly offset: number;
  /** Lines before that, where it is known. */
  readonly lines: number | null;
  readonly encoding: LogEncoding;
  readonly filter: LineFilter;
  readonly screen: LogScreen;
  readonly maxLine: number;
  /** Waits for the next look; ends the following when it gives false. */
  readonly wait: () => Promise<boolean>;
}

/** From the moment it is made, what the log looks like is remembered; events come as they are asked for. */
export class Follower {
  readonly #options: FollowOptions;
  #file: LogFile;
  #encoding: LogEncoding;
  #offset: number;
  #lines: number | null;
  /** Bytes of the line that has no end yet. */
  #open: Buffer = Buffer.alloc(0);
  /** The line is longer than LINE_MAX and its head was given. */
  #passing = false;
  /** Lines before, for screening. */
  #context: Buffer = Buffer.alloc(0);
  /** The last bytes that were read, as they were. */
  #mark: Buffer = Buffer.alloc(0);
  #time: number | undefined;
  #gone = false;

  constructor(options: FollowOptions) {
    this.#options = options;
    this.#file = options.file;
    this.#encoding = options.encoding;
    this.#offset = options.offset;
    this.#lines = options.lines;
    this.#remember();
  }

  close(): void {
    this.#file.close();
  }

  async *run(): AsyncGenerator<FollowEvent> {
    await this.#options.screen.loadAll();
    do {
      try {
        yield* this.#look();
      } catch (thrown) {
        // Truncated while it was read: the next look tells.
        if (!(thrown instanceof ReadbackError) || thrown.code !== "changed_during_read") throw thrown;
      }
    } while (await this.#options.wait());
  }

  async *#look(): AsyncGenerator<FollowEvent> {
    const { name } = this.#options;
    const size = this.#file.grow();
    if (size < this.#offset || !this.#isSame()) {
      yield* this.#rest();
      yield { kind: "truncated", detail: `log \`${name}\` was truncated; going on from its start` };
      this.#begin(this.#file);
    }
    yield* this.#read();
    const next = this.#replacement();
    if (next === null) {
      if (!this.#gone) yield { kind: "gone", detail: `log \`${name}\` is gone; waiting for it to come back` };
      this.#gone = true;
      return;
    }
    const wasGone = this.#gone;
    this.#gone = false;
    if (next === undefined) return;
    // Whatever was written to the old file until its name was taken.
    this.#file.grow();
    yield* this.#read();
    yield* this.#rest();
    this.#file.close();
    this.#begin(next);
    yield wasGone
      ? { kind: "back", detail: `log \`${name}\` is back; reading it from its start` }
      : { kind: "rotated", detail: `log \`${name}\` was rotated; reading the new one from its start` };
    yield* this.#read();
  }

  /** Another file behind the name, opened; null where nothing is there; undefined where it is still the same. */
  #replacement(): LogFile | null | undefined {
    const now = this.#file.look();
    if (now === null) return null;
    const { device, inode } = this.#file.identity;
    if (now.identity.device === device && now.identity.inode === inode) return undefined;
    try {
      return this.#options.place.open();
    } catch (thrown) {
      if (thrown instanceof ReadbackError && thrown.code === "missing") return null;
      throw thrown;
    }
  }

  #begin(file: LogFile): void {
    this.#file = file;
    this.#encoding = new Encoding();
    this.#offset = 0;
    this.#lines = 0;
    this.#open = Buffer.alloc(0);
    this.#passing = false;
    this.#context = Buffer.alloc(0);
    this.#time = undefined;
    this.#remember();
  }

  #remember(): void {
    const from = Math.max(0, this.#offset - MARK_BYTES);
    const mark = Buffer.alloc(this.#offset - from);
    this.#file.readAt(mark, from);
    this.#mark = mark;
  }

  /** Whether what was read last is still there. */
  #isSame(): boolean {
    const now = Buffer.alloc(this.#mark.length);
    const count = this.#file.readAt(now, this.#offset - this.#mark.length);
    return count === now.length && now.equals(this.#mark);
  }

  async *#read(): AsyncGenerator<FollowEvent> {
    while (this.#offset < this.#file.horizon) {
      const piece = Buffer.alloc(Math.min(READ_BYTES, this.#file.horizon - this.#offset));
      const count = this.#file.readAt(piece, this.#offset);
      if (this.#offset === 0) await this.#encoding.begin(piece);
      await this.#encoding.lookAt(piece);
      this.#offset += count;
      yield* this.#take(piece.subarray(0, count));
    }
    this.#remember();
  }

  /** The whole lines of what is open and what came. */
  *#take(piece: Buffer): Generator<FollowEvent> {
    const bytes = Buffer.concat([this.#open, piece]);
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = this.#lineEnd(bytes, from); end >= 0; end = this.#lineEnd(bytes, from)) {
      lines.push(bytes.subarray(from, end));
      from = end;
    }
    this.#open = Buffer.from(bytes.subarray(from));
    if (this.#passing) {
      if (lines.length > 0) {
        lines.shift();
        this.#passing = false;
      } else this.#open = Buffer.alloc(0);
    }
    yield* this.#give(lines, false);
    if (this.#open.length <= LINE_MAX) return;
    const head = this.#open;
    this.#open = Buffer.alloc(0);
    this.#passing = true;
    yield* this.#give([head], true);
  }

  /** What is left of a file that will not grow any more. */
  *#rest(): Generator<FollowEvent> {
    const rest = this.#open;
    this.#open = Buffer.alloc(0);
    if (rest.length > 0 && !this.#passing) yield* this.#give([rest], false);
  }

  /** Behind the first line end from `from` on, or -1. */
  #lineEnd(bytes: Buffer, from: number): number {
    const { width, bigEndian } = this.#encoding.shape;
    for (let at = bytes.indexOf(0x0a, from); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
      if (width === 1) return at + 1;
      const start = at - (bigEndian ? width - 1 : 0);
      const unit = bytes.subarray(Math.max(0, start), start + width);
      const aligned = start >= from && (start - from) % width === 0 && unit.length === width;
      if (aligned && unit.every((byte, index) => byte === 0 || start + index === at)) return start + width;
    }
    return -1;
  }

  *#give(lines: readonly Buffer[], goesOn: boolean): Generator<FollowEvent> {
    if (lines.length === 0) return;
    const { screen, filter, name, maxLine } = this.#options;
    const all = Buffer.concat([this.#context, ...lines]);
    const ranges: { from: number; end: number }[] = [];
    let at = this.#context.length;
    for (const line of lines) {
      ranges.push({ from: at, end: at + line.length });
      at += line.length;
    }
    const { width } = this.#encoding.shape;
    const kept = Math.min(all.length, CONTEXT_BYTES);
    this.#context = all.subarray(all.length - (kept - (kept % width)));
    for (const line of screen.screen(all, { from: 0, end: all.length }, ranges, this.#encoding)) {
      if (this.#lines !== null) this.#lines += 1;
      const lineNo = this.#lines;
      const text = withoutLineEnd(line.text);
      const level = levelOfText(text);
      const reference = Date.now();
      if (filter.byTime) this.#time = lineTime(text, reference) ?? this.#time;
      if (!filter.takesLevel(level) || !filter.takesTime(text, reference, () => this.#time)) continue;
      const place = { kind: "line", line: lineNo ?? 1 } as const;
      yield {
        kind: "line",
        line: viewLine(line, { screen, name, lineNo, at: place, level, maxLine, goesOn }),
      };
    }
  }
}
