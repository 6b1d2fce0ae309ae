/** The kernel's WebAssembly engine: places tables and needle in the module's memory and calls it. Undefined where SIMD cannot be had. */

import { KERNEL_BASE64 } from "./kernel-bytes.ts";
import { HITS_MAX, POSITIONS_MAX } from "./kernel.ts";
import type { Kernel, Positions, SearchRange, SearchResult } from "./kernel.ts";
import { KeywordHits } from "./keyword-set.ts";
import type { KeywordHit, KeywordSet } from "./keyword-set.ts";
import type { Needle } from "./needle.ts";

/** Addresses as listed in scan.wat. */
const NEEDLE = 0;
const MASK = 0x400;
const PROBES = 0x800;
/** Whether both probes are looked at. */
const BOTH_PROBES = 0x810;
const RESULT = 0x820;
const TABLES = 0x900;
const HASHES = 0x1000;
const HITS = 0x4000;
const TRIGRAM_HASHES = 0x1_4000;
const TRIGRAMS = 0x1_c000;
const CHUNK = 0x5_c000;
const PLACES_MAX = 16_000;
const PAGE = 65_536;
/** Bytes that vectors may read behind the buffer: a needle's length at most, and a block. */
const READ_ON = 4096;

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  countByte(byte: number, from: number, end: number): number;
  findNonAscii(from: number, end: number): number;
  positions(byte: number, from: number, end: number, limit: number): number;
  search(from: number, end: number, valid: number, flags: number, limit: number): number;
  fingerprints(from: number, end: number, limit: number): number;
  trigrams(from: number, end: number, limit: number): number;
}

/** What is used of WebAssembly; the compiler's library for Node 20 does not describe it, and it is absent where it was switched off. */
declare const WebAssembly:
  | {
      validate(bytes: Uint8Array): boolean;
      Module: new (bytes: Uint8Array) => object;
      Instance: new (module: object) => { readonly exports: KernelExports };
    }
  | undefined;

let compiled: object | null | undefined;

/** The module, compiled once per process; null where the engine lacks WebAssembly or its SIMD instructions. */
function compiledModule(): object | null {
  if (compiled === undefined) {
    compiled = null;
    const bytes = Buffer.from(KERNEL_BASE64, "base64");
    if (typeof WebAssembly !== "undefined" && WebAssembly.validate(bytes))
      compiled = new WebAssembly.Module(bytes);
  }
  return compiled;
}

class WasmSearchResult implements SearchResult {
  count = 0;
  resume = 0;
  lineEnds = 0;
  open = false;
  nulPossible = false;
  nonAsciiPossible = false;
  readonly #hits: Int32Array;

  constructor(hits: Int32Array) {
    this.#hits = hits;
  }

  position(index: number): number {
    return (this.#hits[index * 3] ?? 0) - CHUNK;
  }

  lineEndsBefore(index: number): number {
    return this.#hits[index * 3 + 1] ?? 0;
  }

  lineStart(index: number): number {
    const start = this.#hits[index * 3 + 2] ?? -1;
    return start < 0 ? -1 : start - CHUNK;
  }
}

class WasmKernel implements Kernel {
  readonly engine = "wasm";
  readonly bytes: Buffer;
  readonly #exports: KernelExports;
  readonly #memory: Uint8Array;
  readonly #words: Int32Array;
  readonly #hits: Int32Array;
  readonly #result: WasmSearchResult;
  #needle: Needle | undefined;
  #keywords: KeywordSet | undefined;

  constructor(exports: KernelExports, size: number) {
    const { buffer } = exports.memory;
    this.#exports = exports;
    this.#memory = new Uint8Array(buffer);
    this.#words = new Int32Array(buffer);
    this.#hits = new Int32Array(buffer, HITS, POSITIONS_MAX);
    this.#result = new WasmSearchResult(this.#hits);
    this.bytes = Buffer.from(buffer, CHUNK, size);
  }

  countByte(byte: number, from: number, end: number): number {
    return end > from ? this.#exports.countByte(byte, from + CHUNK, end + CHUNK) : 0;
  }

  findNonAscii(from: number, end: number): number {
    return end > from ? this.#exports.findNonAscii(from + CHUNK, end + CHUNK) - CHUNK : end;
  }

  positions(byte: number, from: number, end: number): Positions {
    const count = this.#exports.positions(byte, from + CHUNK, end + CHUNK, POSITIONS_MAX);
    const positions = this.#hits.subarray(0, count);
    for (let index = 0; index < count; index += 1) positions[index] = (positions[index] ?? 0) - CHUNK;
    return { positions, resume: Math.max(from, this.#word(RESULT) - CHUNK) };
  }

  search(needle: Needle, range: SearchRange): SearchResult {
    if (needle !== this.#needle) this.#load(needle);
    const result = this.#result;
    result.count = this.#exports.search(
      range.from + CHUNK,
      range.end + CHUNK,
      range.valid + CHUNK,
      (range.perLine ? 1 : 0) | (range.open === true ? 2 : 0),
      Math.min(range.limit ?? HITS_MAX, HITS_MAX),
    );
    result.resume = this.#word(RESULT) - CHUNK;
    result.lineEnds = this.#word(RESULT + 4);
    result.open = this.#word(RESULT + 8) !== 0;
    result.nulPossible = this.#word(RESULT + 12) !== 0;
    result.nonAsciiPossible = this.#word(RESULT + 16) !== 0;
    return result;
  }

  findKeywords(keywords: KeywordSet, from: number, end: number, limit = 1000): KeywordHit[] {
    if (keywords !== this.#keywords) {
      const trigrams = keywords.filter === "trigrams";
      this.#memory.set(keywords.tables, trigrams ? TRIGRAMS : TABLES);
      this.#memory.set(keywords.hashes, trigrams ? TRIGRAM_HASHES : HASHES);
      this.#keywords = keywords;
    }
    const collected = new KeywordHits(keywords, this.bytes, { from, end }, limit);
    const find = this.#exports[keywords.filter];
    for (let at = from + CHUNK - keywords.lead; at < end + CHUNK; at = this.#word(RESULT)) {
      const count = find(at, end + CHUNK, PLACES_MAX);
      for (let index = 0; index < count; index += 1)
        if (!collected.look((this.#hits[index] ?? 0) - CHUNK)) return collected.inOrder();
    }
    return collected.inOrder();
  }

  #word(address: number): number {
    return this.#words[address >> 2] ?? 0;
  }

  #load(needle: Needle): void {
    this.#memory.set(needle.folded, NEEDLE);
    this.#memory.set(needle.mask, MASK);
    // The last vector of a comparison reads on: its mask must not carry over from a longer needle.
    this.#memory.fill(0, MASK + needle.length, PROBES);
    this.#words[PROBES >> 2] = needle.length;
    this.#words[(PROBES >> 2) + 1] = needle.firstProbe;
    this.#words[(PROBES >> 2) + 2] = needle.secondProbe;
    this.#memory.set(
      [needle.firstProbe, needle.secondProbe].flatMap((probe) => [
        needle.folded[probe] ?? 0,
        needle.mask[probe] ?? 0,
      ]),
      PROBES + 12,
    );
    this.#memory[BOTH_PROBES] = 0;
    this.#needle = needle;
  }
}

export function createWasmKernel(size: number): Kernel | undefined {
  const module = compiledModule();
  if (typeof WebAssembly === "undefined" || module === null) return undefined;
  const { exports } = new WebAssembly.Instance(module);
  const missing = CHUNK + size + READ_ON - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE));
  return new WasmKernel(exports, size);
}
