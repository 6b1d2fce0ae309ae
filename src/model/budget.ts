/**
 * Budgets of one read: time, inflated bytes, characters handed out, nesting. A spent time budget is data (a stop reason);
 * a container that grows past its limits is an error (`limit_exceeded`), because nothing it says can be trusted to be whole.
 *
 * Figures: container and XML bombs as measured on common readers; one place, so that a test can lower them.
 */

import { CancelledError, ReadbackError } from "./errors.ts";

export interface Limits {
  /** Entries of a zip container. */
  readonly containerEntries: number;
  /** Inflated bytes of one part. */
  readonly partBytes: number;
  /** Inflated bytes of all parts together. */
  readonly inflatedBytes: number;
  /** Inflated to stored, looked at above `ratioFrom` inflated bytes. */
  readonly inflationRatio: number;
  readonly ratioFrom: number;
  readonly xmlDepth: number;
  /** Characters of one XML text node, and of one unit's text. */
  readonly textNodeChars: number;
  /** Characters handed out by one extraction. */
  readonly extractedChars: number;
  /** Resident bytes of an extracting process. */
  readonly processBytes: number;
  /** Milliseconds of one document's extraction. */
  readonly documentMs: number;
  /** Files up to this size are held in memory by extractors of binary formats. */
  readonly heldFileBytes: number;
}

const MIB = 1024 * 1024;

export const LIMITS: Limits = {
  containerEntries: 10_000,
  partBytes: 256 * MIB,
  inflatedBytes: 1024 * MIB,
  inflationRatio: 200,
  ratioFrom: 10 * MIB,
  xmlDepth: 256,
  textNodeChars: 8 * MIB,
  extractedChars: 512 * MIB,
  processBytes: 512 * MIB,
  documentMs: 10_000,
  heldFileBytes: 64 * MIB,
};

/** Counts what one read spends. `check` is cheap: call it per page, part, or some thousand cells. */
export class Meter {
  readonly limits: Limits;
  readonly signal: AbortSignal;
  readonly #deadline: number;
  readonly #now: () => number;
  #extracted = 0;

  constructor(options: {
    limits?: Limits;
    signal: AbortSignal;
    /** Milliseconds from now. */
    ms: number;
    now?: () => number;
  }) {
    this.limits = options.limits ?? LIMITS;
    this.signal = options.signal;
    this.#now = options.now ?? (() => performance.now());
    this.#deadline = this.#now() + options.ms;
  }

  /** Throws on cancellation; true when the time is spent and the caller has to stop with `time_budget`. */
  spent(): boolean {
    if (this.signal.aborted) throw new CancelledError();
    return this.#now() >= this.#deadline;
  }

  remainingMs(): number {
    return Math.max(0, this.#deadline - this.#now());
  }

  /** Throws on cancellation, and when the time is spent in a place that cannot stop half way. */
  check(what: string): void {
    if (this.spent()) throw limitExceeded(`${what} was not finished within its time budget`);
  }

  /** Counts characters handed out. */
  addText(chars: number): void {
    this.#extracted += chars;
    if (this.#extracted > this.limits.extractedChars)
      throw limitExceeded(`the document gives more than ${this.limits.extractedChars} characters of text`);
  }
}

export function limitExceeded(message: string): ReadbackError {
  return new ReadbackError("limit_exceeded", message, {
    hint: "the file may be built to exhaust its reader; open it elsewhere only if you trust where it came from",
  });
}
