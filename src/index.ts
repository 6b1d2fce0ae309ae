/**
 * readback as a library: read local documents back, verified.
 *
 * @example
 * import { readFiles } from "readback";
 * const answer = await readFiles([{ path: "contract.pdf", contains: "delivery date" }]);
 */

import type { ReadAnswer } from "./model/answer.ts";
import type { ReadRequest } from "./model/request.ts";
import { createFileService } from "./services/files.ts";
import type { FileServiceOptions, ReadOptions } from "./services/files.ts";

export type {
  Entry,
  FailedEntry,
  Mode,
  Passage,
  ReadAnswer,
  ReadEntry,
  SecretPolicy,
  Secrets,
} from "./model/answer.ts";
export type { Coverage, Gap, GapReason, StopReason } from "./model/coverage.ts";
export { CancelledError, ReadbackError } from "./model/errors.ts";
export type { ErrorCode, ErrorFacts } from "./model/errors.ts";
export { locatorFragment, locatorText } from "./model/locator.ts";
export type { Locator, Region } from "./model/locator.ts";
export type { ReadRequest } from "./model/request.ts";
export type { Version } from "./model/version.ts";
export { readAnswerToWire } from "./model/wire.ts";
export { createFileService } from "./services/files.ts";
export type { FileService, FileServiceOptions, ReadOptions } from "./services/files.ts";

/**
 * Reads one to four files and closes everything afterwards. For several calls keep a `createFileService`.
 * Rejects with `ReadbackError` (`invalid_request`) for a call that is wrong as a whole; a file that fails is an entry with `ok: false`.
 */
export async function readFiles(
  requests: readonly ReadRequest[],
  options: ReadOptions & FileServiceOptions = {},
): Promise<ReadAnswer> {
  const service = createFileService(options);
  try {
    return await service.read(requests, options);
  } finally {
    service.close();
  }
}
