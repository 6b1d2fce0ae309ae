/** The answers about originals in the program's own words (specification: originals); `original-wire.ts` names them for callers. */

import type { Secrets } from "./answer.ts";
import type { Place } from "./citation.ts";
import type { Coverage } from "./coverage.ts";
import type { ErrorFacts } from "./errors.ts";
import type { Locator, Region } from "./locator.ts";
import type { Stretch } from "./quote.ts";
import type { FormatName } from "./unit.ts";
import type { Version } from "./version.ts";

/** One file: by a token of `discover`, by a path, or by its source and its path in there. */
export type Target =
  | { readonly token: string }
  | { readonly path: string }
  | { readonly source: string; readonly path: string };

export interface DiscoverRequest {
  readonly source?: string | undefined;
  /** A part of the name, or a pattern with `*` and `?`; one with `/` is compared with the path. */
  readonly name?: string | undefined;
  /** A format or an extension. */
  readonly type?: string | undefined;
  /** Milliseconds since 1970. */
  readonly modifiedAfter?: number | undefined;
  readonly modifiedBefore?: number | undefined;
  readonly limit?: number | undefined;
  readonly includeIgnored?: boolean | undefined;
}

export const DISCOVER_DEFAULT = 50;
export const DISCOVER_MAX = 200;
export const LOCATE_MAX = 10;
export const FRAGMENT_CHARS = 280;

export type VersionRole = "draft" | "final" | "signed" | "copy";

export interface DiscoveredFile {
  readonly source: string;
  readonly path: string;
  readonly size: number;
  readonly modified: string;
  readonly versionRole: VersionRole | null;
  readonly token: string;
}

/** What a walk passed over on purpose. */
export interface Skipped {
  readonly ignored: number;
  readonly links: number;
  readonly special: number;
  readonly media: number;
}

export interface DiscoverAnswer {
  readonly candidates: readonly DiscoveredFile[];
  /** Candidates there are, also those beyond the limit. */
  readonly matchCount: number;
  readonly skipped: Skipped;
  readonly coverage: Coverage;
}

export interface InspectAnswer {
  /** True: the bytes were read to their end and hashed just now, and handle and path were the same before and after. Not that a person read it. */
  readonly verified: boolean;
  /** Against the token; null where nothing was known before. */
  readonly sizeMatch: boolean | null;
  readonly hashMatch: boolean | null;
  readonly gap: string | null;
  readonly version: Version;
  readonly title: string;
  readonly source: string | null;
  readonly path: string;
  readonly versionRole: VersionRole | null;
  readonly verifiedAt: string;
  readonly citation?: string;
}

export interface Fragment {
  readonly at: Locator;
  readonly region: Region;
  readonly text: string;
  readonly cut: boolean;
}

export interface LocateAnswer {
  readonly source: string | null;
  readonly path: string;
  readonly format: FormatName;
  readonly version: Version;
  readonly places: readonly Fragment[];
  readonly matchCount: number;
  /** True where no page of the file has text: recognise it first. */
  readonly ocrRequired: boolean;
  readonly coverage: Coverage;
  readonly secrets: Secrets;
  readonly citation?: string;
}

export interface CitationCheck {
  readonly quote: string;
  readonly target: Target;
  readonly sha256?: string | undefined;
  readonly at?: Place | undefined;
}

export type Verdict = "verbatim" | "moved" | "altered" | "absent" | "unverifiable";

export interface Difference {
  readonly text: string;
  /** Absent where both have it. */
  readonly only?: "file" | "quote";
}

export interface CheckedCitation {
  readonly verdict: Verdict;
  readonly source: string | null;
  readonly path: string;
  /** Places of the quote, the cited one first where it stands there. */
  readonly places: readonly Stretch[];
  readonly placeCount: number;
  readonly nearest?: Stretch & { readonly text: string; readonly difference: readonly Difference[] };
  /** Whether the file is still the version cited; null where no digest was cited or none is known. */
  readonly sameVersion: boolean | null;
  readonly version: Version | null;
  readonly coverage: Coverage | null;
  readonly error?: ErrorFacts;
  /** The quote's first place in one line. */
  readonly citation?: string;
}

const ROLES: readonly (readonly [VersionRole, RegExp])[] = [
  ["signed", /(?<![\p{L}\p{N}])(signed|executed|countersigned)(?![\p{L}\p{N}])/iu],
  ["draft", /(?<![\p{L}\p{N}])(draft|wip)(?![\p{L}])/iu],
  ["copy", /(?<![\p{L}\p{N}])(copy|kopie|copie)(?![\p{L}])|\(\d{1,2}\)(?=\.[^.]*$|$)/iu],
  ["final", /(?<![\p{L}\p{N}])final(?![\p{L}])/iu],
];

/** What the name says of the version; null where it says nothing. `_` and `-` divide words. */
export function versionRoleOf(name: string): VersionRole | null {
  const spaced = name.replaceAll("_", " ");
  if (/unsigned/i.test(spaced)) return null;
  return ROLES.find(([, pattern]) => pattern.test(spaced))?.[0] ?? null;
}
