/** `readback mcp config HOST`: the snippet on stdout, where it goes on stderr. */

import { resolve } from "node:path";
import { ReadbackError } from "../model/errors.ts";
import { fail } from "./exit.ts";
import { HOSTS, launchOf } from "./mcp-hosts.ts";

export interface SnippetFlags {
  readonly config?: string;
  readonly role?: string;
  readonly profile?: string;
}

export function printSnippet(name: string, roots: readonly string[], flags: SnippetFlags): void {
  const host = Object.hasOwn(HOSTS, name) ? HOSTS[name] : undefined;
  if (host === undefined) {
    const hint = `the hosts are ${Object.keys(HOSTS).join(", ")}`;
    fail(new ReadbackError("invalid_request", "no snippet is known for that host", { hint }), false);
    return;
  }
  const folders = roots.length === 0 && flags.config === undefined ? ["/path/to/documents"] : roots;
  const args = [
    ...folders.map((folder) => resolve(folder)),
    ...(flags.config === undefined ? [] : ["--config", resolve(flags.config)]),
    ...(flags.role === undefined || flags.role === "reader" ? [] : ["--role", flags.role]),
    ...(flags.profile === undefined || flags.profile === "default" ? [] : ["--profile", flags.profile]),
  ];
  const { place, text } = host(launchOf(args, process.platform === "win32"));
  process.stderr.write(`Put this into ${place}:\n`);
  process.stdout.write(text);
}
