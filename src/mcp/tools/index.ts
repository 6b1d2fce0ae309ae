/** The tools, in the order in which clients see them. A new tool is one file and one line here. */

import { ReadbackError } from "../../model/errors.ts";
import type { Profile, Services, Tool } from "../define-tool.ts";
import { checkCitationsTool } from "./check-citations.ts";
import { discoverTool } from "./discover.ts";
import { inspectTool } from "./inspect.ts";
import { libraryReadTool } from "./library-read.ts";
import { librarySearchTool } from "./library-search.ts";
import { locateContentTool } from "./locate-content.ts";
import { logLevelsTool } from "./log-levels.ts";
import { logSearchTool } from "./log-search.ts";
import { logTailTool } from "./log-tail.ts";
import { readFileTool } from "./read-file.ts";

export const TOOLS: readonly Tool[] = [
  readFileTool,
  librarySearchTool,
  libraryReadTool,
  logTailTool,
  logSearchTool,
  logLevelsTool,
  discoverTool,
  locateContentTool,
  checkCitationsTool,
  inspectTool,
];

/**
 * The tools of a profile, or those of `names`, for which there is something to serve. The same for every role: what a role may see is decided
 * in each call. Throws `invalid_request` for a name that cannot be served.
 */
export function toolsOf(profile: Profile, services: Services, names?: readonly string[]): readonly Tool[] {
  for (const name of names ?? []) {
    const tool = TOOLS.find((known) => known.name === name);
    if (tool === undefined)
      throw new ReadbackError("invalid_request", "`--tools` names a tool that does not exist", {
        hint: `the tools are ${TOOLS.map((known) => known.name).join(", ")}`,
      });
    if (services[tool.needs] === undefined)
      throw new ReadbackError(
        "invalid_request",
        `\`--tools\` names \`${name}\`, which has nothing to serve`,
        {
          hint: "name folders in the call, or sources, logs and manifests in the configuration",
        },
      );
  }
  return TOOLS.filter(
    (tool) =>
      services[tool.needs] !== undefined &&
      (names === undefined ? tool.profiles.includes(profile) : names.includes(tool.name)),
  );
}
