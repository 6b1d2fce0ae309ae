/**
 * The bytes of one member of a ZIP file, inflated piece by piece under the limits.
 *
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.4.4 (bit flags), 4.4.5 (methods).
 * Guarantees: the local header names the same member; every byte is counted before it is handed on; the CRC over all bytes is compared at the end, so a consumer that
 * reads to the end has what was stored, or an error. A size in the directory that is not true is named (`zip_size_mismatch`) when the CRC proves the content.
 * Not covered: methods other than stored and deflated, and encryption, are refused by name.
 */

import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { Readable } from "node:stream";
import { limitExceeded } from "../../model/budget.ts";
import type { Limits } from "../../model/budget.ts";
import { ReadbackError, throwIfCancelled } from "../../model/errors.ts";
import type { ByteSource, ExtractOptions } from "../../model/unit.ts";
import { foldedName } from "./zip-directory.ts";
import type { ZipMember } from "./zip-directory.ts";

const LOCAL_SIGNATURE = 0x0403_4b50;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
const AES_METHOD = 99;
const ENCRYPTED_BITS = 0x0041;
const DESCRIPTOR_BIT = 0x0008;
const CHUNK = 65_536;
/** Members up to this stored size are inflated in one step, without a stream's costs, unless they inflate past `WHOLE_INFLATED`. */
const WHOLE_STORED = 131_072;
const WHOLE_INFLATED = 2 * 1024 * 1024;

/** Inflated bytes over all parts of one container. */
export interface Inflation {
  total: number;
}

export async function* inflatePart(
  source: ByteSource,
  member: ZipMember,
  inflation: Inflation,
  options: ExtractOptions,
  flag: (word: string) => void,
): AsyncGenerator<Uint8Array> {
  const start = dataStart(source, member);
  const counter = new Counter(member, inflation, options.meter.limits);
  const pieces =
    member.method === STORED ? storedPieces(source, start, member) : inflatedPieces(source, start, member);
  for await (const piece of pieces) {
    throwIfCancelled(options.signal);
    counter.add(piece);
    yield piece;
  }
  if (counter.crc !== member.crc32)
    throw new ReadbackError("damaged", `the part \`${member.name}\` does not match its checksum`, {
      hint: "the file may be cut off or altered; fetch or copy it again",
    });
  if (counter.bytes !== member.size) flag("zip_size_mismatch");
}

class Counter {
  bytes = 0;
  crc = 0;
  readonly #member: ZipMember;
  readonly #inflation: Inflation;
  readonly #limits: Limits;

  constructor(member: ZipMember, inflation: Inflation, limits: Limits) {
    this.#member = member;
    this.#inflation = inflation;
    this.#limits = limits;
  }

  add(piece: Uint8Array): void {
    const { name, compressedSize } = this.#member;
    this.bytes += piece.length;
    this.#inflation.total += piece.length;
    if (this.bytes > this.#limits.partBytes)
      throw limitExceeded(`the part \`${name}\` inflates to more than ${this.#limits.partBytes} bytes`);
    if (this.#inflation.total > this.#limits.inflatedBytes)
      throw limitExceeded(`the container's parts inflate to more than ${this.#limits.inflatedBytes} bytes`);
    if (this.bytes > this.#limits.ratioFrom && this.bytes > compressedSize * this.#limits.inflationRatio)
      throw limitExceeded(
        `the part \`${name}\` inflates to more than ${this.#limits.inflationRatio} times its stored size`,
      );
    this.crc = crc32(piece, this.crc);
  }
}

/** Where the member's bytes start, once its local header agrees with the directory. */
function dataStart(source: ByteSource, member: ZipMember): number {
  const header = Buffer.from(source.readSync(member.headerAt, LOCAL_LENGTH));
  if (header.length < LOCAL_LENGTH || header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw contradiction(member);
  const bitFlags = header.readUInt16LE(6);
  if (((bitFlags | member.bitFlags) & ENCRYPTED_BITS) !== 0 || member.method === AES_METHOD)
    throw new ReadbackError("encrypted", `the part \`${member.name}\` is encrypted`, {
      hint: "save a copy without a password",
    });
  if (member.method !== STORED && member.method !== DEFLATED)
    throw new ReadbackError(
      "unsupported_format",
      `the part \`${member.name}\` is compressed by a method that Office files do not use`,
    );
  const nameLength = header.readUInt16LE(26);
  const start = member.headerAt + LOCAL_LENGTH + nameLength + header.readUInt16LE(28);
  const sized = (bitFlags & DESCRIPTOR_BIT) === 0;
  const agrees =
    header.readUInt16LE(8) === member.method &&
    start + member.compressedSize <= member.limit &&
    (!sized || stated(header.readUInt32LE(18), member.compressedSize)) &&
    (!sized || header.readUInt32LE(14) === member.crc32);
  if (!agrees) throw contradiction(member);
  const name = Buffer.from(source.readSync(member.headerAt + LOCAL_LENGTH, nameLength));
  if (!name.equals(member.rawName) && foldedName(name.toString("utf8")) !== foldedName(member.name))
    throw contradiction(member);
  return start;
}

/** A full 32-bit field stands for a 64-bit value elsewhere. */
function stated(field: number, value: number): boolean {
  return field === value || field === 0xffff_ffff;
}

function contradiction(member: ZipMember): ReadbackError {
  return new ReadbackError(
    "damaged",
    `the part \`${member.name}\` is described in two ways that contradict each other`,
  );
}

function* storedPieces(source: ByteSource, start: number, member: ZipMember): Generator<Uint8Array> {
  for (let done = 0; done < member.compressedSize; done += CHUNK) {
    const length = Math.min(CHUNK, member.compressedSize - done);
    const piece = source.readSync(start + done, length);
    if (piece.length < length) throw cutOff(member);
    // The source may use its bytes again.
    yield piece.slice();
  }
}

async function* inflatedPieces(
  source: ByteSource,
  start: number,
  member: ZipMember,
): AsyncGenerator<Uint8Array> {
  const whole = inflatedWhole(source, start, member);
  if (whole !== undefined) {
    for (let at = 0; at < whole.length; at += CHUNK) yield whole.subarray(at, at + CHUNK);
    return;
  }
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  const stored = Readable.from(storedPieces(source, start, member), {
    objectMode: false,
    highWaterMark: CHUNK,
  });
  stored.on("error", (error) => inflate.destroy(error));
  stored.pipe(inflate);
  try {
    const pieces: AsyncIterable<Uint8Array> = inflate;
    for await (const piece of pieces) yield piece;
  } catch (error) {
    throw error instanceof ReadbackError ? error : cutOff(member);
  } finally {
    stored.destroy();
    inflate.destroy();
  }
}

/** Undefined where the member is too large for one step. */
function inflatedWhole(source: ByteSource, start: number, member: ZipMember): Uint8Array | undefined {
  if (member.compressedSize > WHOLE_STORED) return undefined;
  const stored = source.readSync(start, member.compressedSize);
  if (stored.length < member.compressedSize) throw cutOff(member);
  try {
    return inflateRawSync(stored, { maxOutputLength: WHOLE_INFLATED, chunkSize: CHUNK });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw cutOff(member);
  }
}

function cutOff(member: ZipMember): ReadbackError {
  return new ReadbackError("damaged", `the part \`${member.name}\` is broken or cut off`, {
    hint: "the file may be cut off; fetch or copy it again",
  });
}
