/**
 * `read_file`: up to four files in one call. One file's failure never touches another's result; entries come in the order asked.
 *
 * Guarantees: at most `readers` files are read at once; text in this process, other formats in contained ones; every answer's version was
 * checked against handle and path after the last byte. Not covered: OCR; formats outside `FormatName` are `unsupported_format`.
 */

import type { Entry, ReadAnswer, ReadOutcome, SecretPolicy } from "../model/answer.ts";
import { LIMITS } from "../model/budget.ts";
import type { Limits } from "../model/budget.ts";
import { CancelledError, ReadbackError, throwIfCancelled } from "../model/errors.ts";
import { FILES_MAX, MAX_CHARS_DEFAULT, MAX_CHARS_HARD, MAX_CHARS_MIN, wantOf } from "../model/request.ts";
import type { ReadRequest } from "../model/request.ts";
import type { Original } from "../fs/interfaces.ts";
import { closeAccess, openFor, openRoots, PERSONAL } from "../fs/access.ts";
import type { Access, NamedRoot } from "../fs/access.ts";
import { readsInProcess } from "../reading/containment.ts";
import { runDisposable } from "../reading/contained/disposable.ts";
import type { Job } from "../reading/contained/job.ts";
import { ContainedPool } from "../reading/contained/pool.ts";
import { factsOrReport } from "./internal.ts";
import { fairShares } from "./shares.ts";

export interface FileServiceOptions {
  /** Folders that reading is confined to. Absent: a person's own call, any path their rights allow. */
  readonly roots?: readonly (string | NamedRoot)[];
  /** What happens to secrets in the roots of these keys, where it is not `policy`. */
  readonly policies?: ReadonlyMap<string, SecretPolicy>;
  /** Files read at once. */
  readonly readers?: number;
  readonly policy?: SecretPolicy;
  readonly limits?: Limits;
  /** True for a program that ends after this call: a single file is then read in a thread instead of a child process. */
  readonly disposable?: boolean;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Characters of passages for the whole call. */
  readonly maxChars?: number;
  /** Milliseconds for the whole call. */
  readonly ms?: number;
  readonly onProgress?: (progress: { done: number; total: number | null; file: number }) => void;
}

export const CALL_MS_DEFAULT = 10_000;
export const CALL_MS_HARD = 45_000;

export interface FileService {
  read(requests: readonly ReadRequest[], options?: ReadOptions): Promise<ReadAnswer>;
  close(): void;
}

export function createFileService(options: FileServiceOptions = {}): FileService {
  return new Files(options);
}

class Files implements FileService {
  readonly #options: FileServiceOptions;
  readonly #access: Access;
  readonly #readers: number;
  readonly #waiting: (() => void)[] = [];
  #reading = 0;
  #pool: ContainedPool | undefined;

  constructor(options: FileServiceOptions) {
    this.#options = options;
    this.#readers = Math.max(1, options.readers ?? 2);
    this.#access = options.roots === undefined ? PERSONAL : openRoots(options.roots);
  }

  async read(requests: readonly ReadRequest[], options: ReadOptions = {}): Promise<ReadAnswer> {
    checkCall(requests, options);
    const signal = options.signal ?? new AbortController().signal;
    const ms = Math.min(options.ms ?? CALL_MS_DEFAULT, CALL_MS_HARD);
    const deadline = performance.now() + ms;
    const opened = requests.map((request) => this.#open(request));
    try {
      const shares = fairShares(
        opened.map((file) => (file.original === undefined ? 0 : charsAtMost(file.original))),
        options.maxChars ?? MAX_CHARS_DEFAULT,
      );
      const single = opened.length === 1;
      const entries = await Promise.all(
        opened.map(async (file, index): Promise<Entry> => {
          const { original, request } = file;
          if (original === undefined)
            return { ok: false, path: request.path, error: factsOrReport(file.failure) };
          try {
            return await this.#taken(signal, async () => {
              const asked = {
                ...request,
                maxChars: request.maxChars ?? Math.max(MAX_CHARS_MIN, shares[index] ?? 0),
              };
              const entry = await this.#entry(original, asked, {
                policy: this.#policyOf(file.key),
                signal,
                ms: Math.max(1, deadline - performance.now()),
                single,
                onProgress: (done, total) => options.onProgress?.({ done, total, file: index }),
              });
              return { ...entry, path: request.path };
            });
          } catch (thrown) {
            if (thrown instanceof CancelledError || signal.aborted) throw new CancelledError();
            return { ok: false, path: request.path, error: factsOrReport(thrown) };
          }
        }),
      );
      return { entries };
    } finally {
      for (const file of opened) file.original?.close();
    }
  }

  close(): void {
    this.#pool?.close();
    closeAccess(this.#access);
  }

  #open(request: ReadRequest): {
    request: ReadRequest;
    original?: Original;
    key?: string | null;
    failure?: unknown;
  } {
    try {
      wantOf(request);
      if (request.path === "") throw new ReadbackError("invalid_request", "`path` must not be empty");
      return { request, ...openFor(this.#access, request.path) };
    } catch (failure) {
      return { request, failure };
    }
  }

  #policyOf(key: string | null | undefined): SecretPolicy {
    const own = typeof key === "string" ? this.#options.policies?.get(key) : undefined;
    return own ?? this.#options.policy ?? "redact";
  }

  async #entry(
    original: Original,
    request: ReadRequest,
    how: {
      policy: SecretPolicy;
      signal: AbortSignal;
      ms: number;
      single: boolean;
      onProgress: (done: number, total: number | null) => void;
    },
  ): Promise<ReadOutcome> {
    const limits = this.#options.limits ?? LIMITS;
    const { policy } = how;
    if (readsInProcess(original)) {
      // Loaded here, so that a start that hands the file to another thread does not pay for the reader twice.
      const { readOriginal } = await import("../reading/read-original.ts");
      return readOriginal(original, request, {
        signal: how.signal,
        ms: how.ms,
        policy,
        limits,
        onProgress: how.onProgress,
      });
    }
    const handOver = original.handOver();
    const job: Job = {
      handOver,
      name: original.name,
      relativePath: original.relativePath,
      pathCheck: original.pathCheck,
      request,
      ms: Math.min(how.ms, limits.documentMs),
      policy,
      limits,
    };
    const run = { signal: how.signal, onProgress: how.onProgress };
    const entry =
      this.#options.disposable === true && how.single
        ? await runDisposable(job, run)
        : await (this.#pool ??= new ContainedPool(this.#readers)).run(job, run);
    original.recheck();
    return entry;
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

/** A text file cannot give more characters than it has bytes; containers can. */
function charsAtMost(original: Original): number {
  return readsInProcess(original) ? Number(original.identity.size) + 100 : Infinity;
}

function checkCall(requests: readonly ReadRequest[], options: ReadOptions): void {
  if (requests.length === 0) throw new ReadbackError("invalid_request", "at least one file must be named");
  if (requests.length > FILES_MAX)
    throw new ReadbackError("invalid_request", `at most ${FILES_MAX} files can be read in one call`, {
      hint: "ask for the others in a second call",
    });
  for (const chars of [options.maxChars, ...requests.map((request) => request.maxChars)])
    if (chars !== undefined && (!Number.isInteger(chars) || chars < MAX_CHARS_MIN || chars > MAX_CHARS_HARD))
      throw new ReadbackError(
        "invalid_request",
        `\`max_chars\` must be a whole number from ${MAX_CHARS_MIN} to ${MAX_CHARS_HARD}`,
      );
}
