/**
 * Quotes in one pass over a file's screened text: where each stands, and where nothing does, the stretch that is most like it.
 *
 * Guarantees: a quote is found by the ordinary matching of `contains`, also where it runs over the end of a line, a paragraph, a cell or a page of
 * the same layer; every place is counted, and the cited one is never lost among many.
 * Not covered: a quote that runs from one layer of the document into another, or over a page's header and footer.
 */

import { standsAt } from "../../model/citation.ts";
import type { Region } from "../../model/locator.ts";
import { QUOTE_PLACES } from "../../model/quote.ts";
import type { QuoteFinding, QuoteRequest, Stretch } from "../../model/quote.ts";
import type { Unit } from "../../model/unit.ts";
import { compileNeedle } from "../matching/needle.ts";
import type { CompiledNeedle } from "../matching/needle.ts";
import type { Collected, Collector } from "./collector.ts";
import { Likeness } from "./likeness.ts";

/** Characters of one layer that are searched together. */
const BLOCK = 32_768;

/** Units of one layer, joined by line ends, that were not searched to their end yet. */
interface Layer {
  units: Unit[];
  starts: number[];
  text: string;
}

interface Search {
  readonly quote: QuoteRequest;
  readonly needle: CompiledNeedle;
  readonly likeness: Map<Region, Likeness>;
  readonly places: Stretch[];
  there: Stretch | null;
  count: number;
}

export class QuoteCollector implements Collector {
  readonly #searches: readonly Search[];
  readonly #layers = new Map<Region, Layer>();
  readonly #reach: number;

  constructor(quotes: readonly QuoteRequest[]) {
    this.#searches = quotes.map((quote) => ({
      quote,
      needle: compileNeedle(quote.text),
      likeness: new Map<Region, Likeness>(),
      places: [],
      there: null,
      count: 0,
    }));
    this.#reach = Math.max(...this.#searches.map(({ needle }) => needle.reach));
  }

  take(units: readonly Unit[]): void {
    for (const unit of units) {
      if (unit.text === null || unit.text === "") continue;
      let layer = this.#layers.get(unit.region);
      if (layer === undefined) {
        layer = { units: [], starts: [], text: "" };
        this.#layers.set(unit.region, layer);
      }
      // The pieces of one long line are one text.
      if (layer.units.length > 0 && layer.units.at(-1)?.continued !== true) layer.text += "\n";
      layer.starts.push(layer.text.length);
      layer.units.push(unit);
      layer.text += unit.text;
      for (const search of this.#searches) if (search.count === 0) likenessOf(search, unit.region).take(unit);
      if (layer.text.length > BLOCK + 2 * this.#reach) this.#search(layer, false);
    }
  }

  finish(): Collected {
    for (const layer of this.#layers.values()) this.#search(layer, true);
    return {
      mode: "contains",
      passages: [],
      stopReason: null,
      quotes: this.#searches.map(findingOf),
    };
  }

  /** All of the layer's text, or all but what a hit that goes on might need. */
  #search(layer: Layer, last: boolean): void {
    const { text, units, starts } = layer;
    const border = last ? text.length : text.length - this.#reach;
    const kept = last ? units.length : lastAtOrBefore(starts, border);
    // Hits are counted where they begin before the first unit that is kept for the next time.
    const end = last ? text.length + 1 : (starts[kept] ?? 0);
    for (const search of this.#searches)
      for (const span of search.needle.findAll(text)) {
        if (span.start >= end) break;
        const first = units[lastAtOrBefore(starts, span.start)];
        const final = units[lastAtOrBefore(starts, span.end - 1)];
        if (first === undefined || final === undefined) continue;
        count(search, first, final, units.slice(units.indexOf(first), units.indexOf(final) + 1));
      }
    layer.text = text.slice(last ? text.length : end);
    layer.units = units.slice(kept);
    layer.starts = starts.slice(kept).map((start) => start - end);
  }
}

function count(search: Search, first: Unit, final: Unit, units: readonly Unit[]): void {
  const stretch = stretchOf(first, final);
  search.count += 1;
  const { at } = search.quote;
  if (at !== undefined && search.there === null && units.some((unit) => standsAt(unit.at, at)))
    search.there = stretch;
  else if (search.places.length < QUOTE_PLACES) search.places.push(stretch);
}

function stretchOf(first: Unit, final: Unit): Stretch {
  return { at: first.at, ...(final === first ? {} : { to: final.at }), region: first.region };
}

function likenessOf(search: Search, region: Region): Likeness {
  let likeness = search.likeness.get(region);
  if (likeness === undefined) {
    likeness = new Likeness(search.quote.text);
    search.likeness.set(region, likeness);
  }
  return likeness;
}

function findingOf(search: Search): QuoteFinding {
  const { there, places, count: found } = search;
  const listed = there === null ? places : [there, ...places].slice(0, QUOTE_PLACES);
  const finding = { places: listed, count: found, standsThere: there !== null };
  if (found > 0) return finding;
  const { at } = search.quote;
  let nearest: QuoteFinding["nearest"];
  let best = 0;
  for (const likeness of search.likeness.values()) {
    const like = likeness.finish();
    if (like === null) continue;
    // Of two that are as like, the one at the cited place.
    const here = at !== undefined && like.units.some((unit) => standsAt(unit.at, at));
    const score = like.likeness + (here ? 0.001 : 0);
    const [first] = like.units;
    const final = like.units.at(-1);
    if (score <= best || first === undefined || final === undefined) continue;
    best = score;
    nearest = { ...stretchOf(first, final), text: like.text, likeness: like.likeness };
  }
  return nearest === undefined ? finding : { ...finding, nearest };
}

/** Index of the last start that is not behind `position`. */
function lastAtOrBefore(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
