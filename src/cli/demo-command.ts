import type { Command } from "commander";

export function registerDemoCommand(program: Command): void {
  program
    .command("demo")
    .description("a two-minute tour on bundled sample documents")
    .addHelpText(
      "after",
      "\nExample:\n  $ readback demo\n\nExit status: 0 when every step gave what it should, 70 otherwise.",
    )
    .action(async (_flags: unknown, command: Command) => {
      const { runDemo } = await import("./demo.ts");
      await runDemo(String(command.optsWithGlobals()["color"] ?? "auto"));
    });
}
