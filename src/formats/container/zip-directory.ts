/**
 * The directory of a ZIP file: its members, each proved to be the only one of its name and to lie alone in its bytes.
 *
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 (central directory), 4.3.14-4.3.16 (end records, zip64), 4.5.3 (zip64 extra field), 4.6.9 (0x7075, Unicode path).
 * Guarantees: what two readers could read differently is refused as `damaged`: two members of one name (in any letter case), a second name in an extra field, overlapping
 * members, two directories, a count that does not hold. Bytes before and behind the archive are tolerated and named in `flags`. Work is bounded by the limit of entries.
 * Not covered: archives in several volumes, encrypted directories.
 * Read here and not by a library, because each check above needs the raw fields, and one member that is odd must not make the others unreadable.
 */

import { crc32 } from "node:zlib";
import { limitExceeded } from "../../model/budget.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, ExtractOptions } from "../../model/unit.ts";
import { findEnd } from "./zip-end.ts";
import type { DirectoryPlace } from "./zip-end.ts";

export interface ZipMember {
  /** As stored, with forward slashes. */
  readonly name: string;
  readonly rawName: Uint8Array;
  readonly method: number;
  readonly bitFlags: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Absolute position of the local header. */
  readonly headerAt: number;
  /** Where the next member or the directory starts: this one's bytes end at or before it. */
  readonly limit: number;
}

export interface ZipDirectory {
  /** Files only, in directory order. */
  readonly members: readonly ZipMember[];
  readonly flags: readonly string[];
}

const ENTRY_SIGNATURE = 0x0201_4b50;
const ENTRY_LENGTH = 46;
const LOCAL_HEADER_LENGTH = 30;
const DIRECTORY_BYTES_MAX = 32 * 1024 * 1024;
const ZIP64_FIELD = 0x0001;
const UNICODE_PATH_FIELD = 0x7075;
const FULL_32 = 0xffff_ffff;

export function readDirectory(source: ByteSource, options: ExtractOptions): ZipDirectory {
  const { limits } = options.meter;
  const place = findEnd(source);
  if (place.entries > limits.containerEntries)
    throw limitExceeded(`the container lists more than ${limits.containerEntries} parts`);
  if (place.length > DIRECTORY_BYTES_MAX)
    throw limitExceeded("the container's directory of parts is too long");
  const members = readEntries(source, place);
  const flags = [...place.flags];
  if (members.some((member) => /^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(member.name)))
    flags.push("zip_unsafe_names");
  return { members: alone(members, place), flags };
}

type Entry = Omit<ZipMember, "limit">;

function readEntries(source: ByteSource, place: DirectoryPlace): Entry[] {
  const bytes = Buffer.from(source.readSync(place.at, place.length));
  if (bytes.length < place.length) throw damagedContainer("its directory of parts is cut off");
  const entries: Entry[] = [];
  let at = 0;
  while (at + ENTRY_LENGTH <= bytes.length && bytes.readUInt32LE(at) === ENTRY_SIGNATURE) {
    if (entries.length === place.entries)
      throw damagedContainer("its directory holds more parts than it counts");
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const next = at + ENTRY_LENGTH + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw damagedContainer("its directory of parts is cut off");
    entries.push(readEntry(bytes, at, nameLength, extraLength, place.base));
    at = next;
  }
  if (entries.length < place.entries)
    throw damagedContainer("its directory holds fewer parts than it counts");
  return entries;
}

function readEntry(bytes: Buffer, at: number, nameLength: number, extraLength: number, base: number): Entry {
  const bitFlags = bytes.readUInt16LE(at + 8);
  const rawName = bytes.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
  const extras = extraFields(
    bytes.subarray(at + ENTRY_LENGTH + nameLength, at + ENTRY_LENGTH + nameLength + extraLength),
  );
  const zip64 = new Zip64Values(extras.get(ZIP64_FIELD));
  const size = zip64.or(bytes.readUInt32LE(at + 24));
  const compressedSize = zip64.or(bytes.readUInt32LE(at + 20));
  const offset = zip64.or(bytes.readUInt32LE(at + 42));
  return {
    name: memberName(rawName, extras.get(UNICODE_PATH_FIELD)),
    rawName,
    method: bytes.readUInt16LE(at + 10),
    bitFlags,
    crc32: bytes.readUInt32LE(at + 16),
    compressedSize,
    size,
    headerAt: offset + base,
  };
}

/** The first field of each kind; a field that runs over the end is ignored with what follows it, as other readers do. */
function extraFields(bytes: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length;) {
    const kind = bytes.readUInt16LE(at);
    const end = at + 4 + bytes.readUInt16LE(at + 2);
    if (end > bytes.length) break;
    if (!fields.has(kind)) fields.set(kind, bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** The 64-bit values of an entry, present in order for each 32-bit field that is full. */
class Zip64Values {
  readonly #bytes: Buffer | undefined;
  #at = 0;

  constructor(bytes: Buffer | undefined) {
    this.#bytes = bytes;
  }

  or(value: number): number {
    if (value !== FULL_32) return value;
    if (this.#bytes === undefined || this.#at + 8 > this.#bytes.length)
      throw damagedContainer("a part's size or place is missing from its directory");
    const wide = this.#bytes.readBigUInt64LE(this.#at);
    this.#at += 8;
    if (wide > BigInt(Number.MAX_SAFE_INTEGER))
      throw damagedContainer("a part's size or place cannot be true");
    return Number(wide);
  }
}

function memberName(raw: Buffer, unicodePath: Buffer | undefined): string {
  const name = decodedName(raw);
  if (name.includes("\0")) throw ambiguous("a part's name holds a NUL character");
  const second =
    unicodePath === undefined || unicodePath[0] !== 1 ? undefined : unicodePath.subarray(5).toString("utf8");
  if (unicodePath === undefined || second === undefined || second === name) return withSlashes(name);
  const current = unicodePath.readUInt32LE(1) === crc32(raw);
  // A name outside ASCII has no certain encoding without the field; one inside needs none, so a different second name is a trap.
  if (raw.some((byte) => byte >= 0x80)) return withSlashes(current ? second : name);
  throw ambiguous("a part has two different names");
}

function decodedName(raw: Buffer): string {
  const text = raw.toString("utf8");
  return text.includes("\ufffd") ? raw.toString("latin1") : text;
}

function withSlashes(name: string): string {
  return name.replaceAll("\\", "/");
}

/** Files with unique names that share no byte; folders are dropped. */
function alone(entries: readonly Entry[], place: DirectoryPlace): ZipMember[] {
  const names = new Set<string>();
  const files = entries.filter((entry) => !entry.name.endsWith("/"));
  for (const { name } of files) {
    const folded = foldedName(name);
    if (names.has(folded)) throw ambiguous("two parts have the same name");
    names.add(folded);
  }
  const byPlace = entries.toSorted((a, b) => a.headerAt - b.headerAt);
  const limits = new Map<Entry, number>();
  for (const [index, entry] of byPlace.entries()) {
    const limit = byPlace[index + 1]?.headerAt ?? place.at;
    const least = entry.headerAt + LOCAL_HEADER_LENGTH + entry.rawName.length + entry.compressedSize;
    if (entry.headerAt < 0 || least > limit)
      throw damagedContainer("parts overlap each other or run over its end");
    limits.set(entry, limit);
  }
  return files.map((entry) => ({ ...entry, limit: limits.get(entry) ?? 0 }));
}

/** One key for names that a case-folding reader takes for the same (ECMA-376 part 2, 6.2.2.3: part names are equal in any case). */
export function foldedName(name: string): string {
  return withSlashes(name).replace(/^\/+/, "").toLowerCase();
}

export function damagedContainer(why: string): ReadbackError {
  return new ReadbackError("damaged", `the file is not a sound Office container: ${why}`);
}

function ambiguous(why: string): ReadbackError {
  return new ReadbackError(
    "damaged",
    `the file is an ambiguous container, which readers understand differently: ${why}`,
    {
      hint: "save the document anew in its own program, if you trust where it came from",
    },
  );
}
