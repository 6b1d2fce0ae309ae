/**
 * What a sheet holds beside its cells: comments, drawings, page headers and footers; embedded objects and form controls as gaps.
 *
 * Guarantees: a part of these that is damaged is a gap and leaves the rest of the sheet alone; where a block was asked, only what is anchored in
 * it is handed out. Not covered: the content of embedded objects, states of form controls, pictures (their alternative texts are read).
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { Locator } from "../../model/locator.ts";
import type { CellBlock, Unit, UnitBatch } from "../../model/unit.ts";
import type { Relationship } from "../container/interfaces.ts";
import { columnOf, inBlock, nameOf, rowOf } from "./cell-address.ts";
import { readComments } from "./comments.ts";
import { readDrawing } from "./drawings.ts";
import type { Drawn } from "./drawings.ts";
import type { WorkbookContext } from "./sheet.ts";
import type { SheetEvents } from "./sheet-events.ts";
import type { Sheet } from "./workbook.ts";

const BATCH = 256;
const NOTHING_DRAWN: Drawn = { texts: [], pictures: [], numberedParagraphs: 0, unreadable: 0 };

export async function* besidesCells(
  workbook: WorkbookContext,
  sheet: Sheet,
  part: string,
  relationships: readonly Relationship[],
  events: SheetEvents,
  block: CellBlock | undefined,
): AsyncGenerator<UnitBatch> {
  const gaps: Gap[] = [];
  const units: Unit[] = [];
  const asked = (place: number | undefined): boolean =>
    block === undefined ||
    (place !== undefined && place > 0 && inBlock(block, rowOf(place), columnOf(place)));
  const placed = placer(sheet);
  const comments = await orGap(gaps, part, [], () =>
    readComments(workbook.container, relationships, workbook.persons, workbook.options),
  );
  for (const { place, text, author } of comments)
    if (asked(place)) units.push(placed(place, "comment", text, author));
  const drawing = relationships.find(({ id, external }) => id === events.drawing && !external)?.target;
  if (drawing !== undefined) {
    const drawn = await orGap(gaps, drawing, NOTHING_DRAWN, () =>
      readDrawing(workbook.container, drawing, workbook.options),
    );
    for (const { place, region, text, label, hidden } of drawn.texts)
      if (asked(place)) units.push(placed(place, region, text, label, hidden));
    if (block === undefined) gaps.push(...drawingGaps(sheet, drawn, events.cells.last === 0));
  }
  if (block === undefined) {
    for (const [index, { name, text }] of events.headerFooter.texts.entries())
      units.push({
        ...placed(undefined, "header_footer", text, name),
        at: { kind: "part", part: `${sheet.name}, page ${name}`, item: index + 1 },
      });
    gaps.push(...objectGaps(part, relationships));
  }
  for (const { text, label = "" } of units)
    workbook.options.meter.addText((text ?? "").length + label.length);
  for (let at = 0; at < units.length; at += BATCH) yield { units: units.slice(at, at + BATCH), counted: 0 };
  yield { units: [], counted: 0, gaps };
}

function drawingGaps(sheet: Sheet, drawn: Drawn, noCells: boolean): Gap[] {
  const { pictures, numberedParagraphs, unreadable } = drawn;
  const gaps: Gap[] = [];
  if (numberedParagraphs > 0)
    gaps.push({
      reason: "not_extracted",
      region: "numbering",
      count: numberedParagraphs,
      detail: "automatic numbers in text boxes",
    });
  if (unreadable > 0)
    gaps.push({
      reason: "damaged",
      region: "chart",
      count: unreadable,
      detail: "charts or diagrams whose part is missing or broken",
    });
  if (pictures.length > 0 && noCells)
    gaps.push({
      reason: "no_text_layer",
      at: placeLocator(sheet, pictures[0]),
      count: pictures.length,
      detail: "a sheet with pictures and no cells",
    });
  return gaps;
}

function placeLocator(sheet: Sheet, place: number | undefined): Locator {
  if (place === undefined || place < 0) return { kind: "part", part: sheet.name };
  return { kind: "sheetCell", sheet: sheet.name, cell: nameOf(place) };
}

/** What is concealed keeps the region that says what it is. */
function placer(sheet: Sheet) {
  const concealed = sheet.state === "visible" ? {} : ({ hidden: true, sheetState: sheet.state } as const);
  return (
    place: number | undefined,
    region: Unit["region"],
    text: string,
    label: string,
    hidden = false,
  ): Unit => ({
    at: placeLocator(sheet, place),
    region,
    text,
    joins: false,
    ...(label === "" ? {} : { label }),
    ...(hidden ? { hidden } : {}),
    ...concealed,
  });
}

async function orGap<T>(gaps: Gap[], part: string, otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
    gaps.push({ reason: "damaged", at: { kind: "part", part }, detail: "comments or drawings of a sheet" });
    return otherwise;
  }
}

/** Objects of other programs, and controls whose captions and states are stored apart from the cells. */
function objectGaps(part: string, relationships: readonly Relationship[]): Gap[] {
  const count = (...types: string[]): number =>
    relationships.filter(({ type, external }) => types.includes(type) && !external).length;
  const objects = count("oleObject", "package");
  const controls = count("ctrlProp", "control");
  const gaps: Gap[] = [];
  if (objects > 0)
    gaps.push({ reason: "not_extracted", region: "embedded_object", count: objects, detail: part });
  if (controls > 0)
    gaps.push({ reason: "not_extracted", region: "form_field", count: controls, detail: part });
  return gaps;
}
