/**
 * Reads one opened original: text in this process, other formats in a contained one, at most `readers` at once. What every service that reads
 * passages shares.
 */

import type { ReadOutcome, SecretPolicy } from "../model/answer.ts";
import { LIMITS } from "../model/budget.ts";
import type { Limits } from "../model/budget.ts";
import { throwIfCancelled } from "../model/errors.ts";
import type { ReadRequest } from "../model/request.ts";
import type { Original } from "../fs/interfaces.ts";
import { readsInProcess } from "../reading/containment.ts";
import { runDisposable } from "../reading/contained/disposable.ts";
import type { Job } from "../reading/contained/job.ts";
import { ContainedPool } from "../reading/contained/pool.ts";

export interface ReadingOptions {
  /** Files read at once. */
  readonly readers?: number | undefined;
  readonly limits?: Limits | undefined;
}

export interface HowToRead {
  readonly policy: SecretPolicy;
  readonly signal: AbortSignal;
  /** Milliseconds, from the file's turn on. */
  readonly ms: () => number;
  /** True for the only file of a program that ends after it: read in a thread instead of a child process. */
  readonly disposable: boolean;
  readonly onProgress?: (done: number, total: number | null) => void;
}

export class OriginalReading {
  readonly #limits: Limits;
  readonly #readers: number;
  readonly #waiting: (() => void)[] = [];
  #reading = 0;
  #pool: ContainedPool | undefined;

  constructor(options: ReadingOptions) {
    this.#limits = options.limits ?? LIMITS;
    this.#readers = Math.max(1, options.readers ?? 2);
  }

  /** The original stays the caller's to close. Its version was compared with handle and path after the last byte. */
  async read(original: Original, request: ReadRequest, how: HowToRead): Promise<ReadOutcome> {
    return this.#taken(how.signal, () => this.#read(original, request, how));
  }

  close(): void {
    this.#pool?.close();
  }

  async #read(original: Original, request: ReadRequest, how: HowToRead): Promise<ReadOutcome> {
    const limits = this.#limits;
    const { policy, signal } = how;
    const onProgress = (done: number, total: number | null): void => how.onProgress?.(done, total);
    const ms = Math.max(1, how.ms());
    if (readsInProcess(original)) {
      // Loaded here, so that a start that hands the file to another thread does not pay for the reader twice.
      const { readOriginal } = await import("../reading/read-original.ts");
      return readOriginal(original, request, { signal, ms, policy, limits, onProgress });
    }
    const job: Job = {
      handOver: original.handOver(),
      name: original.name,
      relativePath: original.relativePath,
      pathCheck: original.pathCheck,
      request,
      ms: Math.min(ms, limits.documentMs),
      policy,
      limits,
    };
    const run = { signal, onProgress };
    const outcome = how.disposable
      ? await runDisposable(job, run)
      : await (this.#pool ??= new ContainedPool(this.#readers)).run(job, run);
    original.recheck();
    return outcome;
  }

  async #taken<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while (this.#reading >= this.#readers) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    throwIfCancelled(signal);
    this.#reading += 1;
    try {
      return await work();
    } finally {
      this.#reading -= 1;
      this.#waiting.shift()?.();
    }
  }
}
