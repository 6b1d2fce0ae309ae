/** What is asked of one file about quotes, and what was found: filled in where the file is read, judged by the citation service. */

import type { Place } from "./citation.ts";
import type { Locator, Region } from "./locator.ts";

/** A text that is said to stand in the file. */
export interface QuoteRequest {
  readonly text: string;
  readonly at?: Place;
}

/** A stretch of the file's text: from one unit to another, or in one. */
export interface Stretch {
  readonly at: Locator;
  /** The last unit, where it is another one. */
  readonly to?: Locator;
  readonly region: Region;
}

export interface QuoteFinding {
  /** Places where the quote stands, in the order of the file, at most `QUOTE_PLACES`; the cited place first where it stands there. */
  readonly places: readonly Stretch[];
  /** All places there are. */
  readonly count: number;
  /** Whether it stands at the cited place; false where none was cited. */
  readonly standsThere: boolean;
  /** The stretch most like the quote, where it stands nowhere and one is like it. */
  readonly nearest?: Stretch & { readonly text: string; readonly likeness: number };
}

export const QUOTE_PLACES = 10;
export const QUOTES_MAX = 20;
export const QUOTE_CHARS = 1000;
