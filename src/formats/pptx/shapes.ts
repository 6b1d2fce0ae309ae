/**
 * The shapes of one slide (or notes page, layout, master) in their stacking order: their text, descriptions, and what they show from other
 * parts. Sources: ECMA-376 part 1, 19.3.1 (slides), 21.1.2 and 21.1.3 (text, tables), 20.4.2.6 (locked canvas).
 *
 * Guarantees: groups are seen through; a merged cell's text stands once, at its first cell; text of shapes that are switched off is kept apart.
 * Not covered: where a shape stands on the slide, so also text beyond its edges is body; automatic list numbers are counted, not given.
 */

import type { Meter } from "../../model/budget.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { TextBody } from "../drawing/text-body.ts";

export interface ShapeText {
  readonly text: string;
  readonly name: string;
  /** Type of the placeholder that the shape fills ("body" where none is written); absent for a shape of its own. */
  readonly placeholder?: string;
  /** Switched off, so that a viewer does not show it; or the hidden cells of a merge. */
  readonly hidden: boolean;
}

export interface AltText {
  readonly text: string;
  readonly name: string;
}

/** What a slide shows that is no text of its own. */
export type Embedded = "object" | "recording" | "ink" | "control";

interface Shape {
  readonly kind: string;
  name: string;
  description: string;
  hidden: boolean;
  placeholder?: string;
}

const SHAPES = new Set(["sp", "cxnSp", "pic", "graphicFrame", "grpSp"]);
const RECORDINGS = new Set(["videoFile", "audioFile", "audioCd", "wavAudioFile", "quickTimeFile"]);

export class ShapeReader implements XmlEvents {
  readonly texts: ShapeText[] = [];
  readonly altTexts: AltText[] = [];
  /** Relationship ids of data parts of diagrams, and of chart parts. */
  readonly diagrams: string[] = [];
  readonly charts: string[] = [];
  readonly embedded: Embedded[] = [];
  pictures = 0;
  /** The slide is left out when the presentation is shown. */
  hidden = false;
  readonly #body: TextBody;
  readonly #shapes: Shape[] = [];
  #table: { rows: string[][]; covered: string[] } | undefined;
  #cell: { covered: boolean; text: string } | undefined;

  constructor(meter: Meter) {
    this.#body = new TextBody(meter);
  }

  get numberedParagraphs(): number {
    return this.#body.numberedParagraphs;
  }

  open(
    name: string,
    attributes: Readonly<Record<string, string>>,
    _selfClosing: boolean,
    namespace: string,
  ): void {
    this.#body.open(name, attributes, namespace);
    if (SHAPES.has(name)) {
      const within = this.#shapes.at(-1);
      this.#shapes.push({ kind: name, name: "", description: "", hidden: within?.hidden ?? false });
    } else if (name === "sld") this.hidden = isFalse(attributes["show"]);
    else if (name === "cNvPr") this.#describe(attributes);
    else if (name === "ph") this.#fill(attributes["type"] ?? "body");
    else if (name === "tbl" && namespace === "a") this.#table = { rows: [], covered: [] };
    else if (name === "tr" && namespace === "a") this.#table?.rows.push([]);
    else if (name === "tc" && namespace === "a")
      this.#cell = { covered: isTrue(attributes["hMerge"]) || isTrue(attributes["vMerge"]), text: "" };
    else this.#shown(name, attributes, namespace);
  }

  close(name: string, namespace: string): void {
    this.#body.close(name, namespace);
    if (SHAPES.has(name)) this.#leave();
    else if (name === "txBody") this.#endBody();
    else if (namespace !== "a") return;
    else if (name === "tc" && this.#cell !== undefined) {
      const { covered, text } = this.#cell;
      if (covered && text !== "") this.#table?.covered.push(text);
      this.#table?.rows.at(-1)?.push(covered ? "" : text);
      this.#cell = undefined;
    } else if (name === "tbl") this.#endTable();
  }

  text(text: string): void {
    this.#body.text(text);
  }

  #describe(attributes: Readonly<Record<string, string>>): void {
    const shape = this.#shapes.at(-1);
    if (shape === undefined || shape.name !== "") return;
    shape.name = attributes["name"] ?? "";
    shape.description = [attributes["title"] ?? "", attributes["descr"] ?? ""]
      .filter((text) => text.trim() !== "")
      .join("\n");
    shape.hidden ||= isTrue(attributes["hidden"]);
  }

  #fill(placeholder: string): void {
    const shape = this.#shapes.at(-1);
    if (shape !== undefined) shape.placeholder = placeholder;
  }

  #shown(name: string, attributes: Readonly<Record<string, string>>, namespace: string): void {
    const id = attributes["r:id"];
    if (name === "relIds" && namespace === "dgm") {
      const data = attributes["r:dm"];
      if (data !== undefined) this.diagrams.push(data);
    } else if (name === "chart" && (namespace === "c" || namespace === "cx")) {
      if (id !== undefined) this.charts.push(id);
    } else if (name === "oleObj" && namespace === "p") this.embedded.push("object");
    else if (name === "control" && namespace === "p") this.embedded.push("control");
    else if (name === "contentPart") this.embedded.push("ink");
    else if (RECORDINGS.has(name) && namespace === "a") this.embedded.push("recording");
  }

  #leave(): void {
    const shape = this.#shapes.pop();
    if (shape === undefined) return;
    if (shape.description !== "") this.altTexts.push({ text: shape.description, name: shape.name });
    if (shape.kind === "pic") this.pictures += 1;
  }

  #endBody(): void {
    const paragraphs = this.#body.take();
    if (this.#cell !== undefined) this.#cell.text = paragraphs.join("\n").replaceAll(/\s*\n\s*/g, " ");
    else this.#add(paragraphs.join("\n"), false);
  }

  #endTable(): void {
    if (this.#table === undefined) return;
    const { rows, covered } = this.#table;
    this.#table = undefined;
    if (rows.some((row) => row.some((cell) => cell !== "")))
      this.#add(rows.map((row) => row.join("\t")).join("\n"), false);
    for (const text of covered) this.#add(text, true);
  }

  #add(text: string, covered: boolean): void {
    if (text.trim() === "") return;
    const shape = this.#shapes.at(-1);
    this.texts.push({
      text,
      name: shape?.name ?? "",
      hidden: covered || (shape?.hidden ?? false),
      ...(shape?.placeholder === undefined ? {} : { placeholder: shape.placeholder }),
    });
  }
}

const isTrue = (value: string | undefined): boolean => value === "1" || value === "true" || value === "on";
const isFalse = (value: string | undefined): boolean => value === "0" || value === "false" || value === "off";
