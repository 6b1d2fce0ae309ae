/** `readback doctor`: the options, and nothing that costs time before it is needed. */

import type { Command } from "commander";

export interface DoctorFlags {
  config?: string;
  json?: boolean;
}

export function registerDoctorCommand(program: Command): void {
  program
    .command("doctor")
    .description("check the configuration, its sources, libraries and logs, and say where settings came from")
    .argument("[root...]", "folders that would be named in the call of `readback mcp`")
    .option("--config <file>", "the configuration")
    .option("--json", "print the findings as one JSON document")
    .addHelpText(
      "after",
      "\nExample:\n  $ readback doctor --config readback.json\n\nExit status: 0 nothing is wrong, 3 something is, 70 a bug.",
    )
    .action(async (roots: string[], flags: DoctorFlags, command: Command) => {
      const { runDoctor } = await import("./doctor-run.ts");
      await runDoctor(roots, flags, String(command.optsWithGlobals()["color"] ?? "auto"));
    });
}
