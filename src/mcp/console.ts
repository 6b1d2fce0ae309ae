/**
 * stdout is the wire: one stray line of a library would end a client's session. Called before anything else is loaded.
 *
 * Not covered: code that writes to `process.stdout` itself; none of our dependencies does.
 */

import { Console } from "node:console";

export function keepConsoleOffStdout(): void {
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
}
