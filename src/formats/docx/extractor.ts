/**
 * Word documents (DOCX, DOCM, DOTX; strict and transitional): body paragraphs and table cells with their places, then what stands beside the body.
 *
 * Source: ECMA-376 part 1, 11.3 and 17; order of reading: body, headers and footers, notes, comments, charts and diagrams, glossary.
 * Guarantees: the body is streamed, memory is O(chunk + one paragraph or top-level table cell + styles and numbering); a side part that cannot be read is a gap, a body
 * that cannot be read is an error; links, templates and pictures outside the file are never followed.
 * Not covered, and named as gaps: embedded objects, ActiveX controls, imported content (`altChunk`), subdocuments, automatic numbers in words.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { Gap } from "../../model/coverage.ts";
import { inRanges } from "../../model/request.ts";
import type { DocumentFacts, ExtractOptions, Extractor, Unit, UnitBatch } from "../../model/unit.ts";
import type { ByteSource, Selection } from "../../model/unit.ts";
import { withoutAlternates } from "../container/alternate-content.ts";
import type { OfficePackage, Relationship } from "../container/interfaces.ts";
import { openPackage } from "../container/package.ts";
import { parseXml, XmlReader } from "../container/xml.ts";
import { drawingUnits } from "./drawings.ts";
import { NumberingParts } from "./numbering.ts";
import { bodyRoot, mainPart, sideParts, sideRoot } from "./parts.ts";
import type { SidePart } from "./parts.ts";
import { StoryRecord } from "./record.ts";
import { StoryWalker } from "./story.ts";
import type { StoryOptions } from "./story.ts";
import { Styles } from "./styles.ts";

const BATCH_UNITS = 256;
const BATCH_CHARS = 1 << 20;

export const docxExtractor: Extractor = {
  format: "docx",
  unit: "paragraph",
  selections: ["paragraphs", "table"],
  extract: (source, options) => extract(source, options),
};

interface Document {
  readonly opened: OfficePackage;
  readonly main: string;
  readonly relationships: readonly Relationship[];
  readonly styles: Styles;
  readonly numbering: NumberingParts;
  readonly record: StoryRecord;
  readonly options: ExtractOptions;
  readonly gaps: Gap[];
}

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const document = await openDocument(source, options);
  const { record, gaps } = document;
  const body = new StoryBatches(document, document.main, bodyRoot(record));
  yield* body.read();
  if (body.outOfTime) return;
  if (record.bodies === 0)
    throw new ReadbackError("damaged", "the main part of the file holds no Word document body");
  const total = record.bodyParagraphs;
  yield { units: [], counted: 0, total };

  if (options.selection === undefined) {
    for (const part of sideParts(document.relationships)) {
      const story = new StoryBatches(document, part.part, sideRoot(part, record));
      yield* orGap(story, part, gaps);
      if (story.outOfTime) return;
    }
    for await (const units of drawingUnits(document)) {
      yield { units, counted: 0 };
      if (options.meter.spent()) return;
    }
  }
  yield {
    units: [],
    counted: 0,
    total,
    gaps: [...record.gaps(), ...gaps, ...pictureGap(record)],
    facts: facts(document),
  };
}

async function openDocument(source: ByteSource, options: ExtractOptions): Promise<Document> {
  const opened = await openPackage(source, options);
  const main = await mainPart(opened);
  const relationships = await opened.relationships(main);
  const styles = new Styles();
  const numbering = new NumberingParts(styles);
  for (const [type, events] of [
    ["styles", styles.events()],
    ["numbering", numbering.events()],
  ] as const) {
    const target = relationships.find(
      (relationship) => relationship.type === type && !relationship.external,
    )?.target;
    if (target !== undefined && opened.has(target))
      await parseXml(opened.open(target), events, options, target);
  }
  return { opened, main, relationships, styles, numbering, record: new StoryRecord(), options, gaps: [] };
}

/** One part walked, as batches. */
class StoryBatches {
  /** The time budget ended the walk: no more may be read. */
  outOfTime = false;
  readonly #document: Document;
  readonly #part: string;
  readonly #root: StoryOptions["root"];
  readonly #units: Unit[] = [];
  #chars = 0;
  #counted: number;

  constructor(document: Document, part: string, root: StoryOptions["root"]) {
    this.#document = document;
    this.#part = part;
    this.#root = root;
    this.#counted = document.record.bodyParagraphs;
  }

  async *read(): AsyncGenerator<UnitBatch> {
    const { opened, styles, numbering, record, options } = this.#document;
    const { meter } = options;
    const walker = new StoryWalker({
      styles,
      numbering,
      record,
      meter,
      part: this.#part,
      root: this.#root,
      out: (units) => {
        this.#take(units);
      },
    });
    const reader = new XmlReader(withoutAlternates(walker), options, this.#part);
    for await (const chunk of opened.open(this.#part)) {
      this.outOfTime = meter.spent();
      if (this.outOfTime) break;
      reader.write(chunk);
      if (this.#units.length >= BATCH_UNITS || this.#chars >= BATCH_CHARS) yield* this.rest();
    }
    if (!this.outOfTime) reader.end();
    if (reader.strict) record.flag("strict_ooxml");
    yield* this.rest();
  }

  #take(units: readonly Unit[]): void {
    for (const unit of units) {
      this.#chars += unit.text?.length ?? 0;
      if (wanted(unit, this.#document.options.selection)) this.#units.push(unit);
    }
  }

  /** Units not yet handed on. */
  *rest(): Generator<UnitBatch> {
    this.#document.options.meter.addText(this.#chars);
    this.#chars = 0;
    const counted = this.#document.record.bodyParagraphs - this.#counted;
    this.#counted += counted;
    const units = this.#units.splice(0);
    for (let at = 0; at < units.length || at === 0; at += BATCH_UNITS)
      yield { units: units.slice(at, at + BATCH_UNITS), counted: at === 0 ? counted : 0 };
  }
}

function wanted(unit: Unit, selection: Selection | undefined): boolean {
  const { at, region } = unit;
  if (selection?.kind === "paragraphs")
    return region === "body" && at.kind === "paragraph" && inRanges(selection.ranges, at.paragraph);
  if (selection?.kind === "table")
    return (
      (region === "table" || region === "nested_table") &&
      at.kind === "tableCell" &&
      at.table === selection.table
    );
  return true;
}

/** A part beside the body that breaks off does not take the body with it, and what it gave stands beside its gap; a part built to exhaust its reader does. */
async function* orGap(story: StoryBatches, { part, kind }: SidePart, gaps: Gap[]): AsyncGenerator<UnitBatch> {
  try {
    yield* story.read();
  } catch (error) {
    if (!(error instanceof ReadbackError) || (error.code !== "damaged" && error.code !== "encrypted"))
      throw error;
    yield* story.rest();
    const region = kind === "endnote" ? "footnote" : kind === "glossary" ? "hidden" : kind;
    gaps.push({ region, reason: error.code, count: 1, detail: part });
  }
}

/** A document of pictures alone has its text in them, if it has any. */
function pictureGap(record: StoryRecord): Gap[] {
  if (record.hasText || record.pictures === 0) return [];
  return [
    {
      extent: { unit: "document", from: 1, to: 1 },
      reason: "ocr_required",
      count: record.pictures,
      detail: "the document holds pictures and no text",
    },
  ];
}

function facts({ opened, relationships, record }: Document): DocumentFacts {
  const flags = [...opened.flags, ...record.flags];
  if (opened.parts.some((part) => /(?:^|\/)vbaProject\.bin$/i.test(part))) flags.push("macros");
  if (relationships.some((relationship) => relationship.external && relationship.type !== "hyperlink"))
    flags.push("external_content_not_followed");
  return { flags };
}
