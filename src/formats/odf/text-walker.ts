/**
 * The text of an OpenDocument part while it is walked: paragraphs, and in layers apart from them notes, comments, text boxes, deletions.
 * Source: OpenDocument 1.3 part 3, sections 5 (paragraphs, tracked changes), 6 (inline elements, white space 6.1.2), 10 (shapes), 14.1 (annotations).
 *
 * Guarantees: what is hidden, deleted or a reading aid (ruby) never mixes with the shown text; white space is collapsed as a viewer does; one unit
 * of a layer is one note, comment or box. Not covered, but counted: embedded objects, form controls, automatic numbers.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { Meter } from "../../model/budget.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { Paragraph } from "../docx/paragraph.ts";
import type { Channel } from "../docx/paragraph.ts";
import type { LeftOut } from "./left-out.ts";
import type { OdfStyles } from "./styles.ts";

export type Attributes = Readonly<Record<string, string>>;
export type Closer = (() => void) | undefined;
type Beside = "footnote" | "comment" | "text_box" | "alt_text" | "deleted";

/** A place that paragraphs collect in. The first one is the part's own. */
export interface Layer {
  readonly region: Region;
  readonly at: Locator;
  readonly order: number;
  label: string;
  numbering: string;
  readonly lines: string[];
  readonly sides: Map<Region, string[]>;
  paragraph: Paragraph | undefined;
  chars: number;
  afterSpace: boolean;
}

const SHAPES = new Set(
  "text-box custom-shape rect line polyline polygon regular-polygon path circle ellipse connector caption measure".split(
    " ",
  ),
);
const OBJECTS = new Set(["object", "object-ole", "applet", "plugin", "floating-frame"]);
const CONTROLS = new Set(
  "text textarea password file formatted-text number date time fixed-text combobox listbox button image checkbox radio frame image-frame hidden grid value-range generic-control".split(
    " ",
  ),
);
const SPACES = /[ \t\r\n]+/g;

export abstract class TextWalker implements XmlEvents {
  protected readonly styles: OdfStyles;
  protected readonly leftOut: LeftOut;
  protected readonly meter: Meter;
  protected readonly layers: Layer[] = [];
  protected hidden = 0;
  /** Units in the order of their places, not of their ends. */
  readonly #waiting: { readonly order: number; readonly unit: Unit }[] = [];
  readonly #closers: Closer[] = [];
  readonly #lists: (string | undefined)[] = [];
  readonly #names: string[] = [];
  #order = 0;
  #skipped = 0;
  #deleted = 0;
  #ruby = 0;
  #inBody = false;
  #captured: string | undefined;

  constructor(styles: OdfStyles, leftOut: LeftOut, meter: Meter) {
    this.styles = styles;
    this.leftOut = leftOut;
    this.meter = meter;
  }

  /** Where the next thing of this kind stands. */
  protected abstract besideAt(kind: Beside): Locator;
  /** A paragraph of the first layer, or of one that asked for its own. */
  protected abstract out(units: readonly Unit[]): void;
  /** What the format does with an element before the common elements are looked at; undefined leaves it to them. */
  protected abstract enter(name: string, attributes: Attributes, namespace: string): Closer;
  protected readonly boxesAreLayers: boolean = true;

  open(name: string, attributes: Attributes, _selfClosing: boolean, namespace: string): void {
    if (this.#skipped > 0) {
      this.#skipped += 1;
      this.#countSkipped(name, namespace);
      this.#closers.push(undefined);
      return;
    }
    if (!this.#inBody) {
      this.styles.open(name, attributes);
      if (namespace === "office" && (name === "body" || name === "master-styles")) this.#inBody = true;
    }
    this.#closers.push(this.enter(name, attributes, namespace) ?? this.#common(name, attributes, namespace));
  }

  close(name: string): void {
    const closer = this.#closers.pop();
    if (this.#skipped > 0) this.#skipped -= 1;
    if (!this.#inBody) this.styles.close(name);
    closer?.();
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#captured !== undefined) this.#captured = this.#bounded(this.#captured + text);
    else this.#addCollapsed(text);
  }

  #bounded(text: string): string {
    if (text.length > this.meter.limits.textNodeChars)
      throw limitExceeded(
        `a text of the document holds more than ${this.meter.limits.textNodeChars} characters`,
      );
    return text;
  }

  #countSkipped(name: string, namespace: string): void {
    if (namespace === "form" && CONTROLS.has(name)) this.leftOut.add("control");
    else if (namespace === "script" || name === "event-listener") this.leftOut.flags.add("macros");
  }

  protected skip(): undefined {
    this.#skipped = 1;
    return undefined;
  }

  protected pushLayer(region: Region, at: Locator, label = ""): Layer {
    const layer: Layer = {
      region,
      at,
      order: this.#order++,
      label,
      numbering: "",
      lines: [],
      sides: new Map(),
      paragraph: undefined,
      chars: 0,
      afterSpace: true,
    };
    this.layers.push(layer);
    return layer;
  }

  /** Ends the last layer; it becomes one unit, and one for each thing beside its text. */
  protected popLayer(keepsEmpty = false, extra: Partial<Unit> = {}): void {
    const layer = this.layers.pop();
    if (layer === undefined) return;
    const text = layer.lines.join("\n");
    const { at, region, label, numbering, order } = layer;
    const hidden = this.hidden > 0 ? { hidden: true } : {};
    if (keepsEmpty || text.trim() !== "")
      this.wait(order, {
        at,
        region,
        text,
        joins: false,
        ...(label === "" ? {} : { label }),
        ...(numbering === "" ? {} : { numbering }),
        ...hidden,
        ...extra,
      });
    for (const [side, lines] of layer.sides)
      this.wait(order, { at, region: side, text: lines.join("\n"), joins: false, ...hidden });
  }

  protected wait(order: number, unit: Unit): void {
    this.meter.addText(unit.text?.length ?? 0);
    if (unit.text !== null && unit.text.trim() !== "") this.leftOut.hasText = true;
    this.#waiting.push({ order, unit });
  }

  protected nextOrder(): number {
    return this.#order++;
  }

  /** Hands on what waits, in the order of the document. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const units = this.#waiting.toSorted((a, b) => a.order - b.order).map(({ unit }) => unit);
    this.#waiting.length = 0;
    this.out(units);
  }

  /** A paragraph has ended in `layer`. */
  protected paragraphEnds(layer: Layer, paragraph: Paragraph): void {
    layer.lines.push(paragraph.current);
    layer.chars += paragraph.current.length + 1;
    if (layer.chars > this.meter.limits.textNodeChars) this.#tooLong();
    for (const { region, text } of paragraph.sides) {
      const lines = layer.sides.get(region);
      if (lines === undefined) layer.sides.set(region, [text]);
      else lines.push(text);
    }
  }

  #tooLong(): never {
    throw limitExceeded(`a cell, note or box holds more than ${this.meter.limits.textNodeChars} characters`);
  }

  get #channel(): Channel {
    if (this.#deleted > 0 && this.layers.at(-1)?.region !== "deleted") return "deleted";
    if (this.hidden > 0) return "hidden";
    return this.#ruby > 0 ? "annotation" : "current";
  }

  #addCollapsed(text: string): void {
    const layer = this.layers.at(-1);
    if (layer?.paragraph === undefined) return;
    let collapsed = text.replace(SPACES, " ");
    if (layer.afterSpace && collapsed.startsWith(" ")) collapsed = collapsed.slice(1);
    if (collapsed === "") return;
    layer.afterSpace = collapsed.endsWith(" ");
    layer.paragraph.add(collapsed, this.#channel);
  }

  protected add(text: string): void {
    const layer = this.layers.at(-1);
    if (layer?.paragraph === undefined) return;
    layer.afterSpace = false;
    layer.paragraph.add(text, this.#channel);
  }

  #conceal(): Closer {
    this.hidden += 1;
    this.leftOut.flags.add("hidden_text");
    return () => {
      this.hidden -= 1;
    };
  }

  #common(name: string, attributes: Attributes, namespace: string): Closer {
    switch (namespace) {
      case "text":
        return this.#textElement(name, attributes);
      case "draw":
        return this.#drawElement(name, attributes);
      case "office":
        if (name === "annotation") return this.#beside("comment");
        if (name === "binary-data" || name === "forms" || name === "scripts") return this.skip();
        if (name === "change-info") return this.skip();
        return undefined;
      case "dc":
        if (name === "creator") return this.#capture((layer, text) => (layer.label = text), "comment");
        return name === "date" ? this.skip() : undefined;
      case "svg":
        if (name === "title" || name === "desc") return this.#altText();
        return undefined;
      case "presentation":
      case "table":
      case "loext":
        return undefined;
      case "form":
      case "script":
        return this.skip();
      default:
        return undefined;
    }
  }

  #textElement(name: string, attributes: Attributes): Closer {
    switch (name) {
      case "p":
      case "h":
        return this.#paragraph(name, attributes);
      case "s": {
        const count = Number(attributes["c"] ?? 1);
        const most = this.meter.limits.textNodeChars;
        if (count > most) this.#tooLong();
        this.add(" ".repeat(Number.isInteger(count) && count > 0 ? count : 1));
        return undefined;
      }
      case "tab":
        this.add("\t");
        return undefined;
      case "line-break":
        this.add("\n");
        return undefined;
      case "span":
        return this.styles.isHidden("text", attributes["style-name"]) ? this.#conceal() : undefined;
      case "section":
        if (attributes["display"] === "none" || attributes["is-hidden"] === "true") return this.#conceal();
        return undefined;
      case "section-source":
        this.leftOut.add("linked");
        return undefined;
      case "hidden-text":
      case "hidden-paragraph": {
        if (attributes["is-hidden"] === "false") return undefined;
        if (name === "hidden-paragraph") return undefined;
        const reveal = this.#conceal();
        this.add(attributes["string-value"] ?? "");
        return reveal;
      }
      case "ruby-text":
        this.#ruby += 1;
        return () => {
          this.#ruby -= 1;
        };
      case "note":
        return this.#beside("footnote");
      case "note-citation":
        return this.#capture((layer, text) => (layer.numbering = text), "footnote");
      case "list":
        this.#lists.push(attributes["style-name"] ?? this.#lists.at(-1));
        return () => {
          this.#lists.pop();
        };
      case "list-item":
        if (this.styles.isNumbered(this.#lists.at(-1), this.#lists.length)) this.leftOut.add("numbering");
        return undefined;
      case "numbered-paragraph":
        this.leftOut.add("numbering");
        return undefined;
      case "deletion":
        return this.#beside("deleted");
      case "script":
        this.leftOut.flags.add("macros");
        return this.skip();
      default:
        return undefined;
    }
  }

  #paragraph(name: string, attributes: Attributes): Closer {
    const layer = this.layers.at(-1);
    if (layer === undefined || layer.paragraph !== undefined) return undefined;
    const level = Number(attributes["outline-level"] ?? 1);
    if (name === "h" && this.#lists.length === 0 && this.styles.isOutlineNumbered(level))
      this.leftOut.add("numbering");
    const paragraph = new Paragraph(this.paragraphAt(layer), this.meter.limits.textNodeChars);
    layer.paragraph = paragraph;
    layer.afterSpace = true;
    const reveal = this.styles.isHidden("paragraph", attributes["style-name"]) ? this.#conceal() : undefined;
    return () => {
      reveal?.();
      layer.paragraph = undefined;
      if (layer.afterSpace && paragraph.current.endsWith(" "))
        paragraph.current = paragraph.current.slice(0, -1);
      this.paragraphEnds(layer, paragraph);
    };
  }

  protected paragraphAt(layer: Layer): Locator {
    return layer.at;
  }

  #drawElement(name: string, attributes: Attributes): Closer {
    if (OBJECTS.has(name)) {
      this.leftOut.add("object");
      return this.skip();
    }
    if (name === "image") this.leftOut.pictures += 1;
    if (["frame", "g", "custom-shape"].includes(name) || SHAPES.has(name)) {
      const own = attributes["name"] ?? "";
      this.#names.push(own === "" ? (this.#names.at(-1) ?? "") : own);
      const end = SHAPES.has(name) && this.boxesAreLayers ? this.#beside("text_box") : undefined;
      return () => {
        end?.();
        this.#names.pop();
      };
    }
    return undefined;
  }

  #beside(kind: Beside): Closer {
    const label = kind === "text_box" ? (this.#names.at(-1) ?? "") : "";
    this.pushLayer(kind, this.besideAt(kind), label);
    const lists = this.#lists.splice(0);
    if (kind === "deleted") this.#deleted += 1;
    return () => {
      if (kind === "deleted") this.#deleted -= 1;
      this.#lists.push(...lists);
      this.popLayer();
    };
  }

  #altText(): Closer {
    const order = this.nextOrder();
    this.#captured = "";
    return () => {
      const text = (this.#captured ?? "").trim();
      this.#captured = undefined;
      const label = this.#names.at(-1) ?? "";
      if (text !== "")
        this.wait(order, {
          at: this.besideAt("alt_text"),
          region: "alt_text",
          text,
          joins: false,
          ...(label === "" ? {} : { label }),
        });
    };
  }

  #capture(take: (layer: Layer, text: string) => void, region: Region): Closer {
    const layer = this.layers.at(-1);
    if (layer?.region !== region) return this.skip();
    this.#captured = "";
    return () => {
      take(layer, (this.#captured ?? "").trim());
      this.#captured = undefined;
    };
  }
}
