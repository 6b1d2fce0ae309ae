/** The answer of `read_file` in the program's own words; `wire.ts` turns it into the names that callers see. */

import type { Coverage } from "./coverage.ts";
import type { ErrorFacts } from "./errors.ts";
import type { Locator, Region } from "./locator.ts";
import type { QuoteFinding } from "./quote.ts";
import type { CellFacts, EncodingFacts, FormatName, SheetFacts, SheetState } from "./unit.ts";
import type { Version } from "./version.ts";

export type Mode = "whole" | "contains" | "range" | "sample";

export interface Passage {
  readonly at: Locator;
  readonly region: Region;
  /** Null only for a formula without a stored result. */
  readonly text: string | null;
  /** True for a hit; absent on a passage of context. */
  readonly match?: boolean;
  /** True where `text` is only a part of the unit at `at`. */
  readonly cut?: boolean;
  /** Hits inside `text`, in UTF-16 units: for highlighting, not on the wire. */
  readonly highlights?: readonly TextSpan[];
  readonly cell?: CellFacts;
  readonly hidden?: boolean;
  readonly sheetState?: SheetState;
  readonly numbering?: string;
  readonly label?: string;
  readonly replacedBytes?: number;
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export type SecretPolicy = "redact" | "refuse" | "report" | "off";

export interface SecretFinding {
  readonly kind: string;
  readonly at: Locator;
  readonly count: number;
  /** "low" where the shape alone does not prove a secret: reported, never hidden, not in `found`. Absent means high. */
  readonly tier?: "low";
}

export interface Secrets {
  readonly policy: SecretPolicy;
  readonly screened: "whole" | "part";
  readonly found: number;
  /** At most 20, never the value. */
  readonly findings: readonly SecretFinding[];
}

/** The options of the call that goes on where this answer was cut. */
export type NextRead = Readonly<Record<string, string | number>>;

export interface ReadEntry {
  readonly ok: true;
  readonly path: string;
  readonly format: FormatName;
  readonly encoding?: EncodingFacts;
  readonly lineEnds?: string;
  readonly sheets?: readonly SheetFacts[];
  readonly flags: readonly string[];
  readonly version: Version;
  readonly mode: Mode;
  readonly passages: readonly Passage[];
  /** Units that hold a hit, over all that was searched, also where the passages were cut. */
  readonly matchCount?: number;
  /** Places of further hits that the output limit kept out, at most 20. */
  readonly moreAt?: readonly Locator[];
  readonly coverage: Coverage;
  readonly secrets: Secrets;
  readonly next?: NextRead;
  /** What a citation of this version begins with; a place's fragment makes it whole. Only for files of a source. */
  readonly citation?: string;
}

/** What reading one original gives, before it has the name that the caller used. */
export interface ReadOutcome extends Omit<ReadEntry, "path"> {
  /** One for each quote that was asked for; never on the wire of `read_file`. */
  readonly quotes?: readonly QuoteFinding[];
}

export interface FailedEntry {
  readonly ok: false;
  readonly path: string;
  readonly error: ErrorFacts;
}

export type Entry = ReadEntry | FailedEntry;

export interface ReadAnswer {
  readonly entries: readonly Entry[];
}
