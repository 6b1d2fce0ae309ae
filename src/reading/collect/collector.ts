/** A collector takes the screened units of one file in order and ends with passages and what it left out. */

import type { Mode, NextRead, Passage } from "../../model/answer.ts";
import type { Gap, StopReason } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import type { QuoteFinding } from "../../model/quote.ts";
import type { Unit } from "../../model/unit.ts";

export interface Collected {
  readonly mode: Mode;
  readonly passages: readonly Passage[];
  readonly stopReason: StopReason | null;
  readonly gaps?: readonly Gap[];
  readonly matchCount?: number;
  readonly moreAt?: readonly Locator[];
  readonly next?: NextRead;
  /** Primary units of the range that was asked for, where only a range was. */
  readonly read?: number;
  readonly quotes?: readonly QuoteFinding[];
}

export interface Collector {
  take(units: readonly Unit[]): void;
  /** Lines without anything of interest were passed over: the next units do not follow the last ones. */
  break?(): void;
  finish(): Collected;
}
