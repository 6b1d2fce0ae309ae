/** `readback read`: the options, and nothing that costs time before it is needed. */

import { InvalidArgumentError } from "commander";
import type { Command } from "commander";

export interface ReadFlags {
  contains?: string;
  context?: number;
  lines?: string;
  pages?: string;
  slides?: string;
  paragraphs?: string;
  sheet?: string;
  cells?: string;
  table?: number;
  maxChars?: number;
  encoding?: string;
  json?: boolean;
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

export function registerReadCommand(program: Command): void {
  program
    .command("read")
    .description("read up to four files; say where each passage stands and what was not covered")
    .argument("<file...>", "one to four files")
    .option("--contains <text>", "search the whole file for this text, in any case and script")
    .option("--context <n>", "lines or units around each hit, 0 to 20 (default 2)", wholeNumber)
    .option("--lines <a-b>", "a range of lines")
    .option("--pages <ranges>", "pages of a PDF, such as 3-5,9")
    .option("--slides <ranges>", "slides of a presentation")
    .option("--paragraphs <ranges>", "body paragraphs of a Word document")
    .option("--sheet <name>", "a sheet of a workbook")
    .option("--cells <block>", "cells of that sheet, such as B7 or A1:D20")
    .option("--table <n>", "the cells of a Word document's table", wholeNumber)
    .option("--max-chars <n>", "characters of passages, 200 to 45000 (default 20000)", wholeNumber)
    .option("--encoding <name>", "the encoding of text, where the detected one is wrong")
    .option("--json", "print the answer as one JSON document")
    .addHelpText(
      "after",
      `
Example:
  $ readback read contract.pdf --contains "delivery date"

Exit status: 0 found and complete, 1 nothing found and complete, 2 wrong request, 3 partial,
10 not there, 11 changed, 12 cannot be read, 13 withheld, 70 a bug, 130 cancelled.`,
    )
    .action(async (files: string[], flags: ReadFlags, command: Command) => {
      const { runRead } = await import("./read.ts");
      await runRead(files, flags, String(command.optsWithGlobals()["color"] ?? "auto"));
    });
}
