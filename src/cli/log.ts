/** `readback log tail|search|levels`: the options, and nothing that costs time before it is needed. */

import type { Command } from "commander";
import { wholeNumber } from "./read-command.ts";

export interface TailFlags {
  lines?: number;
  level?: string;
  follow?: boolean;
  since?: string;
  until?: string;
  json?: boolean;
  config?: string;
}

export interface SearchFlags {
  level?: string;
  limit?: number;
  ignoreCase?: boolean;
  count?: boolean;
  from?: string;
  rotated?: boolean;
  since?: string;
  until?: string;
  json?: boolean;
  config?: string;
}

export interface LevelsFlags {
  from?: string;
  rotated?: boolean;
  since?: string;
  until?: string;
  json?: boolean;
  config?: string;
}

const EXITS = `
Exit status: 0 found and complete, 1 nothing found and complete, 2 wrong request, 3 partial,
10 not there, 11 changed, 12 cannot be read, 13 withheld, 70 a bug, 130 cancelled.`;

const colourOf = (command: Command): string => String(command.optsWithGlobals()["color"] ?? "auto");

export function registerLogCommands(program: Command): void {
  const log = program
    .command("log")
    .description("read logs: the last lines, a literal search, a count of levels")
    .addHelpText("after", `\nExample:\n  $ readback log search app.log "disk full" --ignore-case\n${EXITS}`);
  log
    .command("tail")
    .description("the last lines of a log; says whether the log was read whole")
    .argument("<log>", "a configured name or a path")
    .option("--config <file>", "the configuration that names logs")
    .option("--lines <n>", "how many lines, 1 to 200 (default 20)", wholeNumber)
    .option("--level <level>", "only lines of this level: TRACE, DEBUG, INFO, WARN, ERROR, FATAL or OTHER")
    .option("--since <time>", "not before this time (ISO 8601, a date, or 15m, 2h, 3d ago)")
    .option("--until <time>", "not after this time")
    .option("-f, --follow", "go on printing what is appended, through rotation and truncation")
    .option("--json", "print the answer as one JSON document (with -f: one JSON object a line)")
    .addHelpText("after", `\nExample:\n  $ readback log tail app.log --lines 50 --level ERROR\n${EXITS}`)
    .action(async (name: string, flags: TailFlags, command: Command) => {
      const { runTail } = await import("./log-run.ts");
      await runTail(name, flags, colourOf(command));
    });
  log
    .command("search")
    .description("lines that hold a text, with true line numbers from the start of the log")
    .argument("<log>", "a configured name or a path")
    .option("--config <file>", "the configuration that names logs")
    .argument("<text>", "1 to 100 characters, taken as they are: no pattern")
    .option("--level <level>", "only lines of this level")
    .option("--limit <n>", "how many lines to return, 1 to 50 (default 20)", wholeNumber)
    .option("--ignore-case", "letters match in both cases")
    .option("--count", "count the matching lines and return none")
    .option("--from <cursor>", "go on where an answer stopped: its `next`")
    .option("--rotated", "search rotated and compressed siblings too, oldest first")
    .option("--since <time>", "not before this time (ISO 8601, a date, or 15m, 2h, 3d ago)")
    .option("--until <time>", "not after this time")
    .option("--json", "print the answer as one JSON document")
    .addHelpText(
      "after",
      `\nExample:\n  $ readback log search app.log "disk full" --count --rotated\n${EXITS}`,
    )
    .action(async (name: string, text: string, flags: SearchFlags, command: Command) => {
      const { runSearch } = await import("./log-run.ts");
      await runSearch(name, text, flags, colourOf(command));
    });
  log
    .command("levels")
    .description("how many lines of each level; time grows with the size of the log")
    .argument("<log>", "a configured name or a path")
    .option("--config <file>", "the configuration that names logs")
    .option("--from <cursor>", "go on where an answer stopped: its `next`")
    .option("--rotated", "count rotated and compressed siblings too")
    .option("--since <time>", "not before this time (ISO 8601, a date, or 15m, 2h, 3d ago)")
    .option("--until <time>", "not after this time")
    .option("--json", "print the answer as one JSON document")
    .addHelpText("after", `\nExample:\n  $ readback log levels app.log\n${EXITS}`)
    .action(async (name: string, flags: LevelsFlags, command: Command) => {
      const { runLevels } = await import("./log-run.ts");
      await runLevels(name, flags, colourOf(command));
    });
}
