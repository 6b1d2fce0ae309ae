/**
 * The stretches of a skimmed file that are read properly: which lines belong to what was found in a block, and those lines as units.
 *
 * Guarantees: around each trigger its bytes before and behind, whole lines, and the context lines beyond them; stretches that touch are one;
 * lines are numbered as in the file, each is counted once, and none is given twice. A stretch that would begin before what the buffer
 * still holds is `SkimGivenUp`.
 */

import { LineAssembler } from "../../formats/text/lines.ts";
import type { Unit } from "../../model/unit.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { SkimGivenUp } from "./trigger.ts";
import type { Trigger } from "./trigger.ts";

const LF = 10;
const EVERYTHING = { from: 1, to: Number.POSITIVE_INFINITY };

export interface StretchBatch {
  readonly units: readonly Unit[];
  readonly counted: 0;
  readonly skipped?: boolean;
}

export class SkimStretches {
  /** Given as units so far. */
  bytes = 0;
  readonly #kernel: Kernel;
  readonly #context: number;
  /** Units have been given up to here; negative where that is not in the buffer any more. A line begins here. */
  #given = 0;
  /** LFs have been counted up to here. */
  #counted = 0;
  #lines = 0;
  /** The stretch that goes on: up to this byte, and so many line ends from there on. */
  #open: { to: number; lineEnds: number } | undefined;
  #assembler: LineAssembler | undefined;

  constructor(kernel: Kernel, context: number) {
    this.#kernel = kernel;
    this.#context = context;
  }

  /** What was found in the block that ends at `end`. */
  *take(triggers: Trigger[], end: number): Generator<StretchBatch> {
    const sorted = triggers
      .map((trigger) => ({ ...trigger, start: this.#lineStart(trigger.from) - trigger.before }))
      .toSorted((a, b) => a.start - b.start);
    for (const { start, to, after } of sorted) {
      const reach = this.#lineEnd(to, end) + after;
      const open = this.#open;
      if (open !== undefined && start > open.to) {
        const stop = this.#stop(open, end);
        if (stop !== undefined && this.#stepBack(start) > stop) {
          yield* this.#give(stop);
          this.#open = undefined;
        }
      }
      if (this.#open === undefined) {
        const begin = this.#stepBack(start);
        if (begin > this.#given) this.#skipTo(begin);
        this.#open = { to: reach, lineEnds: this.#context + 1 };
        if (begin > this.#given) this.#given = begin;
      } else if (reach >= this.#open.to) this.#open = { to: reach, lineEnds: this.#context + 1 };
    }
    if (this.#open !== undefined) yield* this.#goOn(this.#open, end);
  }

  /** The file ends: an unterminated line is one. */
  *finish(end: number): Generator<StretchBatch> {
    const assembler = this.#assembler;
    if (assembler === undefined || this.#given < end) return;
    assembler.finish();
    yield { ...assembler.take(), counted: 0 };
  }

  /** The first `count` bytes of the buffer are about to go, and the others to move to its start. */
  drop(count: number): void {
    this.#countTo(count);
    this.#counted -= count;
    this.#given -= count;
    if (this.#open !== undefined) this.#open.to -= count;
  }

  *#goOn(open: { to: number; lineEnds: number }, end: number): Generator<StretchBatch> {
    const stop = this.#stop(open, end);
    if (stop !== undefined) {
      this.#open = undefined;
      yield* this.#give(stop);
      return;
    }
    if (open.to < end) {
      open.lineEnds -= this.#kernel.countByte(LF, open.to, end);
      open.to = end;
    }
    yield* this.#give(end);
  }

  /** Behind the line that ends a stretch; undefined where that comes later than `end`. */
  #stop({ to, lineEnds }: { to: number; lineEnds: number }, end: number): number | undefined {
    let at = to;
    for (let left = lineEnds; left > 0; left -= 1) {
      if (at >= end) return undefined;
      const lineEnd = this.#kernel.bytes.indexOf(LF, at);
      if (lineEnd < 0 || lineEnd >= end) return undefined;
      at = lineEnd + 1;
    }
    return at;
  }

  #lineStart(at: number): number {
    return at <= 0 ? 0 : this.#kernel.bytes.lastIndexOf(LF, at - 1) + 1;
  }

  /** Behind the LF that ends the line of `at`. */
  #lineEnd(at: number, end: number): number {
    const lineEnd = this.#kernel.bytes.indexOf(LF, at);
    return lineEnd < 0 || lineEnd >= end ? end : lineEnd + 1;
  }

  /** The beginning of the line at `start` with the context lines before it, or what was given already. */
  #stepBack(start: number): number {
    let at = start;
    for (let lines = 0; lines <= this.#context; lines += 1) {
      if (this.#given >= 0 && at <= this.#given) return this.#given;
      // The first line of the buffer may have begun before it.
      if (at <= 0) throw new SkimGivenUp("lines before a hit that are not held any more");
      at = this.#lineStart(lines === 0 ? at : at - 1);
    }
    if (at > this.#given && at > 0) return at;
    if (this.#given >= 0) return this.#given;
    throw new SkimGivenUp("lines before a hit that are not held any more");
  }

  #countTo(position: number): void {
    if (position <= this.#counted) return;
    this.#lines += this.#kernel.countByte(LF, this.#counted, position);
    this.#counted = position;
  }

  #skipTo(begin: number): void {
    this.#countTo(begin);
    this.#assembler = undefined;
  }

  /** The lines from what was given up to `to`. */
  *#give(to: number): Generator<StretchBatch> {
    if (to <= this.#given) return;
    let skipped = false;
    if (this.#assembler === undefined) {
      skipped = true;
      this.#assembler = new LineAssembler(EVERYTHING, () => true);
      this.#assembler.lines = this.#lines;
    }
    const assembler = this.#assembler;
    const text = this.#kernel.bytes.toString("utf8", this.#given, to);
    this.bytes += to - this.#given;
    this.#given = to;
    assembler.begin({ text, byteStart: 0, replacedBytes: 0, replacements: [] });
    for (;;) {
      const more = assembler.fill();
      yield { ...assembler.take(), counted: 0, ...(skipped ? { skipped } : {}) };
      skipped = false;
      if (!more) break;
    }
    this.#counted = to;
    this.#lines = assembler.lines;
  }
}
