/**
 * Where the directory of a ZIP file stands, found from its end.
 *
 * Source: PKWARE APPNOTE 6.3.10, sections 4.3.14-4.3.16.
 * Guarantees: stray bytes behind the end record and before the archive are tolerated and named; an archive that holds two end records which both hold, or whose 32-bit
 * and 64-bit end records disagree, is refused as ambiguous.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource } from "../../model/unit.ts";

export interface DirectoryPlace {
  /** Absolute position of the first entry. */
  readonly at: number;
  readonly length: number;
  readonly entries: number;
  /** What to add to the archive's own offsets, because bytes stand before it. */
  readonly base: number;
  readonly flags: readonly string[];
}

const END_SIGNATURE = 0x0605_4b50;
const END_LENGTH = 22;
const ZIP64_LOCATOR_SIGNATURE = 0x0706_4b50;
const ZIP64_LOCATOR_LENGTH = 20;
const ZIP64_END_SIGNATURE = 0x0606_4b50;
const ZIP64_END_LENGTH = 56;
const ENTRY_SIGNATURE = 0x0201_4b50;
const COMMENT_MAX = 0xffff;
/** How far from the end the end record is looked for: a full comment, and stray bytes. */
const SEARCH_LENGTH = END_LENGTH + COMMENT_MAX + 4096;
const FULL_16 = 0xffff;
const FULL_32 = 0xffff_ffff;

interface Claim {
  readonly entries: number;
  readonly length: number;
  readonly offset: number;
}

export function findEnd(source: ByteSource): DirectoryPlace {
  const tailAt = Math.max(0, source.size - SEARCH_LENGTH);
  const tail = Buffer.from(source.readSync(tailAt, source.size - tailAt));
  let found: { at: number; place: DirectoryPlace } | undefined;
  for (let at = lastSignature(tail, tail.length); at >= 0; at = lastSignature(tail, at)) {
    const end = at + END_LENGTH + tail.readUInt16LE(at + 20);
    if (end > tail.length) continue;
    if (found !== undefined) {
      // An earlier record whose comment covers the later one and reaches the end is as good as that one.
      if (end === tail.length && placeAt(source, tail, tailAt, at, end) !== undefined)
        throw ambiguousEnd("it has two directories");
      continue;
    }
    const place = placeAt(source, tail, tailAt, at, end);
    if (place !== undefined) found = { at, place };
  }
  if (found === undefined)
    throw new ReadbackError(
      "damaged",
      "the file is not a whole Office container: its directory of parts is missing",
      {
        hint: "the file may be cut off; fetch or copy it again",
      },
    );
  return found.place;
}

function lastSignature(tail: Buffer, before: number): number {
  for (let at = Math.min(before - 1, tail.length - END_LENGTH); at >= 0; at--)
    if (tail[at] === 0x50 && tail.readUInt32LE(at) === END_SIGNATURE) return at;
  return -1;
}

/** The directory that the end record at `at` speaks of; undefined when none stands there, so that the record is no record. */
function placeAt(
  source: ByteSource,
  tail: Buffer,
  tailAt: number,
  at: number,
  end: number,
): DirectoryPlace | undefined {
  const claim: Claim = {
    entries: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  };
  const flags = end < tail.length ? ["zip_trailing_bytes"] : [];
  const locatorAt = tailAt + at - ZIP64_LOCATOR_LENGTH;
  if (uint32(source, locatorAt) !== ZIP64_LOCATOR_SIGNATURE) return placed(source, claim, tailAt + at, flags);
  const wide = zip64Claim(source, locatorAt);
  if (wide === undefined) return undefined;
  if (
    !agrees(claim.entries, wide.claim.entries, FULL_16) ||
    !agrees(claim.length, wide.claim.length, FULL_32) ||
    !agrees(claim.offset, wide.claim.offset, FULL_32)
  )
    throw ambiguousEnd("its two end records disagree");
  return placed(source, wide.claim, wide.at, flags);
}

function agrees(narrow: number, wide: number, full: number): boolean {
  return narrow === full || narrow === wide;
}

function zip64Claim(source: ByteSource, locatorAt: number): { at: number; claim: Claim } | undefined {
  const locator = Buffer.from(source.readSync(locatorAt, ZIP64_LOCATOR_LENGTH));
  const stated = locator.readBigUInt64LE(8);
  // The record stands where the locator says, or, with bytes before the archive, directly before the locator.
  for (const at of [Number(stated), locatorAt - ZIP64_END_LENGTH]) {
    if (!Number.isSafeInteger(at) || at < 0 || at + ZIP64_END_LENGTH > locatorAt) continue;
    if (uint32(source, at) !== ZIP64_END_SIGNATURE) continue;
    const record = Buffer.from(source.readSync(at, ZIP64_END_LENGTH));
    const claim = {
      entries: Number(record.readBigUInt64LE(32)),
      length: Number(record.readBigUInt64LE(40)),
      offset: Number(record.readBigUInt64LE(48)),
    };
    return Object.values(claim).every(Number.isSafeInteger) ? { at, claim } : undefined;
  }
  return undefined;
}

/** `endAt`: where the first end record stands, which the directory must end at or before. */
function placed(
  source: ByteSource,
  claim: Claim,
  endAt: number,
  flags: readonly string[],
): DirectoryPlace | undefined {
  const { entries, length, offset } = claim;
  if (length > endAt) return undefined;
  const before = endAt - length;
  const atStated = offset + length <= endAt && startsDirectory(source, offset, length);
  const atEnd = before !== offset && startsDirectory(source, before, length);
  if (atStated && atEnd && entries > 0) throw ambiguousEnd("it has two directories");
  if (atStated) return { at: offset, length, entries, base: 0, flags };
  if (!atEnd || before < offset) return undefined;
  return { at: before, length, entries, base: before - offset, flags: [...flags, "zip_prepended_bytes"] };
}

function startsDirectory(source: ByteSource, at: number, length: number): boolean {
  return length === 0 || uint32(source, at) === ENTRY_SIGNATURE;
}

function uint32(source: ByteSource, at: number): number | undefined {
  if (at < 0 || at + 4 > source.size) return undefined;
  const bytes = Buffer.from(source.readSync(at, 4));
  return bytes.length < 4 ? undefined : bytes.readUInt32LE(0);
}

function ambiguousEnd(why: string): ReadbackError {
  return new ReadbackError(
    "damaged",
    `the file is an ambiguous container, which readers understand differently: ${why}`,
    {
      hint: "save the document anew in its own program, if you trust where it came from",
    },
  );
}
