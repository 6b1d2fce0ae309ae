/** The built server over HTTP, as a process of its own on a free port. */

import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { request } from "node:http";
import { ensureBuilt } from "../built.ts";

export const TOKENS = { reader: "reader-token-0123456789", editor: "editor-token-0123456789" } as const;

export interface Reply {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

export class HttpServer {
  readonly process: ChildProcess;
  readonly port: number;
  readonly #stderr: { text: string };

  static async start(args: readonly string[], env: Record<string, string> = {}): Promise<HttpServer> {
    const program = await ensureBuilt();
    const child = spawn(process.execPath, [program, "mcp", "--http", "0", ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const stderr = { text: "" };
    const port = await new Promise<number>((resolve, reject) => {
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr.text += text;
        const found = /serving http:\/\/127\.0\.0\.1:(\d+)/.exec(stderr.text);
        if (found) resolve(Number(found[1]));
      });
      child.once("exit", (status) => reject(new Error(`ended with ${status}: ${stderr.text}`)));
    });
    return new HttpServer(child, port, stderr);
  }

  private constructor(child: ChildProcess, port: number, stderr: { text: string }) {
    this.process = child;
    this.port = port;
    this.#stderr = stderr;
  }

  get stderr(): string {
    return this.#stderr.text;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/mcp`);
  }

  /** A raw request, with headers that `fetch` would not send. */
  async send(
    options: { method?: string; path?: string; headers?: Record<string, string> },
    body: string | Buffer = "",
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          agent: false,
          port: this.port,
          path: options.path ?? "/mcp",
          method: options.method ?? "POST",
          headers: {
            "Content-Type": "application/json",
            Accept: "application/json, text/event-stream",
            ...options.headers,
          },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("end", () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
        },
      );
      // A refusal closes the connection while the body is still being sent.
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async stop(): Promise<number | null> {
    const exited = new Promise<number | null>((resolve) => this.process.once("exit", resolve));
    this.process.kill("SIGTERM");
    const status = await exited;
    return status;
  }
}
