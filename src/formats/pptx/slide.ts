/**
 * One slide as units: its body, and what belongs to it in other layers and parts (diagrams, charts, notes, comments).
 * Source: ECMA-376 part 1, 13.3.8 (slide), 13.3.5 (notes), 13.3.2 (comments), 14.2 (charts, diagrams).
 *
 * Guarantees: a part that is missing or broken is a gap at its slide, and the rest of the slide is read.
 */

import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { ExtractOptions, Unit, UnitBatch } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { readChart } from "../drawing/chart.ts";
import { readDiagram } from "../drawing/diagram.ts";
import { readComments } from "./comments.ts";
import type { Deck } from "./deck.ts";
import { ShapeReader } from "./shapes.ts";
import type { Embedded, ShapeText } from "./shapes.ts";

const EMBEDDED_WORDS: Readonly<Record<Embedded, string>> = {
  object: "an embedded object",
  recording: "a recording",
  ink: "ink",
  control: "a form control",
};

/** Placeholders of what repeats on each slide; a notes page also shows its slide's picture in one. */
const REPEATED = new Set(["hdr", "ftr", "dt", "sldNum"]);
const NUMBER_ONLY = /^[\s\d‹›<>#]*$/;

export interface SlideBatch extends UnitBatch {
  /** The layout's part, for text that stands there. */
  readonly layout?: string;
}

export async function readSlide(
  container: OfficePackage,
  deck: Deck,
  number: number,
  options: ExtractOptions,
): Promise<SlideBatch> {
  const slide = new SlideReading(container, deck, number, options);
  return slide.read();
}

class SlideReading {
  readonly #container: OfficePackage;
  readonly #deck: Deck;
  readonly #options: ExtractOptions;
  readonly #at: Locator;
  readonly #part: string | undefined;
  readonly #units: Unit[] = [];
  readonly #gaps: Gap[] = [];
  #hidden = false;

  constructor(container: OfficePackage, deck: Deck, number: number, options: ExtractOptions) {
    this.#container = container;
    this.#deck = deck;
    this.#options = options;
    this.#at = { kind: "slide", slide: number };
    this.#part = deck.slides[number - 1];
  }

  async read(): Promise<SlideBatch> {
    const part = this.#part;
    if (part === undefined) {
      this.#gap({ reason: "damaged", detail: "the slide list names a slide that is not there" });
      return { units: [], counted: 0, gaps: this.#gaps };
    }
    const shapes = new ShapeReader(this.#options.meter);
    const whole = await this.#attempt("body", "the slide cannot be read to its end", async () => {
      await this.#parse(part, shapes);
      return true;
    });
    this.#hidden = shapes.hidden;
    const relationships =
      (await this.#attempt("body", "what belongs to the slide cannot be found", () =>
        this.#container.relationships(part),
      )) ?? [];
    this.#takeShapes(shapes);
    await this.#takeDrawings("smart_art", shapes.diagrams, relationships);
    await this.#takeDrawings("chart", shapes.charts, relationships);
    for (const { type, target, external } of relationships) {
      if (external) continue;
      if (type === "notesSlide") await this.#takeNotes(target);
      else if (type === "comments") await this.#takeComments(target);
    }
    const layout = relationships.find(({ type, external }) => type === "slideLayout" && !external);
    return {
      units: this.#units,
      counted: whole === undefined ? 0 : 1,
      gaps: this.#gaps,
      ...(layout === undefined ? {} : { layout: layout.target }),
    };
  }

  #takeShapes(shapes: ShapeReader): void {
    const shown = shapes.texts.filter(({ hidden }) => !hidden);
    const body = joined(shown.filter((text) => !isRepeated(text)));
    // A slide without text is a unit too: that it was read and is blank must show.
    this.#add(this.#hidden ? "hidden" : "body", body);
    this.#addUnlessEmpty("header_footer", joined(shown.filter(isRepeated)));
    for (const { text, name, hidden } of shapes.texts) if (hidden) this.#add("hidden", text, name);
    for (const { text, name } of shapes.altTexts) this.#add("alt_text", text, name);
    for (const kind of new Set(shapes.embedded)) {
      const count = shapes.embedded.filter((other) => other === kind).length;
      this.#gap({ reason: "not_extracted", region: "embedded_object", count, detail: EMBEDDED_WORDS[kind] });
    }
    if (shapes.numberedParagraphs > 0)
      this.#gap({ reason: "not_extracted", region: "numbering", count: shapes.numberedParagraphs });
    const drawings = shapes.diagrams.length + shapes.charts.length;
    if (shapes.texts.length === 0 && drawings === 0 && shapes.pictures > 0)
      this.#gap({ reason: "no_text_layer", count: shapes.pictures });
  }

  async #takeDrawings(
    region: "smart_art" | "chart",
    ids: readonly string[],
    relationships: readonly Relationship[],
  ): Promise<void> {
    const byId = new Map(relationships.map((relationship) => [relationship.id, relationship]));
    for (const id of ids) {
      const relationship = byId.get(id);
      const part = relationship?.external === false ? this.#container.find(relationship.target) : undefined;
      if (part === undefined) {
        this.#gap({ reason: "damaged", region, detail: "the part that holds the words is not there" });
        continue;
      }
      await this.#attempt(region, "the part that holds the words cannot be read", async () => {
        if (region === "chart") this.#addUnlessEmpty("chart", await this.#chart(part));
        else {
          const diagram = await readDiagram(this.#container.open(part), this.#options, part);
          this.#addUnlessEmpty("smart_art", diagram.text);
          for (const text of diagram.altTexts) this.#add("alt_text", text);
        }
        return true;
      });
    }
  }

  /** A chart and the shapes that were drawn on it. */
  async #chart(part: string): Promise<string> {
    const texts = [await readChart(this.#container.open(part), this.#options, part)];
    for (const { type, target, external } of await this.#container.relationships(part)) {
      if (type !== "chartUserShapes" || external || !this.#container.has(target)) continue;
      const shapes = new ShapeReader(this.#options.meter);
      await this.#parse(target, shapes);
      texts.push(...shapes.texts.map(({ text }) => text));
    }
    return texts.filter((text) => text !== "").join("\n");
  }

  async #takeNotes(part: string): Promise<void> {
    const shapes = new ShapeReader(this.#options.meter);
    await this.#attempt("notes", "the notes cannot be read to their end", async () => {
      await this.#parse(part, shapes);
      return true;
    });
    this.#addUnlessEmpty("notes", joined(shapes.texts.filter((text) => !isRepeated(text))));
    this.#addUnlessEmpty("header_footer", joined(shapes.texts.filter(isRepeated)));
  }

  async #takeComments(part: string): Promise<void> {
    await this.#attempt("comment", "the comments cannot be read", async () => {
      const comments = await readComments(this.#container.open(part), this.#options, part);
      for (const { text, authorId } of comments) this.#add("comment", text, this.#deck.authors.get(authorId));
      return true;
    });
  }

  async #parse(part: string, shapes: ShapeReader): Promise<void> {
    await parseXml(this.#container.open(part), withoutAlternates(shapes), this.#options, part);
  }

  /** Runs `work`; what is damaged becomes a gap at this slide, and the result undefined. */
  async #attempt<T>(region: Region, detail: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError) || thrown.code !== "damaged") throw thrown;
      this.#gap({ reason: "damaged", region, detail });
      return undefined;
    }
  }

  #gap(gap: Omit<Gap, "at">): void {
    this.#gaps.push({ ...gap, at: this.#at });
  }

  #addUnlessEmpty(region: Region, text: string): void {
    if (text.trim() !== "") this.#add(region, text);
  }

  #add(region: Region, text: string, label?: string): void {
    this.#options.meter.addText(text.length);
    this.#units.push({
      at: this.#at,
      region,
      text,
      joins: false,
      ...(this.#hidden || region === "hidden" ? { hidden: true } : {}),
      ...(label === undefined || label === "" ? {} : { label }),
    });
  }
}

function isRepeated({ placeholder }: ShapeText): boolean {
  return placeholder !== undefined && REPEATED.has(placeholder);
}

/** Texts in stacking order; the slide's own number is its place and not repeated. */
function joined(texts: readonly ShapeText[]): string {
  return texts
    .filter(({ placeholder, text }) => !(placeholder === "sldNum" && NUMBER_ONLY.test(text)))
    .map(({ text }) => text)
    .join("\n");
}
