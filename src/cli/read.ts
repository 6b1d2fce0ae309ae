/** `readback read`: flags to requests, the answer to paper or JSON, the outcome to an exit status. */

import type { Entry, ReadAnswer } from "../model/answer.ts";
import { EXIT_BY_CODE, EXIT_FOUND, EXIT_NOT_FOUND, EXIT_PARTIAL, ReadbackError } from "../model/errors.ts";
import { parseCells, parseRanges } from "../model/request.ts";
import type { ReadRequest } from "../model/request.ts";
import { readAnswerToWire } from "../model/wire.ts";
import { createFileService } from "../services/files.ts";
import { readSettings } from "../services/settings.ts";
import { palette } from "./colour.ts";
import { fail, interruptSignal } from "./exit.ts";
import { printAnswer } from "./print-read.ts";
import type { ReadFlags } from "./read-command.ts";

export function requestOf(path: string, flags: ReadFlags): ReadRequest {
  return {
    path,
    ...(flags.contains === undefined ? {} : { contains: flags.contains }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    ...(flags.lines === undefined ? {} : { lines: linesOf(flags.lines) }),
    ...(flags.pages === undefined ? {} : { pages: parseRanges(flags.pages, "--pages") }),
    ...(flags.slides === undefined ? {} : { slides: parseRanges(flags.slides, "--slides") }),
    ...(flags.paragraphs === undefined ? {} : { paragraphs: parseRanges(flags.paragraphs, "--paragraphs") }),
    ...(flags.sheet === undefined ? {} : { sheet: flags.sheet }),
    ...(flags.cells === undefined ? {} : { cells: parseCells(flags.cells) }),
    ...(flags.table === undefined ? {} : { table: flags.table }),
    ...(flags.encoding === undefined ? {} : { encoding: flags.encoding }),
  };
}

function linesOf(text: string): { from?: number; to?: number } {
  const match = /^(\d{1,12})?(?:(-)(\d{1,12})?)?$/.exec(text.trim());
  if (!match || text.trim() === "" || text.trim() === "-")
    throw new ReadbackError("invalid_request", "`--lines` must look like `10-20`, `10-` or `10`");
  const from = match[1] === undefined ? undefined : Number(match[1]);
  const to = match[3] === undefined ? (match[2] === undefined ? from : undefined) : Number(match[3]);
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** One status for the whole answer: the gravest entry decides. */
export function exitStatus(answer: ReadAnswer): number {
  return Math.max(...answer.entries.map(entryStatus));
}

function entryStatus(entry: Entry): number {
  if (!entry.ok) return EXIT_BY_CODE[entry.error.code];
  if (!entry.coverage.complete) return EXIT_PARTIAL;
  const nothing =
    entry.mode === "contains"
      ? entry.matchCount === 0
      : entry.mode === "range" && entry.passages.length === 0;
  if (nothing) return EXIT_NOT_FOUND;
  return EXIT_FOUND;
}

export async function runRead(files: string[], flags: ReadFlags, color: string): Promise<void> {
  const service = createFileService({ ...readSettings(), disposable: true });
  try {
    const answer = await service.read(
      files.map((file) => requestOf(file, flags)),
      { signal: interruptSignal(), ...(flags.maxChars === undefined ? {} : { maxChars: flags.maxChars }) },
    );
    const text =
      flags.json === true
        ? `${JSON.stringify(readAnswerToWire(answer))}\n`
        : printAnswer(answer, palette(color, process.stdout.isTTY));
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
    process.exitCode = exitStatus(answer);
  } catch (thrown) {
    fail(thrown, flags.json === true);
  } finally {
    service.close();
  }
  // A parser thread that was given up may still be running: the program ends with it.
  process.exit();
}
