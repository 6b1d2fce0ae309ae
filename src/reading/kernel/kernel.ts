/**
 * The scanner kernel: bytes in one fixed buffer, and passes over them that answer for whole chunks at once.
 *
 * Use: fill `kernel.bytes` (read straight into it), then call a function with offsets into it. All positions are such offsets. Two engines
 * give the same results (test/reading/kernel proves it): WebAssembly with 128-bit SIMD (scan.wat), and JavaScript where that is not to
 * be had. `createKernel` (create-kernel.ts) tests for the feature.
 *
 * Not covered: what bytes mean. The kernel knows bytes, line feeds and ASCII letters; encodings, lines and levels are the callers'.
 */

import type { Needle } from "./needle.ts";
import type { KeywordHit, KeywordSet } from "./keyword-set.ts";

/** Bytes that `kernel.bytes` holds: a chunk of 256 KiB, what was carried over from the chunk before, and room. */
export const KERNEL_BYTES = 364 * 1024;
/** Bytes that one read should ask for. */
export const CHUNK_BYTES = 256 * 1024;
/** Hits that one call of `search` can report. */
export const HITS_MAX = 5400;
/** Positions that one call of `positions` can report. */
export const POSITIONS_MAX = 16_384;

export interface SearchRange {
  /** Hits start in [from, end). Line ends are counted in the same range. */
  readonly from: number;
  readonly end: number;
  /** Hits end here or before: at least `end`. Bytes from `end` to here are looked at, and belong to the next call's range. */
  readonly valid: number;
  /** One hit per line: what follows a hit up to the next line feed is passed over. Otherwise hits do not overlap. */
  readonly perLine: boolean;
  /** The range starts inside a line that is a hit already (`open` of the call before). Only with `perLine`. */
  readonly open?: boolean;
  /** Stop after so many hits, with `perLine` at the end of the last one's line; at most HITS_MAX, which is the default. */
  readonly limit?: number;
}

/** One object per kernel, overwritten by the next call. */
export interface SearchResult {
  readonly count: number;
  /** Where the search stopped: `end`, or less where the limit was reached. May pass `end` by a hit's own length without `perLine`. */
  readonly resume: number;
  /** Line feeds in [from, resume). */
  readonly lineEnds: number;
  /** The search stopped inside a line that is a hit. */
  readonly open: boolean;
  /** False: no NUL in [from, resume), as far as that is before `end`. True: there may be one near by, count them. */
  readonly nulPossible: boolean;
  /** The same for bytes beyond ASCII. */
  readonly nonAsciiPossible: boolean;
  /** Where hit `index` starts. */
  position(index: number): number;
  /** Line feeds in [from, position). */
  lineEndsBefore(index: number): number;
  /** The position after the last line feed in [from, position); -1 where the hit's line starts before `from`. */
  lineStart(index: number): number;
}

export interface Positions {
  /** Valid until the next call. */
  readonly positions: Int32Array;
  /** `end`, or where to go on because no more positions fit. */
  readonly resume: number;
}

export interface Kernel {
  readonly engine: "wasm" | "javascript";
  /** KERNEL_BYTES long, or as long as was asked for. Never exchanged for another buffer. */
  readonly bytes: Buffer;
  /** How many bytes in [from, end) equal `byte`. */
  countByte(byte: number, from: number, end: number): number;
  /** The first byte in [from, end) above 0x7F, or `end`. */
  findNonAscii(from: number, end: number): number;
  /** Where `byte` stands in [from, end), in order. */
  positions(byte: number, from: number, end: number): Positions;
  /** Looks for the needle and counts line feeds in one pass. The needle holds no line feed. */
  search(needle: Needle, range: SearchRange): SearchResult;
  /** Keywords that lie wholly in [from, end), in order of position, at most `limit`: as many as that means there may be more. */
  findKeywords(keywords: KeywordSet, from: number, end: number, limit?: number): KeywordHit[];
}
