/**
 * One protocol server for one client, with the tools of a profile. Cheap to build: what is heavy lives in the services, outside.
 *
 * Guarantees: tools in the order of their list; arguments reach the tool unjudged, so that it can refuse them in its own words.
 */

import { McpServer } from "@modelcontextprotocol/server";
import { toldInput, toldOutput } from "./advertised-schema.ts";
import { callTool } from "./call.ts";
import type { Profile, Services } from "./define-tool.ts";
import { instructionsFor } from "./instructions.ts";
import { toolsOf } from "./tools/index.ts";

export interface ServerParts {
  readonly services: Services;
  readonly profile: Profile;
  readonly version: string;
}

export function createServer({ services, profile, version }: ServerParts): McpServer {
  const server = new McpServer(
    { name: "readback", title: "readback", version },
    { capabilities: { tools: { listChanged: false } }, instructions: instructionsFor(profile) },
  );
  for (const tool of toolsOf(profile)) {
    const { title, description, annotations } = tool;
    server.registerTool(
      tool.name,
      {
        title,
        description,
        annotations: { ...annotations },
        inputSchema: toldInput(tool.input(profile)),
        // A small model pays for every word and does not read what an answer will look like.
        ...(profile === "small" ? {} : { outputSchema: toldOutput(tool.output) }),
      },
      (given, context) => callTool(tool, given, profile, services, context),
    );
  }
  return server;
}
