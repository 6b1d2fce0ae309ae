/** The one place where library answers become the names that callers see (specification: library). Fields may be added, never renamed. */

import type { LibraryHit, LibraryReadAnswer, LibrarySearchAnswer } from "./library-answer.ts";
import { coverageToWire, locatorToWire, versionToWire } from "./wire.ts";
import type { Wire } from "./wire.ts";

function hitToWire(hit: LibraryHit): Wire {
  return {
    id: hit.id,
    title: hit.title,
    url: hit.url,
    snippet: hit.snippet,
    at: locatorToWire(hit.at),
    sha256: hit.digest,
    matched_by: hit.matchedBy,
  };
}

export function librarySearchToWire(answer: LibrarySearchAnswer): Wire {
  return {
    results: answer.results.map(hitToWire),
    match_count: answer.matchCount,
    coverage: coverageToWire(answer.coverage),
  };
}

export function libraryReadToWire(answer: LibraryReadAnswer): Wire {
  return {
    id: answer.id,
    title: answer.title,
    url: answer.url,
    text: answer.text,
    sha256: answer.digest,
    version: versionToWire(answer.version),
    offset: answer.offset,
    next_offset: answer.nextOffset,
    characters: answer.characters,
    ...(answer.matchesExpected === undefined ? {} : { matches_expected: answer.matchesExpected }),
    ...(answer.redacted ? { redacted: true } : {}),
    coverage: coverageToWire(answer.coverage),
  };
}
