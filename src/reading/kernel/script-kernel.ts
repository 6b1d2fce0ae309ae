/**
 * The kernel's JavaScript engine: the same results where WebAssembly with SIMD cannot be had, at a third of the speed or less. Searches
 * that heed case use the runtime's own byte search; the others look at each byte.
 */

import { isAscii } from "node:buffer";
import { HITS_MAX, POSITIONS_MAX } from "./kernel.ts";
import type { Kernel, Positions, SearchRange, SearchResult } from "./kernel.ts";
import { KeywordHits, mayStand } from "./keyword-set.ts";
import type { KeywordHit, KeywordSet } from "./keyword-set.ts";
import type { Needle } from "./needle.ts";

const LINE_FEED = 0x0a;

class ScriptSearchResult implements SearchResult {
  count = 0;
  resume = 0;
  lineEnds = 0;
  open = false;
  nulPossible = false;
  nonAsciiPossible = false;
  readonly hits: number[] = [];

  position(index: number): number {
    return this.hits[index * 3] ?? 0;
  }

  lineEndsBefore(index: number): number {
    return this.hits[index * 3 + 1] ?? 0;
  }

  lineStart(index: number): number {
    return this.hits[index * 3 + 2] ?? -1;
  }
}

class ScriptKernel implements Kernel {
  readonly engine = "javascript";
  readonly bytes: Buffer;
  readonly #result = new ScriptSearchResult();
  readonly #positions = new Int32Array(POSITIONS_MAX);

  constructor(size: number) {
    this.bytes = Buffer.alloc(size);
  }

  countByte(byte: number, from: number, end: number): number {
    let count = 0;
    for (let at = this.#indexOf(byte, from, end); at < end; at = this.#indexOf(byte, at + 1, end)) count += 1;
    return count;
  }

  findNonAscii(from: number, end: number): number {
    const { bytes } = this;
    for (let at = from; at < end; at += 1) if ((bytes[at] ?? 0) > 0x7f) return at;
    return end;
  }

  positions(byte: number, from: number, end: number): Positions {
    let count = 0;
    let at = this.#indexOf(byte, from, end);
    for (; at < end && count < POSITIONS_MAX; at = this.#indexOf(byte, at + 1, end)) {
      this.#positions[count] = at;
      count += 1;
    }
    return { positions: this.#positions.subarray(0, count), resume: Math.max(from, at) };
  }

  search(needle: Needle, range: SearchRange): SearchResult {
    const { end } = range;
    const result = this.#result;
    const limit = Math.min(range.limit ?? HITS_MAX, HITS_MAX);
    result.hits.length = 0;
    let at = range.from;
    let lines = 0;
    let start = -1;
    let open = range.open === true;
    let count = 0;
    while (at < end) {
      if (open) {
        const lineEnd = this.#indexOf(LINE_FEED, at, end);
        if (lineEnd >= end) {
          at = end;
          break;
        }
        open = false;
        lines += 1;
        at = lineEnd + 1;
        start = at;
        if (count >= limit && count > 0) break;
        continue;
      }
      const hit = this.#find(needle, at, end, range.valid);
      const stop = Math.min(hit, end);
      for (let next = this.#indexOf(LINE_FEED, at, stop); next < stop;) {
        lines += 1;
        start = next + 1;
        next = this.#indexOf(LINE_FEED, start, stop);
      }
      if (hit >= end) {
        at = end;
        break;
      }
      result.hits.push(hit, lines, start);
      count += 1;
      if (range.perLine) {
        at = hit;
        open = true;
      } else {
        at = hit + needle.length;
        if (count >= limit) break;
      }
    }
    result.count = count;
    result.resume = at;
    result.lineEnds = lines;
    result.open = open;
    result.nulPossible = this.#indexOf(0, range.from, at) < at;
    result.nonAsciiPossible = at > range.from && !isAscii(this.bytes.subarray(range.from, at));
    return result;
  }

  findKeywords(keywords: KeywordSet, from: number, end: number, limit = 1000): KeywordHit[] {
    const collected = new KeywordHits(keywords, this.bytes, { from, end }, limit);
    const { bytes } = this;
    for (let at = from - keywords.lead; at < end; at += keywords.stride)
      if (mayStand(keywords, bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0) && !collected.look(at))
        break;
    return collected.inOrder();
  }

  #indexOf(byte: number, from: number, end: number): number {
    if (from >= end) return end;
    const at = this.bytes.subarray(from, end).indexOf(byte);
    return at < 0 ? end : from + at;
  }

  /** The first place in [from, end) where the needle stands and ends at or before `valid`; `end` where there is none. */
  #find(needle: Needle, from: number, end: number, valid: number): number {
    const { bytes } = this;
    if (!needle.ignoreCase) {
      const at = bytes.subarray(from, valid).indexOf(needle.folded);
      return at < 0 ? end : Math.min(from + at, end);
    }
    const { folded, mask, length, firstProbe } = needle;
    const probe = folded[firstProbe] ?? 0;
    const probeMask = mask[firstProbe] ?? 0;
    const last = Math.min(end, valid - length + 1);
    for (let at = from; at < last; at += 1) {
      if (((bytes[at + firstProbe] ?? 0) | probeMask) !== probe) continue;
      let index = 0;
      while (index < length && ((bytes[at + index] ?? 0) | (mask[index] ?? 0)) === folded[index]) index += 1;
      if (index === length) return at;
    }
    return end;
  }
}

export function createScriptKernel(size: number): Kernel {
  return new ScriptKernel(size);
}
