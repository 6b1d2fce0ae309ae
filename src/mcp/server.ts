/**
 * One protocol server for one client, or over HTTP for one request, with the tools of a profile. Cheap to build: what is heavy lives in the
 * services, outside.
 *
 * Guarantees: tools in the order of their list, the same for every role; arguments reach the tool unjudged, so that it can refuse them in its
 * own words.
 */

import { McpServer } from "@modelcontextprotocol/server";
import type { McpServerOptions } from "@modelcontextprotocol/server";
import type { Role } from "../model/library-answer.ts";
import { toldInput, toldOutput } from "./advertised-schema.ts";
import { callTool } from "./call.ts";
import type { Profile, Services, Tool } from "./define-tool.ts";
import { instructionsFor } from "./instructions.ts";
import { registerLibraryResources } from "./library-resources.ts";
import { registerCitePrompt } from "./prompts.ts";
import { toolsOf } from "./tools/index.ts";

export interface ServerParts {
  readonly services: Services;
  readonly profile: Profile;
  readonly version: string;
  /** Who is served; `reader` where it is not said. */
  readonly role?: Role;
  /** Instead of the profile's tools. */
  readonly tools?: readonly Tool[];
  /** Options of the SDK's server beside ours, for a server that is more than readback's own. */
  readonly more?: McpServerOptions;
}

/** Lists do not change while the server runs but belong to whoever may ask for them. */
const LIST = { ttlMs: 60_000, cacheScope: "private" } as const;
const FRESH = { ttlMs: 0, cacheScope: "private" } as const;

export function createServer(parts: ServerParts): McpServer {
  const { services, profile, version, role = "reader" } = parts;
  const tools = parts.tools ?? toolsOf(profile, services);
  const server = new McpServer(
    { name: "readback", title: "readback", version },
    {
      capabilities: { tools: { listChanged: false }, prompts: { listChanged: false } },
      ...parts.more,
      instructions: instructionsFor(tools),
      cacheHints: {
        "tools/list": LIST,
        "prompts/list": LIST,
        "server/discover": LIST,
        "resources/templates/list": LIST,
        "resources/list": FRESH,
        "resources/read": FRESH,
      },
    },
  );
  for (const tool of tools) {
    const { title, description, annotations } = tool;
    server.registerTool(
      tool.name,
      {
        title,
        description: profile === "small" ? (tool.smallDescription ?? description) : description,
        annotations: { ...annotations },
        inputSchema: toldInput(tool.input(profile), profile !== "small"),
        // A small model pays for every word and does not read what an answer will look like.
        ...(profile === "small" ? {} : { outputSchema: toldOutput(tool.output, tool.toldDepth) }),
      },
      (given, context) => callTool(tool, given, profile, { services, role }, context),
    );
  }
  if (services.library !== undefined) registerLibraryResources(server, services.library, role);
  registerCitePrompt(server);
  return server;
}
