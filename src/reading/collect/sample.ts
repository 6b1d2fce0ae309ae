/**
 * A deterministic sample of a file that does not fit: head, evenly spread blocks, tail; each passage keeps its place, and what lies between
 * is named. Pages and slides are planned by their numbers, so that only the chosen ones need to be extracted again.
 */

import type { NextRead, Passage } from "../../model/answer.ts";
import type { Gap } from "../../model/coverage.ts";
import { locatorText } from "../../model/locator.ts";
import type { Locator, UnitName } from "../../model/locator.ts";
import type { NumberRange, Unit } from "../../model/unit.ts";
import type { Collected, Collector } from "./collector.ts";
import { costOf, PassageList } from "./passage-list.ts";
import type { Measured } from "./whole.ts";

const BLOCKS_MIN = 2;
const BLOCKS_MAX = 12;
/** Below this many characters a block is too small to be understood. */
const BLOCK_CHARS = 1500;

export interface SamplePlan {
  readonly unit: UnitName;
  /** Positions there are: page or slide numbers, else places in the stream. */
  readonly positions: number;
  readonly blockChars: number;
  /** First position of each block, the head first; the tail block is found from the end. */
  readonly starts: readonly number[];
  /** Positions by page or slide number. */
  readonly byNumber: boolean;
}

export function planSample(
  unit: UnitName,
  primary: number,
  measured: Measured,
  maxChars: number,
): SamplePlan {
  const byNumber = unit === "page" || unit === "slide";
  const positions = byNumber ? primary : measured.units;
  const average = Math.max(1, measured.chars / Math.max(1, positions));
  const wanted = Math.round(maxChars / Math.max(BLOCK_CHARS, 2 * average));
  const blocks = Math.min(BLOCKS_MAX, positions, Math.max(BLOCKS_MIN, wanted));
  const blockChars = Math.floor(maxChars / blocks);
  const starts: number[] = [];
  const tail = Math.max(1, positions - Math.max(1, Math.round(blockChars / average)) + 1);
  for (let block = 0; block < blocks; block += 1) {
    const start = 1 + Math.round((block * (tail - 1)) / Math.max(1, blocks - 1));
    if (start !== starts.at(-1)) starts.push(start);
  }
  return { unit, positions, blockChars, starts, byNumber };
}

/** The pages or slides that a second extraction has to give for this plan. */
export function plannedRanges(plan: SamplePlan, measured: Measured): NumberRange[] {
  const average = Math.max(1, measured.chars / Math.max(1, plan.positions));
  const length = Math.max(1, Math.ceil((2 * plan.blockChars) / average));
  return plan.starts.map((start, index) => ({
    from: start,
    to: Math.min(plan.positions, (plan.starts[index + 1] ?? plan.positions + 1) - 1, start + length - 1),
  }));
}

export class SampleCollector implements Collector {
  readonly #plan: SamplePlan;
  readonly #passages: Passage[] = [];
  readonly #left: { from: number; to: number; first: Locator; last: Locator }[] = [];
  #list: PassageList | undefined;
  #block = -1;
  #position = 0;
  readonly #ending: { unit: Unit; position: number }[] = [];
  #endingCost = 0;

  constructor(plan: SamplePlan) {
    this.#plan = plan;
  }

  take(units: readonly Unit[]): void {
    for (const unit of units) {
      this.#position = this.#plan.byNumber ? (numberOf(unit.at) ?? this.#position) : this.#position + 1;
      while ((this.#plan.starts[this.#block + 1] ?? Infinity) <= this.#position) this.#open();
      if (this.#block === this.#plan.starts.length - 1) this.#tail(unit);
      else if (this.#list?.add(unit) !== true) this.#leave(unit.at, this.#position);
    }
  }

  /** The last block ends with the last unit, so what it can hold is known only then. */
  #tail(unit: Unit): void {
    this.#ending.push({ unit, position: this.#position });
    this.#endingCost += costOf(unit);
    while (this.#endingCost > this.#plan.blockChars && this.#ending.length > 1) {
      const dropped = this.#ending.shift();
      if (dropped === undefined) return;
      this.#endingCost -= costOf(dropped.unit);
      this.#leave(dropped.unit.at, dropped.position);
    }
  }

  finish(): Collected {
    for (const { unit } of this.#ending) this.#list?.add(unit);
    this.#close();
    const gaps: Gap[] = this.#left.map((left) => ({
      reason: "sampled",
      extent: {
        unit: this.#plan.unit,
        from: unitNumber(left.first, left.from),
        to: unitNumber(left.last, left.to),
      },
      ...(left.first.kind === "sheetCell" || left.first.kind === "tableCell"
        ? { detail: `${locatorText(left.first)} to ${locatorText(left.last)}` }
        : {}),
    }));
    const next = nextOf(this.#left[0]?.first, this.#left[0]?.last);
    return {
      mode: "sample",
      passages: this.#passages,
      stopReason: "sampled",
      gaps,
      ...(next === undefined ? {} : { next }),
    };
  }

  #open(): void {
    this.#close();
    this.#block += 1;
    this.#list = new PassageList(this.#plan.blockChars);
  }

  #close(): void {
    if (this.#list !== undefined) this.#passages.push(...this.#list.finish());
    this.#list = undefined;
  }

  #leave(at: Locator, position: number): void {
    const last = this.#left.at(-1);
    if (last !== undefined && position <= last.to + 1) {
      last.to = position;
      last.last = at;
    } else this.#left.push({ from: position, to: position, first: at, last: at });
  }
}

/** Pages between planned ones never reach the collector; they are left out all the same. */
export function unplannedGaps(plan: SamplePlan, planned: readonly NumberRange[]): Gap[] {
  const gaps: Gap[] = [];
  let next = 1;
  for (const range of [...planned, { from: plan.positions + 1, to: plan.positions + 1 }]) {
    if (range.from > next)
      gaps.push({ reason: "sampled", extent: { unit: plan.unit, from: next, to: range.from - 1 } });
    next = range.to + 1;
  }
  return gaps;
}

function numberOf(at: Locator): number | undefined {
  if (at.kind === "page") return at.page;
  if (at.kind === "slide") return at.slide;
  return undefined;
}

/** The number a caller can ask for: a line or paragraph number where the unit has one, else its place in the stream. */
function unitNumber(at: Locator, position: number): number {
  if (at.kind === "line" || at.kind === "record") return at.line;
  if (at.kind === "paragraph") return at.paragraph;
  return position;
}

function nextOf(first: Locator | undefined, last: Locator | undefined): NextRead | undefined {
  if (first === undefined || last === undefined) return undefined;
  if ((first.kind === "line" || first.kind === "record") && (last.kind === "line" || last.kind === "record"))
    return { start_line: first.line, end_line: last.line };
  if (first.kind === "page" && last.kind === "page") return { pages: `${first.page}-${last.page}` };
  if (first.kind === "slide" && last.kind === "slide") return { slides: `${first.slide}-${last.slide}` };
  if (first.kind === "paragraph")
    return {
      paragraphs: `${first.paragraph}-${last.kind === "paragraph" ? last.paragraph : first.paragraph}`,
    };
  if (first.kind === "sheetCell") return { sheet: first.sheet };
  if (first.kind === "tableCell") return { table: first.table };
  return undefined;
}
