/**
 * Walks a root and hands out its regular files, nothing read and nothing opened but folders and their ignore files.
 *
 * Guarantees: every folder is entered through the descriptor of the one above it and never through a link, so that no exchange leads out of the
 * root; links and special files are skipped and counted; a name that is not UTF-8, and a folder that cannot be entered, is counted as unreadable
 * and makes the walk incomplete; within a folder names come in the order of their bytes. Bounded by entries, depth and time, and abortable.
 * Not covered: elsewhere than on Linux folders are entered by path, checked not to be links first.
 */

import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync } from "node:fs";
import type { Dirent } from "node:fs";
import { CancelledError } from "../model/errors.ts";
import { errno } from "./faults.ts";
import { factsOf, fileSystemAt } from "./file-systems.ts";
import { IGNORE_FILES, isIgnored, rulesIn } from "./ignore-rules.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { FileFacts, Root } from "./interfaces.ts";
import { descriptorPath } from "./kernel-open.ts";

export type WalkStop = "time_budget" | "size_budget" | "too_deep";

export interface WalkOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds. */
  readonly ms: number;
  /** Entries looked at, folders included. */
  readonly entries?: number;
  /** False: ignore files are files like any other. */
  readonly honourIgnoreFiles?: boolean;
  /** `directory` is a path by which the file's folder can be reached during this call only. */
  readonly file: (relativePath: string, name: string, directory: string) => void;
}

export interface WalkOutcome {
  /** True where every folder was read to its end and every name could be given. */
  readonly complete: boolean;
  /** The first bound that was met. */
  readonly stop: WalkStop | null;
  readonly files: number;
  readonly folders: number;
  readonly links: number;
  readonly special: number;
  readonly ignored: number;
  /** Names that are not UTF-8, and folders that could not be entered or read to their end. */
  readonly unreadable: number;
}

export const WALK_ENTRIES = 5_000_000;
/** Folders held open at once. */
const DEPTH = 200;
const TURN_MS = 25;
/** Entries between two looks at the clock. */
const CLOCK_ENTRIES = 512;
const ENTER = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

interface Level {
  readonly fd: number;
  /** By which the folder is reached. */
  readonly directory: string;
  /** Relative, "" or with a slash at its end. */
  readonly path: string;
  readonly rules: IgnoreRules | null;
  readonly folders: readonly string[];
  next: number;
}

export async function walk(root: Root, options: WalkOptions): Promise<WalkOutcome> {
  const walker = new Walker(root, options);
  try {
    await walker.run();
  } finally {
    walker.close();
  }
  return walker.outcome();
}

class Walker {
  readonly #options: WalkOptions;
  readonly #byDescriptor: boolean;
  readonly #root: Root;
  readonly #levels: Level[] = [];
  readonly #deadline: number;
  readonly #counts = { files: 0, folders: 0, links: 0, special: 0, ignored: 0, unreadable: 0 };
  #device = -1n;
  #seen = 0;
  #untilClock = CLOCK_ENTRIES;
  #stop: WalkStop | null = null;
  #tooDeep = false;
  #turn = performance.now();

  constructor(root: Root, options: WalkOptions) {
    this.#root = root;
    this.#options = options;
    this.#byDescriptor = root.pathCheck === "kernel";
    this.#deadline = this.#turn + options.ms;
  }

  async run(): Promise<void> {
    this.#enter(`${this.#root.directoryPath()}/.`, "", null);
    for (;;) {
      const level = this.#levels.at(-1);
      if (level === undefined || this.#stop !== null) return;
      const name = level.folders[level.next];
      if (name === undefined) {
        this.#leave();
        continue;
      }
      level.next += 1;
      this.#enter(`${level.directory}/${name}`, `${level.path}${name}/`, level.rules);
      if (this.#untilClock <= 0) await this.#look();
    }
  }

  outcome(): WalkOutcome {
    const stop = this.#stop ?? (this.#tooDeep ? "too_deep" : null);
    return { complete: stop === null && this.#counts.unreadable === 0, stop, ...this.#counts };
  }

  close(): void {
    while (this.#levels.length > 0) this.#leave();
  }

  #leave(): void {
    const level = this.#levels.pop();
    if (level !== undefined && level.fd >= 0) closeSync(level.fd);
  }

  async #look(): Promise<void> {
    this.#untilClock = CLOCK_ENTRIES;
    if (this.#options.signal?.aborted === true) throw new CancelledError();
    const now = performance.now();
    if (now >= this.#deadline) this.#stop = "time_budget";
    else if (now - this.#turn > TURN_MS) {
      await new Promise((resume) => setImmediate(resume));
      this.#turn = performance.now();
    }
  }

  #enter(path: string, relativePath: string, above: IgnoreRules | null): void {
    if (this.#levels.length >= DEPTH) {
      this.#tooDeep = true;
      return;
    }
    let fd = -1;
    let kept = false;
    try {
      if (this.#byDescriptor) {
        fd = openSync(path, ENTER);
        if (this.#isPseudo(fd)) {
          this.#counts.special += 1;
          return;
        }
      } else if (!lstatSync(path).isDirectory()) return;
      const directory = fd < 0 ? path : descriptorPath(fd);
      const entries = namesIn(directory);
      const level = this.#sort(entries, directory, relativePath, above);
      this.#counts.folders += 1;
      this.#levels.push({ fd, directory, path: relativePath, ...level, next: 0 });
      kept = true;
    } catch (thrown) {
      if (thrown instanceof CancelledError || errno(thrown) === undefined) throw thrown;
      // Gone since its name was read: it is not there any more, which is no gap.
      if (errno(thrown) !== "ENOENT" || relativePath === "") this.#counts.unreadable += 1;
    } finally {
      if (!kept && fd >= 0) closeSync(fd);
    }
  }

  /** A tree made up by the kernel, mounted below the root. */
  #isPseudo(fd: number): boolean {
    const { dev } = fstatSync(fd, { bigint: true });
    if (dev === this.#device) return false;
    if (fileSystemAt(descriptorPath(fd)).pseudo) return true;
    if (this.#device < 0n) this.#device = dev;
    return false;
  }

  #sort(
    entries: readonly Dirent[],
    directory: string,
    path: string,
    above: IgnoreRules | null,
  ): { rules: IgnoreRules | null; folders: string[] } {
    const honour = this.#options.honourIgnoreFiles !== false;
    let rules = above;
    if (honour && entries.some((entry) => IGNORE_FILES.has(entry.name))) {
      const names = entries.map((entry) => entry.name);
      const own = rulesIn(directory, names, path.length, above);
      if (own === null) this.#counts.unreadable += 1;
      else rules = own;
    }
    const folders: string[] = [];
    const most = this.#options.entries ?? WALK_ENTRIES;
    const { file } = this.#options;
    for (const entry of entries) {
      this.#seen += 1;
      if (this.#seen > most) {
        this.#stop = "size_budget";
        break;
      }
      this.#untilClock -= 1;
      const isFile = entry.isFile();
      if (!isFile && !entry.isDirectory()) {
        if (entry.isSymbolicLink()) this.#counts.links += 1;
        else this.#counts.special += 1;
        continue;
      }
      const name = textOf(entry.name);
      if (name === null) {
        this.#counts.unreadable += 1;
        continue;
      }
      if (
        honour &&
        ((!isFile && name === ".git") || isIgnored(rules, isFile ? path + name : `${path}${name}/`))
      ) {
        this.#counts.ignored += 1;
        continue;
      }
      if (isFile) {
        this.#counts.files += 1;
        file(path + name, name, directory);
      } else folders.push(name);
    }
    return { rules, folders };
  }
}

/** Names as bytes, one character each, so that none is lost to decoding; in the order of their bytes. */
function namesIn(directory: string): Dirent[] {
  const entries = readdirSync(directory, { encoding: "latin1", withFileTypes: true });
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The name as text; null for one that is not UTF-8. */
function textOf(bytes: string): string | null {
  if (!/[\u0080-\u00ff]/.test(bytes)) return bytes;
  try {
    return decoder.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return null;
  }
}

/** What a walked file is now, for use during the call that handed it out; null when it is gone or no regular file any more. */
export function lookAtWalked(directory: string, name: string): FileFacts | null {
  try {
    const facts = factsOf(lstatSync(`${directory}/${name}`, { bigint: true }));
    return facts.regular ? facts : null;
  } catch {
    return null;
  }
}
