/** The verified original as the rooms above see it. Only fs/ opens files. */

import type { ByteSource } from "../model/unit.ts";
import type { FileIdentity, PathCheck, Version } from "../model/version.ts";

/** A folder that reading is allowed in, held open so that it cannot be exchanged under our hands. */
export interface Root {
  readonly key: string;
  /** As configured, absolute. Never in a message to an agent. */
  readonly path: string;
  readonly pathCheck: PathCheck;
  close(): void;
}

/** One file inside a root, opened without following links out of it and known to be regular. Nothing read yet. */
export interface Original {
  readonly identity: FileIdentity;
  readonly name: string;
  /** Relative to the root, with forward slashes. */
  readonly relativePath: string;
  readonly pathCheck: PathCheck;
  /** The first bytes, for detection; not part of the digest pass. */
  head(length: number): Uint8Array;
  /** Bytes for an extractor; hashing happens on the way. `hold`: keep the whole file in memory (binary formats up to `heldFileBytes`). */
  source(options: { hold: boolean }): ByteSource;
  /** Finishes the digest, compares handle and path once more. Throws `changed_during_read`. With `digest: false` the proof is "stat". */
  seal(options?: { digest?: boolean }): Version;
  /** A path through which a child process of this one opens the same inode, and the identity it must find there. */
  handOver(): { readonly path: string; readonly identity: FileIdentity };
}

/** Faults at named moments, for tests: each is called with the absolute path. */
export interface Hooks {
  afterOpen?: (path: string) => void;
  duringRead?: (path: string, bytesRead: number) => void;
  afterRead?: (path: string) => void;
  beforeSeal?: (path: string) => void;
}
