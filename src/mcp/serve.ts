/** Starts the services, answers one client over stdio or many over HTTP, and puts everything away at the end. */

import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { McpServer } from "@modelcontextprotocol/server";
import { ReadbackError } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import { openConfigured } from "../services/configured.ts";
import { packageFacts } from "../services/package.ts";
import { BoundedLines, refuseLongMessage } from "./bounded-lines.ts";
import type { ServeOptions } from "./main.ts";
import { createServer } from "./server.ts";
import { toolsOf } from "./tools/index.ts";

/** The SDK gives up the connection at 10 MiB; a message near that is dropped before it gets there. */
const MESSAGE_BYTES_MAX = 8 * 1024 * 1024;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export type ServerFactory = (role: Role) => McpServer;

export async function serve(options: ServeOptions): Promise<void> {
  const { roots, profile = "default", role = "reader", http } = options;
  const configured = openConfigured({
    config: options.config,
    roots,
    editorsOnly: role === "editor" && http === undefined,
  });
  try {
    const { config, files, logs, library } = configured;
    const services = {
      ...(files === undefined ? {} : { files }),
      ...(logs === undefined ? {} : { logs }),
      ...(library === undefined ? {} : { library }),
    };
    const tools = toolsOf(profile, services, options.tools);
    if (tools.length === 0)
      throw new ReadbackError("invalid_request", "name at least one folder that reading is allowed in", {
        hint: "for example `readback mcp ~/documents`, or `--config` with sources",
      });
    const { version } = packageFacts();
    const factory: ServerFactory = (who) => createServer({ services, profile, version, role: who, tools });
    if (http === undefined) await overStdio(() => factory(role));
    else {
      const { serveHttp } = await import("./http.ts");
      await serveHttp(factory, { address: http, role, config });
    }
  } finally {
    configured.close();
  }
}

/** Resolves at the first signal that asks the process to end, or when `ended` does. */
export async function untilStopped(stop: () => void, ended: Promise<void>): Promise<void> {
  for (const signal of SIGNALS) process.once(signal, stop);
  await ended;
  for (const signal of SIGNALS) process.off(signal, stop);
}

async function overStdio(factory: () => McpServer): Promise<void> {
  const lines = new BoundedLines(MESSAGE_BYTES_MAX, refuseLongMessage);
  process.stdin.on("error", () => lines.end());
  const transport = new ClosingTransport(process.stdin.pipe(lines), process.stdout);
  const connection = serveStdio(factory, {
    transport,
    onerror: (error) => process.stderr.write(`readback: ${oneLine(error.message)}\n`),
  });
  await untilStopped(() => void connection.close(), transport.closed);
  process.stdin.destroy();
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
export function oneLine(message: string): string {
  return message.replaceAll(/[\s\u0000-\u001f]+/g, " ").slice(0, 200);
}
