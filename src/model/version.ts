/** Which bytes an answer speaks of (specification: answers, section 1). */

declare const fileDigest: unique symbol;
/** Lower-case hex SHA-256 over the bytes of a file. Not the digest of a text. */
export type FileDigest = string & { readonly [fileDigest]: true };

function isFileDigest(text: string): text is FileDigest {
  return /^[0-9a-f]{64}$/.test(text);
}

export function asFileDigest(hex: string): FileDigest {
  if (!isFileDigest(hex)) throw new TypeError("not a SHA-256 in lower-case hex");
  return hex;
}

export type Proof =
  /** Only size, times and inode were checked. */
  | "stat"
  /** Text and digest from the same bytes, identity compared before and after. */
  | "single_hash"
  /** Hashed once more afterwards. */
  | "double_hash";

/** Whether containment in the root was proved by the kernel, or only checked by path. */
export type PathCheck = "kernel" | "best_effort";

export interface Version {
  /** Null only when `proof` is "stat". */
  readonly sha256: FileDigest | null;
  readonly proof: Proof;
  /** Bytes. */
  readonly size: number;
  /** UTC, ISO 8601 with milliseconds. */
  readonly modified: string;
  readonly pathCheck: PathCheck;
}

/** What tells one file, and one state of it, from another. All from one fstat; nanoseconds as integers. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

export function sameIdentity(a: FileIdentity, b: FileIdentity): boolean {
  return (
    a.device === b.device &&
    a.inode === b.inode &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  );
}

export function isoTime(mtimeNs: bigint): string {
  return new Date(Number(mtimeNs / 1_000_000n)).toISOString();
}
