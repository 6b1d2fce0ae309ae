/**
 * Words of charts and SmartArt that a document's drawings refer to, read from their own parts after the body.
 *
 * Guarantees: each drawing's words stand at the place of the drawing; a drawing whose part is missing or broken is a gap.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions, Unit } from "../../model/unit.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { readChart } from "../drawing/chart.ts";
import { readDiagram } from "../drawing/diagram.ts";
import type { DrawingReference, StoryRecord } from "./record.ts";

export interface DrawingSource {
  readonly opened: OfficePackage;
  readonly record: StoryRecord;
  readonly options: ExtractOptions;
  readonly gaps: Gap[];
}

interface Words {
  readonly text: string;
  readonly altTexts: readonly string[];
}

/** The units of one drawing after the other. A part that many drawings show is read once. */
export async function* drawingUnits(source: DrawingSource): AsyncGenerator<Unit[]> {
  const relationships = new Map<string, readonly Relationship[]>();
  const known = new Map<string, Words | undefined>();
  for (const drawing of source.record.drawings) {
    const own = relationships.get(drawing.owner) ?? (await source.opened.relationships(drawing.owner));
    relationships.set(drawing.owner, own);
    const target = own.find(({ id, external }) => id === drawing.relationshipId && !external)?.target ?? "";
    if (!known.has(target)) known.set(target, await wordsOrNothing(drawing, target, source));
    const words = known.get(target);
    if (words === undefined) source.gaps.push({ region: drawing.region, reason: "damaged", count: 1 });
    else yield unitsOf(drawing, words, source.options);
  }
}

/** Undefined for a part that is missing or broken. */
async function wordsOrNothing(
  { region }: DrawingReference,
  part: string,
  { opened, options }: DrawingSource,
): Promise<Words | undefined> {
  try {
    if (region === "smart_art") return await readDiagram(opened.open(part), options, part);
    return { text: await readChart(opened.open(part), options, part), altTexts: [] };
  } catch (error) {
    if (error instanceof ReadbackError && error.code === "damaged") return undefined;
    throw error;
  }
}

function unitsOf(
  { at, region }: DrawingReference,
  { text, altTexts }: Words,
  options: ExtractOptions,
): Unit[] {
  const units = altTexts.map((alt): Unit => ({ at, region: "alt_text", text: alt, joins: false }));
  if (text !== "") units.unshift({ at, region, text, joins: false });
  for (const unit of units) options.meter.addText(unit.text?.length ?? 0);
  return units;
}
