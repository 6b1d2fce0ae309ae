/** A range in the format's own units: exactly the units asked for, then where to go on when the output limit cut it. */

import type { NextRead } from "../../model/answer.ts";
import type { Gap } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import { columnLetters, columnNumber, inRanges } from "../../model/request.ts";
import type { CellBlock, NumberRange, Selection, Unit } from "../../model/unit.ts";
import type { Collected, Collector } from "./collector.ts";
import { PassageList } from "./passage-list.ts";

export class RangeCollector implements Collector {
  readonly #selection: Selection;
  readonly #list: PassageList;
  readonly #seen = new Set<string>();
  #refused: Locator | undefined;
  #read = 0;
  #lastCounted = -1;

  constructor(selection: Selection, maxChars: number) {
    this.#selection = selection;
    this.#list = new PassageList(maxChars);
  }

  take(units: readonly Unit[]): void {
    for (const unit of units) {
      if (!inSelection(this.#selection, unit.at)) continue;
      this.#count(unit);
      if (!this.#list.add(unit) && this.#refused === undefined) this.#refused = unit.at;
    }
  }

  finish(): Collected {
    const passages = this.#list.finish();
    const next =
      this.#refused === undefined
        ? undefined
        : nextOf(this.#selection, this.#refused, this.#list.last === this.#refused && passages.length === 1);
    return {
      mode: "range",
      passages,
      stopReason: this.#refused === undefined ? null : "output_limit",
      read: this.#read,
      ...(next === undefined ? {} : { next }),
    };
  }

  /** Counts lines, pages, slides and paragraphs once each; cells one by one. */
  #count(unit: Unit): void {
    if (unit.at.kind === "line") {
      if (unit.at.line !== this.#lastCounted) this.#read += 1;
      this.#lastCounted = unit.at.line;
      return;
    }
    const key =
      unit.at.kind === "page" ? `${unit.at.page}` : unit.at.kind === "slide" ? `${unit.at.slide}` : undefined;
    if (key === undefined) this.#read += 1;
    else if (!this.#seen.has(key)) {
      this.#seen.add(key);
      this.#read += 1;
    }
  }
}

export function inSelection(selection: Selection, at: Locator): boolean {
  switch (selection.kind) {
    case "lines":
      // A record that begins before the range and ends in it belongs to it.
      return (
        (at.kind === "line" || at.kind === "record") &&
        at.line <= selection.to &&
        (at.endLine ?? at.line) >= selection.from
      );
    case "pages":
      return at.kind === "page" && inRanges(selection.ranges, at.page);
    case "slides":
      return at.kind === "slide" && inRanges(selection.ranges, at.slide);
    case "paragraphs":
      return at.kind === "paragraph" && inRanges(selection.ranges, at.paragraph);
    case "table":
      return at.kind === "tableCell" && at.table === selection.table;
    case "cells":
      return (
        at.kind === "sheetCell" &&
        at.sheet.toLowerCase() === selection.sheet.toLowerCase() &&
        (selection.block === undefined || inBlock(selection.block, at.cell))
      );
  }
}

function inBlock(block: CellBlock, cell: string): boolean {
  const match = /^([A-Z]+)(\d+)/.exec(cell);
  if (!match) return false;
  const column = columnNumber(match[1] ?? "");
  const row = Number(match[2]);
  return row >= block.fromRow && row <= block.toRow && column >= block.fromColumn && column <= block.toColumn;
}

/** Whether a gap belongs to the range: one with a place by its place; one of the whole file only where it touches what was asked. */
export function gapInSelection(selection: Selection, gap: Gap): boolean {
  if (gap.at !== undefined) return inSelection(selection, gap.at);
  if (gap.extent !== undefined) {
    const { from, to } = gap.extent;
    if (selection.kind === "lines") return from <= selection.to && to >= selection.from;
    if (selection.kind === "pages" || selection.kind === "slides" || selection.kind === "paragraphs")
      return selection.ranges.some((range) => from <= range.to && to >= range.from);
    return true;
  }
  return gap.region === undefined || gap.region === "numbering" || gap.region === "body";
}

function rangesText(ranges: readonly NumberRange[]): string {
  return ranges
    .map((range) => (range.from === range.to ? `${range.from}` : `${range.from}-${range.to}`))
    .join(",");
}

/** The options of the call that continues at the unit that did not fit, or behind it when it stands `alone` in this answer, cut. */
function nextOf(selection: Selection, refused: Locator, alone: boolean): NextRead | undefined {
  const onwards = (ranges: readonly NumberRange[], from: number): NumberRange[] =>
    ranges
      .filter((range) => range.to >= from)
      .map((range) => ({ from: Math.max(range.from, from), to: range.to }));
  const after = (number: number): number => (alone ? number + 1 : number);
  switch (selection.kind) {
    case "lines": {
      if (refused.kind !== "line" && refused.kind !== "record") return undefined;
      const from = after(refused.line);
      if (from > selection.to) return undefined;
      return selection.to >= Number.MAX_SAFE_INTEGER
        ? { start_line: from }
        : { start_line: from, end_line: selection.to };
    }
    case "pages":
    case "slides":
    case "paragraphs": {
      const number =
        refused.kind === "page"
          ? refused.page
          : refused.kind === "slide"
            ? refused.slide
            : refused.kind === "paragraph"
              ? refused.paragraph
              : undefined;
      if (number === undefined) return undefined;
      const ranges = onwards(selection.ranges, after(number));
      return ranges.length === 0 ? undefined : { [selection.kind]: rangesText(ranges) };
    }
    case "cells": {
      if (refused.kind !== "sheetCell") return undefined;
      const row = Number(/\d+/.exec(refused.cell)?.[0] ?? "1");
      const block = selection.block;
      // No progress was made: the same call again would loop.
      if (row === (block?.fromRow ?? 1) || alone) return undefined;
      const left = columnLetters(block?.fromColumn ?? 1);
      const right = columnLetters(block?.toColumn ?? 16_384);
      return { sheet: selection.sheet, cells: `${left}${row}:${right}${block?.toRow ?? 1_048_576}` };
    }
    case "table":
      return undefined;
  }
}
