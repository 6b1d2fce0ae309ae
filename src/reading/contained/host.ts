/**
 * The reader inside a contained process or a disposable thread: takes one job at a time, answers, waits for the next.
 * It opens nothing but the inode it was handed. Its parent watches memory and time from outside, because a parser may never return here.
 */

import { parentPort } from "node:worker_threads";
import { CancelledError, errorFacts, ReadbackError } from "../../model/errors.ts";
import { adoptOriginal } from "../../fs/original.ts";
import { readOriginal } from "../read-original.ts";
import type { FromHost, Job, ToHost } from "./job.ts";

const running = new Map<number, AbortController>();

function send(message: FromHost): void {
  if (parentPort !== null) parentPort.postMessage(message);
  else process.send?.(message);
}

async function run(id: number, job: Job): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const original = adoptOriginal({
      ...job.handOver,
      name: job.name,
      relativePath: job.relativePath,
      pathCheck: job.pathCheck,
    });
    try {
      const entry = await readOriginal(original, job.request, {
        signal: controller.signal,
        ms: job.ms,
        policy: job.policy,
        ...(job.limits === undefined ? {} : { limits: job.limits }),
        onProgress: (done, total) => send({ kind: "progress", id, done, total }),
      });
      send({ kind: "done", id, entry });
    } finally {
      original.close();
    }
  } catch (thrown) {
    if (thrown instanceof CancelledError) send({ kind: "cancelled", id });
    else {
      const stack = thrown instanceof ReadbackError ? undefined : String((thrown as Error)?.stack ?? thrown);
      send({ kind: "failed", id, error: errorFacts(thrown), ...(stack === undefined ? {} : { stack }) });
    }
  } finally {
    running.delete(id);
  }
}

function receive(message: ToHost): void {
  if (message.kind === "job") void run(message.id, message.job);
  else running.get(message.id)?.abort();
}

if (parentPort !== null) parentPort.on("message", receive);
else {
  process.on("message", receive);
  process.on("disconnect", () => process.exit(0));
}
