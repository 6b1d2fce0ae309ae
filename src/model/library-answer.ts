/** The answers of the library in the program's own words; `library-wire.ts` turns them into the names that callers see (specification: library). */

import type { Coverage } from "./coverage.ts";
import type { Locator } from "./locator.ts";
import type { Version } from "./version.ts";

/** Who reads: an editor sees every document, a reader those that are for readers. */
export type Role = "reader" | "editor";

/** "phrase": the query as it stands; "words": all its words, in any order; "title": in the title only. */
export type MatchedBy = "phrase" | "words" | "title";

export interface LibraryHit {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** At most 280 characters of the text, round its first hit. */
  readonly snippet: string;
  /** Where the hit stands; for a title, where the text begins. */
  readonly at: Locator;
  /** Of the whole text, as `library_read` gives it. */
  readonly digest: string;
  readonly matchedBy: MatchedBy;
}

export interface LibrarySearchAnswer {
  readonly results: readonly LibraryHit[];
  /** Documents that hold the query, also where the limit kept them out. */
  readonly matchCount: number;
  readonly coverage: Coverage;
}

export interface LibraryReadAnswer {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  /** The page that was asked for. */
  readonly text: string;
  /** SHA-256 over the UTF-8 encoding of the whole text. */
  readonly digest: string;
  readonly version: Version;
  /** In characters: Unicode code points of the whole text. */
  readonly offset: number;
  readonly nextOffset: number | null;
  /** Characters of the whole text. */
  readonly characters: number;
  /** Absent where no digest was expected. */
  readonly matchesExpected?: boolean;
  readonly redacted: boolean;
  readonly coverage: Coverage;
}
