/**
 * `contains`: every unit is looked at; hits come back with their context, and the count goes on after the output limit.
 *
 * Guarantees: a phrase that runs over the end of a text line is found and placed at its lines; contexts that overlap merge; a passage of
 * context carries no `match`. Units of several lines (a page, a slide) give the lines of the hit, with context lines inside the unit.
 * Not covered: a phrase that runs from one page, slide, paragraph or cell into the next.
 */

import type { TextSpan } from "../../model/answer.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { Needle } from "../interfaces.ts";
import type { Collected, Collector } from "./collector.ts";
import { excerpts } from "./excerpt.ts";
import { LineHits } from "./line-hits.ts";
import { cutAt, isWide, PassageList } from "./passage-list.ts";

const MORE_PLACES = 20;
/** A unit shorter than this is given whole, however few of its lines hold the hit. */
const SHORT_UNIT = 300;
/** A line or paragraph longer than this is shown around its hit only. */
const LONG_UNIT = 2000;
const AROUND = 300;

interface Neighbours {
  before: Unit[];
  after: number;
}

export class ContainsCollector implements Collector {
  readonly #needle: Needle;
  readonly #context: number;
  readonly #list: PassageList;
  readonly #lines: LineHits;
  readonly #neighbours = new Map<Region, Neighbours>();
  readonly #moreAt: Locator[] = [];
  #count = 0;
  #cut = false;
  #lastLine = 0;

  constructor(needle: Needle, needleLength: number, context: number, maxChars: number) {
    this.#needle = needle;
    this.#context = context;
    this.#list = new PassageList(maxChars);
    this.#lines = new LineHits(needle, needleLength, context, {
      hit: (unit, highlights) => this.#hit(unit, highlights),
      context: (unit) => this.#addContext(unit),
    });
  }

  take(units: readonly Unit[]): void {
    let from = 0;
    while (from < units.length) {
      if (units[from]?.at.kind === "line") {
        let to = from + 1;
        while (to < units.length && units[to]?.at.kind === "line") to += 1;
        this.#lines.take(from === 0 && to === units.length ? units : units.slice(from, to));
        from = to;
      } else {
        const unit = units[from];
        if (unit !== undefined) this.#takeUnit(unit);
        from += 1;
      }
    }
  }

  break(): void {
    this.#lines.break();
  }

  finish(): Collected {
    this.#lines.finish();
    return {
      mode: "contains",
      passages: this.#list.finish(),
      stopReason: this.#cut ? "output_limit" : null,
      matchCount: this.#count,
      ...(this.#moreAt.length === 0 ? {} : { moreAt: this.#moreAt }),
    };
  }

  #takeUnit(unit: Unit): void {
    const spans = this.#spans(unit);
    if (unit.region === "deleted") {
      // A tracked deletion is not current text: shown with its region, never counted as a hit.
      if (spans !== undefined) this.#addContext(unit);
      return;
    }
    const neighbours = this.#around(unit.region);
    if (spans === undefined) {
      if (neighbours.after > 0) {
        neighbours.after -= 1;
        this.#addContext(unit);
      } else if (this.#context > 0 && !isWide(unit)) {
        neighbours.before.push(unit);
        if (neighbours.before.length > this.#context) neighbours.before.shift();
      }
      return;
    }
    if (isWide(unit) && unit.text !== null && unit.text.length > SHORT_UNIT && spans.length > 0) {
      for (const excerpt of excerpts(unit.text, spans, this.#context))
        this.#hit(unit, excerpt.highlights, excerpt.text);
      return;
    }
    for (const before of neighbours.before) this.#addContext(before);
    neighbours.before = [];
    this.#hit(unit, spans);
    neighbours.after = isWide(unit) ? 0 : this.#context;
  }

  /** Spans of the hits in the unit's text; empty where only its number, name or typed value holds the phrase; undefined without a hit. */
  #spans(unit: Unit): TextSpan[] | undefined {
    if (unit.text !== null && unit.text !== "") {
      const spans = this.#needle.findAll(unit.text);
      if (spans.length > 0) return spans;
      if (unit.numbering !== undefined && this.#needle.test(`${unit.numbering} ${unit.text}`)) return [];
    }
    if (unit.label !== undefined && this.#needle.test(unit.label)) return [];
    const value = unit.cell?.value;
    if (
      value !== undefined &&
      value !== null &&
      String(value) !== unit.text &&
      this.#needle.test(String(value))
    )
      return [];
    return undefined;
  }

  #around(region: Region): Neighbours {
    let neighbours = this.#neighbours.get(region);
    if (neighbours === undefined) {
      neighbours = { before: [], after: 0 };
      this.#neighbours.set(region, neighbours);
    }
    return neighbours;
  }

  #addContext(unit: Unit): void {
    if ((unit.text?.length ?? 0) <= LONG_UNIT) this.#list.add(unit);
    else this.#list.add(unit, { excerpt: cutAt(unit.text ?? "", AROUND) });
  }

  #hit(unit: Unit, highlights: readonly TextSpan[], excerpt?: string): void {
    if (unit.at.kind === "line") {
      // A further piece of a very long line that was already counted.
      if (unit.at.line === this.#lastLine) return;
      this.#lastLine = unit.at.line;
    }
    this.#count += 1;
    const shown = excerpt === undefined ? aroundHit(unit, highlights) : { excerpt, highlights };
    if (!this.#list.full && this.#list.add(unit, { match: true, ...shown })) return;
    this.#cut = true;
    if (this.#moreAt.length < MORE_PLACES) this.#moreAt.push(unit.at);
  }
}

/** The stretch of a long unit around its first hit; a short one is shown whole. */
function aroundHit(
  unit: Unit,
  highlights: readonly TextSpan[],
): { excerpt?: string; highlights: readonly TextSpan[] } {
  const text = unit.text ?? "";
  const [first] = highlights;
  if (text.length <= LONG_UNIT || first === undefined) return { highlights };
  const lead = text.slice(0, first.start);
  const start = lead.length - lastPart(lead, AROUND).length;
  const excerpt = cutAt(text.slice(start), Math.max(first.end - start, 0) + 2 * AROUND);
  return {
    excerpt,
    highlights: highlights
      .map((span) => ({ start: span.start - start, end: span.end - start }))
      .filter((span) => span.end <= excerpt.length),
  };
}

/** The last `length` UTF-16 units, one less where that would split a surrogate pair. */
function lastPart(text: string, length: number): string {
  const part = text.slice(-length);
  const first = part.charCodeAt(0);
  return first >= 0xdc00 && first <= 0xdfff ? part.slice(1) : part;
}
