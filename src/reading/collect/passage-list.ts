/**
 * Passages under an output limit. Consecutive lines become one passage; a unit that does not fit is cut on a character border and marked,
 * and the list is full from then on. The limit counts characters of text plus a fixed share for what surrounds each passage.
 */

import type { Passage, TextSpan } from "../../model/answer.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";

/** What a passage costs beside its text: its place, and for a cell its typed value. */
const PLACE_COST = 30;
const CELL_COST = 60;
/** A cut remainder shorter than this says nothing and is left out. */
const SMALLEST_CUT = 80;

interface Block {
  region: Region;
  line: number;
  endLine: number;
  parts: string[];
  replacedBytes: number;
  cut: boolean;
}

export interface PassageMarks {
  readonly match?: boolean;
  readonly highlights?: readonly TextSpan[];
  /** The text to show instead of the whole unit; marks the passage as cut. */
  readonly excerpt?: string;
}

export class PassageList {
  readonly #maxChars: number;
  readonly #passages: Passage[] = [];
  #block: Block | undefined;
  #spent = 0;
  #full = false;
  #last: Locator | undefined;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get full(): boolean {
    return this.#full;
  }

  get spent(): number {
    return this.#spent;
  }

  /** The place of the last unit taken, whole or cut. */
  get last(): Locator | undefined {
    return this.#last;
  }

  /** Takes a unit; false when it did not fit whole. */
  add(unit: Unit, marks: PassageMarks = {}): boolean {
    if (this.#full) return false;
    const text = marks.excerpt ?? unit.text;
    const joinsBlock = marks.match !== true && this.#continues(unit);
    const cost = (text?.length ?? 4) + (joinsBlock ? 1 : costOfPlace(unit));
    const room = this.#maxChars - this.#spent;
    if (cost > room) {
      this.#full = true;
      const space = room - (cost - (text?.length ?? 4));
      const started = this.#passages.length > 0 || this.#block !== undefined;
      // The first passage is always given, cut to what fits, so that no limit makes an answer look empty. Later on only a page or slide
      // is worth a cut: a line, paragraph or cell is left for the next call.
      if (text === null || (started && (!isWide(unit) || space < SMALLEST_CUT))) return false;
      this.#push(unit, cutAt(text, Math.max(space, 1)), { ...marks, cut: true }, joinsBlock);
      this.#spent = this.#maxChars;
      this.#last = unit.at;
      return false;
    }
    this.#spent += cost;
    this.#last = unit.at;
    this.#push(unit, text, { ...marks, cut: marks.excerpt !== undefined }, joinsBlock);
    return true;
  }

  /** A block never continues over this point. */
  break(): void {
    this.#closeBlock();
  }

  finish(): Passage[] {
    this.#closeBlock();
    return this.#passages;
  }

  #continues(unit: Unit): boolean {
    const block = this.#block;
    return (
      block !== undefined &&
      unit.at.kind === "line" &&
      unit.region === block.region &&
      (unit.at.line === block.endLine + 1 || unit.at.line === block.endLine)
    );
  }

  #push(unit: Unit, text: string | null, marks: PassageMarks & { cut: boolean }, joinsBlock: boolean): void {
    if (unit.at.kind === "line" && marks.match !== true && text !== null) {
      const block = joinsBlock && this.#block ? this.#block : this.#openBlock(unit.at.line, unit.region);
      if (block.parts.length > 0 && unit.at.line === block.endLine)
        block.parts[block.parts.length - 1] += text; // a further piece of a very long line
      else block.parts.push(text);
      block.endLine = unit.at.endLine ?? unit.at.line;
      block.replacedBytes += unit.replacedBytes ?? 0;
      block.cut ||= marks.cut;
      return;
    }
    this.#closeBlock();
    this.#passages.push({
      at: unit.at,
      region: unit.region,
      text,
      ...(marks.match === true ? { match: true } : {}),
      ...(marks.cut ? { cut: true } : {}),
      ...(marks.highlights === undefined ? {} : { highlights: marks.highlights }),
      ...(unit.cell === undefined ? {} : { cell: unit.cell }),
      ...(unit.hidden === undefined ? {} : { hidden: unit.hidden }),
      ...(unit.sheetState === undefined || unit.sheetState === "visible"
        ? {}
        : { sheetState: unit.sheetState }),
      ...(unit.numbering === undefined ? {} : { numbering: unit.numbering }),
      ...(unit.label === undefined ? {} : { label: unit.label }),
      ...(unit.replacedBytes === undefined || unit.replacedBytes === 0
        ? {}
        : { replacedBytes: unit.replacedBytes }),
    });
  }

  #openBlock(line: number, region: Region): Block {
    this.#closeBlock();
    this.#block = { region, line, endLine: line, parts: [], replacedBytes: 0, cut: false };
    return this.#block;
  }

  #closeBlock(): void {
    const block = this.#block;
    this.#block = undefined;
    if (block === undefined) return;
    this.#passages.push({
      at: {
        kind: "line",
        line: block.line,
        ...(block.endLine === block.line ? {} : { endLine: block.endLine }),
      },
      region: block.region,
      text: block.parts.join("\n"),
      ...(block.cut ? { cut: true } : {}),
      ...(block.replacedBytes === 0 ? {} : { replacedBytes: block.replacedBytes }),
    });
  }
}

/** A unit of many lines, where context means lines inside it and not the units around it. */
export function isWide(unit: Unit): boolean {
  return unit.at.kind === "page" || unit.at.kind === "slide" || unit.at.kind === "part";
}

/** What a unit takes of an output limit when it stands in a passage of its own. */
export function costOf(unit: Unit): number {
  return (unit.text?.length ?? 4) + costOfPlace(unit);
}

function costOfPlace(unit: Unit): number {
  return unit.at.kind === "sheetCell" || unit.at.kind === "tableCell" ? CELL_COST : PLACE_COST;
}

/** The first `length` UTF-16 units, one less where that would split a surrogate pair. */
export function cutAt(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
