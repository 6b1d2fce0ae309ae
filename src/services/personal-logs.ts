/** Logs for a person: the configured ones by name, all others by a path that their own rights open. Without a configuration none of it is loaded. */

import { defaultConfigPath } from "../catalog/config-path.ts";
import { isThere } from "../fs/small-file.ts";
import { createLogService } from "./logs.ts";
import type { LogService } from "./logs.ts";

export async function personalLogs(config: string | undefined): Promise<LogService> {
  const named = config ?? process.env["READBACK_CONFIG"] ?? "";
  if (named === "" && !isThere(defaultConfigPath())) return createLogService({ personal: true });
  const [{ configOf }, { configuredLogs, createLogGroups }] = await Promise.all([
    import("./configured.ts"),
    import("./log-groups.ts"),
  ]);
  return createLogGroups(configuredLogs(configOf({ config }).sources), { personal: true });
}
