/**
 * Reading under attack: another process exchanges a file, a folder or the root itself with what leads outside, without a pause, while
 * this one reads. Every byte from outside that is handed out is counted; there may be none.
 *
 * A naive reader (check the real path, then read) runs under the same attack first: where it leaks nothing, the attack proves nothing.
 */

import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openOriginal } from "../../src/fs/original.ts";
import { openRoot } from "../../src/fs/root.ts";
import { ReadbackError } from "../../src/model/errors.ts";
import type { PathCheck } from "../../src/model/version.ts";

export const ATTACKS = ["leaf", "folder", "root", "root-link", "climb"] as const;
export type Attack = (typeof ATTACKS)[number];

export interface Figures {
  attempts: number;
  read: number;
  outside: number;
  refused: Record<string, number>;
  microseconds: number;
}

const INSIDE = "inside ".repeat(20);
const OUTSIDE = "OUTSIDE".repeat(20);

interface Stage {
  readonly root: string;
  readonly relativePath: string;
  /** The two paths that are exchanged. */
  readonly first: string;
  readonly second: string;
}

/** Builds the files of one attack below `folder`. */
function stage(attack: Attack, folder: string): Stage {
  const at = (path: string): string => join(folder, path);
  const root = at("root");
  mkdirSync(at("root/folder/inner"), { recursive: true });
  mkdirSync(at("outside/folder/inner"), { recursive: true });
  mkdirSync(at("outside/inner"));
  for (const [path, text] of [
    ["root/folder/inner/file", INSIDE],
    ["root/file", INSIDE],
    ["outside/folder/inner/file", OUTSIDE],
    ["outside/inner/file", OUTSIDE],
    ["outside/file", OUTSIDE],
    ["file", OUTSIDE],
  ] as const)
    writeFileSync(at(path), text);
  const { relativePath, first, second } = STAGES[attack](at);
  return { root, relativePath, first, second };
}

/** What is read, and the two paths that are exchanged. */
const STAGES: Readonly<Record<Attack, (at: (path: string) => string) => Omit<Stage, "root">>> = {
  leaf: (at) => {
    symlinkSync(at("outside/file"), at("root/folder/inner/link"));
    return {
      relativePath: "folder/inner/file",
      first: at("root/folder/inner/file"),
      second: at("root/folder/inner/link"),
    };
  },
  folder: (at) => {
    symlinkSync(at("outside/folder"), at("root/link"));
    return { relativePath: "folder/inner/file", first: at("root/folder"), second: at("root/link") };
  },
  root: (at) => ({ relativePath: "folder/inner/file", first: at("root"), second: at("outside") }),
  "root-link": (at) => {
    // Inside by its text only while the root is at its place: an absolute link through the root's own name.
    symlinkSync(at("root/folder/inner/file"), at("root/absolute"));
    return { relativePath: "absolute", first: at("root"), second: at("outside") };
  },
  climb: (at) => {
    // A link with `..` through a folder that is exchanged with one outside.
    symlinkSync("folder/inner/../../file", at("root/climbing"));
    symlinkSync(at("outside/folder"), at("root/link"));
    return { relativePath: "climbing", first: at("root/folder"), second: at("root/link") };
  },
};

async function startSwapper(
  first: string,
  second: string,
  exchanger: string | undefined,
): Promise<ChildProcess> {
  if (exchanger !== undefined) {
    const child = spawn(exchanger, [first, second], { stdio: "ignore" });
    await new Promise((resolve, reject) => child.once("spawn", () => resolve(null)).once("error", reject));
    return child;
  }
  const child = fork(new URL("./swapper.mjs", import.meta.url), [first, second]);
  await new Promise((resolve, reject) => child.once("message", resolve).once("error", reject));
  return child;
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function isOutside(bytes: Uint8Array): boolean {
  return bytes.includes(OUTSIDE.charCodeAt(0));
}

/** The check that most readers make. Returns whether it read from outside. */
function naive(root: string, relativePath: string): boolean {
  try {
    const path = join(root, relativePath);
    if (!realpathSync(path).startsWith(`${root}/`)) return false;
    return isOutside(readFileSync(path));
  } catch {
    return false;
  }
}

/** Whether the naive reader leaks within `ms`. */
async function naiveLeaks(root: string, relativePath: string, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await pause())
    for (let attempt = 0; attempt < 200; attempt += 1) if (naive(root, relativePath)) return true;
  return false;
}

export interface AttackOptions {
  readonly ms: number;
  readonly pathCheck?: PathCheck;
  /** How long the naive reader may try to leak. */
  readonly controlMs?: number;
  /** A compiled `exchange.c`; plain renames otherwise. */
  readonly exchanger?: string;
}

export async function underAttack(
  attack: Attack,
  options: AttackOptions,
): Promise<Figures & { naiveLeaks: boolean }> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "readback-swap-")));
  const { root: path, relativePath, first, second } = stage(attack, folder);
  const root = openRoot(
    "root",
    path,
    options.pathCheck === undefined ? {} : { pathCheck: options.pathCheck },
  );
  const swapper = await startSwapper(first, second, options.exchanger);
  const figures: Figures = { attempts: 0, read: 0, outside: 0, refused: {}, microseconds: 0 };
  try {
    const leaks = await naiveLeaks(path, relativePath, options.controlMs ?? 20_000);
    const started = performance.now();
    for (const end = started + options.ms; performance.now() < end; await pause())
      for (let attempt = 0; attempt < 200; attempt += 1) readOnce();
    figures.microseconds = ((performance.now() - started) * 1000) / figures.attempts;
    return { ...figures, naiveLeaks: leaks };
  } finally {
    root.close();
    swapper.kill("SIGKILL");
    await new Promise((resolve) => swapper.once("exit", resolve));
    rmSync(folder, { recursive: true, force: true });
  }

  /** One read; bytes count as soon as they are handed out, sealed or not. */
  function readOnce(): void {
    figures.attempts += 1;
    try {
      const original = openOriginal(root, relativePath);
      try {
        if (isOutside(original.head(1024))) figures.outside += 1;
        original.seal();
        figures.read += 1;
      } finally {
        original.close();
      }
    } catch (error) {
      if (!(error instanceof ReadbackError)) throw error;
      figures.refused[error.code] = (figures.refused[error.code] ?? 0) + 1;
    }
  }
}
