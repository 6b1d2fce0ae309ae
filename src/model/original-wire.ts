/** The one place where answers about originals become the names that callers see (specification: originals). Fields may be added, never renamed. */

import type { Region } from "./locator.ts";
import type { CheckedCitation, DiscoverAnswer, InspectAnswer, LocateAnswer } from "./original-answer.ts";
import type { Stretch } from "./quote.ts";
import { coverageToWire, errorToWire, locatorToWire, secretsToWire, versionToWire } from "./wire.ts";
import type { Wire } from "./wire.ts";

export function discoverToWire(answer: DiscoverAnswer): Wire {
  return {
    candidates: answer.candidates.map((file) => ({
      source: file.source,
      path: file.path,
      size: file.size,
      modified: file.modified,
      ...(file.versionRole === null ? {} : { version_role: file.versionRole }),
      token: file.token,
    })),
    match_count: answer.matchCount,
    skipped: { ...answer.skipped },
    coverage: coverageToWire(answer.coverage),
  };
}

export function inspectToWire(answer: InspectAnswer): Wire {
  return {
    verified: answer.verified,
    size_match: answer.sizeMatch,
    hash_match: answer.hashMatch,
    gap: answer.gap,
    version: versionToWire(answer.version),
    title: answer.title,
    source: answer.source,
    path: answer.path,
    version_role: answer.versionRole,
    verified_at: answer.verifiedAt,
    ...(answer.citation === undefined ? {} : { citation: answer.citation }),
  };
}

export function locateToWire(answer: LocateAnswer): Wire {
  return {
    source: answer.source,
    path: answer.path,
    format: answer.format,
    version: versionToWire(answer.version),
    places: answer.places.map(({ at, region, text, cut }) => ({
      at: locatorToWire(at),
      ...regionToWire(region),
      fragment: text,
      ...(cut ? { cut } : {}),
    })),
    match_count: answer.matchCount,
    ...(answer.ocrRequired
      ? {
          ocr_required: true,
          hint: "no page has a text layer: recognise its text with an OCR program and locate in the result",
        }
      : {}),
    coverage: coverageToWire(answer.coverage),
    secrets: secretsToWire(answer.secrets),
    ...(answer.citation === undefined ? {} : { citation: answer.citation }),
  };
}

function regionToWire(region: Region): Wire {
  return region === "body" || region === "table" ? {} : { region };
}

function stretchToWire({ at, to, region }: Stretch): Record<string, Wire | string> {
  return {
    at: locatorToWire(at),
    ...(to === undefined ? {} : { to: locatorToWire(to) }),
    ...(regionToWire(region) as Record<string, string>),
  };
}

export function checkedToWire(results: readonly CheckedCitation[]): Wire {
  return {
    results: results.map((result) => ({
      verdict: result.verdict,
      source: result.source,
      path: result.path,
      places: result.places.map(stretchToWire),
      place_count: result.placeCount,
      ...(result.nearest === undefined
        ? {}
        : {
            nearest: {
              ...stretchToWire(result.nearest),
              text: result.nearest.text,
              difference: result.nearest.difference.map(({ text, only }) => ({
                text,
                ...(only === undefined ? {} : { only }),
              })),
            },
          }),
      same_version: result.sameVersion,
      version: result.version === null ? null : versionToWire(result.version),
      coverage: result.coverage === null ? null : coverageToWire(result.coverage),
      ...(result.error === undefined ? {} : { error: errorToWire(result.error) }),
      ...(result.citation === undefined ? {} : { citation: result.citation }),
    })),
  };
}
