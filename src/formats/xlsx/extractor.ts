/**
 * Excel workbooks (.xlsx, .xlsm, .xltx, .xltm) as cells with their addresses (ECMA-376 part 1, section 18; also the strict variant).
 *
 * Guarantees: every sheet in the order of the tabs with its state; cells by the XML stored, so that a declared range costs nothing; shown text,
 * typed value and formula of each; hidden sheets, rows and columns read and marked. `counted` is the stored cells that are not empty.
 * A part that is damaged is a gap as long as something of the workbook can be read. Nothing is computed, no link to another file is followed.
 * Not covered: macros (flag `macros`), pivot caches, data validation, conditional formats, the pictures on sheets.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, CellBlock, ExtractOptions, Extractor, UnitBatch } from "../../model/unit.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { openPackage } from "../container/package.ts";
import { readPersons } from "./comments.ts";
import { SharedStrings, readSharedStrings } from "./shared-strings.ts";
import { Progress, readSheet } from "./sheet.ts";
import type { WorkbookContext } from "./sheet.ts";
import { CellStyles, readStyles } from "./styles.ts";
import { readWorkbook, sheetNamed } from "./workbook.ts";
import type { Sheet, Workbook } from "./workbook.ts";

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { selection } = options;
  if (selection !== undefined && selection.kind !== "cells")
    throw new ReadbackError("invalid_request", "a workbook can be narrowed by `sheet` and `cells` only");
  const container = await openPackage(source, options);
  const workbook = await readWorkbook(container, options);
  const wanted = selection === undefined ? workbook.sheets : [sheetNamed(workbook, selection.sheet)];
  if (
    selection?.block !== undefined &&
    wanted.every(({ kind }) => kind === "chartsheet" || kind === "dialogsheet")
  )
    throw new ReadbackError("invalid_request", "the sheet holds a chart or a dialog and has no `cells`", {
      hint: "name the sheet alone to read the words on it",
    });
  const gaps: Gap[] = [];
  const context = await openContext(source, container, workbook, options, gaps);
  yield {
    units: [],
    counted: 0,
    gaps,
    facts: {
      sheets: workbook.sheets.map(({ name, state, kind }) => ({ name, state, kind })),
      flags: [...workbook.flags, ...container.flags],
    },
  };
  const { progress } = context;
  const told = new Set([...workbook.flags, ...container.flags]);
  for (const sheet of wanted) {
    yield* readKnownSheet(context, sheet, selection?.block);
    const flags = [...progress.flags, ...container.flags].filter((flag) => !told.has(flag));
    for (const flag of flags) told.add(flag);
    if (flags.length > 0) yield { units: [], counted: 0, facts: { flags } };
  }
  if (!progress.whole && progress.units === 0)
    throw new ReadbackError("damaged", "no sheet of the workbook could be read", {
      hint: "the file may be cut off or altered; fetch or copy it again",
    });
  yield { units: [], counted: 0, ...(progress.whole ? { total: progress.counted } : {}) };
}

async function openContext(
  source: ByteSource,
  container: OfficePackage,
  workbook: Workbook,
  options: ExtractOptions,
  gaps: Gap[],
): Promise<WorkbookContext> {
  const strings = new SharedStrings();
  const styles = new CellStyles(workbook.date1904);
  const partOf = (type: string): string | undefined =>
    workbook.relationships.find((relationship) => relationship.type === type && !relationship.external)
      ?.target;
  const load = async (part: string | undefined, detail: string, read: (part: string) => Promise<void>) => {
    if (part === undefined || !container.has(part)) return;
    try {
      await read(part);
    } catch (error) {
      if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
      gaps.push({ reason: "damaged", region: "body", detail: `${detail} (${part})` });
    }
  };
  await load(partOf("styles"), "number formats: dates may stand as numbers", (part) =>
    readStyles(container, part, options, styles),
  );
  await load(partOf("sharedStrings"), "texts of cells", (part) =>
    readSharedStrings(container, part, options, strings),
  );
  let persons: ReadonlyMap<string, string> = new Map();
  await load(workbook.part, "names of those who commented", async () => {
    persons = await readPersons(container, workbook.relationships, options);
  });
  let second: OfficePackage | undefined;
  return {
    container,
    again: async () => (second ??= await openPackage(source, options)),
    date1904: workbook.date1904,
    strings,
    styles,
    persons,
    options,
    progress: new Progress(),
  };
}

/** A sheet that the container does not hold is a gap; so are a dialog's controls. */
async function* readKnownSheet(
  context: WorkbookContext,
  sheet: Sheet,
  block: CellBlock | undefined,
): AsyncGenerator<UnitBatch> {
  const gap = (reason: Gap["reason"], detail: string): UnitBatch => ({
    units: [],
    counted: 0,
    gaps: [{ reason, at: { kind: "part", part: sheet.name }, detail }],
  });
  if (sheet.part === undefined) {
    context.progress.whole = false;
    yield gap("damaged", "a sheet without a part in the file");
    return;
  }
  if (sheet.kind === "dialogsheet") yield gap("not_extracted", "the controls of a dialog sheet");
  yield* readSheet(context, sheet, sheet.part, block);
}

export const xlsxExtractor: Extractor = {
  format: "xlsx",
  unit: "cell",
  selections: ["cells"],
  extract,
};
