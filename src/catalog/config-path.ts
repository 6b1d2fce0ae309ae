/** Where a configuration is looked for when none is named. Apart from its reading, so that a start without one does not load that. */

import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export function defaultConfigPath(): string {
  const base = process.env["XDG_CONFIG_HOME"];
  return join(
    base !== undefined && isAbsolute(base) ? base : join(homedir(), ".config"),
    "readback",
    "readback.json",
  );
}
