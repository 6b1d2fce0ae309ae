/**
 * Text of a PDF, page by page, through PDFium.
 *
 * Guarantees: one batch per page with its physical number; each page counted is read, blank, or named in a gap with the cause. Pages that the
 * page tree holds but does not count are read too. Memory is flat: what PDFium keeps of a long file is given back by opening it anew.
 * A page that makes the engine fail is a gap, and the reading goes on in a fresh engine; a memory limit is an error.
 * Not covered: contents of attached files (named as gaps), dynamic XFA forms, pictures. An endless loop inside PDFium is ended only by the
 * process that contains this one.
 */

import type { Meter } from "../../model/budget.ts";
import { limitExceeded } from "../../model/budget.ts";
import type { Gap } from "../../model/coverage.ts";
import { ReadbackError } from "../../model/errors.ts";
import { inRanges } from "../../model/request.ts";
import type { ByteSource, DocumentFacts, Extractor, ExtractOptions, UnitBatch } from "../../model/unit.ts";
import { attachmentGap, documentFlags, documentGaps } from "./document-facts.ts";
import { faultError, PdfDocument } from "./document.ts";
import { EngineFault } from "./engine/engine.ts";
import { damagedPage, readPage } from "./page.ts";
import type { PageReading } from "./page.ts";
import type { PageContent } from "./structure/page-content.ts";
import { readStructure } from "./structure/structure.ts";
import type { PdfStructure } from "./structure/structure.ts";

/** PDFium keeps streams that it passed; after this many bytes the document is opened anew. */
const REOPEN_BYTES = 64 * 1024 * 1024;
/** Pages that may make the engine fail before the document is given up. */
const FAULTS_MAX = 3;
/** Between two turns of the event loop. */
const TURN_MS = 20;

const TAIL = 1024;

const CUT_OFF: Gap = {
  reason: "damaged",
  extent: { unit: "document", from: 1, to: 1 },
  detail: "the end of the file is missing, and what it held is not known",
};

export const pdfExtractor: Extractor = {
  format: "pdf",
  unit: "page",
  selections: ["pages"],
  extract,
};

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { meter, selection } = options;
  meter.spent();
  const document = new PdfDocument(source, meter);
  try {
    const opened = openDocument(document, source, meter);
    const reader = new PageReader(document, opened.structure, meter);
    const named = new Set(opened.attached);
    let first: Pick<UnitBatch, "facts" | "total" | "gaps"> | undefined = opened.first;
    let anyText = false;
    let anyPicture = false;
    let turn = performance.now();
    for (let index = 0; index < opened.pages; index += 1) {
      if (selection?.kind === "pages" && !inRanges(selection.ranges, index + 1)) continue;
      meter.spent();
      if (performance.now() - turn > TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        turn = performance.now();
        meter.spent();
      }
      const page = reader.read(index);
      anyText ||= page.hasText;
      anyPicture ||= page.picture;
      yield {
        units: page.units,
        counted: 1,
        ...first,
        gaps: [...(first?.gaps ?? []), ...page.gaps, ...attachmentGaps(page.attached, named)],
      };
      first = undefined;
    }
    const gaps: Gap[] =
      selection === undefined && anyPicture && !anyText
        ? [{ reason: "ocr_required", extent: { unit: "document", from: 1, to: 1 } }]
        : [];
    if (first !== undefined || gaps.length > 0)
      yield { units: [], counted: 0, ...first, gaps: [...(first?.gaps ?? []), ...gaps] };
  } finally {
    document.close();
  }
}

interface OpenedDocument {
  readonly structure: PdfStructure | undefined;
  readonly pages: number;
  /** Names of attached files that `first` already names. */
  readonly attached: readonly string[];
  readonly first: { readonly facts: DocumentFacts; readonly total: number; readonly gaps: readonly Gap[] };
}

function openDocument(document: PdfDocument, source: ByteSource, meter: Meter): OpenedDocument {
  const structure = readStructure(source, meter);
  const mismatch = structure !== undefined && structure.declared !== structure.leaves.length;
  if (mismatch) document.overlays = structure.corrections;
  document.open();
  return document.guarded(() => {
    const { engine, handle } = document;
    const repaired = engine.pdfium.FPDF_DocumentHasValidCrossReferenceTable(handle) === 0;
    const pages = engine.pdfium.FPDF_GetPageCount(handle);
    if (pages <= 0)
      throw new ReadbackError("damaged", "the PDF holds no page", {
        hint: "a viewer may still repair it: open it there, save it anew and read the new file",
      });
    const trusted = repaired ? undefined : structure;
    const { gaps, attached } = documentGaps(document);
    const total = Math.max(pages, trusted?.leaves.length ?? 0);
    if (repaired && !endsAsPdf(source)) gaps.push(CUT_OFF);
    if (total > pages)
      gaps.push({
        reason: "not_extracted",
        extent: { unit: "page", from: pages + 1, to: total },
        detail: "pages that the page tree holds but does not count",
      });
    const flags = documentFlags(document, repaired);
    if (trusted !== undefined && mismatch) flags.push("page_count_mismatch");
    return { structure: trusted, pages, attached, first: { facts: { flags }, total, gaps } };
  });
}

/** `%%EOF` or what leads to it (ISO 32000-1, 7.5.5). */
function endsAsPdf(source: ByteSource): boolean {
  const tail = source.readSync(Math.max(0, source.size - TAIL), TAIL);
  const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).toString("latin1");
  return /startxref\s*\d+\s*(?:%%EOF|$)/.test(text);
}

class PageReader {
  readonly #document: PdfDocument;
  readonly #structure: PdfStructure | undefined;
  readonly #meter: Meter;
  #faults = 0;

  constructor(document: PdfDocument, structure: PdfStructure | undefined, meter: Meter) {
    this.#document = document;
    this.#structure = structure;
    this.#meter = meter;
  }

  #ask(index: number, question: (content: PageContent, leaf: number) => boolean | undefined): boolean {
    const leaf = this.#structure?.leaves[index];
    return (
      leaf !== undefined && this.#structure !== undefined && question(this.#structure.content, leaf) === true
    );
  }

  read(index: number): PageReading {
    const document = this.#document;
    if (document.failed || document.bytesRead > REOPEN_BYTES) document.reopen();
    let page: PageReading;
    try {
      page = document.engine.run(() =>
        readPage(document, index, {
          // Where the file could not be read a second time, any layer may be off.
          layersOff: this.#structure?.layersOff ?? true,
          shows: () => this.#ask(index, (content, leaf) => content.shows(leaf)),
          broken: () => this.#ask(index, (content, leaf) => content.broken(leaf)),
        }),
      );
    } catch (error) {
      if (!(error instanceof EngineFault)) throw error;
      this.#faults += 1;
      if (error.memoryRefused || this.#faults > FAULTS_MAX) throw faultError(error);
      page = damagedPage({ kind: "page", page: index + 1 }, "the page makes its reader fail");
    }
    for (const { text } of page.units) {
      const length = text?.length ?? 0;
      if (length > this.#meter.limits.textNodeChars)
        throw limitExceeded(
          `one page gives more than ${this.#meter.limits.textNodeChars} characters of text`,
        );
      this.#meter.addText(length);
    }
    return page;
  }
}

function attachmentGaps(names: readonly string[], named: Set<string>): Gap[] {
  const gaps: Gap[] = [];
  for (const name of names) {
    if (named.has(name)) continue;
    named.add(name);
    gaps.push(attachmentGap(name));
  }
  return gaps;
}
