/** A server over services of the test's own, and a real client connected to it in memory. */

import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createServer } from "../../src/mcp/server.ts";
import type { Profile, Services } from "../../src/mcp/define-tool.ts";
import type { Role } from "../../src/model/library-answer.ts";
import { createLibraryService } from "../../src/services/library.ts";
import { createLogService } from "../../src/services/logs.ts";
import { createOriginalsService } from "../../src/services/originals.ts";
import type { FileService, ReadOptions } from "../../src/services/files.ts";
import type { ReadAnswer, ReadEntry } from "../../src/model/answer.ts";
import { coverageOf } from "../../src/model/coverage.ts";
import type { ReadRequest } from "../../src/model/request.ts";

export interface Call {
  readonly requests: readonly ReadRequest[];
  readonly options: ReadOptions;
}

/** Records what it is asked; `answer` makes the answer. */
export function recordingFiles(
  answer: (call: Call) => ReadAnswer | Promise<ReadAnswer> = ({ requests }) => ({
    entries: requests.map((request) => entryOf(request.path)),
  }),
): FileService & { readonly calls: Call[] } {
  const calls: Call[] = [];
  return {
    calls,
    async read(requests, options = {}) {
      const call = { requests, options };
      calls.push(call);
      return answer(call);
    },
    close: () => undefined,
  };
}

export function entryOf(path: string, text = "text", more: Partial<ReadEntry> = {}): ReadEntry {
  return {
    ok: true,
    path,
    format: "text",
    flags: [],
    version: {
      sha256: null,
      proof: "stat",
      size: 4,
      modified: "2026-01-01T00:00:00.000Z",
      pathCheck: "kernel",
    },
    mode: "whole",
    passages: [{ at: { kind: "line", line: 1 }, region: "body", text }],
    coverage: coverageOf({ unit: "line", read: 1, total: 1 }, null, []),
    secrets: { policy: "redact", screened: "whole", found: 0, findings: [] },
    ...more,
  };
}

/** Every service there is, so that every tool is offered. */
export function allServices(files: FileService = recordingFiles()): Services {
  return {
    files,
    logs: createLogService({ logs: {} }),
    library: createLibraryService({ libraries: [], documentBytes: 1024 }),
    originals: createOriginalsService({ sources: [] }),
  };
}

export async function connected(files: FileService, profile: Profile = "default"): Promise<Client> {
  return connectedTo({ files }, profile);
}

export async function connectedTo(
  services: Services,
  profile: Profile = "default",
  role: Role = "reader",
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createServer({ services, profile, version: "0.0.0", role }).connect(ours);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(theirs);
  return client;
}

/** The text of a result's only block. */
export function textOf(result: { content: readonly unknown[] }): string {
  const [block, ...others] = result.content;
  if (others.length > 0 || typeof block !== "object" || block === null || !("text" in block))
    throw new Error("a result must have one block of text");
  return String(block.text);
}
