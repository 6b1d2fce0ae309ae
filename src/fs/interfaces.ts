/** The verified original as the rooms above see it. Only fs/ opens files. */

import type { Meter } from "../model/budget.ts";
import type { ByteSource } from "../model/unit.ts";
import type { FileIdentity, PathCheck, Version } from "../model/version.ts";

/** Which directory a root stands for; a token carries it so that another directory under the same name is noticed. */
export interface RootCommitment {
  /** Real path when the root was opened. Never in a message to an agent. */
  readonly realPath: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** A folder that reading is allowed in, held open so that it cannot be exchanged under our hands. */
export interface Root {
  readonly key: string;
  /** As configured, absolute. Never in a message to an agent. */
  readonly path: string;
  readonly pathCheck: PathCheck;
  /** The folder of one file that a person named: its name is taken as it is, not judged. */
  readonly personal: boolean;
  commitment(): RootCommitment;
  /** Throws `source_offline` when nothing is left at `path`, `root_changed` when another directory stands there now. */
  verify(): void;
  /** Where the held directory stands now. */
  currentPath(): string;
  /** The same for comparison only: bytes as characters, so that names which are not UTF-8 stay apart. */
  placeNow(): string;
  /** A path by which this process enters the held directory itself, wherever it stands by now. For walking below it. */
  directoryPath(): string;
  /** Opens a regular file below the root. `relativePath` has passed `judgePath`; use `openRegular` for anything a caller sent. */
  open(relativePath: string): OpenedFile;
  /** What the path leads to now, links followed, or null when nothing is there. Facts to compare only: it proves no containment. */
  look(relativePath: string): FileFacts | null;
  close(): void;
}

/** What one stat says of a file. */
export interface FileFacts {
  readonly identity: FileIdentity;
  /** Names of this inode; 0 means it was deleted. */
  readonly hardLinks: number;
  readonly regular: boolean;
}

/** A descriptor that containment has been shown for, and what was known of it then. */
export interface OpenedFile {
  readonly fd: number;
  readonly facts: FileFacts;
  /** `Root.place` when it was opened; null when there is no root (an adopted file). */
  readonly rootPath: string | null;
  /** Whether a symbolic link inside the root was followed. */
  readonly viaLink: boolean;
  /** Whether this file system's stat shows every ordinary write (local, nanosecond times). */
  readonly statTrusted: boolean;
  /** A path through which another process of this user opens the same inode. */
  readonly handOverPath: string;
}

/** One regular file inside a root, open for reading. Nothing read, hashed or kept: bounded reads (logs) build on this. */
export interface RegularFile {
  readonly fd: number;
  readonly root: Root | null;
  /** Base name. */
  readonly name: string;
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  /** At open. */
  readonly identity: FileIdentity;
  /** At open. */
  readonly hardLinks: number;
  readonly viaLink: boolean;
  readonly statTrusted: boolean;
  readonly handOverPath: string;
  /** Fills `buffer` from `position`; fewer bytes only at the end of the file. Interrupted and short reads are continued. */
  readAt(buffer: Uint8Array, position: number): number;
  /** What the handle says now. */
  lookAtHandle(): FileFacts;
  /** What the path says now; null when nothing is there, or when this process knows no path (an adopted file). */
  lookAtPath(): FileFacts | null;
  /** Handle, path and root against what they were at open. Throws `changed_during_read` or `root_changed`. */
  recheck(): void;
  close(): void;
}

export interface SourceOptions {
  /** Keep the whole file in memory (binary formats up to `heldFileBytes`). */
  readonly hold: boolean;
  /** False: no hashing at all; the seal's proof is "stat". */
  readonly digest?: boolean;
  /** Ends hashing that runs past its time: the seal's proof is "stat" then. */
  readonly meter?: Meter;
}

export interface SealOptions {
  /** False: an unfinished hash pass is given up; the proof is "stat". */
  readonly digest?: boolean;
  /** Hash all bytes once more, whatever was hashed before: before a launch. */
  readonly hashAgain?: boolean;
  readonly meter?: Meter;
}

/** One file inside a root, opened without following links out of it and known to be regular. Nothing read yet. */
export interface Original {
  readonly identity: FileIdentity;
  readonly name: string;
  /** Relative to the root, with forward slashes. */
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  /** Whether a symbolic link inside the root was followed. */
  readonly viaLink: boolean;
  /** Names of this inode at open. */
  readonly hardLinks: number;
  /** The first bytes, for detection; the digest pass later compares them with what it reads. */
  head(length: number): Uint8Array;
  /** Bytes for an extractor; hashing happens on the way. */
  source(options: SourceOptions): ByteSource;
  /** The hashing that `seal` would still have to do, giving way to other work every few MiB. For large files in a server. */
  settle(options?: SealOptions): Promise<void>;
  /** Finishes the digest, compares handle and path once more. Throws `changed_during_read`. With `digest: false` the proof is "stat". */
  seal(options?: SealOptions): Version;
  /** Handle, path and root against what they were at open, without any reading: after a child process has read and sealed. */
  recheck(): void;
  /** A path through which a child process of this one opens the same inode, and the identity it must find there. */
  handOver(): { readonly path: string; readonly identity: FileIdentity };
  close(): void;
}

/** Faults at named moments, for tests: each is called with the absolute path. */
export interface Hooks {
  afterOpen?: (path: string) => void;
  duringRead?: (path: string, bytesRead: number) => void;
  afterRead?: (path: string) => void;
  beforeSeal?: (path: string) => void;
}
