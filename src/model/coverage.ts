/**
 * What an answer speaks for, and what it does not. An empty result with `complete: true` is the only way to say "it is not there",
 * so `complete` is computed here from the stop reason and the gaps and can be set nowhere else.
 */

import type { Extent, Locator, Region, UnitName } from "./locator.ts";

export type StopReason =
  | "match_limit"
  | "time_budget"
  | "size_budget"
  | "output_limit"
  | "sampled"
  | "cancelled";

export type GapReason =
  | "no_text_layer"
  | "ocr_required"
  | "not_extracted"
  | "undecodable"
  | "damaged"
  | "encrypted"
  | "too_large"
  | "withheld"
  | "unreadable"
  | "stale"
  | "not_indexed"
  | "source_offline"
  | "sampled"
  | "unmapped_text"
  | "order_uncertain";

/** One thing the answer does not speak for. Exactly one of `region`, `extent`, `at` says what; `detail` is a fixed sentence or a part's name. */
export interface Gap {
  readonly reason: GapReason;
  readonly region?: Region;
  readonly extent?: Extent;
  readonly at?: Locator;
  /** How many of them: bytes for `undecodable`, objects or units elsewhere. */
  readonly count?: number;
  readonly detail?: string;
}

interface CoverageCounts {
  readonly unit: UnitName;
  /** Units looked at to the end. */
  readonly read: number;
  /** Units there are; null when not counted. */
  readonly total: number | null;
}

export type Coverage = CoverageCounts &
  (
    | { readonly complete: true; readonly stopReason: null; readonly gaps: readonly [] }
    | { readonly complete: false; readonly stopReason: StopReason | null; readonly gaps: readonly Gap[] }
  );

export function coverageOf(
  counts: CoverageCounts,
  stopReason: StopReason | null,
  gaps: readonly Gap[],
): Coverage {
  if (stopReason === null && gaps.length === 0)
    return { ...counts, complete: true, stopReason: null, gaps: [] };
  return { ...counts, complete: false, stopReason, gaps };
}
