/** A place that has to be read properly: offsets in the kernel's bytes, and how many bytes around its lines belong to it. */

export interface Trigger {
  readonly from: number;
  readonly to: number;
  /** Bytes before the line of `from`, and behind the line of `to`. */
  readonly before: number;
  readonly after: number;
}

/** The bytes of one block of whole lines, [from, end); those up to `valid` are there to look at, behind them the file ends if `last`. */
export interface BlockRange {
  readonly from: number;
  readonly end: number;
  readonly valid: number;
  readonly last: boolean;
  readonly ascii: boolean;
}

/** Thrown where a file cannot be skimmed exactly: it has to be read in the ordinary way from its beginning. */
export class SkimGivenUp extends Error {
  constructor(why: string) {
    super(why);
    this.name = "SkimGivenUp";
  }
}
