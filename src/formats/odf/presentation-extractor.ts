/**
 * OpenDocument presentations (.odp, .otp) as slides, then the text of the master pages they use.
 *
 * Guarantees: a damaged `styles.xml` is a gap; a content that breaks off is an error. Not covered, and named as gaps: embedded objects and charts,
 * form controls, automatic numbers, slides that are pictures alone.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import { inRanges } from "../../model/request.ts";
import type { ByteSource, ExtractOptions, Extractor, Selection, Unit, UnitBatch } from "../../model/unit.ts";
import { CONTENT, STYLES, openDocumentPackage } from "./document-package.ts";
import { LeftOut } from "./left-out.ts";
import { partBatches } from "./part-batches.ts";
import type { PartWalk } from "./part-batches.ts";
import { MasterPageWalker, PresentationWalker } from "./presentation.ts";
import { orGap, readCommonStyles } from "./side-parts.ts";
import { OdfStyles } from "./styles.ts";

export const odpExtractor: Extractor = { format: "odp", unit: "slide", selections: ["slides"], extract };

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { container, gaps: packageGaps, flags } = await openDocumentPackage(source, options);
  const gaps: Gap[] = [...packageGaps];
  const leftOut = new LeftOut();
  const styles = new OdfStyles();
  await readCommonStyles(container, options, styles, gaps);
  const walker = new PresentationWalker(styles, leftOut, options.meter);
  const walk: PartWalk = { part: CONTENT, walker, units: walker.units, outOfTime: false };
  let seen = 0;
  for await (const batch of partBatches(container, walk, options)) {
    const units = batch.filter((unit) => wanted(unit, options.selection));
    // A page's own unit is there whether it holds text or not.
    const last = Math.max(seen, ...batch.map(({ at }) => (at.kind === "slide" ? at.slide : 0)));
    let counted = 0;
    for (let slide = seen + 1; slide <= last; slide += 1) if (asked(slide, options.selection)) counted += 1;
    seen = last;
    yield { units, counted };
  }
  if (walk.outOfTime) return;
  if (!walker.found) throw new ReadbackError("damaged", "the content of the file holds no presentation");
  if (container.has(STYLES)) {
    const masters = new MasterPageWalker(walker.masters, new OdfStyles(), leftOut, options.meter);
    const side: PartWalk = { part: STYLES, walker: masters, units: masters.units, outOfTime: false };
    for await (const units of orGap(partBatches(container, side, options), gaps))
      yield { units: options.selection === undefined ? units : [], counted: 0 };
    if (side.outOfTime) return;
  }
  const left = leftOut.gaps().filter(({ at }) => at?.kind !== "slide" || asked(at.slide, options.selection));
  yield {
    units: [],
    counted: 0,
    total: walker.pages,
    gaps: [...gaps, ...left],
    facts: { flags: [...new Set([...flags, ...container.flags, ...leftOut.flags])] },
  };
}

const asked = (slide: number, selection: Selection | undefined): boolean =>
  selection?.kind !== "slides" || inRanges(selection.ranges, slide);

const wanted = ({ at }: Unit, selection: Selection | undefined): boolean =>
  selection === undefined || (at.kind === "slide" && asked(at.slide, selection));
