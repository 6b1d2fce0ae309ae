/**
 * Counting levels through one log: regions of the reader in, a number for each level out.
 *
 * Guarantees: each line seen to its end is counted once, by its own header; of a line longer than LINE_MAX the head decides.
 */

import type { LogLevel } from "../../model/log-answer.ts";
import { HeaderTemplates } from "./header-templates.ts";
import type { LineFilter } from "./line-filter.ts";
import type { LineReader, Region } from "./line-reader.ts";
import { levelOfText, withoutLineEnd } from "./line-view.ts";
import type { LogEncoding } from "./log-encoding.ts";
import { JSON_CHARS, LEVEL_CHARS, levelOf, needsMore } from "./levels.ts";
import { lineTime } from "./timestamps.ts";

export type LevelCounts = Record<LogLevel, number>;

export function noLevels(): LevelCounts {
  return { TRACE: 0, DEBUG: 0, INFO: 0, WARN: 0, ERROR: 0, FATAL: 0, OTHER: 0 };
}

export class LevelsScan {
  readonly #templates = new HeaderTemplates();
  readonly looksFirst = true;
  /** Lines before the reader's position. */
  lines: number;
  nulBytes = 0;
  readonly #reader: LineReader;
  readonly #encoding: LogEncoding;
  readonly #filter: LineFilter;
  readonly #counts: LevelCounts;
  readonly #reference: number;
  /** Of the last dated line. */
  #time: number | undefined;
  #long: { readonly offset: number; readonly head: string } | undefined;

  constructor(
    reader: LineReader,
    encoding: LogEncoding,
    filter: LineFilter,
    counts: LevelCounts,
    reference: number,
    start: { lines: number; long?: { offset: number; head: Buffer } },
  ) {
    this.#reader = reader;
    this.#encoding = encoding;
    this.#filter = filter;
    this.#counts = counts;
    this.#reference = reference;
    this.lines = start.lines;
    if (start.long !== undefined)
      this.#long = { offset: start.long.offset, head: encoding.decode(start.long.head).text };
  }

  get long(): { offset: number; matched: boolean } | undefined {
    return this.#long === undefined ? undefined : { offset: this.#long.offset, matched: false };
  }

  /** All lines are wanted. */
  take(region: Region): "taken" {
    const { shape } = this.#reader;
    if (shape.width === 1) this.nulBytes += this.#reader.countNuls(region.from, region.end);
    if (region.kind === "part") this.#takePart(region);
    else if (shape.width === 1 && !this.#filter.byTime) this.#takeBytes(region);
    else this.#takeText(region);
    return "taken";
  }

  async prepare(): Promise<void> {
    // Nothing has to be loaded to count levels.
  }

  /** The header of a line is ASCII where it holds a level, so it is read without decoding. */
  #takeBytes(region: Region): void {
    const { kernel } = this.#reader;
    const { bytes } = kernel;
    const trace = { end: -1 };
    let start = region.from;
    const count = (end: number): void => {
      this.lines += 1;
      const suits = HeaderTemplates.suits(bytes[start] ?? 0);
      const known = suits ? this.#templates.match(bytes, start, end) : undefined;
      if (known === undefined) {
        const long = end - start > LEVEL_CHARS;
        let head = bytes.toString("latin1", start, long ? start + LEVEL_CHARS : end);
        if (long && needsMore(head))
          head = bytes.toString("latin1", start, Math.min(end, start + JSON_CHARS));
        trace.end = -1;
        const line = head.endsWith("\r") ? head.slice(0, -1) : head;
        const level = levelOf(line, trace);
        if (suits && trace.end >= 0) this.#templates.learn(line, trace.end + 1, level);
        this.#counts[level] += 1;
      } else this.#counts[known] += 1;
      start = end + 1;
    };
    for (let from = region.from; from < region.end;) {
      const { positions, resume } = kernel.positions(0x0a, from, region.end);
      for (let index = 0; index < positions.length; index += 1) count(positions[index] ?? start);
      from = resume;
    }
    if (start < region.end) count(region.end);
  }

  #takeText(region: Region): void {
    const { kernel, shape } = this.#reader;
    for (let from = region.from; from < region.end;) {
      const lineEnd = this.#reader.firstLineEnd(from, region.end);
      const end = lineEnd < 0 ? region.end : lineEnd + shape.width;
      const head = Math.min(end, from + JSON_CHARS * shape.width);
      this.#count(withoutLineEnd(this.#encoding.decode(kernel.bytes.subarray(from, head)).text));
      from = end;
    }
  }

  #count(text: string): void {
    this.lines += 1;
    this.#time = (this.#filter.byTime ? lineTime(text, this.#reference) : undefined) ?? this.#time;
    if (this.#filter.takesTime(text, this.#reference, () => this.#time)) this.#counts[levelOfText(text)] += 1;
  }

  #takePart(region: Region): void {
    if (region.first || this.#long === undefined) {
      const head = Math.min(region.end, region.from + JSON_CHARS * 4);
      this.#long = {
        offset: this.#reader.base + region.from,
        head: this.#encoding.decode(this.#reader.kernel.bytes.subarray(region.from, head)).text,
      };
    }
    if (!region.last) return;
    this.#count(this.#long.head);
    this.#long = undefined;
  }
}
