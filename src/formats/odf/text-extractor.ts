/**
 * OpenDocument texts (.odt, .ott): body, then headers and footers.
 *
 * Guarantees: the body is streamed; a damaged `styles.xml` is a gap, a damaged `content.xml` an error; links are never followed.
 * Not covered, and named as gaps: embedded objects, charts, formulas, form controls, linked sections, automatic numbers.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import { inRanges } from "../../model/request.ts";
import type { ByteSource, ExtractOptions, Extractor, Selection, Unit, UnitBatch } from "../../model/unit.ts";
import { CONTENT, STYLES, openDocumentPackage } from "./document-package.ts";
import { LeftOut } from "./left-out.ts";
import { partBatches } from "./part-batches.ts";
import type { PartWalk } from "./part-batches.ts";
import { readCommonStyles, orGap } from "./side-parts.ts";
import { OdfStyles } from "./styles.ts";
import { TextDocumentWalker } from "./text-document.ts";

export const odtExtractor: Extractor = {
  format: "odt",
  unit: "paragraph",
  selections: ["paragraphs", "table"],
  extract,
};

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { container, gaps: packageGaps, flags } = await openDocumentPackage(source, options);
  const gaps: Gap[] = [...packageGaps];
  const leftOut = new LeftOut();
  const styles = new OdfStyles();
  await readCommonStyles(container, options, styles, gaps);
  const body = new TextDocumentWalker(styles, leftOut, options.meter);
  const walk: PartWalk = { part: CONTENT, walker: body, units: body.units, outOfTime: false };
  let counted = 0;
  for await (const units of partBatches(container, walk, options)) {
    yield {
      units: units.filter((unit) => wanted(unit, options.selection)),
      counted: body.finished - counted,
    };
    counted = body.finished;
  }
  yield { units: [], counted: body.finished - counted };
  if (walk.outOfTime) return;
  if (!body.found) throw new ReadbackError("damaged", "the content of the file holds no OpenDocument text");
  if (options.selection === undefined && container.has(STYLES)) {
    const own = new OdfStyles();
    const walker = new TextDocumentWalker(own, leftOut, options.meter);
    const side: PartWalk = { part: STYLES, walker, units: walker.units, outOfTime: false };
    for await (const units of orGap(partBatches(container, side, options), gaps)) yield { units, counted: 0 };
    if (side.outOfTime) return;
  }
  gaps.push(...leftOut.gaps());
  if (!leftOut.hasText && leftOut.pictures > 0)
    gaps.push({
      extent: { unit: "document", from: 1, to: 1 },
      reason: "ocr_required",
      count: leftOut.pictures,
      detail: "the document holds pictures and no text",
    });
  yield {
    units: [],
    counted: 0,
    total: body.finished,
    gaps,
    facts: { flags: [...new Set([...flags, ...container.flags, ...leftOut.flags])] },
  };
}

function wanted({ at, region }: Unit, selection: Selection | undefined): boolean {
  if (selection?.kind === "paragraphs")
    return region === "body" && at.kind === "paragraph" && inRanges(selection.ranges, at.paragraph);
  if (selection?.kind === "table")
    return /^(?:nested_)?table$/.test(region) && at.kind === "tableCell" && at.table === selection.table;
  return true;
}
