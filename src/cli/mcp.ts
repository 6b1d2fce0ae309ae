/** `readback mcp`: starts the server face. */

import type { Command } from "commander";

export function registerMcpCommands(program: Command): void {
  program
    .command("mcp")
    .description("serve the tools to an agent over stdio (Model Context Protocol)")
    .argument("[root...]", "folders that reading is allowed in")
    .addHelpText(
      "after",
      "\nExample:\n  $ readback mcp ~/contracts ~/reports\n\nExit status: 0 when the client went away, 2 for a wrong call, 10 when a folder is missing.",
    )
    .action(async (roots: string[]) => {
      const { serveMcp } = await import("../mcp/main.ts");
      await serveMcp({ roots });
    });
}
