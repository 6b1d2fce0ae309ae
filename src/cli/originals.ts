/** `readback discover`, `inspect`, `locate`, `check`: the options, and nothing that costs time before it is needed. */

import { Option } from "commander";
import type { Command } from "commander";
import { wholeNumber } from "./read-command.ts";

export interface SourceFlags {
  readonly config?: string;
  readonly root?: string[];
  readonly json?: boolean;
}

export interface DiscoverFlags extends SourceFlags {
  readonly name?: string;
  readonly type?: string;
  readonly modifiedAfter?: string;
  readonly modifiedBefore?: string;
  readonly limit?: number;
  readonly includeIgnored?: boolean;
}

export interface TargetFlags extends SourceFlags {
  readonly token?: string;
}

export interface LocateFlags extends TargetFlags {
  readonly text: string;
  readonly limit?: number;
}

export interface CheckFlags extends SourceFlags {
  readonly quote?: string[];
}

const EXITS = `
Exit status: 0 found and complete, 1 nothing found and complete, 2 wrong request, 3 partial,
10 not there, 11 changed, 12 cannot be read, 13 withheld, 70 a bug, 130 cancelled.`;

const colourOf = (command: Command): string => String(command.optsWithGlobals()["color"] ?? "auto");

function common(command: Command): Command {
  return command
    .option("--config <file>", "the configuration that names the sources")
    .addOption(
      new Option("--root <folder>", "a folder as a source; may be given several times").argParser(collect),
    )
    .option("--json", "print the answer as one JSON document");
}

function collect(value: string, former: string[] | undefined): string[] {
  return [...(former ?? []), value];
}

export function registerOriginalCommands(program: Command): void {
  common(program.command("discover"))
    .description("files of the sources by name, type or date, with a token for each; nothing is read")
    .argument("[source]", "the key of one source; all without it")
    .option("--name <pattern>", "a part of the name, or a pattern with * and ?")
    .option("--type <type>", "pdf, word, excel, powerpoint, csv, text, or an extension")
    .option("--modified-after <time>", "ISO 8601, such as 2026-01-31")
    .option("--modified-before <time>", "ISO 8601")
    .option("--limit <n>", "how many to list, 1 to 200 (default 50)", wholeNumber)
    .option("--include-ignored", "also what .gitignore and .ignore leave out")
    .addHelpText("after", `\nExample:\n  $ readback discover --root ~/contracts --name "*.pdf"\n${EXITS}`)
    .action(async (source: string | undefined, flags: DiscoverFlags, command: Command) => {
      const { runDiscover } = await import("./originals-run.ts");
      await runDiscover(source, flags, colourOf(command));
    });
  common(program.command("inspect"))
    .description("re-read a file whole and print its digest")
    .argument("[path]", "a file, instead of --token")
    .option("--token <token>", "a token of discover; it needs the same sources")
    .addHelpText("after", `\nExample:\n  $ readback inspect contract.pdf\n${EXITS}`)
    .action(async (path: string | undefined, flags: TargetFlags, command: Command) => {
      const { runInspect } = await import("./originals-run.ts");
      await runInspect(path, flags, colourOf(command));
    });
  common(program.command("locate"))
    .description("the places of a text in one file, with short fragments")
    .argument("[path]", "a file, instead of --token")
    .option("--token <token>", "a token of discover; it needs the same sources")
    .requiredOption("--text <text>", "what to find, in any case and script")
    .option("--limit <n>", "places to list, 1 to 10 (default 10)", wholeNumber)
    .addHelpText("after", `\nExample:\n  $ readback locate contract.pdf --text "delivery date"\n${EXITS}`)
    .action(async (path: string | undefined, flags: LocateFlags, command: Command) => {
      const { runLocate } = await import("./originals-run.ts");
      await runLocate(path, flags, colourOf(command));
    });
  common(program.command("check"))
    .description("check quotes against the current originals")
    .argument("<citation...>", "pairs of a quote and readback://source/path?sha256=…#page=3")
    .option("--quote <text...>", "the quotes, in the order of the citations, which then stand alone")
    .addHelpText(
      "after",
      `\nExample:\n  $ readback check --root ~/contracts "within 30 days" "readback://contracts/lease.pdf#page=3"\n${EXITS}`,
    )
    .action(async (citations: string[], flags: CheckFlags, command: Command) => {
      const { runCheck } = await import("./originals-run.ts");
      await runCheck(citations, flags, colourOf(command));
    });
}
