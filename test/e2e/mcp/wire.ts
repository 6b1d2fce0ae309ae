/** A server process spoken to in raw lines, as a client's pipe sees it. */

import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { ensureBuilt } from "../built.ts";

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown> & {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly structuredContent?: { readonly entries: readonly Record<string, unknown>[] };
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export class Wire {
  readonly process: ChildProcessWithoutNullStreams;
  /** Every line of stdout, in order. */
  readonly lines: string[] = [];
  stderr = "";
  readonly #waiting = new Set<() => void>();
  #nextId = 1;

  static async start(args: readonly string[], env: Record<string, string> = {}): Promise<Wire> {
    return new Wire(await ensureBuilt(), args, env);
  }

  private constructor(program: string, args: readonly string[], env: Record<string, string>) {
    this.process = spawn(process.execPath, [program, "mcp", ...args], { env: { ...process.env, ...env } });
    this.process.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      this.lines.push(line);
      for (const wake of this.#waiting) wake();
    });
  }

  get messages(): Message[] {
    return this.lines.map((line): Message => JSON.parse(line));
  }

  send(message: Record<string, unknown>): void {
    this.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  write(text: string): void {
    this.process.stdin.write(text);
  }

  /** Sends a request and gives its number. */
  request(method: string, params: Record<string, unknown> = {}): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.send({ id, method, params });
    return id;
  }

  async answer(id: number | string): Promise<Message> {
    return this.until((message) => message.id === id && message.method === undefined);
  }

  async until(holds: (message: Message) => boolean): Promise<Message> {
    for (let seen = 0; ;) {
      for (; seen < this.lines.length; seen += 1) {
        const message: Message = JSON.parse(this.lines[seen] ?? "");
        if (holds(message)) return message;
      }
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  async initialize(protocolVersion = "2025-06-18"): Promise<Message> {
    const id = this.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "raw", version: "0" },
    });
    const answer = await this.answer(id);
    this.send({ method: "notifications/initialized" });
    return answer;
  }

  async call(args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<Message> {
    const params = { name: "read_file", arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
    return this.answer(this.request("tools/call", params));
  }

  /** Ends stdin and gives the exit status. */
  async end(): Promise<number | null> {
    const { process: child } = this;
    const exited =
      child.exitCode === null
        ? new Promise<number | null>((resolve) => child.once("exit", resolve))
        : Promise.resolve(child.exitCode);
    child.stdin.end();
    const status = await exited;
    return status;
  }

  /** Processes that this one started, from the kernel; empty where there is no /proc. */
  children(): number[] {
    return descendants(this.process.pid ?? 0);
  }
}

function descendants(parent: number): number[] {
  let names: string[];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.map(Number).filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent;
    } catch {
      return false;
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, "latin1").includes(") Z ");
  } catch {
    return false;
  }
}
