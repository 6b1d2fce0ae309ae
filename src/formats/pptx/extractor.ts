/**
 * PowerPoint presentations (.pptx, .pptm, .ppsx, .potx): one batch for each slide, in the order of the slide list.
 *
 * Guarantees: a slide's number is its place in the list; each slide gives a body unit, also a blank one; notes, comments, diagrams, charts,
 * descriptions and hidden parts are units of their own regions; embedded objects, recordings, ink and automatic numbers are named as gaps.
 * Not covered: handout and notes masters, section names, document properties.
 */

import { throwIfCancelled } from "../../model/errors.ts";
import { inRanges } from "../../model/request.ts";
import type { ByteSource, ExtractOptions, Extractor, UnitBatch } from "../../model/unit.ts";
import { openPackage } from "../container/package.ts";
import { readDeck } from "./deck.ts";
import { readSlide } from "./slide.ts";
import { readStaticText } from "./static-text.ts";

export const pptxExtractor: Extractor = {
  format: "pptx",
  unit: "slide",
  selections: ["slides"],
  extract,
};

async function* extract(source: ByteSource, options: ExtractOptions): AsyncIterable<UnitBatch> {
  const container = await openPackage(source, options);
  const deck = await readDeck(container, options);
  yield { units: [], counted: 0, total: deck.slides.length };
  const { selection } = options;
  const layouts = new Set<string>();
  for (let number = 1; number <= deck.slides.length; number += 1) {
    if (selection?.kind === "slides" && !inRanges(selection.ranges, number)) continue;
    throwIfCancelled(options.signal);
    const { layout, ...batch } = await readSlide(container, deck, number, options);
    if (layout !== undefined) layouts.add(layout);
    yield batch;
  }
  const last = await readStaticText(container, layouts, options);
  yield { ...last, facts: { flags: container.flags } };
}
