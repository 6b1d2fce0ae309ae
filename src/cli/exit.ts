/** The command line's edge: what was thrown becomes a message and an exit status. */

import { CancelledError, EXIT_BY_CODE, EXIT_CANCELLED } from "../model/errors.ts";
import type { ErrorFacts } from "../model/errors.ts";
import { errorToWire } from "../model/wire.ts";
import { factsOrReport } from "../services/internal.ts";
import { visible } from "./visible.ts";

export const EXIT_CODES_HELP = `
Exit status:
  0   found, and everything that was asked for was covered
  1   nothing found, and everything was covered
  2   the request was wrong
  3   partial: a limit was reached or a part could not be covered
  10  missing, outside the sources, or no permission
  11  the file changed while or since it was read
  12  the format cannot be read, or a limit was exceeded
  13  withheld because of a secret
  14  the file was verified but could not be opened
  70  a bug in readback
  130 cancelled
`;

export function errorLine(error: ErrorFacts): string {
  const hint = error.hint === undefined ? "" : `\nhint: ${visible(error.hint)}`;
  return `error: ${visible(error.message)}${hint}\n`;
}

export function fail(thrown: unknown, json: boolean): void {
  if (thrown instanceof CancelledError) {
    process.exitCode = EXIT_CANCELLED;
    return;
  }
  const facts = factsOrReport(thrown);
  if (json) process.stdout.write(`${JSON.stringify({ error: errorToWire(facts) })}\n`);
  else process.stderr.write(errorLine(facts));
  process.exitCode = EXIT_BY_CODE[facts.code];
}

/** Ctrl-C asks the work to stop; a second one ends the program at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.on("SIGINT", () => {
    if (controller.signal.aborted) process.exit(EXIT_CANCELLED);
    controller.abort();
  });
  return controller.signal;
}
