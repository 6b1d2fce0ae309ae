/**
 * The Model Context Protocol face for agents, over stdin and stdout or over HTTP.
 *
 * Guarantees: stdout carries protocol messages only; the end of stdin ends the process with status 0 and every child with it.
 */

import type { Role } from "../model/library-answer.ts";
import { keepConsoleOffStdout } from "./console.ts";
import type { Profile } from "./define-tool.ts";

export interface ServeOptions {
  /** Folders that reading is allowed in, beside those of the configuration. */
  readonly roots: readonly string[];
  readonly config?: string | undefined;
  /** Who is served over stdio, and over HTTP where no tokens are configured; `reader` by default. */
  readonly role?: Role | undefined;
  /** `[HOST:]PORT`; over stdio without it. */
  readonly http?: string | undefined;
  /** Names of the tools that are offered, instead of the profile's. */
  readonly tools?: readonly string[] | undefined;
  readonly profile?: Profile | undefined;
}

/** Resolves when the client has gone away. Throws a coded error where a folder cannot be served. */
export async function serveMcp(options: ServeOptions): Promise<void> {
  keepConsoleOffStdout();
  const { serve } = await import("./serve.ts");
  await serve(options);
}
