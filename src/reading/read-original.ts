/**
 * Steps 4 to 8 of the way through for one verified original: extract, screen, narrow, seal, answer.
 *
 * Guarantees: nothing leaves that was not screened; matching sees the screened text; a whole answer or a sample exists only when the whole
 * file was screened in time (else `withheld`); passages exist only if the version is still the same at the end (`changed_during_read`).
 * Runs in the server for text, in a contained process for other formats; it knows nothing of either.
 */

import type { ReadOutcome, SecretPolicy } from "../model/answer.ts";
import { Meter } from "../model/budget.ts";
import type { Limits } from "../model/budget.ts";
import { coverageOf } from "../model/coverage.ts";
import type { Gap, StopReason } from "../model/coverage.ts";
import { ReadbackError } from "../model/errors.ts";
import { MAX_CHARS_DEFAULT, wantOf } from "../model/request.ts";
import type { ReadRequest, Want } from "../model/request.ts";
import type { ByteSource, DocumentFacts, Extractor, FormatName, Selection } from "../model/unit.ts";
import type { Original } from "../fs/interfaces.ts";
import { detectFormat } from "../formats/detect.ts";
import { extractorFor } from "../formats/registry.ts";
import type { Collected, Collector } from "./collect/collector.ts";
import { ContainsCollector } from "./collect/contains.ts";
import { QuoteCollector } from "./collect/quotes.ts";
import { gapInSelection, RangeCollector } from "./collect/range.ts";
import { plannedRanges, planSample, SampleCollector, unplannedGaps } from "./collect/sample.ts";
import { WholeCollector } from "./collect/whole.ts";
import { readsInProcess } from "./containment.ts";
import { mergeGaps } from "./gaps.ts";
import type { Screener } from "./interfaces.ts";
import { compileNeedle } from "./matching/needle.ts";
import { createScreener } from "./screening/screener.ts";
import { createStreamScanner } from "./screening/scan.ts";
import { openSkim, SkimGivenUp } from "./skim/open-skim.ts";
import type { SkimBatch } from "./skim/open-skim.ts";

export interface ReadSettings {
  readonly signal: AbortSignal;
  /** Milliseconds for this file. */
  readonly ms: number;
  readonly policy: SecretPolicy;
  readonly limits?: Limits;
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** Between two turns of the event loop: long enough to be cheap, short enough for a cancellation to be obeyed at once. */
const TURN_MS = 20;

interface Extraction {
  screener: Screener;
  gaps: Gap[];
  facts: DocumentFacts;
  counted: number;
  total: number | undefined;
  stopReason: StopReason | null;
}

export async function readOriginal(
  original: Original,
  request: ReadRequest,
  settings: ReadSettings,
): Promise<ReadOutcome> {
  const want = wantOf(request);
  const meter = new Meter({
    signal: settings.signal,
    ms: settings.ms,
    ...(settings.limits === undefined ? {} : { limits: settings.limits }),
  });
  const source = original.source({ hold: !readsInProcess(original), meter });
  const format = await detectFormat(source, {
    signal: settings.signal,
    meter,
    ...(request.encoding === undefined ? {} : { encoding: request.encoding }),
  });
  const extractor = await extractorFor(format);
  if (want.kind === "range") requireSelection(extractor, want.selection);
  const maxChars = request.maxChars ?? MAX_CHARS_DEFAULT;
  const asked = {
    signal: settings.signal,
    meter,
    ...(request.encoding === undefined ? {} : { encoding: request.encoding }),
  };
  const run = (collector: Collector, selection?: Selection): Promise<Extraction> =>
    extract(
      extractor.extract(source, { ...asked, ...(selection === undefined ? {} : { selection }) }),
      collector,
      { settings, meter },
    );

  const skim = await openSkim(want, format, source, { ...asked, policy: settings.policy });
  const { collected, extraction, gaps } =
    (skim && (await skimmed(skim, want, maxChars, { settings, meter }))) ??
    (await narrow(want, extractor, maxChars, run));
  if (request.encoding !== undefined && (settings.policy === "redact" || settings.policy === "refuse"))
    withholdMisread(source, extraction.screener.found);
  const digest = extraction.stopReason !== "time_budget";
  if (digest) await original.settle({ meter });
  const version = original.seal({ digest, meter });
  const stopReason = extraction.stopReason ?? collected.stopReason;
  const flags = [...new Set(extraction.facts.flags ?? [])];
  return {
    ok: true,
    format,
    ...(extraction.facts.encoding === undefined ? {} : { encoding: extraction.facts.encoding }),
    ...(extraction.facts.lineEnds === undefined ? {} : { lineEnds: extraction.facts.lineEnds }),
    ...(extraction.facts.sheets === undefined ? {} : { sheets: extraction.facts.sheets }),
    flags,
    version,
    mode: collected.mode,
    passages: collected.passages,
    ...(collected.matchCount === undefined ? {} : { matchCount: collected.matchCount }),
    ...(collected.moreAt === undefined ? {} : { moreAt: collected.moreAt }),
    coverage: coverageOf(
      {
        unit: extractor.unit,
        // A page without text has no unit to count, and was looked at all the same.
        read:
          want.kind === "range" && want.selection.kind === "pages"
            ? extraction.counted
            : (collected.read ?? extraction.counted),
        total: extraction.total ?? (extraction.stopReason === null ? extraction.counted : null),
      },
      stopReason,
      mergeGaps([...gaps, ...(collected.gaps ?? [])]),
    ),
    secrets: {
      policy: extraction.screener.policy,
      screened: extraction.stopReason === null && !narrowsExtraction(want) ? "whole" : "part",
      found: extraction.screener.found,
      findings: extraction.screener.findings,
    },
    ...(collected.next === undefined ? {} : { next: collected.next }),
    ...(collected.quotes === undefined ? {} : { quotes: collected.quotes }),
  };
}

/**
 * A requested encoding must be no way around screening: bytes read as another encoding hide their secrets from it and can be turned back.
 * So the bytes themselves are screened too, and what shows more secrets there than in the decoded text is kept back.
 */
function withholdMisread(source: ByteSource, found: number): void {
  const scanner = createStreamScanner();
  let inBytes = 0;
  const count = (spans: readonly { readonly tier: string }[]): void => {
    for (const span of spans) if (span.tier === "high") inBytes += 1;
  };
  for (const chunk of source.chunks())
    count(scanner.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString("latin1")));
  count(scanner.finish());
  if (inBytes > found)
    throw new ReadbackError(
      "withheld",
      "the bytes hold secrets that the requested `encoding` does not show",
      {
        hint: "read it without `encoding`, or with the one it is written in",
      },
    );
}

type Run = (collector: Collector, selection?: Selection) => Promise<Extraction>;

interface Narrowed {
  readonly collected: Collected;
  readonly extraction: Extraction;
  readonly gaps: readonly Gap[];
}

/** Undefined where the skim gave up: nothing of it counts then. */
async function skimmed(
  skim: AsyncIterable<SkimBatch>,
  want: Want,
  maxChars: number,
  how: { settings: ReadSettings; meter: Meter },
): Promise<Narrowed | undefined> {
  if (want.kind !== "contains") return undefined;
  const collector = containsCollector(want, maxChars);
  try {
    const extraction = await extract(skim, collector, how);
    return { collected: collector.finish(), extraction, gaps: extraction.gaps };
  } catch (thrown) {
    if (thrown instanceof SkimGivenUp) return undefined;
    throw thrown;
  }
}

function containsCollector(want: Want & { kind: "contains" }, maxChars: number): ContainsCollector {
  return new ContainsCollector(compileNeedle(want.text), want.text.length, want.context, maxChars);
}

async function narrow(want: Want, extractor: Extractor, maxChars: number, run: Run): Promise<Narrowed> {
  if (want.kind === "contains") {
    const collector = containsCollector(want, maxChars);
    const extraction = await run(collector);
    return { collected: collector.finish(), extraction, gaps: extraction.gaps };
  }
  if (want.kind === "range") {
    const collector = new RangeCollector(want.selection, maxChars);
    const extraction = await run(collector, narrowsExtraction(want) ? want.selection : undefined);
    const gaps = extraction.gaps.filter((gap) => gapInSelection(want.selection, gap));
    return { collected: collector.finish(), extraction, gaps };
  }
  if (want.kind === "quotes") {
    const quotes = new QuoteCollector(want.quotes);
    const extraction = await run(quotes);
    return { collected: quotes.finish(), extraction, gaps: extraction.gaps };
  }
  const whole = new WholeCollector(maxChars);
  const extraction = await run(whole);
  if (extraction.stopReason !== null)
    throw new ReadbackError(
      "withheld",
      "the file could not be screened for secrets to its end within the time budget",
      {
        hint: "search it with `contains`, or ask for a range",
      },
    );
  if (!whole.overflow) return { collected: whole.finish(), extraction, gaps: extraction.gaps };
  const plan = planSample(extractor.unit, extraction.total ?? extraction.counted, whole.measured, maxChars);
  const sample = new SampleCollector(plan);
  const planned = plan.byNumber ? plannedRanges(plan, whole.measured) : undefined;
  const second = await run(sample, selectionOf(extractor, planned));
  if (second.stopReason !== null)
    throw new ReadbackError("limit_exceeded", "the sample was not finished within the time budget", {
      hint: "ask for a range instead",
    });
  const unplanned = planned === undefined ? [] : unplannedGaps(plan, planned);
  return { collected: sample.finish(), extraction, gaps: [...extraction.gaps, ...unplanned] };
}

/** Only pages and cells are worth skipping the rest for; elsewhere the whole file is read and screened anyway. */
function narrowsExtraction(want: Want): boolean {
  return want.kind === "range" && (want.selection.kind === "pages" || want.selection.kind === "cells");
}

function selectionOf(
  extractor: Extractor,
  ranges: readonly { from: number; to: number }[] | undefined,
): Selection | undefined {
  if (ranges === undefined) return undefined;
  return extractor.unit === "page" ? { kind: "pages", ranges } : { kind: "slides", ranges };
}

async function extract(
  batches: AsyncIterable<SkimBatch>,
  collector: Collector,
  how: { settings: ReadSettings; meter: Meter },
): Promise<Extraction> {
  const { settings, meter } = how;
  const extraction: Extraction = {
    screener: createScreener(settings.policy),
    gaps: [],
    facts: {},
    counted: 0,
    total: undefined,
    stopReason: null,
  };
  let turn = performance.now();
  for await (const batch of batches) {
    if (batch.skipped === true) {
      collector.take(extraction.screener.break());
      collector.break?.();
    }
    collector.take(extraction.screener.push(batch.units));
    extraction.counted += batch.counted;
    if (batch.total !== undefined) extraction.total = batch.total;
    if (batch.gaps !== undefined) extraction.gaps.push(...batch.gaps);
    if (batch.facts !== undefined) extraction.facts = mergeFacts(extraction.facts, batch.facts);
    if (meter.spent()) {
      extraction.stopReason = "time_budget";
      break;
    }
    if (performance.now() - turn > TURN_MS) {
      settings.onProgress?.(extraction.counted, extraction.total ?? null);
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
  }
  collector.take(extraction.screener.finish());
  return extraction;
}

function mergeFacts(a: DocumentFacts, b: DocumentFacts): DocumentFacts {
  return { ...a, ...b, flags: [...(a.flags ?? []), ...(b.flags ?? [])] };
}

const SELECTION_OPTIONS: Readonly<Record<Selection["kind"], string>> = {
  lines: "a line range",
  pages: "`pages`",
  slides: "`slides`",
  paragraphs: "`paragraphs`",
  cells: "`sheet` and `cells`",
  table: "`table`",
};

function requireSelection(extractor: Extractor, selection: Selection): void {
  if (extractor.selections.includes(selection.kind)) return;
  const offered = extractor.selections.map((kind) => SELECTION_OPTIONS[kind]).join(" or ");
  throw new ReadbackError(
    "invalid_request",
    `${SELECTION_OPTIONS[selection.kind]} cannot be asked of a ${formatWord(extractor.format)}`,
    {
      hint: `this format takes ${offered}`,
    },
  );
}

function formatWord(format: FormatName): string {
  const words: Record<FormatName, string> = {
    text: "text file",
    csv: "CSV file",
    pdf: "PDF",
    docx: "Word document",
    xlsx: "workbook",
    pptx: "presentation",
    ods: "workbook",
    odt: "text document",
    odp: "presentation",
  };
  return words[format];
}
