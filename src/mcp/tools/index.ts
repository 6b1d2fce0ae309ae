/** The tools, in the order in which clients see them. A new tool is one file and one line here. */

import type { Profile, Tool } from "../define-tool.ts";
import { readFileTool } from "./read-file.ts";

export const TOOLS: readonly Tool[] = [readFileTool];

export function toolsOf(profile: Profile): readonly Tool[] {
  return TOOLS.filter((tool) => tool.profiles.includes(profile));
}
