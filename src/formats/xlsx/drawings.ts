/**
 * What is drawn on a sheet: text boxes and shapes, charts, SmartArt, and the alternative texts of pictures, at the cell they are anchored to
 * (ECMA-376 part 1, 20.5 SpreadsheetML drawing; 21.2.2.220 userShapes of a chart).
 *
 * Guarantees: shapes in groups count like others; of alternate contents one branch is read. Not covered: the pictures themselves, linked
 * pictures, WordArt effects; a shape that shows a cell's text (`textlink`) has that text as stored.
 */

import type { Region } from "../../model/locator.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship, XmlEvents } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { COLUMNS, ROWS, placeOf } from "./cell-address.ts";
import { readChartTexts } from "./charts.ts";
import { DrawingBudget, Paragraphs } from "./drawing-text.ts";

export interface DrawnText {
  /** The anchor's cell, see `placeOf`; undefined where the drawing is not anchored to one. */
  readonly place: number | undefined;
  readonly region: Extract<Region, "text_box" | "chart" | "smart_art" | "alt_text">;
  readonly text: string;
  /** The name of the shape. */
  readonly label: string;
  readonly hidden: boolean;
}

export interface Drawn {
  readonly texts: readonly DrawnText[];
  readonly pictures: readonly (number | undefined)[];
}

interface Graphic {
  readonly place: number | undefined;
  readonly label: string;
  readonly hidden: boolean;
  readonly kind: "chart" | "smart_art";
  readonly id: string;
}

interface Shape {
  readonly kind: string;
  label: string;
  alternative: string;
  hidden: boolean;
}

const SHAPES = new Set(["sp", "cxnSp", "pic", "graphicFrame", "grpSp"]);
const ANCHORS = new Set(["twoCellAnchor", "oneCellAnchor", "absoluteAnchor"]);

class DrawingEvents implements XmlEvents {
  readonly texts: DrawnText[] = [];
  readonly graphics: Graphic[] = [];
  readonly pictures: (number | undefined)[] = [];
  readonly #budget: DrawingBudget;
  readonly #paragraphs: Paragraphs;
  readonly #shapes: Shape[] = [];
  #place: number | undefined;
  #inFrom = false;
  #corner: "col" | "row" | undefined;
  #corners = { col: "", row: "" };
  #inText = false;

  constructor(budget: DrawingBudget, place: number | undefined) {
    this.#budget = budget;
    this.#paragraphs = new Paragraphs(budget);
    this.#place = place;
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    _selfClosing: boolean,
    namespace: string,
  ): void {
    if (this.#inText) {
      if (namespace === "a") this.#paragraphs.open(name);
    } else if (name === "txBody") this.#inText = true;
    else if (SHAPES.has(name)) this.#shapes.push({ kind: name, label: "", alternative: "", hidden: false });
    else if (name === "cNvPr") this.#describe(attributes);
    else if (ANCHORS.has(name) && namespace === "xdr") this.#place = undefined;
    else if (name === "from" && namespace === "xdr") {
      this.#inFrom = true;
      this.#corners = { col: "", row: "" };
    } else if (this.#inFrom && (name === "col" || name === "row")) this.#corner = name;
    else if (name === "chart" && (namespace === "c" || namespace === "cx"))
      this.#addGraphic("chart", attributes["r:id"]);
    else if (name === "relIds" && namespace === "dgm") this.#addGraphic("smart_art", attributes["r:dm"]);
  }

  close(name: string, namespace: string): void {
    if (this.#inText) {
      if (name === "txBody") this.#inText = false;
      else if (namespace === "a") this.#paragraphs.close(name);
    } else if (name === "col" || name === "row") this.#corner = undefined;
    else if (name === "from" && this.#inFrom) this.#anchor();
    else if (SHAPES.has(name)) this.#closeShape();
  }

  text(text: string): void {
    if (this.#inText) this.#paragraphs.text(text);
    else if (this.#corner !== undefined) this.#corners[this.#corner] += text;
  }

  #describe({ name, descr, title, hidden }: Readonly<Record<string, string>>): void {
    const shape = this.#shapes.at(-1);
    if (shape === undefined || shape.label !== "") return;
    shape.label = name ?? "";
    shape.alternative = [title, descr].filter((text) => text !== undefined && text.trim() !== "").join("\n");
    this.#budget.add(shape.label.length + shape.alternative.length);
    shape.hidden = hidden === "1" || hidden === "true";
  }

  #anchor(): void {
    this.#inFrom = false;
    const [column, row] = [Number(this.#corners.col) + 1, Number(this.#corners.row) + 1];
    const valid = column >= 1 && column <= COLUMNS && row >= 1 && row <= ROWS;
    this.#place = valid ? placeOf(Math.floor(row), Math.floor(column)) : undefined;
  }

  #isHidden(): boolean {
    return this.#shapes.some((shape) => shape.hidden);
  }

  #addGraphic(kind: Graphic["kind"], id: string | undefined): void {
    if (id === undefined) return;
    const label = this.#shapes.at(-1)?.label ?? "";
    this.graphics.push({ place: this.#place, label, hidden: this.#isHidden(), kind, id });
  }

  #closeShape(): void {
    const hidden = this.#isHidden();
    const shape = this.#shapes.pop();
    if (shape === undefined) return;
    const { label, alternative } = shape;
    const text = shape.kind === "grpSp" ? "" : this.#paragraphs.take();
    const place = this.#place;
    if (text !== "") this.texts.push({ place, region: "text_box", text, label, hidden });
    if (alternative !== "") this.texts.push({ place, region: "alt_text", text: alternative, label, hidden });
    if (shape.kind === "pic") this.pictures.push(place);
  }
}

export async function readDrawing(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
): Promise<Drawn> {
  const budget = new DrawingBudget();
  const events = await parseDrawing(container, part, options, budget, undefined);
  const relationships = await container.relationships(part);
  const texts = [...events.texts];
  for (const graphic of events.graphics) {
    const target = targetOf(container, relationships, ({ id }) => id === graphic.id);
    if (target === undefined) continue;
    const found =
      graphic.kind === "chart"
        ? await chartTexts(container, target, options, budget, graphic)
        : await smartArtTexts(container, target, options, budget, graphic);
    texts.push(...found);
  }
  texts.sort((a, b) => (a.place ?? Number.MAX_SAFE_INTEGER) - (b.place ?? Number.MAX_SAFE_INTEGER));
  return { texts, pictures: events.pictures };
}

async function parseDrawing(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  budget: DrawingBudget,
  place: number | undefined,
): Promise<DrawingEvents> {
  const events = new DrawingEvents(budget, place);
  await parseXml(container.open(part), withoutAlternates(events), options, part);
  return events;
}

function targetOf(
  container: OfficePackage,
  relationships: readonly Relationship[],
  wanted: (relationship: Relationship) => boolean,
): string | undefined {
  const found = relationships.find((relationship) => wanted(relationship) && !relationship.external);
  return found !== undefined && container.has(found.target) ? found.target : undefined;
}

async function chartTexts(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  budget: DrawingBudget,
  { place, label, hidden }: Graphic,
): Promise<DrawnText[]> {
  const texts = await readChartTexts(container, part, options, budget);
  const drawn = texts.map((text): DrawnText => ({ place, region: "chart", text, label, hidden }));
  const relationships = await container.relationships(part);
  const shapes = targetOf(container, relationships, ({ type }) => type === "chartUserShapes");
  if (shapes === undefined) return drawn;
  const events = await parseDrawing(container, shapes, options, budget, place);
  return [...drawn, ...events.texts];
}

async function smartArtTexts(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  budget: DrawingBudget,
  { place, label, hidden }: Graphic,
): Promise<DrawnText[]> {
  const paragraphs = new Paragraphs(budget);
  const drawn: DrawnText[] = [];
  await parseXml(
    container.open(part),
    {
      open: (name, _attributes, _selfClosing, namespace) => {
        if (namespace === "a") paragraphs.open(name);
      },
      close: (name, namespace) => {
        if (namespace === "a") paragraphs.close(name);
        else if (name === "pt" && namespace === "dgm") {
          const text = paragraphs.take();
          if (text !== "") drawn.push({ place, region: "smart_art", text, label, hidden });
        }
      },
      text: (text) => {
        paragraphs.text(text);
      },
    },
    options,
    part,
  );
  return drawn;
}
