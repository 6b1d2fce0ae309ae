#!/usr/bin/env node
/**
 * The command line: names the commands and hands over to one file each, loaded only when it is asked for.
 * stdout carries data, stderr everything else; the exit status follows the specification (answers, section 5).
 */

import { Command, CommanderError } from "commander";
import { registerDemoCommand } from "./demo-command.ts";
import { registerDoctorCommand } from "./doctor.ts";
import { EXIT_CODES_HELP, fail } from "./exit.ts";
import { registerLibraryCommands } from "./library.ts";
import { registerLogCommands } from "./log.ts";
import { registerMcpCommands } from "./mcp.ts";
import { registerOriginalCommands } from "./originals.ts";
import { registerReadCommand } from "./read-command.ts";

function program(): Command {
  const command = new Command("readback")
    .description(
      "Read local documents and logs back, verified: what was read, where it stands, which version it was, what was not covered.",
    )
    .option("-V, --version", "print the version")
    .option("--color <when>", "colour the output: auto, always or never", "auto")
    .showHelpAfterError("(run with --help for the options)")
    .addHelpText("after", EXIT_CODES_HELP)
    .exitOverride()
    .configureOutput({ writeErr: (text) => process.stderr.write(text.replace(/^error: /, "error: ")) });
  registerReadCommand(command);
  registerLogCommands(command);
  registerLibraryCommands(command);
  registerOriginalCommands(command);
  registerMcpCommands(command);
  registerDoctorCommand(command);
  registerDemoCommand(command);
  return command;
}

/** A reader such as `head` that went away is no failure of ours. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

async function main(): Promise<void> {
  const [, , first] = process.argv;
  if (first === "--version" || first === "-V") {
    const { printVersion } = await import("./version.ts");
    printVersion();
    return;
  }
  const command = program();
  try {
    await command.parseAsync(process.argv);
  } catch (thrown) {
    if (thrown instanceof CommanderError) {
      process.exitCode = thrown.exitCode === 0 ? 0 : 2;
      return;
    }
    fail(thrown, process.argv.includes("--json"));
  }
}

await main();
