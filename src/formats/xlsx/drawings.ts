/**
 * What is drawn on a sheet: text boxes and shapes, charts, SmartArt, and the alternative texts of pictures, at the cell they are anchored to
 * (ECMA-376 part 1, 20.5 SpreadsheetML drawing; 21.2.2.220 userShapes of a chart).
 *
 * Guarantees: shapes in groups count like others; of alternate contents one branch is read. Not covered: the pictures themselves, linked
 * pictures; automatic list numbers (counted). A shape that shows a cell's text (`textlink`), and a chart, have their text as stored with them.
 */

import { limitExceeded } from "../../model/budget.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { Region } from "../../model/locator.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship, XmlEvents } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { COLUMNS, ROWS, placeOf } from "./cell-address.ts";
import { readChart } from "../drawing/chart.ts";
import { readDiagram } from "../drawing/diagram.ts";
import { TextBody } from "../drawing/text-body.ts";

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
  /** Paragraphs with an automatic number, which is not stored. */
  readonly numberedParagraphs: number;
  /** Charts and diagrams whose part is missing or damaged. */
  readonly unreadable: number;
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
  readonly body: TextBody;
  readonly #charsMax: number;
  #chars = 0;
  readonly #shapes: Shape[] = [];
  #place: number | undefined;
  #inFrom = false;
  #corner: "col" | "row" | undefined;
  #corners = { col: "", row: "" };
  #inText = false;

  /** `place`: where the whole drawing stands, if that is known. */
  constructor(options: ExtractOptions, place: number | undefined) {
    this.body = new TextBody(options.meter);
    this.#charsMax = options.meter.limits.textNodeChars;
    this.#place = place;
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    _selfClosing: boolean,
    namespace: string,
  ): void {
    if (this.#inText) {
      this.body.open(name, attributes, namespace);
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
      else this.body.close(name, namespace);
    } else if (name === "col" || name === "row") this.#corner = undefined;
    else if (name === "from" && this.#inFrom) this.#anchor();
    else if (SHAPES.has(name)) this.#closeShape();
  }

  text(text: string): void {
    if (this.#inText) this.body.text(text);
    else if (this.#corner !== undefined) this.#corners[this.#corner] += text;
  }

  #describe({ name, descr, title, hidden }: Readonly<Record<string, string>>): void {
    const shape = this.#shapes.at(-1);
    if (shape === undefined || shape.label !== "") return;
    shape.label = name ?? "";
    shape.alternative = [title, descr].filter((text) => text !== undefined && text.trim() !== "").join("\n");
    this.#chars += shape.label.length + shape.alternative.length;
    if (this.#chars > this.#charsMax) throw limitExceeded("the drawings of a sheet have too much text");
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
    const text = shape.kind === "grpSp" ? "" : this.body.take().join("\n");
    const place = this.#place;
    if (text.trim() !== "") this.texts.push({ place, region: "text_box", text, label, hidden });
    if (alternative !== "") this.texts.push({ place, region: "alt_text", text: alternative, label, hidden });
    if (shape.kind === "pic") this.pictures.push(place);
  }
}

export async function readDrawing(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
): Promise<Drawn> {
  const events = await parseDrawing(container, part, options, undefined);
  const relationships = await container.relationships(part);
  const texts = [...events.texts];
  let { numberedParagraphs } = events.body;
  let unreadable = 0;
  for (const graphic of events.graphics) {
    const target = targetOf(container, relationships, ({ id }) => id === graphic.id);
    try {
      if (target === undefined) unreadable += 1;
      else if (graphic.kind === "chart") {
        const chart = await readChartDrawing(container, target, options, graphic);
        texts.push(...chart.texts);
        numberedParagraphs += chart.numberedParagraphs;
      } else {
        const { text, altTexts } = await readDiagram(container.open(target), options, target);
        texts.push(...drawnText(graphic, "smart_art", text));
        for (const altText of altTexts) texts.push(...drawnText(graphic, "alt_text", altText));
      }
    } catch (error) {
      if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
      unreadable += 1;
    }
  }
  texts.sort((a, b) => orderOf(a) - orderOf(b));
  return { texts, pictures: events.pictures, numberedParagraphs, unreadable };
}

const orderOf = ({ place }: DrawnText): number => place ?? Number.MAX_SAFE_INTEGER;

function drawnText(
  { place, label, hidden }: Graphic,
  region: DrawnText["region"],
  text: string,
): readonly DrawnText[] {
  return text.trim() === "" ? [] : [{ place, region, text, label, hidden }];
}

/** A chart and the shapes drawn on it. */
async function readChartDrawing(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  graphic: Graphic,
): Promise<{ readonly texts: readonly DrawnText[]; readonly numberedParagraphs: number }> {
  const chart = drawnText(graphic, "chart", await readChart(container.open(part), options, part));
  const relationships = await container.relationships(part);
  const shapes = targetOf(container, relationships, ({ type }) => type === "chartUserShapes");
  if (shapes === undefined) return { texts: chart, numberedParagraphs: 0 };
  const drawnOn = await parseDrawing(container, shapes, options, graphic.place);
  return { texts: [...chart, ...drawnOn.texts], numberedParagraphs: drawnOn.body.numberedParagraphs };
}

async function parseDrawing(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  place: number | undefined,
): Promise<DrawingEvents> {
  const events = new DrawingEvents(options, place);
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
