import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Root } from "../../src/fs/interfaces.ts";
import { openOriginal, withOriginal, withPersonal } from "../../src/fs/original.ts";
import { fileSystemAt } from "../../src/fs/file-systems.ts";
import { openRoot } from "../../src/fs/root.ts";
import { LIMITS, Meter } from "../../src/model/budget.ts";
import { CancelledError } from "../../src/model/errors.ts";
import { openDescriptors, scratch, STRATEGIES } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

const SIZE = 700_001;
const content = Uint8Array.from({ length: SIZE }, (_, index) => (index * index + (index >> 7)) & 0xff);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const DIGEST = sha256(content);

let place: Scratch;
/** What one pass proves on the file system of the temporary folder. */
let once: string;
beforeAll(() => {
  place = scratch();
  writeFileSync(place.at("file.bin"), content);
  writeFileSync(place.at("empty"), "");
  once = fileSystemAt(place.docs).statTrusted ? "single_hash" : "double_hash";
});
afterAll(() => place.remove());

describe.each(STRATEGIES)("an original with %s containment", (pathCheck) => {
  let root: Root;
  beforeAll(() => {
    root = openRoot("docs", place.docs, { pathCheck });
  });
  afterAll(() => root.close());

  const open = (path = "file.bin") => openOriginal(root, path);

  it("held in memory: bytes, digest and times of one version", () => {
    const original = open();
    const source = original.source({ hold: true });
    expect(sha256(source.bytes ?? new Uint8Array())).toBe(DIGEST);
    expect(source.readSync(SIZE - 3, 10)).toEqual(content.subarray(SIZE - 3));
    expect([...source.chunks(SIZE - 1)].map((chunk) => chunk.length)).toEqual([SIZE - 1, 1]);
    const version = original.seal();
    expect(version).toEqual({
      sha256: DIGEST,
      proof: once,
      size: SIZE,
      modified: new Date(Number(original.identity.mtimeNs / 1_000_000n)).toISOString(),
      pathCheck,
    });
    original.close();
  });

  it.each([1000, 4096, 65_536, SIZE - 1, SIZE, SIZE + 1, undefined])("in order, in chunks of %s", (size) => {
    const original = open();
    const source = original.source({ hold: false });
    expect(source.bytes).toBeUndefined();
    const hash = createHash("sha256");
    let total = 0;
    for (const chunk of source.chunks(size)) {
      hash.update(chunk);
      total += chunk.length;
    }
    expect([total, hash.digest("hex")]).toEqual([SIZE, DIGEST]);
    expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: once });
    original.close();
  });

  it("a pass given up early is finished by the seal", () => {
    const original = open();
    for (const chunk of original.source({ hold: false }).chunks(1000)) {
      expect(chunk).toEqual(content.subarray(0, 1000));
      break;
    }
    expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: once });
    original.close();
  });

  it("nothing read at all still gives the digest", () => {
    const original = open();
    expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: once });
    original.close();
  });

  it("detection, a pass given up, and a whole pass are one hash: the prefixes were compared", () => {
    const original = open();
    expect(original.head(64)).toEqual(content.subarray(0, 64));
    const source = original.source({ hold: false });
    expect(source.readSync(10, 8000)).toEqual(content.subarray(10, 8010));
    for (const chunk of source.chunks(70_000)) {
      void chunk;
      break;
    }
    for (const chunk of source.chunks()) void chunk;
    expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: once });
    original.close();
  });

  it("random access needs two passes that agree", () => {
    const original = open();
    const source = original.source({ hold: false });
    expect(source.readSync(600_000, 50)).toEqual(content.subarray(600_000, 600_050));
    expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: "double_hash" });
    original.close();
  });

  it("a second whole pass is hashed too; a part of one is confirmed by the seal", () => {
    for (const limit of [Infinity, 1]) {
      const original = open();
      const source = original.source({ hold: false });
      for (const chunk of source.chunks()) void chunk;
      let taken = 0;
      for (const chunk of source.chunks()) {
        taken += chunk.length;
        if (taken > limit) break;
      }
      expect(original.seal()).toMatchObject({ sha256: DIGEST, proof: "double_hash" });
      original.close();
    }
  });

  it("hashing again on request, hashing not at all on request", async () => {
    const launched = open();
    launched.source({ hold: true });
    await launched.settle({ hashAgain: true });
    expect(launched.seal({ hashAgain: true })).toMatchObject({ sha256: DIGEST, proof: "double_hash" });
    launched.close();
    const bounded = open();
    expect(bounded.source({ hold: false, digest: false }).readSync(5, 5)).toEqual(content.subarray(5, 10));
    expect(bounded.seal()).toMatchObject({ sha256: null, proof: "stat" });
    bounded.close();
    const unfinished = open();
    unfinished.source({ hold: false });
    expect(unfinished.seal({ digest: false })).toMatchObject({ sha256: null, proof: "stat" });
    unfinished.close();
  });

  it("a spent meter ends hashing as proof by stat, a cancelled one ends the read", () => {
    const signal = new AbortController();
    const spent = new Meter({ signal: signal.signal, ms: 0 });
    const original = open();
    const source = original.source({ hold: false, meter: spent });
    expect(source.readSync(500_000, 1)).toEqual(content.subarray(500_000, 500_001));
    expect(original.seal({ meter: spent })).toMatchObject({ sha256: null, proof: "stat" });
    original.close();
    const cancelled = open();
    signal.abort();
    expect(() => cancelled.seal({ meter: spent })).toThrow(CancelledError);
    cancelled.close();
  });

  it("an empty file, and one above the held size", () => {
    const empty = open("empty");
    expect(empty.source({ hold: true }).bytes).toEqual(new Uint8Array(0));
    expect(empty.head(10)).toEqual(new Uint8Array(0));
    expect([...empty.source({ hold: false }).chunks()]).toEqual([]);
    expect(empty.seal()).toMatchObject({ sha256: sha256(new Uint8Array(0)), size: 0 });
    empty.close();
    expect(LIMITS.heldFileBytes).toBeGreaterThan(SIZE);
  });

  it("the loan closes the file however the caller leaves, and nothing reads after it", async () => {
    const before = openDescriptors();
    const kept = await withOriginal(root, "file.bin", (original) => ({
      original,
      source: original.source({ hold: false }),
    }));
    await expect(
      withOriginal(root, "file.bin", () => {
        throw new Error("left");
      }),
    ).rejects.toThrow("left");
    await expect(
      withPersonal(place.at("file.bin"), (original) => Promise.reject(new Error(original.name))),
    ).rejects.toThrow("file.bin");
    expect(openDescriptors()).toBe(before);
    // The descriptor's number may be another file's by now.
    expect(() => kept.source.readSync(0, 10)).toThrow("after its loan had ended");
    expect(() => kept.original.seal()).toThrow("after its loan had ended");
  });

  it("any sequence of accesses hands out the file's bytes and ends with its digest", () => {
    const position = fc.integer({ min: 0, max: SIZE + 10 });
    const access = fc.oneof(
      fc.record({ kind: fc.constant("head" as const), length: fc.integer({ min: 0, max: 300_000 }) }),
      fc.record({
        kind: fc.constant("read" as const),
        position,
        length: fc.integer({ min: 0, max: 300_000 }),
      }),
      fc.record({
        kind: fc.constant("chunks" as const),
        size: fc.constantFrom(50_000, 65_536, 262_144, 699_999),
        count: fc.integer({ min: 0, max: 20 }),
      }),
      fc.record({ kind: fc.constant("next" as const), which: fc.nat(3) }),
      fc.record({ kind: fc.constant("hold" as const) }),
    );
    fc.assert(
      fc.property(fc.array(access, { maxLength: 7 }), (accesses) => {
        const original = open();
        try {
          let source = original.source({ hold: false });
          const passes: { at: number; chunks: Iterator<Uint8Array> }[] = [];
          const step = (pass: { at: number; chunks: Iterator<Uint8Array> }): boolean => {
            const { done, value } = pass.chunks.next();
            if (done === true) return false;
            expect(Buffer.compare(value, content.subarray(pass.at, pass.at + value.length))).toBe(0);
            pass.at += value.length;
            return true;
          };
          for (const one of accesses) {
            if (one.kind === "head")
              expect(Buffer.compare(original.head(one.length), content.subarray(0, one.length))).toBe(0);
            else if (one.kind === "read") {
              const expected = content.subarray(one.position, one.position + one.length);
              expect(Buffer.compare(source.readSync(one.position, one.length), expected)).toBe(0);
            } else if (one.kind === "chunks") {
              const pass = { at: 0, chunks: source.chunks(one.size)[Symbol.iterator]() };
              passes.push(pass);
              for (let count = 0; count < one.count && step(pass); count += 1);
            } else if (one.kind === "next") {
              const pass = passes[one.which];
              if (pass !== undefined) step(pass);
            } else source = original.source({ hold: true });
          }
          expect(original.seal().sha256).toBe(DIGEST);
        } finally {
          original.close();
        }
      }),
      { numRuns: 150 },
    );
  });
});

it("reads files of the fixtures as they are", async () => {
  const path = new URL("../fixtures/cases/cases.json", import.meta.url).pathname;
  const version = await withPersonal(path, (original) => {
    original.source({ hold: true });
    return original.seal();
  });
  expect(version.sha256).toBe(sha256(readFileSync(path)));
});
