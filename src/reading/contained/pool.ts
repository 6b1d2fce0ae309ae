/**
 * Contained reading for a server: at most `size` child processes, one job each at a time, watched from outside.
 *
 * Guarantees: a child over its memory or its deadline is killed and only that job fails (`limit_exceeded`); the next job gets a fresh
 * child; a cancelled job stops within 200 ms; idle children end by themselves and never keep the program alive.
 * Not covered: on systems without /proc the memory of a child is bounded by its heap limit and its deadline only.
 */

import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { LIMITS } from "../../model/budget.ts";
import { CancelledError, throwIfCancelled } from "../../model/errors.ts";
import { packageRoot } from "../../fs/package-root.ts";
import { residentBytes } from "../../fs/process-memory.ts";
import type { FromHost, Job } from "./job.ts";
import { DIED, MEMORY_SPENT, settle, TIME_SPENT } from "./outcome.ts";
import type { ContainedEntry } from "./outcome.ts";

const POLL_MS = 25;
/** After its own time budget a reader has this long to say so before it is killed. */
const GRACE_MS = 500;
const CANCEL_MS = 200;
const IDLE_MS = 60_000;
/** A child that kept this much after a job is not used again. */
const RETIRE_BYTES = 320 * 1024 * 1024;
const HEAP_MIB = 384;

export function hostPath(): string {
  return join(packageRoot(), "dist", "reading", "contained", "host.js");
}

interface Child {
  readonly process: ChildProcess;
  idle: NodeJS.Timeout | undefined;
}

export interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

export class ContainedPool {
  readonly #size: number;
  readonly #idle: Child[] = [];
  readonly #all = new Set<Child>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;
  #nextId = 1;
  #closed = false;

  constructor(size: number) {
    this.#size = size;
  }

  async run(job: Job, options: RunOptions): Promise<ContainedEntry> {
    await this.#turn(options.signal);
    try {
      throwIfCancelled(options.signal);
      return await this.#work(this.#idle.pop() ?? this.#spawn(), job, options);
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Starts a child ahead of the first job, so that it need not wait for one. */
  warm(): void {
    if (this.#all.size === 0 && !this.#closed) this.#rest(this.#spawn());
  }

  close(): void {
    this.#closed = true;
    for (const child of this.#all) child.process.kill("SIGKILL");
  }

  async #turn(signal: AbortSignal): Promise<void> {
    while (this.#busy >= this.#size) {
      await new Promise<void>((resolve) => {
        const go = (): void => {
          signal.removeEventListener("abort", go);
          const at = this.#waiting.indexOf(go);
          if (at !== -1) this.#waiting.splice(at, 1);
          resolve();
        };
        this.#waiting.push(go);
        signal.addEventListener("abort", go);
      });
      throwIfCancelled(signal);
    }
    this.#busy += 1;
  }

  #spawn(): Child {
    const { PATH, SystemRoot, TZ, LANG } = process.env;
    const kept = Object.fromEntries(
      Object.entries({ PATH, SystemRoot, TZ, LANG }).filter(([, value]) => value !== undefined),
    );
    const child: Child = {
      process: fork(hostPath(), [], {
        serialization: "advanced",
        stdio: ["ignore", "ignore", "inherit", "ipc"],
        execArgv: [`--max-old-space-size=${HEAP_MIB}`],
        env: kept,
      }),
      idle: undefined,
    };
    this.#all.add(child);
    child.process.on("exit", () => this.#forget(child));
    child.process.on("error", () => this.#forget(child));
    return child;
  }

  #forget(child: Child): void {
    clearTimeout(child.idle);
    this.#all.delete(child);
    const at = this.#idle.indexOf(child);
    if (at !== -1) this.#idle.splice(at, 1);
  }

  #rest(child: Child): void {
    const { process: host } = child;
    if (
      this.#closed ||
      !host.connected ||
      (host.pid !== undefined && (residentBytes(host.pid) ?? 0) > RETIRE_BYTES)
    ) {
      host.kill("SIGKILL");
      return;
    }
    child.idle = setTimeout(() => host.kill("SIGKILL"), IDLE_MS);
    child.idle.unref();
    host.unref();
    host.channel?.unref();
    this.#idle.push(child);
  }

  async #work(child: Child, job: Job, options: RunOptions): Promise<ContainedEntry> {
    const host = child.process;
    clearTimeout(child.idle);
    host.ref();
    host.channel?.ref();
    const id = this.#nextId;
    this.#nextId += 1;
    const started = performance.now();
    const limit = (job.limits ?? LIMITS).processBytes;
    const release: (() => void)[] = [];
    try {
      const entry = await new Promise<ContainedEntry>((resolve, reject) => {
        const kill = (why: Error): void => {
          host.kill("SIGKILL");
          reject(why);
        };
        const onMessage = (raw: unknown): void => {
          const message = raw as FromHost;
          if (message.id !== id) return;
          if (message.kind === "progress") options.onProgress?.(message.done, message.total);
          try {
            const done = settle(message);
            if (done !== undefined) resolve(done);
          } catch (thrown) {
            reject(thrown);
          }
        };
        const onExit = (): void => reject(options.signal.aborted ? new CancelledError() : DIED());
        const onAbort = (): void => {
          host.send({ kind: "cancel", id });
          const late = setTimeout(() => kill(new CancelledError()), CANCEL_MS);
          release.push(() => clearTimeout(late));
        };
        const watch = setInterval(() => {
          if (performance.now() - started > job.ms + GRACE_MS) kill(TIME_SPENT(job.ms));
          else if (host.pid !== undefined && (residentBytes(host.pid) ?? 0) > limit)
            kill(MEMORY_SPENT(Math.round(limit / 1024 / 1024)));
        }, POLL_MS);
        host.on("message", onMessage);
        host.on("exit", onExit);
        host.on("error", onExit);
        options.signal.addEventListener("abort", onAbort);
        release.push(() => {
          clearInterval(watch);
          host.off("message", onMessage);
          host.off("exit", onExit);
          host.off("error", onExit);
          options.signal.removeEventListener("abort", onAbort);
        });
        host.send({ kind: "job", id, job }, (error) => {
          if (error) reject(DIED());
        });
      });
      return entry;
    } finally {
      for (const undo of release) undo();
      if (!host.killed && host.exitCode === null) this.#rest(child);
    }
  }
}
