/**
 * The server over Streamable HTTP at `/mcp`, both protocol eras, without sessions: one protocol server for each request, over services that are
 * shared.
 *
 * Guarantees: before a body is read, `Host` and `Origin` are those of this server (no DNS rebinding) and the bearer token is a known one, which
 * decides the role of that request alone; bodies above BODY_BYTES_MAX are refused; no address but loopback without tokens. Not covered: TLS,
 * which a proxy in front can add.
 */

import { createServer as createHttpServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { hostHeaderValidation, originValidation, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ServerEventBus } from "@modelcontextprotocol/server";
import { ReadbackError } from "../model/errors.ts";
import type { Role } from "../model/library-answer.ts";
import type { ConfiguredServices } from "../services/configured.ts";
import { openGate } from "../services/tokens.ts";
import { parseAddress } from "./address.ts";
import { oneLine, untilStopped } from "./serve.ts";
import type { ServerFactory } from "./serve.ts";

const PATH = "/mcp";
const BODY_BYTES_MAX = 1024 * 1024;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;
const CONNECTIONS_MAX = 512;
/** How long calls at work may go on after the server was asked to end. */
const GRACE_MS = 1000;
const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export interface HttpOptions {
  readonly address: string;
  /** Where no tokens are configured. */
  readonly role: Role;
  readonly config: ConfiguredServices["config"];
  /** Where changes of lists are told, for a factory whose lists change. */
  readonly bus?: ServerEventBus;
}

export async function serveHttp(factory: ServerFactory, options: HttpOptions): Promise<void> {
  const { host, port, loopback } = parseAddress(options.address);
  const gate = openGate(options.config);
  if (!gate.closed && !loopback)
    throw new ReadbackError("invalid_request", "an address other than loopback needs bearer tokens", {
      hint: "name `http.tokens_file` in the configuration or set `READBACK_TOKENS`, or serve at 127.0.0.1",
    });
  const { allowedHosts, allowedOrigins } = options.config.http;
  const hosts = [...LOOPBACK_NAMES, ...(loopback ? [] : [bracketed(host)]), ...allowedHosts];
  const hostIsOurs = hostHeaderValidation(hosts);
  const originIsOurs = originValidation([...hosts, ...allowedOrigins]);
  const onerror = (error: Error): void => {
    process.stderr.write(`readback: ${oneLine(error.message)}\n`);
  };
  const handler = createMcpHandler((context) => factory(roleFrom(context.authInfo?.scopes)), {
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror,
    ...(options.bus === undefined ? {} : { bus: options.bus }),
  });
  const answer = toNodeHandler(handler, { maxRequestBodySize: BODY_BYTES_MAX, onerror });

  const server = createHttpServer((request, response) => {
    if (!hostIsOurs(request, response) || !originIsOurs(request, response)) return;
    if ((request.url ?? "").split("?")[0] !== PATH) return refuse(response, 404, "not found");
    const role = gate.closed ? gate.roleOf(request.headers.authorization) : options.role;
    if (role === undefined) {
      response.setHeader("WWW-Authenticate", 'Bearer realm="readback"');
      return refuse(response, 401, "a known bearer token is needed");
    }
    if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAX)
      return refuse(response, 413, `the message is larger than ${BODY_BYTES_MAX} bytes`);
    const authInfo = { token: "", clientId: role, scopes: [scopeOf(role)] };
    const authorised: IncomingMessage & { auth?: unknown } = request;
    authorised.auth = authInfo;
    answer(authorised as Parameters<typeof answer>[0], response).catch((thrown: unknown) => {
      onerror(thrown instanceof Error ? thrown : new Error("a request failed"));
      response.destroy();
    });
  });
  server.headersTimeout = HEADERS_MS;
  server.requestTimeout = REQUEST_MS;
  server.maxConnections = CONNECTIONS_MAX;
  let grace: NodeJS.Timeout | undefined;
  const stop = (): void => {
    server.close();
    server.closeIdleConnections();
    grace ??= setTimeout(() => {
      void handler.close().finally(() => server.closeAllConnections());
    }, GRACE_MS);
  };
  const ended = new Promise<void>((resolve) => server.once("close", () => resolve()));
  const stopped = untilStopped(stop, ended);
  const at = await listening(server, host, port);
  process.stderr.write(
    `readback: serving http://${bracketed(host)}:${at}${PATH}${gate.closed ? "" : `, without tokens, everyone on this machine as ${options.role}`}\n`,
  );
  await stopped;
  clearTimeout(grace);
  await handler.close();
}

const scopeOf = (role: Role): string => `library:${role}`;

/** The least rights where a request carries none. */
function roleFrom(scopes: readonly string[] | undefined): Role {
  return scopes?.includes(scopeOf("editor")) === true ? "editor" : "reader";
}

const bracketed = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** The connection is closed: whatever of a body is still coming is not read. */
function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } });
  response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
  response.end(body);
}

async function listening(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", () =>
      reject(
        new ReadbackError("unavailable", "the address cannot be served", {
          hint: "another program may use the port, or the address is not this machine's",
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
