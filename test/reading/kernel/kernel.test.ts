/** Both engines of the scanner kernel answer as the naive twin does, for any bytes, range and limit. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKernel } from "../../../src/reading/kernel/create-kernel.ts";
import { HITS_MAX, KERNEL_BYTES, POSITIONS_MAX } from "../../../src/reading/kernel/kernel.ts";
import type { Kernel, SearchRange } from "../../../src/reading/kernel/kernel.ts";
import { compileKeywords } from "../../../src/reading/kernel/keyword-set.ts";
import { compileNeedle, NEEDLE_MAX, withProbes } from "../../../src/reading/kernel/needle.ts";
import type { Needle } from "../../../src/reading/kernel/needle.ts";
import { naiveKeywords, naiveSearch } from "./naive-kernel.ts";

const wasm = createKernel("wasm");
const script = createKernel("javascript");
if (wasm === undefined || script === undefined) throw new Error("both engines are needed here");
const ENGINES: readonly Kernel[] = [wasm, script];

/** Few different bytes, so that hits, near misses and line ends are dense; some runs long enough for whole blocks. */
const dense = fc.array(fc.constantFrom(...Buffer.from("aAbB\n\n\0x@`{[\xe4", "latin1")), { maxLength: 300 });
const sparse = fc
  .tuple(
    fc.integer({ min: 0, max: 700 }),
    fc.array(fc.tuple(fc.nat(700), fc.constantFrom(...Buffer.from("ab\nA\0")))),
  )
  .map(([length, marks]) => {
    const bytes = Array.from({ length }, () => 0x2e);
    for (const [at, byte] of marks) if (at < length) bytes[at] = byte;
    return bytes;
  });
const bytesOf = fc.oneof(dense, sparse).map((bytes) => Buffer.from(bytes));
const needleOf = fc
  .oneof(
    fc.array(fc.constantFrom(...Buffer.from("aAbBx@`{[\xe4", "latin1")), { minLength: 1, maxLength: 4 }),
    fc.array(fc.constantFrom(...Buffer.from("ab.")), { minLength: 1, maxLength: 40 }),
  )
  .map((bytes) => Buffer.from(bytes));

function collect(
  kernel: Kernel,
  needle: Needle,
  range: SearchRange,
): ReturnType<typeof naiveSearch> & { nul: boolean; nonAscii: boolean } {
  const result = kernel.search(needle, range);
  const hits = Array.from({ length: result.count }, (_, index): [number, number, number] => [
    result.position(index),
    result.lineEndsBefore(index),
    result.lineStart(index),
  ]);
  return {
    hits,
    resume: result.resume,
    lineEnds: result.lineEnds,
    open: result.open,
    nul: result.nulPossible,
    nonAscii: result.nonAsciiPossible,
  };
}

describe("search", () => {
  it("finds, numbers and stops as the naive twin does", () => {
    fc.assert(
      fc.property(
        bytesOf,
        needleOf,
        fc.boolean(),
        fc.record({
          from: fc.nat(40),
          cut: fc.nat(40),
          perLine: fc.boolean(),
          open: fc.boolean(),
          limit: fc.integer({ min: 1, max: 9 }),
        }),
        (bytes, needle, ignoreCase, { from, cut, perLine, open, limit }) => {
          const end = Math.max(from, bytes.length - cut);
          const valid = Math.max(end, bytes.length);
          const range = { from, end, valid, perLine, open: perLine && open, limit };
          const expected = naiveSearch(bytes, needle, ignoreCase, range);
          const plain = compileNeedle(needle, { ignoreCase });
          // Which bytes are looked at first is chosen by any sample, and must not change what is found.
          const compiled = bytes.length % 2 === 0 ? plain : withProbes(plain, bytes.subarray(0, 50));
          for (const kernel of ENGINES) {
            // What stands behind the valid bytes must not matter: a copy of the needle would show if it did.
            kernel.bytes.fill(needle, bytes.length, bytes.length + 400);
            bytes.copy(kernel.bytes);
            const { nul, nonAscii, ...found } = collect(kernel, compiled, range);
            expect(found, kernel.engine).toEqual(expected);
            const seen = bytes.subarray(from, Math.max(from, Math.min(end, found.resume)));
            if (!nul) expect(seen.includes(0)).toBe(false);
            if (!nonAscii) expect(seen.some((byte) => byte >= 0x80)).toBe(false);
          }
        },
      ),
      { numRuns: 100_000 },
    );
  }, 300_000);

  it.each(ENGINES.map((kernel) => [kernel.engine, kernel] as const))(
    "%s: pages through more hits than one call can report",
    (_, kernel) => {
      const line = "one needle here, another needle there\n";
      const lines = Math.floor(KERNEL_BYTES / line.length) - 200;
      kernel.bytes.write(line.repeat(lines));
      const end = lines * line.length;
      const needle = compileNeedle(Buffer.from("needle"), { ignoreCase: false });
      const numbers: number[] = [];
      let before = 0;
      for (let from = 0; from < end;) {
        const result = kernel.search(needle, { from, end, valid: end, perLine: true });
        for (let index = 0; index < result.count; index += 1) {
          numbers.push(before + result.lineEndsBefore(index));
          expect(result.position(index) % line.length).toBe(4);
        }
        before += result.lineEnds;
        from = result.resume;
      }
      expect(lines).toBeGreaterThan(HITS_MAX);
      expect(numbers).toEqual(Array.from({ length: lines }, (_unused, index) => index));
      expect(before).toBe(lines);
    },
  );

  it.each(ENGINES.map((kernel) => [kernel.engine, kernel] as const))(
    "%s: says whether a NUL is possible",
    (_, kernel) => {
      const needle = compileNeedle(Buffer.from("needle"), { ignoreCase: true });
      for (const at of [-1, 0, 5, 63, 64, 70, 127, 128, 150, 199]) {
        kernel.bytes.fill("x\n", 0, 400);
        kernel.bytes.write("needle", 100);
        if (at >= 0 && (at < 100 || at > 105)) kernel.bytes[at] = 0;
        for (const perLine of [true, false]) {
          const result = kernel.search(needle, { from: 0, end: 200, valid: 200, perLine });
          expect(result.nulPossible, `${at}`).toBe(at >= 0);
        }
      }
    },
  );

  it("looks first at what is rare in a sample", () => {
    const needle = compileNeedle(Buffer.from("zone: INFO"), { ignoreCase: false });
    const chosen = withProbes(needle, Buffer.from("zz INFO z: INFO zz: zone INFO zzz INFO".repeat(20)));
    expect([chosen.firstProbe, chosen.secondProbe].map((at) => "zone: INFO".charAt(at))).not.toContain("z");
    expect(
      withProbes(compileNeedle(Buffer.from("a"), { ignoreCase: true }), Buffer.from("aaa")).firstProbe,
    ).toBe(0);
  });

  it("takes the longest needle there can be", () => {
    const bytes = Buffer.from("0123456789abcdef".repeat(NEEDLE_MAX / 16));
    const needle = compileNeedle(bytes, { ignoreCase: true });
    for (const kernel of ENGINES) {
      kernel.bytes.fill("x", 0, 4000);
      kernel.bytes.write(bytes.toString().toUpperCase(), 77);
      const range = { from: 0, end: 3000, valid: 3000, perLine: false };
      expect(collect(kernel, needle, range).hits).toEqual([[77, 0, -1]]);
      kernel.bytes[77 + NEEDLE_MAX - 1] = 0x2e;
      expect(collect(kernel, needle, range).hits).toEqual([]);
    }
    expect(() => compileNeedle(Buffer.alloc(NEEDLE_MAX + 1, "x"), { ignoreCase: false })).toThrow(RangeError);
    expect(() => compileNeedle(Buffer.from(""), { ignoreCase: false })).toThrow(RangeError);
    expect(() => compileNeedle(Buffer.from("a\nb"), { ignoreCase: false })).toThrow(RangeError);
  });
});

describe("counting", () => {
  it("counts, finds and lists bytes as a plain loop does", () => {
    fc.assert(
      fc.property(
        bytesOf,
        fc.nat(40),
        fc.nat(40),
        fc.constantFrom(0x0a, 0, 0x61),
        (bytes, from, cut, byte) => {
          const end = Math.max(from, bytes.length - cut);
          const places: number[] = [];
          for (let at = from; at < end; at += 1) if (bytes[at] === byte) places.push(at);
          let nonAscii = from;
          while (nonAscii < end && (bytes[nonAscii] ?? 0) < 0x80) nonAscii += 1;
          for (const kernel of ENGINES) {
            kernel.bytes.fill(byte, 0, bytes.length + 400);
            bytes.copy(kernel.bytes);
            expect(kernel.countByte(byte, from, end), kernel.engine).toBe(places.length);
            expect(kernel.findNonAscii(from, end), kernel.engine).toBe(
              Math.max(nonAscii, Math.min(from, end)),
            );
            const { positions, resume } = kernel.positions(byte, from, end);
            expect([...positions], kernel.engine).toEqual(places);
            expect(resume, kernel.engine).toBe(end);
          }
        },
      ),
      { numRuns: 20_000 },
    );
  }, 120_000);

  it.each(ENGINES.map((kernel) => [kernel.engine, kernel] as const))(
    "%s: counts and lists a whole buffer of line feeds",
    (_, kernel) => {
      kernel.bytes.fill(0x0a);
      expect(kernel.countByte(0x0a, 0, KERNEL_BYTES)).toBe(KERNEL_BYTES);
      let listed = 0;
      for (let from = 0; from < KERNEL_BYTES;) {
        const { positions, resume } = kernel.positions(0x0a, from, KERNEL_BYTES);
        for (const [index, position] of positions.entries())
          if (position !== from + index) throw new Error(`position ${position} instead of ${from + index}`);
        expect(positions.length).toBeLessThanOrEqual(POSITIONS_MAX);
        listed += positions.length;
        from = resume;
      }
      expect(listed).toBe(KERNEL_BYTES);
    },
  );
});

describe("keywords", () => {
  const keywordOf = fc.record({
    bytes: fc
      .array(fc.constantFrom(...Buffer.from("abAB_-@`k\xe4", "latin1")), { minLength: 3, maxLength: 8 })
      .map((bytes) => Buffer.from(bytes)),
    ignoreCase: fc.boolean(),
  });

  it("finds what the naive twin finds, few by fingerprints and many by trigrams", () => {
    fc.assert(
      fc.property(
        fc.array(keywordOf, { minLength: 1, maxLength: 40 }),
        fc.array(fc.constantFrom(...Buffer.from("abABkK_-@`\n\xe4", "latin1")), { maxLength: 200 }),
        fc.nat(20),
        fc.nat(20),
        fc.integer({ min: 1, max: 12 }),
        (keywords, content, from, cut, limit) => {
          const bytes = Buffer.from(content);
          const end = Math.max(from, bytes.length - cut);
          const expected = naiveKeywords(bytes, keywords, from, end);
          const set = compileKeywords(keywords);
          for (const kernel of ENGINES) {
            bytes.copy(kernel.bytes);
            expect(kernel.findKeywords(set, from, end, 100_000), kernel.engine).toEqual(expected);
            expect(kernel.findKeywords(set, from, end, limit), kernel.engine).toEqual(
              expected.slice(0, limit),
            );
          }
        },
      ),
      { numRuns: 10_000 },
    );
  }, 120_000);

  it("goes on where one call of the filter cannot report all places", () => {
    const set = compileKeywords([{ bytes: Buffer.from("aaa"), ignoreCase: true }]);
    for (const kernel of ENGINES) {
      kernel.bytes.fill("aA", 0, 40_000);
      const hits = kernel.findKeywords(set, 3, 40_000, 1_000_000);
      expect(hits.length).toBe(40_000 - 3 - 2);
      expect(hits.at(-1)).toEqual({ position: 39_997, keyword: 0 });
    }
  });

  it("refuses a keyword without a fingerprint", () => {
    expect(() => compileKeywords([{ bytes: Buffer.from("ab"), ignoreCase: false }])).toThrow(RangeError);
  });
});
