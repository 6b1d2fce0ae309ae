/**
 * One sheet as batches of units: its cells row by row as stored, then comments, drawings, page headers and footers.
 *
 * Guarantees: memory follows a batch, not the sheet; a sheet part that breaks off hands out the cells before the fault and names the place in a gap.
 * For a block of up to `HELD_CELLS` cells every cell of it is handed out, empty and merged ones too, in reading order; a larger block gives its stored cells.
 * Not covered: embedded objects and form controls, which are named as gaps.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { CellBlock, ExtractOptions, Unit, UnitBatch } from "../../model/unit.ts";
import type { OfficePackage } from "../container/interfaces.ts";
import { cellsOf, nameOf } from "./cell-address.ts";
import { CellUnits } from "./cell-units.ts";
import type { SheetContext } from "./cell-units.ts";
import { besidesCells } from "./beside-cells.ts";
import { fillBlock } from "./fill-block.ts";
import { GapList } from "./gap-list.ts";
import { scanMerges } from "./merge-scan.ts";
import { Merges } from "./merges.ts";
import type { SharedStrings } from "./shared-strings.ts";
import { SheetEvents } from "./sheet-events.ts";
import { SheetParser } from "./sheet-parser.ts";
import type { StoredCell } from "./stored-cells.ts";
import type { CellStyles } from "./styles.ts";
import type { Sheet } from "./workbook.ts";

const BATCH_CELLS = 512;
const BATCH_CHARS = 262_144;
/** Blocks up to this size are held until the sheet ends, since merges stand behind the cells. */
const HELD_CELLS = 10_000;
/** Inflated bytes of a part that are kept, so that a small one is inflated once. */
const HELD_BYTES = 4 * 1024 * 1024;

export interface WorkbookContext {
  readonly container: OfficePackage;
  /** The same file once more, with limits of its own, for a pass ahead over a large part. */
  readonly again: () => Promise<OfficePackage>;
  readonly date1904: boolean;
  readonly strings: SharedStrings;
  readonly styles: CellStyles;
  readonly persons: ReadonlyMap<string, string>;
  readonly options: ExtractOptions;
  readonly progress: Progress;
}

/** What was handed out so far, over all sheets. */
export class Progress {
  counted = 0;
  units = 0;
  /** False once a sheet breaks off, so that nobody knows how many cells it has. */
  whole = true;
  readonly flags = new Set<string>();
}

interface SheetPart {
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly ahead: () => Promise<() => AsyncIterable<Uint8Array>>;
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** A small part from memory, a large one from the container each time. */
async function sheetPart(workbook: WorkbookContext, part: string): Promise<SheetPart> {
  const held: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of workbook.container.open(part)) {
      held.push(chunk);
      size += chunk.length;
      if (size > HELD_BYTES) break;
    }
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
    size = Number.POSITIVE_INFINITY;
  }
  if (size <= HELD_BYTES) {
    const open = () => replay(held);
    return { open, ahead: () => Promise.resolve(open) };
  }
  return {
    open: () => workbook.container.open(part),
    ahead: async () => {
      const container = await workbook.again();
      return () => container.open(part);
    },
  };
}

/** Undefined where the cells come in a small block: then the merges are known before they are handed out anyway. */
async function mergesAhead(
  content: SheetPart,
  part: string,
  held: boolean,
  options: ExtractOptions,
): Promise<Merges | undefined> {
  if (held) return undefined;
  try {
    return await scanMerges(await content.ahead(), options, part);
  } catch (error) {
    // What is damaged here is told when the cells are read.
    if (error instanceof ReadbackError && error.code === "damaged") return new Merges();
    throw error;
  }
}

class Batch {
  readonly #progress: Progress;
  #units: Unit[] = [];
  #chars = 0;

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** True when the batch is full. */
  add(unit: Unit): boolean {
    this.#units.push(unit);
    this.#chars += (unit.text?.length ?? 0) + (unit.cell?.formula?.length ?? 0);
    return this.#units.length >= BATCH_CELLS || this.#chars >= BATCH_CHARS;
  }

  take(): UnitBatch {
    const units = this.#units;
    this.#units = [];
    this.#chars = 0;
    this.#progress.counted += units.length;
    this.#progress.units += units.length;
    return { units, counted: units.length };
  }
}

export async function* readSheet(
  workbook: WorkbookContext,
  sheet: Sheet,
  part: string,
  block: CellBlock | undefined,
): AsyncGenerator<UnitBatch> {
  const { container, options, progress } = workbook;
  const relationships = await container.relationships(part);
  const gaps = new GapList(sheet.name);
  const held = block !== undefined && cellsOf(block) <= HELD_CELLS;
  const content = await sheetPart(workbook, part);
  const merges = await mergesAhead(content, part, held, options);
  const events = new SheetEvents(options, block, merges);
  const context: SheetContext = {
    sheet: sheet.name,
    state: sheet.state,
    date1904: workbook.date1904,
    strings: workbook.strings,
    styles: workbook.styles,
    meter: options.meter,
    gaps,
    merges: events.merges,
  };
  const units = new CellUnits(context);
  const parsed = parsedCells(content, part, events, options);
  const batch = new Batch(progress);
  yield* held
    ? heldCells(parsed, batch, units, context, block)
    : streamedCells(parsed, batch, units, options, part);
  if (events.brokenOff) {
    progress.whole = false;
    const cell = events.cells.last === 0 ? "A1" : nameOf(events.cells.last);
    gaps.addCell("damaged", cell, "the sheet breaks off at or behind this cell");
  }
  if (events.cells.outOfOrder) progress.flags.add("cells_out_of_order");
  if (units.unresolved > 0) {
    progress.flags.add("no_cached_value");
    gaps.add({
      reason: "not_extracted",
      at: { kind: "sheetCell", sheet: sheet.name, cell: units.firstUnresolved },
      count: units.unresolved,
      detail: "formulas without a stored result, from this cell on",
    });
  }
  yield { units: [], counted: 0, gaps: [...gaps.take(), ...gaps.rest()] };
  yield* besidesCells(workbook, sheet, part, relationships, events, block);
}

/** The cells of each piece of the part, as stored. Damage ends them and is noted in `events`. */
async function* parsedCells(
  content: SheetPart,
  part: string,
  events: SheetEvents,
  options: ExtractOptions,
): AsyncGenerator<readonly StoredCell[]> {
  const reader = new SheetParser(events, options, part);
  try {
    for await (const chunk of content.open()) {
      reader.write(chunk);
      yield events.cells.take();
    }
    reader.end();
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
    events.brokenOff = true;
  }
  yield events.cells.take();
}

async function* streamedCells(
  parsed: AsyncIterable<readonly StoredCell[]>,
  batch: Batch,
  units: CellUnits,
  options: ExtractOptions,
  part: string,
): AsyncGenerator<UnitBatch> {
  for await (const cells of parsed) {
    for (const stored of cells) {
      const unit = units.of(stored, false);
      if (unit !== undefined && batch.add(unit)) yield batch.take();
    }
    // Whoever asked watches the time between batches; one who asks for more afterwards is told that it is spent.
    if (options.meter.spent()) {
      yield batch.take();
      options.meter.check(`the part \`${part}\``);
    }
  }
  yield batch.take();
}

/** Merges are complete only at the end: the cells wait as stored, and are made units then. */
async function* heldCells(
  parsed: AsyncIterable<readonly StoredCell[]>,
  batch: Batch,
  units: CellUnits,
  context: SheetContext,
  block: CellBlock,
): AsyncGenerator<UnitBatch> {
  const held: StoredCell[] = [];
  for await (const cells of parsed) {
    for (const cell of cells) held.push(cell);
    context.meter.check("the sheet");
  }
  for (const unit of fillBlock(held, units, context, block)) if (batch.add(unit)) yield batch.take();
  yield batch.take();
}
