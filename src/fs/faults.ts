/**
 * Operating system errors as the project's own errors.
 *
 * Guarantees: one sentence that names the file as the caller knows it (never an absolute path, never a link's target), the same code for
 * the same cause wherever it arises. A failing device or share is `source_offline`: neither the file's rights nor its content are at fault.
 * Not covered: an errno outside the table is passed on as it is and becomes `internal` at the edge.
 */

import { ReadbackError } from "../model/errors.ts";

const SHOWN_MAX = 160;

/** A path for a message: cut in the middle when long, without backticks of its own. */
export function shown(path: string): string {
  const plain = path.replaceAll("`", "'");
  if (plain.length <= SHOWN_MAX) return `\`${plain}\``;
  const half = SHOWN_MAX / 2;
  return `\`${plain.slice(0, half)}…${plain.slice(-half)}\``;
}

export function errno(thrown: unknown): string | undefined {
  if (thrown instanceof Error && "code" in thrown && typeof thrown.code === "string") return thrown.code;
  return undefined;
}

export function missing(path: string): ReadbackError {
  // Bytes of a name that are no UTF-8 reach us as U+FFFD, and then no file has that name: that is not the same as not being there.
  if (path.includes("\uFFFD"))
    return new ReadbackError(
      "missing",
      `${shown(path)} was not found, and its name holds characters that stand for bytes that are not UTF-8`,
      {
        hint: "rename the file, or a copy of it, to a name in UTF-8",
      },
    );
  return new ReadbackError("missing", `${shown(path)} does not exist`, {
    hint: "check the spelling, or list the folder it should be in",
  });
}

export function outside(path: string, key: string): ReadbackError {
  return new ReadbackError("outside_sources", `${shown(path)} leads outside the source \`${key}\``, {
    hint: "only files inside the configured sources can be read",
  });
}

export function notAFile(path: string, kind: string): ReadbackError {
  return new ReadbackError("not_a_file", `${shown(path)} is ${kind}, not a regular file`, {
    hint: "name a regular file",
  });
}

export function changed(path: string, how: string): ReadbackError {
  return new ReadbackError("changed_during_read", `${shown(path)} ${how} while it was read`, {
    hint: "nothing of it is returned; read it again",
  });
}

const PLAIN: Readonly<
  Record<string, readonly [code: ConstructorParameters<typeof ReadbackError>[0], says: string, hint: string]>
> = {
  EACCES: ["permission_denied", "may not be read by this user", "ask its owner for read access"],
  EPERM: ["permission_denied", "may not be read by this user", "ask its owner for read access"],
  ENOKEY: ["permission_denied", "is in an encrypted folder that is locked", "unlock the folder first"],
  EBUSY: ["permission_denied", "is locked by another program", "close it there, then try again"],
  EAGAIN: ["permission_denied", "is locked by another program", "close it there, then try again"],
  ENAMETOOLONG: ["invalid_request", "is a longer path than the system allows", "use a shorter path"],
  EILSEQ: ["invalid_request", "is not a name this file system can hold", "check the spelling"],
  ELOOP: ["missing", "is a chain of links that leads nowhere", "name the file itself"],
  EMFILE: ["limit_exceeded", "could not be opened: this process has too many files open", "try again later"],
  ENFILE: ["limit_exceeded", "could not be opened: the system has too many files open", "try again later"],
  ENOMEM: ["limit_exceeded", "could not be read: the system is out of memory", "try again later"],
  EFBIG: ["too_large", "is larger than this system can read", "read it on another machine"],
  EOVERFLOW: ["too_large", "is larger than this system can read", "read it on another machine"],
};

const OFFLINE = new Set([
  "EIO",
  "ENODEV",
  "ENXIO",
  "ENOTCONN",
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "EREMOTEIO",
  "EBADMSG",
  "EUCLEAN",
]);

/** Throws the coded error for what an operating system call threw; `offset` where reading stood, when it had begun. */
export function throwFault(thrown: unknown, path: string, offset?: number): never {
  if (thrown instanceof ReadbackError) throw thrown;
  const code = errno(thrown);
  if (code === undefined) throw thrown;
  if (code === "ENOENT" || code === "ENOTDIR") throw missing(path);
  if (code === "ESTALE") throw offset === undefined ? missing(path) : changed(path, "was replaced");
  if (code === "EISDIR") throw notAFile(path, "a folder");
  if (OFFLINE.has(code)) {
    const where = offset === undefined ? "" : ` at byte ${offset}`;
    throw new ReadbackError(
      "source_offline",
      `${shown(path)} could not be read: its storage reported an error${where}`,
      { hint: "check the drive or the network share, then try again", cause: thrown },
    );
  }
  const plain = PLAIN[code];
  if (plain === undefined) throw thrown;
  throw new ReadbackError(plain[0], `${shown(path)} ${plain[1]}`, { hint: plain[2], cause: thrown });
}
