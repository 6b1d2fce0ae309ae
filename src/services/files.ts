/**
 * `read_file`: up to four files in one call. One file's failure never touches another's result; entries come in the order asked.
 *
 * Guarantees: at most `readers` files are read at once; text in this process, other formats in contained ones; every answer's version was
 * checked against handle and path after the last byte. Not covered: OCR; formats outside `FormatName` are `unsupported_format`.
 */

import type { Entry, ReadAnswer, SecretPolicy } from "../model/answer.ts";
import type { Limits } from "../model/budget.ts";
import { citationText } from "../model/citation.ts";
import { CancelledError, ReadbackError } from "../model/errors.ts";
import { FILES_MAX, MAX_CHARS_DEFAULT, MAX_CHARS_HARD, MAX_CHARS_MIN, wantOf } from "../model/request.ts";
import type { ReadRequest } from "../model/request.ts";
import type { Original } from "../fs/interfaces.ts";
import { closeAccess, openFor, openRoots, PERSONAL } from "../fs/access.ts";
import type { Access, NamedRoot } from "../fs/access.ts";
import { readsInProcess } from "../reading/containment.ts";
import { factsOrReport } from "./internal.ts";
import { OriginalReading } from "./original-reading.ts";
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
  readonly #reading: OriginalReading;

  constructor(options: FileServiceOptions) {
    this.#options = options;
    this.#reading = new OriginalReading(options);
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
            const asked = {
              ...request,
              maxChars: request.maxChars ?? Math.max(MAX_CHARS_MIN, shares[index] ?? 0),
            };
            const outcome = await this.#reading.read(original, asked, {
              policy: this.#policyOf(file.key),
              signal,
              ms: () => deadline - performance.now(),
              disposable: this.#options.disposable === true && single,
              onProgress: (done, total) => options.onProgress?.({ done, total, file: index }),
            });
            const { key } = file;
            if (key === null || key === undefined) return { ...outcome, path: request.path };
            const { sha256 } = outcome.version;
            const cited = {
              source: key,
              path: original.relativePath,
              ...(sha256 === null ? {} : { sha256 }),
            };
            return { ...outcome, path: request.path, citation: citationText(cited) };
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
    this.#reading.close();
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
