/** `readback library …`: flags to requests, the answer to paper or JSON, the outcome to an exit status. */

import { EXIT_FOUND, EXIT_NOT_FOUND, EXIT_PARTIAL, ReadbackError } from "../model/errors.ts";
import type { Coverage } from "../model/coverage.ts";
import type { LibraryReadAnswer, LibrarySearchAnswer } from "../model/library-answer.ts";
import { libraryReadToWire, librarySearchToWire } from "../model/library-wire.ts";
import { locatorText } from "../model/locator.ts";
import { configOf, libraryOf } from "../services/configured.ts";
import type { LibraryService } from "../services/library.ts";
import type { Palette } from "./colour.ts";
import type { LibraryFlags, LibraryReadFlags, LibrarySearchFlags } from "./library.ts";
import { gapText } from "./print-read.ts";
import { visible, visibleLine } from "./visible.ts";
import { runPrinted } from "./run-printed.ts";
import type { Printed } from "./run-printed.ts";

function print(
  flags: LibraryFlags,
  color: string,
  work: (library: LibraryService, signal: AbortSignal) => Promise<Printed>,
): Promise<void> {
  const open = (): LibraryService => {
    // What is wrong with a record is for `readback doctor`: here it would tell a broken id from one that nobody gave.
    const library = libraryOf(configOf({ config: flags.config }), () => undefined);
    if (library === undefined)
      throw new ReadbackError("invalid_request", "no library is configured", {
        hint: "name a source with a `manifest` in the configuration, and the configuration with `--config`",
      });
    return library;
  };
  return runPrinted({ json: flags.json, color }, open, work);
}

export async function runLibrarySearch(
  query: string,
  flags: LibrarySearchFlags,
  color: string,
): Promise<void> {
  const { role, limit } = flags;
  return print(flags, color, async (library, signal) => {
    const answer = await library.search({ query, limit }, { role, signal });
    const none = answer.matchCount === 0 ? EXIT_NOT_FOUND : EXIT_FOUND;
    return {
      wire: librarySearchToWire(answer),
      paper: (paint) => printSearch(answer, paint),
      status: answer.coverage.complete ? none : EXIT_PARTIAL,
    };
  });
}

export async function runLibraryRead(id: string, flags: LibraryReadFlags, color: string): Promise<void> {
  const { role, expectedSha256, offset, maxChars = Infinity } = flags;
  return print(flags, color, async (library, signal) => {
    if (maxChars < 1) throw new ReadbackError("invalid_request", "`--max-chars` must be at least 1");
    const answer = await library.read({ id, expectedSha256, offset }, { role, signal, maxChars });
    return {
      wire: libraryReadToWire(answer),
      paper: (paint) => printText(answer, paint),
      status: answer.coverage.complete ? EXIT_FOUND : EXIT_PARTIAL,
    };
  });
}

function printSearch(answer: LibrarySearchAnswer, paint: Palette): string {
  const hits = answer.results.map(
    (hit) =>
      `${paint.place(hit.id)}  ${visibleLine(hit.title)}  ${paint.quiet(visibleLine(hit.url))}\n` +
      `    ${paint.place(locatorText(hit.at))}  ${visible(hit.snippet.trim().replace(/\s+/gu, " "))}\n`,
  );
  const { coverage, matchCount } = answer;
  const documents = (count: number): string => `${count} ${count === 1 ? "document" : "documents"}`;
  const found = matchCount === 0 ? "not found" : `found in ${documents(matchCount)}`;
  return [
    ...hits,
    paint.quiet(`-- ${found}, ${documents(coverage.read)} of ${coverage.total} looked at\n`),
    ...covered(coverage, paint),
  ].join("");
}

function printText(answer: LibraryReadAnswer, paint: Palette): string {
  const text = visible(answer.text);
  const end = text === "" || text.endsWith("\n") ? "" : "\n";
  const expected =
    answer.matchesExpected === undefined
      ? []
      : answer.matchesExpected
        ? [paint.quiet("-- the text is the expected one\n")]
        : [paint.warn("-- the text is not the expected one: it has changed\n")];
  const next =
    answer.nextOffset === null ? [] : [paint.warn(`-- go on with --offset ${answer.nextOffset}\n`)];
  return [
    text + end,
    paint.quiet(`-- ${visibleLine(answer.title)}, ${visibleLine(answer.url)}\n`),
    paint.quiet(`-- text sha256 ${answer.digest}, ${answer.characters} characters\n`),
    ...expected,
    ...(answer.redacted ? [paint.warn("-- secrets were redacted\n")] : []),
    ...next,
    ...covered(answer.coverage, paint),
  ].join("");
}

function covered(coverage: Coverage, paint: Palette): string[] {
  if (coverage.complete) return [paint.quiet("-- complete: everything that was asked for was covered\n")];
  const stopped =
    coverage.stopReason === null
      ? []
      : [paint.warn(`-- stopped: ${coverage.stopReason.replaceAll("_", " ")}\n`)];
  return [
    ...stopped,
    ...coverage.gaps.map((gap) => paint.warn(`-- not covered: ${visibleLine(gapText(gap))}\n`)),
  ];
}
