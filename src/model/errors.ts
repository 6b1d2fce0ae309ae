/**
 * The one error class. Thrown inside; made data at three edges only: a batch entry, an MCP tool result, the command line.
 *
 * Guarantees: every code is in the closed list below, each code maps to one exit status, and `message` and `hint` are our own fixed
 * sentences: never a foreign exception's text, a path outside the sources, or file content.
 * Not covered: a cancelled request is `CancelledError`, because nobody is left to read an answer.
 */

export type ErrorCode =
  | "invalid_request"
  | "unavailable"
  | "missing"
  | "outside_sources"
  | "source_offline"
  | "permission_denied"
  | "not_a_file"
  | "not_indexed"
  | "refresh_required"
  | "root_changed"
  | "candidate_changed"
  | "changed_during_read"
  | "hash_mismatch"
  | "identity_conflict"
  | "unsupported_format"
  | "damaged"
  | "encrypted"
  | "too_large"
  | "limit_exceeded"
  | "media_refused"
  | "withheld"
  | "launcher_failed"
  | "internal";

/** Exit status of the command line for each code (specification: answers, section 5). */
export const EXIT_BY_CODE: Readonly<Record<ErrorCode, number>> = {
  invalid_request: 2,
  unavailable: 10,
  missing: 10,
  outside_sources: 10,
  source_offline: 10,
  permission_denied: 10,
  not_a_file: 10,
  not_indexed: 10,
  refresh_required: 11,
  root_changed: 11,
  candidate_changed: 11,
  changed_during_read: 11,
  hash_mismatch: 11,
  identity_conflict: 11,
  unsupported_format: 12,
  damaged: 12,
  encrypted: 12,
  too_large: 12,
  limit_exceeded: 12,
  media_refused: 12,
  withheld: 13,
  launcher_failed: 14,
  internal: 70,
};

export const EXIT_FOUND = 0;
export const EXIT_NOT_FOUND = 1;
export const EXIT_PARTIAL = 3;
export const EXIT_CANCELLED = 130;

export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly message: string;
  /** The next step, one sentence, without the word "hint". */
  readonly hint?: string;
}

export class ReadbackError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ReadbackError";
    this.code = code;
    this.hint = options.hint;
  }

  facts(): ErrorFacts {
    return this.hint === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, hint: this.hint };
  }
}

/** The caller went away or asked to stop: no answer is owed, all work ends. */
export class CancelledError extends Error {
  constructor() {
    super("cancelled");
    this.name = "CancelledError";
  }
}

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** Any thrown value as facts for an answer; what has no code becomes `internal` and gives nothing away. */
export function errorFacts(thrown: unknown): ErrorFacts {
  if (thrown instanceof ReadbackError) return thrown.facts();
  return { code: "internal", message: "internal error" };
}
