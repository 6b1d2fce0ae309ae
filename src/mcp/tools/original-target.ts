/** The two ways in which a tool's caller names one original; exactly one of them. */

import { z } from "zod";
import { ReadbackError } from "../../model/errors.ts";
import type { Target } from "../../model/original-answer.ts";

export const targetFields = {
  token: z.string().min(1).max(16_384).optional().describe("of `discover`"),
  path: z.string().min(1).max(4096).optional().describe("instead of `token`"),
};

export function targetOf(asked: { token?: string | undefined; path?: string | undefined }): Target {
  const { token, path } = asked;
  if (token !== undefined && path === undefined) return { token };
  if (path !== undefined && token === undefined) return { path };
  throw new ReadbackError("invalid_request", "exactly one of `token` and `path` must be given");
}
