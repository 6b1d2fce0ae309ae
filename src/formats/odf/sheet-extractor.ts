/**
 * OpenDocument spreadsheets (.ods, .ots) as cells with their addresses.
 *
 * Guarantees: every sheet in the order of the tabs with its state; `counted` is the cells handed out; a content that breaks off hands out the cells
 * before the fault and names it. Nothing is computed, no link is followed. Not covered, and named as gaps: embedded objects and charts, form controls.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, ExtractOptions, Extractor, UnitBatch } from "../../model/unit.ts";
import { CONTENT, STYLES, openDocumentPackage } from "./document-package.ts";
import { LeftOut } from "./left-out.ts";
import { partBatches } from "./part-batches.ts";
import type { PartWalk } from "./part-batches.ts";
import { orGap, readCommonStyles } from "./side-parts.ts";
import { SpreadsheetWalker } from "./spreadsheet.ts";
import { OdfStyles } from "./styles.ts";
import { TextDocumentWalker } from "./text-document.ts";

export const odsExtractor: Extractor = { format: "ods", unit: "cell", selections: ["cells"], extract };

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { selection } = options;
  if (selection !== undefined && selection.kind !== "cells")
    throw new ReadbackError("invalid_request", "a spreadsheet can be narrowed by `sheet` and `cells` only");
  const { container, gaps: packageGaps, flags } = await openDocumentPackage(source, options);
  const gaps: Gap[] = [...packageGaps];
  const leftOut = new LeftOut();
  const styles = new OdfStyles();
  await readCommonStyles(container, options, styles, gaps);
  const walker = new SpreadsheetWalker(styles, leftOut, options.meter, selection);
  const walk: PartWalk = { part: CONTENT, walker, units: walker.units, outOfTime: false };
  let handed = 0;
  let whole = true;
  try {
    for await (const units of partBatches(container, walk, options)) {
      const counted = units.filter(({ cell }) => cell !== undefined).length;
      handed += units.length;
      yield { units, counted };
    }
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged" || handed === 0) throw error;
    whole = false;
    gaps.push({
      reason: "damaged",
      at: { kind: "part", part: walker.sheet?.name ?? CONTENT },
      detail: "the content breaks off behind the last cell handed out",
    });
  }
  if (walk.outOfTime) return;
  if (!walker.found) throw new ReadbackError("damaged", "the content of the file holds no spreadsheet");
  if (selection !== undefined && !walker.matched && whole) throw unknownSheet(walker);
  if (selection === undefined && container.has(STYLES)) {
    const pages = new TextDocumentWalker(new OdfStyles(), leftOut, options.meter);
    const side: PartWalk = { part: STYLES, walker: pages, units: pages.units, outOfTime: false };
    for await (const units of orGap(partBatches(container, side, options), gaps)) yield { units, counted: 0 };
    if (side.outOfTime) return;
  }
  if (selection?.block === undefined) {
    gaps.push(...leftOut.gaps());
    if (!leftOut.hasText && leftOut.pictures > 0)
      gaps.push({
        extent: { unit: "document", from: 1, to: 1 },
        reason: "no_text_layer",
        count: leftOut.pictures,
        detail: "sheets with pictures and no cells",
      });
  } else gaps.push(...leftOut.more);
  yield {
    units: [],
    counted: 0,
    ...(whole ? { total: walker.counted } : {}),
    gaps,
    facts: {
      sheets: walker.sheets,
      flags: [...new Set([...flags, ...container.flags, ...leftOut.flags])],
    },
  };
}

function unknownSheet({ sheets }: SpreadsheetWalker): ReadbackError {
  const names = sheets
    .slice(0, 20)
    .map(({ name }) => `\`${name.replaceAll(/[\p{Cc}\p{Cf}`]/gu, " ").slice(0, 31)}\``);
  const more = sheets.length > 20 ? ` and ${sheets.length - 20} more` : "";
  return new ReadbackError("invalid_request", "the workbook has no sheet of the name given as `sheet`", {
    hint: `its sheets are ${names.join(", ")}${more}`,
  });
}
