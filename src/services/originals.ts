/**
 * Originals (specification: originals): `discover`, `inspect`, `locateContent`, and the citations that are checked against them.
 *
 * Guarantees: each use of a token or a path is checked anew (`original-access.ts`); what an answer says was read from bytes whose handle and path
 * were the same before and after; a file that changed meanwhile gives `changed_during_read` and no fragment. Nothing is written.
 * Not covered: registered material and everything that needs the index.
 */

import { Meter } from "../model/budget.ts";
import { citationText } from "../model/citation.ts";
import { coverageOf } from "../model/coverage.ts";
import { ReadbackError } from "../model/errors.ts";
import { FRAGMENT_CHARS, LOCATE_MAX, versionRoleOf } from "../model/original-answer.ts";
import type {
  CheckedCitation,
  CitationCheck,
  DiscoverAnswer,
  DiscoverRequest,
  Fragment,
  InspectAnswer,
  LocateAnswer,
  Target,
} from "../model/original-answer.ts";
import type { Passage } from "../model/answer.ts";
import { MAX_CHARS_HARD } from "../model/request.ts";
import type { Version } from "../model/version.ts";
import { checkCitations } from "./citations.ts";
import { discoverIn } from "./discovery.ts";
import { OriginalAccess } from "./original-access.ts";
import type { Lent, OriginalSource } from "./original-access.ts";
import { OriginalReading } from "./original-reading.ts";
import type { ReadingOptions } from "./original-reading.ts";

const MS_DEFAULT = 10_000;
const MS_HARD = 45_000;

export interface OriginalsOptions extends ReadingOptions {
  readonly sources: readonly OriginalSource[];
  /** True for a person's own call: a path is any path that their rights allow. */
  readonly personal?: boolean;
  /** True for a program that ends after this call. */
  readonly disposable?: boolean;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds for the whole call. */
  readonly ms?: number;
  readonly onProgress?: (done: number, total: number | null) => void;
}

export interface OriginalsService {
  discover(request: DiscoverRequest, options?: CallOptions): Promise<DiscoverAnswer>;
  inspect(target: Target, options?: CallOptions): Promise<InspectAnswer>;
  locateContent(
    target: Target,
    asked: { readonly text: string; readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<LocateAnswer>;
  checkCitations(citations: readonly CitationCheck[], options?: CallOptions): Promise<CheckedCitation[]>;
  close(): void;
}

export function createOriginalsService(options: OriginalsOptions): OriginalsService {
  return new Originals(options);
}

class Originals implements OriginalsService {
  readonly #access: OriginalAccess;
  readonly #reading: OriginalReading;
  readonly #disposable: boolean;

  constructor(options: OriginalsOptions) {
    this.#access = new OriginalAccess(options.sources, options.personal === true);
    this.#reading = new OriginalReading(options);
    this.#disposable = options.disposable === true;
  }

  async discover(request: DiscoverRequest, options: CallOptions = {}): Promise<DiscoverAnswer> {
    const { source } = request;
    const sources = source === undefined ? this.#access.sources : [this.#access.source(source)];
    if (sources.length === 0)
      throw new ReadbackError("invalid_request", "there is no source to discover files in", {
        hint: "name a folder in the call, or sources in the configuration",
      });
    return discoverIn(sources, request, { signal: signalOf(options), ms: msOf(options, MS_DEFAULT) });
  }

  /** Hashing takes its time: without a figure of the caller's it has all that a call may have. */
  async inspect(target: Target, options: CallOptions = {}): Promise<InspectAnswer> {
    return this.#access.lend(target, async (lent) => {
      const { original } = lent;
      const meter = new Meter({ signal: signalOf(options), ms: msOf(options, MS_HARD) });
      await original.settle({ meter });
      const version = original.seal({ meter });
      const verified = version.sha256 !== null;
      return {
        verified,
        sizeMatch: lent.candidate === null ? null : true,
        hashMatch: null,
        gap: verified ? null : "time_budget",
        version,
        title: original.name,
        ...placeOf(lent, version),
        versionRole: versionRoleOf(original.name),
        verifiedAt: new Date().toISOString(),
      };
    });
  }

  async locateContent(
    target: Target,
    asked: { readonly text: string; readonly limit?: number | undefined },
    options: CallOptions = {},
  ): Promise<LocateAnswer> {
    const { text, limit = LOCATE_MAX } = asked;
    if (!Number.isInteger(limit) || limit < 1 || limit > LOCATE_MAX)
      throw new ReadbackError("invalid_request", `\`limit\` must be a whole number from 1 to ${LOCATE_MAX}`);
    const deadline = performance.now() + msOf(options, MS_DEFAULT);
    return this.#access.lend(target, async (lent) => {
      const { original } = lent;
      const request = { path: original.relativePath, contains: text, context: 0, maxChars: MAX_CHARS_HARD };
      const outcome = await this.#reading.read(original, request, {
        policy: lent.policy,
        signal: signalOf(options),
        ms: () => deadline - performance.now(),
        disposable: this.#disposable,
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      });
      const hits = outcome.passages.filter(({ match }) => match === true);
      const matchCount = outcome.matchCount ?? hits.length;
      const places = hits.slice(0, limit).map(fragmentOf);
      const { coverage } = outcome;
      const stop = coverage.stopReason === "output_limit" ? null : coverage.stopReason;
      return {
        ...placeOf(lent, outcome.version),
        format: outcome.format,
        version: outcome.version,
        places,
        matchCount,
        ocrRequired: coverage.gaps.some(({ reason }) => reason === "ocr_required"),
        coverage: coverageOf(
          coverage,
          stop ?? (matchCount > places.length ? "match_limit" : null),
          coverage.gaps,
        ),
        secrets: outcome.secrets,
      };
    });
  }

  async checkCitations(
    citations: readonly CitationCheck[],
    options: CallOptions = {},
  ): Promise<CheckedCitation[]> {
    const deadline = performance.now() + msOf(options, MS_DEFAULT);
    return checkCitations(citations, this.#access, this.#reading, {
      signal: signalOf(options),
      ms: () => deadline - performance.now(),
      disposable: this.#disposable,
      onProgress: options.onProgress ?? (() => undefined),
    });
  }

  close(): void {
    this.#reading.close();
  }
}

function signalOf(options: CallOptions): AbortSignal {
  return options.signal ?? new AbortController().signal;
}

function msOf(options: CallOptions, usual: number): number {
  return Math.min(options.ms ?? usual, MS_HARD);
}

/** Where the original is, and the address that a citation of it begins with: only a file of a source has one. */
function placeOf(
  { key, original }: Lent,
  version: Version,
): { source: string | null; path: string; citation?: string } {
  const path = original.relativePath;
  if (key === null) return { source: null, path };
  const { sha256 } = version;
  return {
    source: key,
    path,
    citation: citationText({ source: key, path, ...(sha256 === null ? {} : { sha256 }) }),
  };
}

/** At most `FRAGMENT_CHARS` around the first hit, whole characters. */
function fragmentOf(passage: Passage): Fragment {
  const text = passage.text ?? "";
  const place = { at: passage.at, region: passage.region };
  if (text.length <= FRAGMENT_CHARS) return { ...place, text, cut: passage.cut === true };
  const [hit] = passage.highlights ?? [];
  const room = Math.max(0, FRAGMENT_CHARS - ((hit?.end ?? 0) - (hit?.start ?? 0)));
  const begin = Math.max(0, Math.min((hit?.start ?? 0) - Math.floor(room / 2), text.length - FRAGMENT_CHARS));
  const piece = text.slice(begin, begin + FRAGMENT_CHARS);
  // No half of a surrogate pair at either end.
  const whole = piece.replace(/^[\udc00-\udfff]/, "").replace(/[\ud800-\udbff]$/, "");
  return { ...place, text: whole, cut: true };
}
