/** The real server over HTTP with the suite's fixtures beside readback's own tools. Bundled and started by scripts/conformance.mjs. */

import { InMemoryServerEventBus } from "@modelcontextprotocol/server";
import { serveHttp } from "../../src/mcp/http.ts";
import { createServer } from "../../src/mcp/server.ts";
import { emptyConfig } from "../../src/catalog/config.ts";
import { createFileService } from "../../src/services/files.ts";
import { createLibraryService } from "../../src/services/library.ts";
import { createLogService } from "../../src/services/logs.ts";
import { TestLibrary } from "../support/library.ts";
import { registerFixtures, states } from "./fixtures.ts";

const library = new TestLibrary([{ id: "a", text: "word" }]);
const bus = new InMemoryServerEventBus();
const services = {
  files: createFileService({ roots: [library.folder] }),
  logs: createLogService({ roots: [library.folder] }),
  library: createLibraryService({
    libraries: [{ key: "handbook", root: library.root, manifest: "manifest.json", secrets: "redact" }],
    documentBytes: 1024,
  }),
};
await serveHttp(
  (role) => {
    const server = createServer({
      services,
      profile: "default",
      version: "0.0.0",
      role,
      more: {
        capabilities: {
          tools: { listChanged: true },
          prompts: { listChanged: true },
          resources: { subscribe: true },
          logging: {},
          completions: {},
        },
        requestState: { verify: (state, context) => states.verify(state, context) },
      },
    });
    registerFixtures(server, bus);
    return server;
  },
  { address: process.argv[2] ?? "0", role: "reader", config: emptyConfig(), bus },
);
library.remove();
