/**
 * `library_search`, `library_read`: documents by stable id (specification: library).
 *
 * Guarantees: search, read, listing and completion go through one function that yields the documents a role may see now, before any id is
 * looked up, so they cannot disagree; an id that is unknown, hidden or broken gives one and the same `unavailable`; a library that cannot be
 * read shows as a gap or as `source_offline`, never as "not found". Where two libraries use one id, the first configured one has it and the
 * other document counts as a gap. Not covered: versions that are gone; search through an index.
 */

import { coverageOf } from "../model/coverage.ts";
import type { Gap, GapReason } from "../model/coverage.ts";
import { CancelledError, ReadbackError, throwIfCancelled } from "../model/errors.ts";
import type { LibraryHit, LibraryReadAnswer, LibrarySearchAnswer, Role } from "../model/library-answer.ts";
import {
  digestArgument,
  idArgument,
  offsetArgument,
  queryArgument,
  resultsArgument,
} from "../model/library-request.ts";
import type { LibraryReadRequest, LibrarySearchRequest } from "../model/library-request.ts";
import type { LibraryRecord } from "../catalog/manifest.ts";
import type { DocumentText } from "../reading/document-text.ts";
import { redactText } from "../reading/screening/redact.ts";
import { CALL_MS_DEFAULT } from "./files.ts";
import { compareMatches, LibraryQuery } from "./library-match.ts";
import type { TextMatch } from "./library-match.ts";
import { pageOf } from "./library-page.ts";
import { LibrarySource, unavailable } from "./library-source.ts";
import type { LibraryConfig, Report } from "./library-source.ts";

export type { LibraryConfig } from "./library-source.ts";

export interface LibraryServiceOptions {
  readonly libraries: readonly LibraryConfig[];
  /** Source bytes of the largest document that is read. */
  readonly documentBytes: number;
  /** Told to the operator; by default on stderr, each problem once while it lasts. */
  readonly report?: Report;
}

export interface LibraryCallOptions {
  readonly role: Role;
  readonly signal?: AbortSignal;
  readonly ms?: number;
  /** Characters of one page of a text. */
  readonly maxChars?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface DocumentCard {
  readonly id: string;
  readonly title: string;
}

export interface LibraryService {
  readonly keys: readonly string[];
  search(request: LibrarySearchRequest, options: LibraryCallOptions): Promise<LibrarySearchAnswer>;
  read(request: LibraryReadRequest, options: LibraryCallOptions): Promise<LibraryReadAnswer>;
  /** Documents that can be opened and whose id begins so, at most `most`. Libraries that cannot be read are left out. */
  list(prefix: string, most: number, role: Role): readonly DocumentCard[];
  close(): void;
}

export const PAGE_CHARS = 20_000;

export function createLibraryService(options: LibraryServiceOptions): LibraryService {
  return new Libraries(options);
}

interface Visible {
  readonly source: LibrarySource;
  readonly record: LibraryRecord;
}

interface VisibleSet {
  readonly documents: readonly Visible[];
  readonly gaps: readonly Gap[];
  readonly offline: ReadbackError | undefined;
}

class Libraries implements LibraryService {
  readonly keys: readonly string[];
  readonly #sources: readonly LibrarySource[];

  constructor(options: LibraryServiceOptions) {
    const report = options.report ?? reportOnce();
    this.keys = options.libraries.map(({ key }) => key);
    this.#sources = options.libraries.map(
      (library) => new LibrarySource(library, options.documentBytes, report),
    );
  }

  async search(request: LibrarySearchRequest, options: LibraryCallOptions): Promise<LibrarySearchAnswer> {
    const query = new LibraryQuery(queryArgument(request.query));
    const limit = resultsArgument(request.limit);
    const { documents, gaps, offline } = this.#visible(options.role);
    if (documents.length === 0 && offline !== undefined) throw offline;
    const signal = options.signal ?? new AbortController().signal;
    const deadline = performance.now() + (options.ms ?? CALL_MS_DEFAULT);
    const found: { readonly match: TextMatch; readonly hit: LibraryHit }[] = [];
    const failed = new Map<GapReason, number>();
    let read = 0;
    let undecodable = 0;
    let looked = 0;
    for (const { source, record } of documents) {
      throwIfCancelled(signal);
      const ms = deadline - performance.now();
      if (ms <= 0) break;
      looked += 1;
      try {
        const document = await source.read(record, { signal, ms });
        read += 1;
        undecodable += document.replacedBytes;
        const title = redactText(record.title);
        const match = query.match(title, document.text);
        if (match !== null) found.push({ match, hit: hitOf(record, title, document, match) });
      } catch (thrown) {
        if (!(thrown instanceof ReadbackError)) throw thrown;
        const reason = gapReason(thrown);
        failed.set(reason, (failed.get(reason) ?? 0) + 1);
      }
      options.onProgress?.(looked, documents.length);
    }
    const phrases = found.some(({ match }) => match.matchedBy !== "words");
    const kept = (phrases ? found.filter(({ match }) => match.matchedBy !== "words") : found).toSorted(
      (a, b) => compareMatches(a.match, b.match),
    );
    const stopped =
      looked < documents.length ? "time_budget" : kept.length > limit ? ("match_limit" as const) : null;
    const undecoded: readonly Gap[] =
      undecodable === 0 ? [] : [{ reason: "undecodable", count: undecodable }];
    return {
      results: kept.slice(0, limit).map(({ hit }) => hit),
      matchCount: kept.length,
      coverage: coverageOf({ unit: "document", read, total: documents.length }, stopped, [
        ...gaps,
        ...Array.from(failed, ([reason, count]): Gap => ({ reason, count })),
        ...undecoded,
      ]),
    };
  }

  async read(request: LibraryReadRequest, options: LibraryCallOptions): Promise<LibraryReadAnswer> {
    const id = idArgument(request.id);
    const expected = digestArgument(request.expectedSha256);
    const offset = offsetArgument(request.offset);
    const { documents, offline } = this.#visible(options.role);
    const found = documents.find(({ record }) => record.id === id);
    if (found === undefined) throw offline ?? unavailable();
    const signal = options.signal ?? new AbortController().signal;
    let document: DocumentText;
    try {
      document = await found.source.read(found.record, { signal, ms: options.ms ?? CALL_MS_DEFAULT });
    } catch (thrown) {
      if (signal.aborted) throw new CancelledError();
      // While a library cannot be read, an id that is not there is answered so too.
      throw thrown instanceof ReadbackError && thrown.code === "unavailable" ? (offline ?? thrown) : thrown;
    }
    const page = pageOf(document.text, offset, options.maxChars ?? PAGE_CHARS);
    if (page === null)
      throw new ReadbackError("invalid_request", "`offset` stands beyond the end of the text", {
        hint: "use the `next_offset` of the page before, with `expected_sha256`: the text may have changed",
      });
    const gaps: readonly Gap[] =
      document.replacedBytes === 0 ? [] : [{ reason: "undecodable", count: document.replacedBytes }];
    const whole = page.nextOffset === null;
    return {
      id,
      title: redactText(found.record.title),
      url: found.record.url,
      text: page.text,
      digest: document.digest,
      version: document.version,
      offset,
      nextOffset: page.nextOffset,
      characters: page.characters,
      ...(expected === undefined ? {} : { matchesExpected: expected === document.digest }),
      redacted: document.redacted,
      coverage: coverageOf(
        { unit: "document", read: whole ? 1 : 0, total: 1 },
        whole ? null : "output_limit",
        gaps,
      ),
    };
  }

  list(prefix: string, most: number, role: Role): readonly DocumentCard[] {
    const cards: DocumentCard[] = [];
    for (const { source, record } of this.#visible(role).documents) {
      if (cards.length >= most) break;
      if (record.id.startsWith(prefix) && source.opens(record))
        cards.push({ id: record.id, title: redactText(record.title) });
    }
    return cards;
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }

  /** What the role may see now, over all libraries. */
  #visible(role: Role): VisibleSet {
    const documents = new Map<string, Visible>();
    let offline: ReadbackError | undefined;
    let offlineCount = 0;
    let doubled = 0;
    for (const source of this.#sources) {
      let records: readonly LibraryRecord[];
      try {
        records = source.documents(role);
      } catch (thrown) {
        if (!(thrown instanceof ReadbackError)) throw thrown;
        offline ??= thrown;
        offlineCount += 1;
        continue;
      }
      for (const record of records) {
        if (documents.has(record.id)) doubled += 1;
        else documents.set(record.id, { source, record });
      }
    }
    const gaps: Gap[] = [];
    if (offlineCount > 0)
      gaps.push({
        reason: "source_offline",
        count: offlineCount,
        detail: "libraries that cannot be read at the moment",
      });
    if (doubled > 0)
      gaps.push({
        reason: "unreadable",
        count: doubled,
        detail: "documents whose id another library uses too",
      });
    return { documents: [...documents.values()], gaps, offline };
  }
}

function hitOf(record: LibraryRecord, title: string, document: DocumentText, match: TextMatch): LibraryHit {
  const { line, endLine } = match;
  return {
    id: record.id,
    title,
    url: record.url,
    snippet: match.snippet,
    at: { kind: "line", line, ...(endLine > line ? { endLine } : {}) },
    digest: document.digest,
    matchedBy: match.matchedBy,
  };
}

function gapReason({ code }: ReadbackError): GapReason {
  return code === "too_large" || code === "withheld" || code === "damaged" ? code : "unreadable";
}

const REMEMBERED = 1000;

/** On stderr, each problem once. */
function reportOnce(): Report {
  const told = new Set<string>();
  return (library, problem) => {
    const line = `readback: library ${library}: ${problem}`;
    if (told.has(line)) return;
    if (told.size >= REMEMBERED) told.clear();
    told.add(line);
    process.stderr.write(`${line}\n`);
  };
}
