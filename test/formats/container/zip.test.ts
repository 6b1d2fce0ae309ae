import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { openPackage } from "../../../src/formats/container/package.ts";
import { memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import type { ZipEntry, ZipOptions } from "../../support/zip.ts";
import { extractOptions, failure, partBytes, partText } from "./support.ts";

const open = (entries: readonly ZipEntry[], options?: ZipOptions) =>
  openPackage(memorySource(makeZip(entries, options)), extractOptions());

const TWO: readonly ZipEntry[] = [
  { name: "a.xml", content: "<a>one</a>" },
  { name: "b/c.xml", content: "<c>two</c>", deflate: false },
];

test("parts are listed as stored and give their content, deflated or not", async () => {
  const opened = await open(TWO);
  expect(opened.parts).toEqual(["a.xml", "b/c.xml"]);
  expect(await partText(opened, "a.xml")).toBe("<a>one</a>");
  expect(await partText(opened, "b/c.xml")).toBe("<c>two</c>");
  expect(opened.flags).toEqual([]);
  expect([opened.has("B\\C.XML"), opened.find("/B/c.xml"), opened.find("none")]).toEqual([
    true,
    "b/c.xml",
    undefined,
  ]);
});

test("a missing part is a coded error", async () => {
  const opened = await open(TWO);
  expect((await failure(async () => partText(opened, "none.xml"))).code).toBe("damaged");
});

test("members and contents are what yauzl finds, over all Office fixtures it opens", async () => {
  let compared = 0;
  for (const folder of ["files", "real"]) {
    const base = new URL(`../../fixtures/cases/${folder}/`, import.meta.url);
    for (const name of readdirSync(base).filter((file) => /\.(?:docx|xlsx|pptx|ods)$/.test(file))) {
      const bytes = readFileSync(new URL(name, base));
      const oracle = await fromBufferPromise(bytes).catch(() => undefined);
      if (oracle === undefined) continue;
      const opened = await openPackage(memorySource(bytes), extractOptions());
      const names: string[] = [];
      for await (const entry of oracle.eachEntry()) {
        if (entry.fileName.endsWith("/")) continue;
        names.push(entry.fileName);
        const pieces: Buffer[] = [];
        const stream: AsyncIterable<Buffer> = await oracle.openReadStreamPromise(entry);
        for await (const piece of stream) pieces.push(piece);
        expect(
          (await partBytes(opened, entry.fileName)).equals(Buffer.concat(pieces)),
          `${name} ${entry.fileName}`,
        ).toBe(true);
      }
      expect(opened.parts, name).toEqual(names);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(40);
});

test("content does not depend on the size of reads or on whether the file is held in memory", async () => {
  const content = Array.from({ length: 60_000 }, (_, index) => `${(index * 7919) % 10_007}`).join(" ");
  const zip = makeZip([
    { name: "big.xml", content },
    { name: "stored.xml", content, deflate: false },
  ]);
  const scratch = new Uint8Array(70_000);
  const reused = {
    ...memorySource(zip),
    bytes: undefined,
    // The same buffer each time, as a source may do.
    readSync(position: number, length: number): Uint8Array {
      const piece = zip.subarray(position, position + length);
      if (piece.length > scratch.length) return piece.slice();
      scratch.set(piece);
      return scratch.subarray(0, piece.length);
    },
  };
  const opened = await openPackage(reused, extractOptions());
  expect(await partText(opened, "big.xml")).toBe(content);
  expect(await partText(opened, "stored.xml")).toBe(content);
});

test.each<[string, ZipOptions, string[]]>([
  ["stray bytes behind the end", { append: new Uint8Array(1) }, ["zip_trailing_bytes"]],
  ["a kilobyte behind the end", { append: new Uint8Array(1024) }, ["zip_trailing_bytes"]],
  ["a comment", { comment: Buffer.from("made by hand") }, []],
  ["bytes before the start", { prepend: Buffer.from("#!/bin/sh\n".repeat(50)) }, ["zip_prepended_bytes"]],
  ["zip64 end records", { zip64: {} }, []],
  [
    "zip64 end records and bytes before the start",
    { zip64: {}, prepend: new Uint8Array(77) },
    ["zip_prepended_bytes"],
  ],
])("%s: read, and named", async (_what, options, flags) => {
  const opened = await open(TWO, options);
  expect(await partText(opened, "a.xml")).toBe("<a>one</a>");
  expect(await partText(opened, "b/c.xml")).toBe("<c>two</c>");
  expect(opened.flags).toEqual(flags);
});

test("zip64 sizes and places in the extra field are read", async () => {
  const extra = Buffer.alloc(28);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(24, 2);
  extra.writeBigUInt64LE(10n, 4);
  const stored = deflateRawSync("<a>one</a>");
  extra.writeBigUInt64LE(BigInt(stored.length), 12);
  extra.writeBigUInt64LE(0n, 20);
  const zip = Buffer.from(
    makeZip([
      {
        name: "a.xml",
        content: "<a>one</a>",
        size: 0xffff_ffff,
        compressedSize: 0xffff_ffff,
        extra,
      },
    ]),
  );
  zip.writeUInt32LE(0xffff_ffff, zip.lastIndexOf("PK\x01\x02", undefined, "latin1") + 42);
  const opened = await openPackage(memorySource(new Uint8Array(zip)), extractOptions());
  expect(await partText(opened, "a.xml")).toBe("<a>one</a>");
});

test("a true checksum with a false size is read and named", async () => {
  const opened = await open([{ name: "a.xml", content: "<a>one</a>", size: 9999 }]);
  expect(await partText(opened, "a.xml")).toBe("<a>one</a>");
  expect(opened.flags).toEqual(["zip_size_mismatch"]);
});

test("names that climb out are names like any other: they resolve to nothing and are flagged", async () => {
  const opened = await open([
    ...TWO,
    { name: "../../etc/x.xml", content: "<x/>" },
    { name: "/abs.xml", content: "<y/>" },
  ]);
  expect(opened.flags).toEqual(["zip_unsafe_names"]);
  expect(opened.has("etc/x.xml")).toBe(false);
  expect(await partText(opened, "abs.xml")).toBe("<y/>");
});

test("backslashes in names are folders; folders are no parts", async () => {
  const opened = await open([
    { name: "word\\document.xml", content: "<a/>" },
    { name: "word/media/", content: "", deflate: false },
  ]);
  expect(opened.parts).toEqual(["word/document.xml"]);
});
