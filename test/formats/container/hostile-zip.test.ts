import { crc32, deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Limits } from "../../../src/model/budget.ts";
import { openPackage } from "../../../src/formats/container/package.ts";
import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import type { ZipEntry, ZipOptions } from "../../support/zip.ts";
import { extractOptions, failure, partBytes } from "./support.ts";

const MIB = 1024 * 1024;
const A: ZipEntry = { name: "a.xml", content: "<a>one</a>" };
const B: ZipEntry = { name: "b.xml", content: "<b>two</b>" };

/** Opens and reads every part. */
async function readAll(bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<Map<string, Buffer>> {
  const opened = await openPackage(memorySource(bytes), extractOptions(limits));
  const contents = new Map<string, Buffer>();
  for (const part of opened.parts) contents.set(part, await partBytes(opened, part));
  return contents;
}

const rewritten = (bytes: Uint8Array, change: (bytes: Buffer) => void): Uint8Array => {
  const copy = Buffer.from(bytes);
  change(copy);
  return new Uint8Array(copy);
};

const unicodePath = (raw: string, name: string, checksum = crc32(raw)): Uint8Array => {
  const text = Buffer.from(name, "utf8");
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + text.length, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(checksum, 5);
  return Buffer.concat([field, text]);
};

test.each<[string, readonly ZipEntry[], ZipOptions, RegExp]>([
  ["two parts of one name", [A, { ...A, content: "<a>other</a>" }], {}, /ambiguous.*same name/],
  ["two parts of one name in other letters", [A, { ...B, name: "A.XML" }], {}, /ambiguous.*same name/],
  [
    "two parts of one name with other slashes",
    [
      { ...A, name: "x/a.xml" },
      { ...B, name: "x\\a.xml" },
    ],
    {},
    /ambiguous.*same name/,
  ],
  ["two parts of one name, one absolute", [A, { ...B, name: "/a.xml" }], {}, /ambiguous.*same name/],
  [
    "a second name in the Unicode field",
    [{ ...A, extra: unicodePath("a.xml", "z.xml") }],
    {},
    /ambiguous.*two different names/,
  ],
  [
    "a stale second name",
    [{ ...A, extra: unicodePath("a.xml", "z.xml", 1) }],
    {},
    /ambiguous.*two different names/,
  ],
  ["a NUL in a name", [{ ...A, name: "a.xml\0.txt" }], {}, /ambiguous.*NUL/],
  ["two members in the same bytes", [A, { ...B, sameAs: 0 }], {}, /overlap/],
  ["a member that runs into the directory", [{ ...A, compressedSize: 5000 }], {}, /overlap/],
  ["a local header with another name", [{ ...A, local: { name: "q.xml" } }], {}, /contradict/],
  ["a local header with another size", [{ ...A, local: { compressedSize: 3 } }], {}, /contradict/],
  ["a local header with another checksum", [{ ...A, local: { crc: 3 } }], {}, /contradict/],
  ["a local header with another method", [{ ...A, local: { method: 0 } }], {}, /contradict/],
  ["a false checksum", [{ ...A, crc: 12345 }], {}, /checksum/],
  ["a false size with a false checksum", [{ ...A, crc: 1, size: 4 }], {}, /checksum/],
  ["more parts than counted", [A, B], { count: 1 }, /more parts/],
  ["fewer parts than counted", [A, B], { count: 3 }, /fewer parts/],
  [
    "a directory that is nowhere",
    [A],
    { directoryOffset: 9_999_999, directoryLength: 9_999_999 },
    /directory of parts is missing/,
  ],
  ["a zip64 count that is false", [A, B], { zip64: { count: 7n } }, /fewer parts/],
  [
    "a zip64 directory far away",
    [A],
    { zip64: { directoryOffset: 1n << 40n, directoryLength: 1n << 41n } },
    /directory of parts is missing/,
  ],
  [
    "a zip64 value beyond any file",
    [A],
    { zip64: { count: (1n << 64n) - 1n } },
    /directory of parts is missing/,
  ],
])("%s is damaged", async (_what, entries, options, message) => {
  const error = await failure(() => readAll(makeZip(entries, options)));
  expect(error.code).toBe("damaged");
  expect(error.message).toMatch(message);
});

test("32-bit and 64-bit end records that disagree are ambiguous", async () => {
  const zip = rewritten(makeZip([A, B], { zip64: {} }), (bytes) => bytes.writeUInt16LE(1, bytes.length - 12));
  expect((await failure(() => readAll(zip))).message).toMatch(/ambiguous.*disagree/);
});

test("an archive in the comment of another is ambiguous", async () => {
  const inner = makeZip([B]);
  const zip = makeZip([A], { comment: inner });
  expect((await failure(() => readAll(zip))).message).toMatch(/ambiguous.*two directories/);
});

test("an archive behind another, with places that fit both, is ambiguous", async () => {
  const first = makeZip([A]);
  // The second archive's own directory stands where the first one's does, counted from its start.
  const both = new Uint8Array(Buffer.concat([first, makeZip([{ ...A, content: "<a>two</a>" }])]));
  expect((await failure(() => readAll(both))).message).toMatch(/ambiguous.*two directories/);
});

test.each<[string, number, number]>([
  ["the encryption bit", 0x0801, 8],
  ["the strong encryption bit", 0x0841, 8],
  ["AES", 0x0801, 99],
])("%s: the part is encrypted, the others are read", async (_what, bitFlags, method) => {
  const opened = await openPackage(
    memorySource(makeZip([{ ...A, bitFlags, method, raw: Buffer.alloc(30, 7) }, B])),
    extractOptions(),
  );
  expect((await partBytes(opened, "b.xml")).toString()).toBe("<b>two</b>");
  const error = await failure(() => partBytes(opened, "a.xml"));
  expect({ code: error.code, message: error.message }).toEqual({
    code: "encrypted",
    message: "the part `a.xml` is encrypted",
  });
});

test("another method is named", async () => {
  const error = await failure(() => readAll(makeZip([{ ...A, method: 12, raw: Buffer.alloc(9) }])));
  expect(error.code).toBe("unsupported_format");
});

test("a compressed stream that is cut off is no whole part", async () => {
  const stored = deflateRawSync(Buffer.alloc(3000, "ab"));
  const cut = stored.subarray(0, stored.length - 3);
  const entry = { name: "a.xml", content: Buffer.alloc(3000, "ab"), raw: cut };
  expect((await failure(() => readAll(makeZip([entry])))).message).toMatch(/broken or cut off/);
});

test.each<[string, ZipEntry[], Partial<Limits>, RegExp]>([
  [
    "64 MiB of zeros",
    [{ name: "a.xml", content: new Uint8Array(64 * MIB) }],
    {},
    /200 times its stored size/,
  ],
  [
    "the same with a small size claimed",
    [{ name: "a.xml", content: new Uint8Array(64 * MIB), size: 1000 }],
    {},
    /200 times its stored size/,
  ],
  [
    "a part over its limit",
    [{ name: "a.xml", content: noise(300_000) }],
    { partBytes: 200_000 },
    /more than 200000 bytes/,
  ],
  [
    "a large part over its limit",
    [{ name: "a.xml", content: noise(3_000_000) }],
    { partBytes: 2_900_000 },
    /more than 2900000 bytes/,
  ],
  [
    "parts over their limit together",
    [1, 2, 3, 4].map((n) => ({ name: `${n}.xml`, content: noise(100_000) })),
    { inflatedBytes: 350_000 },
    /parts inflate to more than/,
  ],
  [
    "more parts than the limit",
    Array.from({ length: 11 }, (_, n) => ({ name: `${n}.xml`, content: "" })),
    { containerEntries: 10 },
    /lists more than 10 parts/,
  ],
])("%s: limit_exceeded", async (_what, entries, limits, message) => {
  const error = await failure(() => readAll(makeZip(entries), limits));
  expect(error.code).toBe("limit_exceeded");
  expect(error.message).toMatch(message);
});

test("65 535 claimed parts cost nothing", async () => {
  expect((await failure(() => readAll(makeZip([A], { count: 0xfffe })))).code).toBe("limit_exceeded");
});

test("reading the same part again and again counts each time", async () => {
  const opened = await openPackage(
    memorySource(makeZip([{ name: "a.xml", content: noise(100_000) }])),
    extractOptions({ inflatedBytes: 250_000 }),
  );
  const thrice = async (): Promise<void> => {
    for (let round = 0; round < 3; round++) await partBytes(opened, "a.xml");
  };
  expect((await failure(thrice)).code).toBe("limit_exceeded");
});

test("a cancelled read stops between pieces", async () => {
  const controller = new AbortController();
  const options = extractOptions();
  const opened = await openPackage(memorySource(makeZip([{ name: "a.xml", content: noise(3_000_000) }])), {
    ...options,
    signal: controller.signal,
  });
  const run = async (): Promise<number> => {
    let pieces = 0;
    for await (const piece of opened.open("a.xml"))
      if (piece.length > 0 && ++pieces === 2) controller.abort();
    return pieces;
  };
  await expect(run()).rejects.toMatchObject({ name: "CancelledError" });
});

/** Text that does not compress to a two-hundredth. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 12_345;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = 0x20 + ((state >>> 16) % 64);
  }
  return bytes;
}
