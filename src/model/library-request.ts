/** What a caller asks of a library, and the one place that judges it. Faces map their own argument names onto these. */

import { ReadbackError } from "./errors.ts";

export interface LibrarySearchRequest {
  /** 1 to 200 characters. */
  readonly query: string;
  /** 1 to 20; default 5. */
  readonly limit?: number | undefined;
}

export interface LibraryReadRequest {
  readonly id: string;
  /** A digest of the text that the caller knows, in hex. */
  readonly expectedSha256?: string | undefined;
  /** In characters (Unicode code points) of the whole text. */
  readonly offset?: number | undefined;
}

export const QUERY_MAX = 200;
export const RESULTS_DEFAULT = 5;
export const RESULTS_MAX = 20;
export const OFFSET_MAX = 1_000_000_000;
const DOCUMENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function invalid(message: string): ReadbackError {
  return new ReadbackError("invalid_request", message);
}

export function queryArgument(query: string): string {
  const length = Array.from(query).length;
  if (length < 1 || length > QUERY_MAX || query.trim() === "")
    throw invalid(`\`query\` must hold 1 to ${QUERY_MAX} characters and more than white space`);
  return query.trim();
}

export function resultsArgument(limit: number | undefined): number {
  const asked = limit ?? RESULTS_DEFAULT;
  if (!Number.isInteger(asked) || asked < 1 || asked > RESULTS_MAX)
    throw invalid(`\`limit\` must be a whole number from 1 to ${RESULTS_MAX}`);
  return asked;
}

export function idArgument(id: string): string {
  if (!DOCUMENT_ID.test(id))
    throw invalid(
      "`id` must hold 1 to 64 letters, digits, `.`, `_`, `-`, and start with a letter or a digit",
    );
  return id;
}

export function digestArgument(hex: string | undefined): string | undefined {
  if (hex !== undefined && !/^[0-9a-fA-F]{64}$/.test(hex))
    throw invalid("`expected_sha256` must hold the 64 hexadecimal digits of a SHA-256");
  return hex?.toLowerCase();
}

export function offsetArgument(offset: number | undefined): number {
  const asked = offset ?? 0;
  if (!Number.isInteger(asked) || asked < 0 || asked > OFFSET_MAX)
    throw invalid(`\`offset\` must be a whole number from 0 to ${OFFSET_MAX}`);
  return asked;
}
