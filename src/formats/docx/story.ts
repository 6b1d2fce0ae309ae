/**
 * Walks WordprocessingML and hands on units: the body, and each story beside it (headers, notes, comments, boxes).
 *
 * Source: ECMA-376 part 1, 17.2-17.4 (document, paragraphs, runs, tables), 17.5 (content controls, smart tags), 17.13.5 (revisions), 17.16 (fields).
 * Guarantees: a body paragraph is any `w:p` outside tables and boxes, seen through every wrapper; the final view of revisions: deleted and moved-away text
 * is never current; hidden text is never current; field codes are never current; nothing recurses, nesting is bounded by the XML reader.
 * Not covered: a paragraph whose mark is deleted stays a paragraph of its own.
 */

import type { Meter } from "../../model/budget.ts";
import type { Region } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { XmlEvents } from "../container/interfaces.ts";
import { CHARACTERS, REFERENCES, ROOTS, SKIPPED } from "./elements.ts";
import { LinearMath } from "./math.ts";
import { ListCounters } from "./numbering.ts";
import type { NumberingParts } from "./numbering.ts";
import { Paragraph, tooLong } from "./paragraph.ts";
import type { Channel } from "./paragraph.ts";
import { held, Place } from "./place.ts";
import type { PlaceOptions } from "./place.ts";
import { paragraphMarkProperty, paragraphProperty, runProperty } from "./properties.ts";
import type { StoryRecord } from "./record.ts";
import { isOn } from "./styles.ts";
import type { Styles } from "./styles.ts";
import { inSymbolFont, symbolCharacter } from "./symbol-fonts.ts";
import { TableStack } from "./table-stack.ts";

export type Root = Omit<PlaceOptions, "counters" | "out">;

export interface StoryOptions {
  readonly styles: Styles;
  readonly numbering: NumberingParts;
  readonly record: StoryRecord;
  readonly meter: Meter;
  /** The part that is walked. */
  readonly part: string;
  /** The story that an element of the part opens; undefined for one that is not read. */
  readonly root: (name: string, attributes: Readonly<Record<string, string>>) => Root | undefined;
  readonly out: (units: readonly Unit[]) => void;
}

type Attributes = Readonly<Record<string, string>>;

export class StoryWalker implements XmlEvents {
  readonly #options: StoryOptions;
  readonly #record: StoryRecord;
  /** What to do when each open element closes. */
  readonly #roles: string[] = [];
  readonly #places: Place[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: TableStack;
  readonly #math: LinearMath;
  readonly #counters: ListCounters;
  readonly #boxCounters: ListCounters;
  #skipped = 0;
  #deleted = 0;
  #ruby = 0;
  #heldChars = 0;
  #drawingText = "";

  constructor(options: StoryOptions) {
    this.#options = options;
    this.#record = options.record;
    this.#tables = new TableStack(options.record);
    this.#counters = new ListCounters(options.numbering);
    this.#boxCounters = new ListCounters(options.numbering);
    this.#math = new LinearMath({
      write: (text) => {
        this.#write(text);
      },
      mark: () => this.#paragraphs.at(-1)?.current.length ?? 0,
      group: (mark) => this.#paragraphs.at(-1)?.group(mark),
    });
  }

  open(name: string, attributes: Attributes, _selfClosing: boolean, namespace: string): void {
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const role = this.#opened(name, attributes, namespace);
    if (role === "skip") this.#skipped = 1;
    else this.#roles.push(role);
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const role = this.#roles.pop();
    if (role === "p") this.#endParagraph();
    else if (role === "tc" || role === "box" || role === "root") this.#endPlace(role);
    else if (role === "tbl") this.#tables.close();
    else if (role === "del") this.#deleted--;
    else if (role === "rt") this.#ruby--;
    else if (role === "m" || role === "mr" || role === "t-math") this.#math.close();
    else if (role === "a:p") this.#endDrawingText();
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    const role = this.#roles.at(-1);
    if (role === "t-math") this.#math.beforeText();
    if (role === "t" || role === "t-math") this.#write(text, true);
    else if (role === "delText") this.#write(text, true, "deleted");
    else if (role === "instrText") this.#places.at(-1)?.fields.instruction(text);
    else if (role === "a:t") this.#addDrawingText(text);
  }

  #opened(name: string, attributes: Attributes, namespace: string): string {
    if (namespace === "w") return this.#openedWord(name, attributes);
    if (namespace === "m") {
      if (!this.#math.open(name, attributes)) return "skip";
      if (name === "r") this.#startRun();
      return name === "t" ? "t-math" : name === "r" ? "mr" : "m";
    }
    if (namespace === "a") {
      if (name === "br") this.#addDrawingText("\n");
      return name === "t" || name === "p" ? `a:${name}` : "";
    }
    this.#openedDrawing(name, attributes, namespace);
    return "";
  }

  #openedWord(name: string, attributes: Attributes): string {
    if (SKIPPED.has(name)) return "skip";
    const parent = this.#roles.at(-1);
    const paragraph = this.#paragraphs.at(-1);
    switch (parent) {
      case "pPr":
        if (name === "rPr") return "markRPr";
        if (paragraph !== undefined) paragraphProperty(paragraph, name, attributes);
        return name === "numPr" ? "pPr" : "";
      case "markRPr":
        if (paragraph !== undefined) paragraphMarkProperty(paragraph, name, attributes, this.#record);
        return "markRPr";
      case "rPr":
        if (paragraph !== undefined) runProperty(paragraph.run, name, attributes);
        return "rPr";
      case "tblPr":
        if (name === "tblCaption" || name === "tblDescription")
          this.#tables.describe(attributes["val"] ?? "", this.#options.out);
        return parent;
      case "trPr":
      case "tcPr":
        this.#tables.property(parent, name, attributes, this.#places.at(-1));
        return parent;
      case "fldChar":
      case "ffData":
        this.#places.at(-1)?.fields.formProperty(name, attributes["val"], isOn(attributes["val"]));
        return "ffData";
      default:
        return this.#openedContent(name, attributes, parent);
    }
  }

  #openedContent(name: string, attributes: Attributes, parent: string | undefined): string {
    const character = CHARACTERS[name];
    if (character !== undefined) {
      if (parent === "r" || parent === "mr") this.#write(character, true);
      return "";
    }
    const reference = REFERENCES[name];
    if (reference !== undefined) {
      this.#record.anchor(reference, attributes["id"], this.#paragraphs.at(-1)?.at);
      return "";
    }
    switch (name) {
      case "p":
        return this.#startParagraph();
      case "r":
        this.#startRun();
        return "r";
      case "t":
      case "delText":
      case "instrText":
        return name;
      case "pPr":
      case "rPr":
      case "tblPr":
      case "trPr":
      case "tcPr":
        return name;
      case "tbl":
        this.#tables.open(this.#places.at(-1));
        return "tbl";
      case "tr":
        this.#tables.startRow();
        return "tr";
      case "tc":
        return this.#startCell();
      case "ins":
      case "moveTo":
        this.#record.flag("tracked_changes");
        return "";
      case "del":
      case "moveFrom":
        this.#record.flag("tracked_changes");
        this.#deleted++;
        return "del";
      case "rt":
        this.#ruby++;
        return "rt";
      case "sym":
        this.#symbol(attributes);
        return "";
      case "fldChar":
        this.#field(attributes["fldCharType"]);
        return "fldChar";
      case "txbxContent":
        return this.#startBox();
      case "control":
        this.#record.leftOut("control");
        return "";
      case "altChunk":
      case "subDoc":
        this.#record.leftOut(name);
        return "";
      default:
        return ROOTS.has(name) ? this.#startRoot(name, attributes) : "";
    }
  }

  #openedDrawing(name: string, attributes: Attributes, namespace: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (namespace === "o" && name === "OLEObject") this.#record.leftOut("object");
    if (paragraph === undefined) return;
    const { at } = paragraph;
    const owner = this.#options.part;
    if (name === "docPr" || name === "cNvPr") {
      const { title = "", descr = "" } = attributes;
      this.#beside("alt_text", title === "" || title === descr ? descr : `${title}\n${descr}`.trim());
    } else if (namespace === "v") {
      this.#beside("alt_text", attributes["alt"] ?? "");
      if (name === "textpath") this.#beside("text_box", attributes["string"] ?? "");
    }
    if (name === "chart" && (namespace === "c" || namespace === "cx"))
      this.#record.drawing({ region: "chart", owner, at }, attributes["r:id"]);
    else if (name === "relIds" && namespace === "dgm")
      this.#record.drawing({ region: "smart_art", owner, at }, attributes["r:dm"]);
    else if (name === "pic" || name === "imagedata") this.#record.pictures++;
  }

  #startRoot(name: string, attributes: Attributes): string {
    const root = this.#options.root(name, attributes);
    if (root === undefined) return "skip";
    this.#places.push(
      new Place({ ...root, counters: this.#counters, out: this.#options.out }, this.#options.meter.limits),
    );
    return "root";
  }

  #startBox(): string {
    const paragraph = this.#paragraphs.at(-1);
    const outer = this.#places.at(-1);
    if (paragraph === undefined || outer === undefined) return "skip";
    const channel = this.#channel(paragraph, outer);
    this.#places.push(
      new Place(
        {
          role: "apart",
          region: "text_box",
          mode: "each",
          at: () => paragraph.at,
          out: (units) => {
            this.#hold(paragraph, units);
          },
          counters: this.#boxCounters,
          ...(channel === "current" ? {} : { veil: channel }),
        },
        this.#options.meter.limits,
      ),
    );
    return "box";
  }

  #startCell(): string {
    const outer = this.#places.at(-1);
    if (outer === undefined) return "skip";
    const cell = this.#tables.startCell(outer, this.#options.out, this.#options.meter.limits);
    if (cell === undefined) return "";
    this.#places.push(cell);
    return "tc";
  }

  #endPlace(role: string): void {
    const place = this.#places.pop();
    place?.finish();
    if (role === "root" && (place?.fields.open ?? 0) > 0) this.#record.flag("unclosed_fields");
  }

  #startParagraph(): string {
    const place = this.#places.at(-1);
    if (place === undefined) return "";
    this.#paragraphs.push(new Paragraph(place.nextAt(), this.#options.meter.limits.textNodeChars));
    return "p";
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const place = this.#places.at(-1);
    if (paragraph === undefined || place === undefined) return;
    place.take(paragraph, this.#label(paragraph, place));
    if (this.#paragraphs.length === 0) this.#heldChars = 0;
    if (place.options.role === "body") this.#record.bodyParagraphs++;
  }

  /** The paragraph's automatic number; "" where none is shown. */
  #label(paragraph: Paragraph, place: Place): string {
    const { numbering } = this.#options;
    const list = numbering.place(paragraph.numbering, paragraph.styleId);
    if (list === undefined || paragraph.markHidden || paragraph.markDeleted || place.veil !== undefined)
      return "";
    const label = place.options.counters.next(list);
    if (label === undefined) this.#record.missingNumbers++;
    return label ?? "";
  }

  #startRun(): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph !== undefined) paragraph.run = {};
  }

  #channel(paragraph: Paragraph, place: Place): Channel {
    if (this.#deleted > 0) return "deleted";
    if (place.veil !== undefined) return place.veil;
    const { run, styleId } = paragraph;
    if (run.vanish ?? this.#options.styles.hides(styleId, run.styleId)) return "hidden";
    if (place.fields.inCode) return "hidden";
    return this.#ruby > 0 ? "annotation" : "current";
  }

  /** `stored`: the text stands in the file, in the font of its run. */
  #write(text: string, stored = false, forced?: Channel): void {
    const paragraph = this.#paragraphs.at(-1);
    const place = this.#places.at(-1);
    if (paragraph === undefined || place === undefined || text === "") return;
    const channel = forced ?? this.#channel(paragraph, place);
    if (channel === "current") place.fields.textShown();
    const mapped = stored ? inSymbolFont(text, paragraph.run.font) : { text, unmapped: 0 };
    this.#record.unmapped(mapped.unmapped, paragraph.at);
    paragraph.add(mapped.text, channel);
    this.#record.wrote(channel);
  }

  #symbol(attributes: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const symbol = symbolCharacter(attributes["char"] ?? "", attributes["font"]);
    this.#record.unmapped(symbol.unmapped, paragraph.at);
    this.#write(symbol.text);
  }

  #field(type: string | undefined): void {
    const fields = this.#places.at(-1)?.fields;
    if (type === "begin") fields?.begin();
    else if (type === "separate") fields?.separate();
    else if (type === "end") {
      const end = fields?.end();
      if (end?.numberMissing === true) this.#record.missingNumbers++;
      this.#write(end?.text ?? "");
    }
  }

  /** A unit of its own at the paragraph's place. */
  #beside(region: Region, text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    const place = this.#places.at(-1);
    if (paragraph === undefined || place === undefined || text.trim() === "") return;
    const channel = this.#channel(paragraph, place);
    const last = paragraph.extras.at(-1);
    // A picture repeats the description of the frame around it.
    if (region === "alt_text" && last?.region === region && last.text === text) return;
    const shown = channel === "current" || channel === "annotation" ? region : channel;
    this.#hold(paragraph, [{ at: paragraph.at, region: shown, text, joins: false }]);
  }

  #addDrawingText(text: string): void {
    const { textNodeChars } = this.#options.meter.limits;
    this.#drawingText += text;
    if (this.#drawingText.length > textNodeChars) throw tooLong(textNodeChars);
  }

  #endDrawingText(): void {
    const text = this.#drawingText;
    this.#drawingText = "";
    this.#beside("text_box", text);
  }

  #hold(paragraph: Paragraph, units: readonly Unit[]): void {
    this.#heldChars = held(units, this.#heldChars, this.#options.meter.limits);
    for (const unit of units) paragraph.extras.push(unit);
  }
}
