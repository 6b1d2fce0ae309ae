/** Starts the services, answers one client over stdio, and puts everything away when it is gone. */

import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { ReadbackError } from "../model/errors.ts";
import { createFileService } from "../services/files.ts";
import { packageFacts } from "../services/package.ts";
import { readSettings } from "../services/settings.ts";
import { BoundedLines, refuseLongMessage } from "./bounded-lines.ts";
import type { ServeOptions } from "./main.ts";
import { createServer } from "./server.ts";

/** The SDK gives up the connection at 10 MiB; a message near that is dropped before it gets there. */
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export async function serve(options: ServeOptions): Promise<void> {
  if (options.roots.length === 0)
    throw new ReadbackError("invalid_request", "name at least one folder that reading is allowed in", {
      hint: "for example `readback mcp ~/documents`",
    });
  const files = createFileService({ roots: options.roots, ...readSettings() });
  const { version } = packageFacts();
  const profile = options.profile ?? "default";
  const lines = new BoundedLines(MESSAGE_BYTES_MAX, refuseLongMessage);
  process.stdin.on("error", () => lines.end());
  const transport = new ClosingTransport(process.stdin.pipe(lines), process.stdout);
  const connection = serveStdio(() => createServer({ services: { files }, profile, version }), {
    transport,
    onerror: (error) => process.stderr.write(`readback: ${oneLine(error.message)}\n`),
  });
  const stop = (): void => {
    void connection.close();
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  await transport.closed;
  for (const signal of SIGNALS) process.off(signal, stop);
  process.stdin.destroy();
  files.close();
}

/** A transport that says when it is closed, whoever closed it. */
class ClosingTransport extends StdioServerTransport {
  readonly closed: Promise<void>;
  #resolve: () => void = () => undefined;

  constructor(...streams: ConstructorParameters<typeof StdioServerTransport>) {
    super(...streams);
    this.closed = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  override async close(): Promise<void> {
    await super.close();
    this.#resolve();
  }
}

/** What the SDK says of a bad message can be long and quote it. */
function oneLine(message: string): string {
  return message.replaceAll(/[\s\u0000-\u001f]+/g, " ").slice(0, 200);
}
