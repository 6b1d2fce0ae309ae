/**
 * The Model Context Protocol face over stdin and stdout, for agents.
 *
 * Guarantees: stdout carries protocol messages only; the end of stdin ends the process with status 0 and every child with it.
 */

import { keepConsoleOffStdout } from "./console.ts";
import type { Profile } from "./define-tool.ts";

export interface ServeOptions {
  /** Folders that reading is allowed in. */
  readonly roots: readonly string[];
  readonly profile?: Profile;
}

/** Resolves when the client has gone away. Throws a coded error where a folder cannot be served. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  keepConsoleOffStdout();
  const { serve } = await import("./serve.ts");
  await serve(options);
}
