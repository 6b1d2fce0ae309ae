import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ReadbackError } from "../../src/model/errors.ts";
import type { ErrorFacts } from "../../src/model/errors.ts";

/** A folder of its own for one test: `docs` is the root, beside it what must not be reached. */
export interface Scratch {
  readonly path: string;
  readonly docs: string;
  at(...names: string[]): string;
  remove(): void;
}

export function scratch(): Scratch {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "readback-fs-")));
  const docs = join(path, "docs");
  mkdirSync(docs);
  return {
    path,
    docs,
    at: (...names) => {
      const place = join(docs, ...names);
      mkdirSync(dirname(place), { recursive: true });
      return place;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** What `run` failed with, as data; fails itself when `run` gives a result or an error without a code. */
export function failure(run: () => unknown): ErrorFacts {
  try {
    run();
  } catch (error) {
    if (error instanceof ReadbackError) return error.facts();
    throw error;
  }
  throw new Error("no error was thrown");
}

export const isLinux = process.platform === "linux";

/** Open descriptors of this process; constant 0 where they cannot be counted. */
export function openDescriptors(): number {
  return isLinux ? readdirSync("/proc/self/fd").length : 0;
}

export const STRATEGIES = isLinux ? (["kernel", "best_effort"] as const) : (["best_effort"] as const);
