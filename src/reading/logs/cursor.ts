/**
 * Where a scan goes on: a place in one file, and what that file looked like there.
 *
 * Guarantees: a cursor is only followed in the file it was made of (device and inode) as long as the 256 bytes before its place and the
 * file's first bytes are the same; else `candidate_changed`. It holds no text of the log. A cursor that was tampered with leads to a wrong
 * line number at worst, never to another file.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { LogFile, LogMark } from "../../fs/log-file.ts";

export interface Cursor {
  readonly device: string;
  readonly inode: string;
  /** Offset of the next byte to look at; decompressed bytes in a compressed file. */
  readonly offset: number;
  /** Lines before that place. */
  readonly lines: number;
  /** The place lies inside a line that begins here. */
  readonly long?: { readonly offset: number; readonly matched: boolean };
  readonly before: string;
  readonly first: string;
  /** Size of a compressed file, which must not have changed at all. */
  readonly size?: number;
  /** As `LogEncoding.decided` writes it. */
  readonly encoding?: string;
}

export function encodeCursor(cursor: Cursor): string {
  const packed = [
    1,
    cursor.device,
    cursor.inode,
    cursor.offset,
    cursor.lines,
    cursor.before,
    cursor.first,
    cursor.size ?? -1,
    cursor.encoding ?? "",
    cursor.long?.offset ?? -1,
    cursor.long?.matched === true ? 1 : 0,
  ];
  return Buffer.from(JSON.stringify(packed), "utf8").toString("base64url");
}

function refused(): ReadbackError {
  return new ReadbackError("invalid_request", "`from` is no cursor of this tool", {
    hint: "pass on the `next` of an answer as it is, or leave `from` out to begin at the start",
  });
}

const isCount = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);
const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === "string" && pattern.test(value);

export function decodeCursor(text: string): Cursor {
  if (text.length > 1000 || !/^[\w-]+$/.test(text)) throw refused();
  let packed: unknown;
  try {
    packed = JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    throw refused();
  }
  if (!Array.isArray(packed) || packed.length !== 11 || packed[0] !== 1) throw refused();
  const [, device, inode, offset, lines, before, first, size, encoding, long, matched]: unknown[] = packed;
  if (!isText(device, /^\d{1,20}$/) || !isText(inode, /^\d{1,20}$/)) throw refused();
  if (!isText(before, /^[\w-]{16}$/) || !isText(first, /^[\w-]{16}$/)) throw refused();
  if (!isText(encoding, /^[a-z0-9_:-]{0,48}$/)) throw refused();
  if (!isCount(offset) || !isCount(lines) || !isCount(size) || !isCount(long)) throw refused();
  if (offset < 0 || lines < 0 || size < -1 || long < -1 || long > offset) throw refused();
  return {
    device,
    inode,
    offset,
    lines,
    before,
    first,
    ...(size < 0 ? {} : { size }),
    ...(encoding === "" ? {} : { encoding }),
    ...(long < 0 ? {} : { long: { offset: long, matched: matched === 1 } }),
  };
}

export function isOfFile(cursor: Cursor, file: LogFile): boolean {
  return String(file.identity.device) === cursor.device && String(file.identity.inode) === cursor.inode;
}

/** Whether the file is still what the cursor speaks of: grown at most. */
export async function stillHolds(cursor: Cursor, file: LogFile): Promise<boolean> {
  if (!isOfFile(cursor, file)) return false;
  if (cursor.size !== undefined && cursor.size !== file.horizon) return false;
  const at = cursor.size ?? cursor.offset;
  if (at > file.horizon) return false;
  const mark = await hashed(file.markAt(at));
  return mark.before === cursor.before && mark.first === cursor.first;
}

/** Hashes, because a cursor leaves the process and must hold no text of the log. */
async function hashed(mark: LogMark): Promise<{ before: string; first: string }> {
  const { createHash } = await import("node:crypto");
  const hash = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  return { before: hash(mark.before), first: hash(mark.first) };
}

export async function cursorAt(
  file: LogFile,
  place: Pick<Cursor, "offset" | "lines" | "long" | "encoding"> & { readonly compressed: boolean },
): Promise<Cursor> {
  const mark = await hashed(file.markAt(place.compressed ? file.horizon : place.offset));
  return {
    device: String(file.identity.device),
    inode: String(file.identity.inode),
    offset: place.offset,
    lines: place.lines,
    before: mark.before,
    first: mark.first,
    ...(place.compressed ? { size: file.horizon } : {}),
    ...(place.encoding === undefined ? {} : { encoding: place.encoding }),
    ...(place.long === undefined ? {} : { long: place.long }),
  };
}
