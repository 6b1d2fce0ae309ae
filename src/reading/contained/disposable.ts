/**
 * Contained reading for a program that ends after one file: the parser runs in a thread of this process and this thread watches it.
 * A parser that loops or grows is answered for (`limit_exceeded`), and the program then exits with all it holds. Cheaper by one start of
 * Node than a child process; not for servers, whose memory it would share.
 */

import { Worker } from "node:worker_threads";
import { LIMITS } from "../../model/budget.ts";
import { CancelledError } from "../../model/errors.ts";
import type { FromHost, Job } from "./job.ts";
import { DIED, MEMORY_SPENT, settle, TIME_SPENT } from "./outcome.ts";
import type { ContainedEntry } from "./outcome.ts";
import { hostPath } from "./pool.ts";
import type { RunOptions } from "./pool.ts";

const POLL_MS = 25;
const GRACE_MS = 500;
const HEAP_MIB = 384;

export async function runDisposable(job: Job, options: RunOptions): Promise<ContainedEntry> {
  const limit = (job.limits ?? LIMITS).processBytes;
  const started = performance.now();
  const worker = new Worker(hostPath(), {
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    execArgv: [],
    env: {},
  });
  let watch: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ContainedEntry>((resolve, reject) => {
      watch = setInterval(() => {
        if (performance.now() - started > job.ms + GRACE_MS) reject(TIME_SPENT(job.ms));
        else if (process.memoryUsage.rss() > limit) reject(MEMORY_SPENT(Math.round(limit / 1024 / 1024)));
      }, POLL_MS);
      options.signal.addEventListener("abort", () => reject(new CancelledError()));
      worker.on("message", (message: FromHost) => {
        if (message.kind === "progress") options.onProgress?.(message.done, message.total);
        try {
          const done = settle(message);
          if (done !== undefined) resolve(done);
        } catch (thrown) {
          reject(thrown);
        }
      });
      worker.on("error", (error: NodeJS.ErrnoException) =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? MEMORY_SPENT(HEAP_MIB) : error),
      );
      worker.on("exit", () => reject(DIED()));
      worker.postMessage({ kind: "job", id: 1, job });
    });
  } finally {
    clearInterval(watch);
    void worker.terminate();
  }
}
