/**
 * Quotes against the current originals (specification: originals, citations). Quotes of one file are looked for in one pass over it.
 *
 * Guarantees: `absent` is said only where the whole file was covered, and `altered` only there or where the like text stands at the cited place;
 * otherwise the answer is `unverifiable`, with the gap. A quote that is, holds or is most like a secret is `unverifiable` too: the answer is no oracle.
 * A citation that cannot be checked fails alone. Not covered: whether the quote says what its text means.
 */

import { diffWordsWithSpace } from "diff";
import type { ReadOutcome, SecretPolicy } from "../model/answer.ts";
import { citationText, standsAt } from "../model/citation.ts";
import { coverageOf } from "../model/coverage.ts";
import type { Coverage } from "../model/coverage.ts";
import { CancelledError, ReadbackError } from "../model/errors.ts";
import type {
  CheckedCitation,
  CitationCheck,
  Difference,
  Target,
  Verdict,
} from "../model/original-answer.ts";
import { QUOTE_CHARS, QUOTES_MAX } from "../model/quote.ts";
import type { QuoteFinding } from "../model/quote.ts";
import { decodeToken } from "../model/token.ts";
import { compileNeedle } from "../reading/matching/needle.ts";
import { redactText } from "../reading/screening/redact.ts";
import { factsOrReport } from "./internal.ts";
import type { OriginalAccess } from "./original-access.ts";
import type { OriginalReading } from "./original-reading.ts";

interface How {
  readonly signal: AbortSignal;
  readonly ms: () => number;
  readonly disposable: boolean;
  readonly onProgress: (done: number, total: number | null) => void;
}

export async function checkCitations(
  citations: readonly CitationCheck[],
  access: OriginalAccess,
  reading: OriginalReading,
  how: How,
): Promise<CheckedCitation[]> {
  judgeCall(citations);
  const groups = new Map<string, { target: Target; indexes: number[] }>();
  for (const [index, { target }] of citations.entries()) {
    const name = JSON.stringify(target);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { target, indexes: [index] });
    else group.indexes.push(index);
  }
  const results = new Map<number, CheckedCitation>();
  let done = 0;
  await Promise.all(
    [...groups.values()].map(async ({ target, indexes }) => {
      const asked = indexes.flatMap((index) => citations[index] ?? []);
      const checked = await checkOne(target, asked, access, reading, {
        ...how,
        disposable: how.disposable && groups.size === 1,
      });
      for (const [order, index] of indexes.entries()) {
        const result = checked[order];
        if (result !== undefined) results.set(index, result);
      }
      done += indexes.length;
      how.onProgress(done, citations.length);
    }),
  );
  return citations.flatMap((_, index) => results.get(index) ?? []);
}

function judgeCall(citations: readonly CitationCheck[]): void {
  if (citations.length === 0 || citations.length > QUOTES_MAX)
    throw new ReadbackError("invalid_request", `1 to ${QUOTES_MAX} citations can be checked in one call`, {
      hint: "check the others in a second call",
    });
  for (const { quote, sha256, target } of citations) {
    if (quote.trim() === "" || quote.length > QUOTE_CHARS)
      throw new ReadbackError("invalid_request", `\`quote\` must hold 1 to ${QUOTE_CHARS} characters`);
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/i.test(sha256))
      throw new ReadbackError("invalid_request", "`sha256` must be 64 hexadecimal digits");
    if ("token" in target) decodeToken(target.token);
    try {
      compileNeedle(quote);
    } catch {
      throw new ReadbackError("invalid_request", "`quote` must hold at least one visible character");
    }
  }
}

async function checkOne(
  target: Target,
  asked: readonly CitationCheck[],
  access: OriginalAccess,
  reading: OriginalReading,
  how: How,
): Promise<CheckedCitation[]> {
  try {
    return await access.lend(target, async ({ original, key, policy }) => {
      const path = original.relativePath;
      const quotes = asked.map(({ quote, at }) => ({ text: quote, ...(at === undefined ? {} : { at }) }));
      const outcome = await reading.read(original, { path, quotes }, { ...how, policy });
      return asked.map((citation, index) => {
        const finding = outcome.quotes?.[index];
        if (finding === undefined) throw new Error("a quote was not looked for");
        return judged(citation, finding, outcome, { key, path, policy });
      });
    });
  } catch (thrown) {
    if (thrown instanceof CancelledError || how.signal.aborted) throw new CancelledError();
    const error = factsOrReport(thrown);
    const named = nameOf(target);
    return asked.map(() => ({
      verdict: "unverifiable",
      ...named,
      places: [],
      placeCount: 0,
      sameVersion: null,
      version: null,
      coverage: null,
      error,
    }));
  }
}

function nameOf(target: Target): { source: string | null; path: string } {
  if ("token" in target) {
    const { source, path } = decodeToken(target.token);
    return { source, path };
  }
  return "source" in target ? target : { source: null, path: target.path };
}

function judged(
  citation: CitationCheck,
  finding: QuoteFinding,
  outcome: ReadOutcome,
  where: { readonly key: string | null; readonly path: string; readonly policy: SecretPolicy },
): CheckedCitation {
  const { version } = outcome;
  const { nearest } = finding;
  const kept = keptBack(citation.quote, finding, outcome, where.policy);
  const coverage = kept ? withheldFrom(outcome.coverage, outcome.secrets.found) : outcome.coverage;
  const verdict = verdictOf(citation, finding, coverage);
  const [place] = finding.places;
  const sha256 = version.sha256 === null ? {} : { sha256: version.sha256 };
  const like = nearest !== undefined && !kept && (verdict === "altered" || verdict === "unverifiable");
  return {
    verdict,
    source: where.key,
    path: where.path,
    places: finding.places,
    placeCount: finding.count,
    ...(like
      ? {
          nearest: {
            at: nearest.at,
            ...(nearest.to === undefined ? {} : { to: nearest.to }),
            region: nearest.region,
            text: nearest.text,
            difference: differenceOf(nearest.text, citation.quote),
          },
        }
      : {}),
    sameVersion:
      citation.sha256 === undefined || version.sha256 === null
        ? null
        : citation.sha256.toLowerCase() === version.sha256,
    version,
    coverage,
    ...(place === undefined || where.key === null
      ? {}
      : { citation: citationText({ source: where.key, path: where.path, ...sha256, at: place.at }) }),
  };
}

function verdictOf(citation: CitationCheck, finding: QuoteFinding, coverage: Coverage): Verdict {
  const { at } = citation;
  if (finding.count > 0) return at === undefined || finding.standsThere ? "verbatim" : "moved";
  const { nearest } = finding;
  if (nearest !== undefined) {
    const there =
      at !== undefined &&
      (standsAt(nearest.at, at) || (nearest.to !== undefined && standsAt(nearest.to, at)));
    const withheld = coverage.gaps.some(({ reason }) => reason === "withheld");
    if (coverage.complete || (there && !withheld)) return "altered";
    return "unverifiable";
  }
  return coverage.complete ? "absent" : "unverifiable";
}

/** Whether a quote that was not found may stand where a secret was put out of sight. */
function keptBack(quote: string, finding: QuoteFinding, outcome: ReadOutcome, policy: SecretPolicy): boolean {
  if (finding.count > 0 || (policy !== "redact" && policy !== "refuse")) return false;
  if (redactText(quote) !== quote) return true;
  if (outcome.secrets.found === 0) return false;
  return !/\s/.test(quote.trim()) || finding.nearest?.text.includes("[REDACTED") === true;
}

function withheldFrom(coverage: Coverage, found: number): Coverage {
  return coverageOf(coverage, coverage.stopReason, [
    ...coverage.gaps,
    {
      reason: "withheld",
      ...(found > 0 ? { count: found } : {}),
      detail: "the quote may be part of a secret",
    },
  ]);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** What both have, what only the file has, what only the quote has; word by word, in order. */
function differenceOf(file: string, quote: string): Difference[] {
  const spaced = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();
  return diffWordsWithSpace(spaced(file), spaced(quote), { intlSegmenter: segmenter }).map((part) => ({
    text: part.value,
    ...(part.removed ? { only: "file" as const } : part.added ? { only: "quote" as const } : {}),
  }));
}
