/** A bug, told to the operator with an id and to the caller without anything else. stderr only: stdout may be a protocol. */

import { randomBytes } from "node:crypto";
import { errorFacts, ReadbackError } from "../model/errors.ts";
import type { ErrorFacts } from "../model/errors.ts";

export function factsOrReport(thrown: unknown): ErrorFacts {
  if (thrown instanceof ReadbackError) return thrown.facts();
  const id = randomBytes(4).toString("hex");
  const stack = String((thrown as Error | undefined)?.stack ?? thrown);
  process.stderr.write(`internal error ${id}: ${stack}\n`);
  return {
    ...errorFacts(thrown),
    message: `internal error ${id}`,
    hint: "the details are on the standard error of readback; please report them",
  };
}
