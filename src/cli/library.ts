/** `readback library search|read`: the options, and nothing that costs time before it is needed. */

import { Option } from "commander";
import type { Command } from "commander";
import { wholeNumber } from "./read-command.ts";

export interface LibraryFlags {
  config?: string;
  role: "reader" | "editor";
  json?: boolean;
}

export interface LibrarySearchFlags extends LibraryFlags {
  limit?: number;
}

export interface LibraryReadFlags extends LibraryFlags {
  expectedSha256?: string;
  offset?: number;
  maxChars?: number;
}

const EXITS = `
Exit status: 0 found and complete, 1 nothing found and complete, 2 wrong request, 3 partial,
10 not available, 11 changed, 12 cannot be read, 13 withheld, 70 a bug, 130 cancelled.`;

const colourOf = (command: Command): string => String(command.optsWithGlobals()["color"] ?? "auto");

function common(command: Command): Command {
  return command
    .option("--config <file>", "the configuration that names the libraries")
    .addOption(new Option("--role <role>", "whose documents").choices(["reader", "editor"]).default("reader"))
    .option("--json", "print the answer as one JSON document");
}

export function registerLibraryCommands(program: Command): void {
  const library = program
    .command("library")
    .description("documents of a library by their stable ids")
    .addHelpText("after", `\nExample:\n  $ readback library search "parental leave"\n${EXITS}`);
  common(library.command("search"))
    .description("documents that hold a phrase, or all its words where the phrase is not found")
    .argument("<query>", "1 to 200 characters, in any language")
    .option("--limit <n>", "how many documents to return, 1 to 20 (default 5)", wholeNumber)
    .addHelpText("after", `\nExample:\n  $ readback library search "parental leave" --limit 3\n${EXITS}`)
    .action(async (query: string, flags: LibrarySearchFlags, command: Command) => {
      const { runLibrarySearch } = await import("./library-run.ts");
      await runLibrarySearch(query, flags, colourOf(command));
    });
  common(library.command("read"))
    .description("the current text of a document, with the digest of exactly that text")
    .argument("<id>", "a document's id")
    .option("--expected-sha256 <hex>", "say whether the text still has this digest")
    .option("--offset <n>", "begin at this character (Unicode code points)", wholeNumber)
    .option("--max-chars <n>", "characters of one page; the whole text without it", wholeNumber)
    .addHelpText("after", `\nExample:\n  $ readback library read parental-leave --role editor\n${EXITS}`)
    .action(async (id: string, flags: LibraryReadFlags, command: Command) => {
      const { runLibraryRead } = await import("./library-run.ts");
      await runLibraryRead(id, flags, colourOf(command));
    });
}
