/** `readback mcp`: starts the server face, or prints how a host starts it. */

import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";

interface McpFlags {
  config?: string;
  role: "reader" | "editor";
  http?: string;
  tools?: string[];
  profile: "small" | "default" | "full";
}

function names(text: string): string[] {
  const list = text.split(",").map((name) => name.trim());
  if (list.some((name) => !/^[a-z][a-z0-9_]*$/.test(name)))
    throw new InvalidArgumentError("It must be names of tools with commas between them.");
  return list;
}

export function registerMcpCommands(program: Command): void {
  const mcp = program
    .command("mcp")
    .description("serve the tools to agents over stdio or HTTP (Model Context Protocol)")
    .argument("[root...]", "folders that reading is allowed in, beside the configured sources")
    .option("--config <file>", "the configuration with sources, logs and libraries")
    .addOption(
      new Option("--role <role>", "whose documents of the library are served")
        .choices(["reader", "editor"])
        .default("reader"),
    )
    .option("--http <[host:]port>", "serve over HTTP at /mcp instead of stdio")
    .option("--tools <list>", "offer these tools only, such as read_file,library_search", names)
    .addOption(
      new Option("--profile <profile>", "how many tools are offered")
        .choices(["small", "default", "full"])
        .default("default"),
    )
    .addHelpText(
      "after",
      `
Examples:
  $ readback mcp ~/contracts ~/reports
  $ readback mcp --config readback.json --http 127.0.0.1:8080

Over HTTP the bearer token decides the role: name http.tokens_file in the configuration or set READBACK_TOKENS.

Exit status: 0 when the client went away, 2 for a wrong call, 10 when a folder is missing.`,
    )
    .action(async (roots: string[], flags: McpFlags) => {
      const { serveMcp } = await import("../mcp/main.ts");
      await serveMcp({ roots, ...flags });
    });
  mcp
    .command("config")
    .description("print what a host needs to start readback")
    .argument("<host>", "claude-desktop, claude-code, cursor, vscode, codex, gemini, opencode, …")
    .argument("[root...]", "folders that reading is allowed in")
    .addHelpText(
      "after",
      "\nExample:\n  $ readback mcp config vscode ~/contracts > .vscode/mcp.json\n\nExit status: 0, 2 for a host that is not known.",
    )
    .action(async (host: string, roots: string[], _flags: unknown, command: Command) => {
      const { printSnippet } = await import("./mcp-config.ts");
      printSnippet(host, roots, command.optsWithGlobals<McpFlags>());
    });
}
