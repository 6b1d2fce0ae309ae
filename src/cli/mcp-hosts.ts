/** How each host is told to start readback: what to put where. Pure; the words are those of the hosts' own documentation. */

export interface Snippet {
  /** Where it goes, for a person. */
  readonly place: string;
  readonly text: string;
}

interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

type Host = (launch: Launch) => Snippet;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const servers =
  (place: string): Host =>
  ({ command, args }) => ({ place, text: json({ mcpServers: { readback: { command, args } } }) });

export const HOSTS: Readonly<Record<string, Host>> = {
  "claude-desktop": servers("claude_desktop_config.json (Settings, Developer, Edit Config)"),
  "claude-code": ({ command, args }) => ({
    place: "a shell",
    text: `claude mcp add readback --scope user -- ${[command, ...args].map(shellWord).join(" ")}\n`,
  }),
  cursor: servers("~/.cursor/mcp.json, or .cursor/mcp.json in a project"),
  windsurf: servers("~/.codeium/windsurf/mcp_config.json"),
  jetbrains: servers("Settings, Tools, AI Assistant, Model Context Protocol, Add, As JSON"),
  cline: servers("cline_mcp_settings.json (MCP Servers, Configure)"),
  vscode: ({ command, args }) => ({
    place: ".vscode/mcp.json in a project",
    text: json({ servers: { readback: { type: "stdio", command, args } } }),
  }),
  codex: ({ command, args }) => ({
    place: "~/.codex/config.toml",
    text: `[mcp_servers.readback]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  }),
  gemini: servers("~/.gemini/settings.json"),
  opencode: ({ command, args }) => ({
    place: "opencode.json",
    text: json({ mcp: { readback: { type: "local", command: [command, ...args], enabled: true } } }),
  }),
  "copilot-cli": ({ command, args }) => ({
    place: "~/.copilot/mcp-config.json",
    text: json({ mcpServers: { readback: { type: "local", command, args, tools: ["*"] } } }),
  }),
};

/** On Windows npx is a batch file, which hosts cannot start by themselves. */
export function launchOf(args: readonly string[], windows: boolean): Launch {
  const rest = ["-y", "readback", "mcp", ...args];
  return windows ? { command: "cmd", args: ["/c", "npx", ...rest] } : { command: "npx", args: rest };
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
