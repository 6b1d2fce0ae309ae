import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { decodeChunks, factsAfter } from "../../../src/formats/text/decode.ts";
import type { DecodedFile, TextChunk } from "../../../src/formats/text/decode.ts";
import { Meter } from "../../../src/model/budget.ts";
import { memorySource } from "../../support/extract.ts";

const RUNS = 500;

async function decode(
  bytes: Uint8Array,
  options: { chunk?: number; encoding?: string; signal?: AbortSignal } = {},
): Promise<{ file: DecodedFile; chunks: TextChunk[]; text: string }> {
  const signal = options.signal ?? new AbortController().signal;
  const file = await decodeChunks(memorySource(bytes, "file", options.chunk), {
    signal,
    meter: new Meter({ signal, ms: 60_000 }),
    encoding: options.encoding,
  });
  const chunks: TextChunk[] = [];
  for await (const chunk of file.chunks) chunks.push(chunk);
  return { file, chunks, text: chunks.map((chunk) => chunk.text).join("") };
}

const replacementsIn = (chunks: readonly TextChunk[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.replacements.length, 0);

/** Pieces of UTF-8 that are right, wrong in every way a decoder knows, or a genuine U+FFFD. */
const utf8Bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }).map((text) => Buffer.from(text)),
      fc.constantFrom("é", "ё", "ไ", "中", "😀", "\uFFFD", "\n", "a").map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom([0xed, 0xa0, 0x80], [0xf0, 0x9f], [0xe2, 0x82], [0xc0, 0xaf], [0xf4, 0x90, 0x80, 0x80])
        .map((bytes) => Buffer.from(bytes)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.concat(parts));

describe("decoding", () => {
  test("UTF-8 is what a WHATWG decoder makes of the whole file, wherever chunks are cut, and lost bytes add up", async () => {
    await fc.assert(
      fc.asyncProperty(utf8Bytes, fc.integer({ min: 1, max: 9 }), async (bytes, chunk) => {
        const { file, chunks, text } = await decode(bytes, { chunk, encoding: "utf-8" });
        const body = bytes.subarray(0, 3).equals(Buffer.from("\uFEFF")) ? bytes.subarray(3) : bytes;
        expect(text).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(body));
        const genuine = Buffer.byteLength(text) - 3 * replacementsIn(chunks);
        expect(file.replacedBytes).toBe(body.length - genuine);
        for (const each of chunks) {
          for (const { at } of each.replacements) expect(each.text[at]).toBe("\uFFFD");
          expect(each.replacedBytes).toBe(each.replacements.reduce((sum, { bytes: lost }) => sum + lost, 0));
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("a chunk's byteStart is where its text begins in the file", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (text, chunk) => {
          const bytes = Buffer.from(text);
          for (const each of (await decode(bytes, { chunk, encoding: "utf-8" })).chunks) {
            const own = Buffer.from(each.text);
            expect(bytes.subarray(each.byteStart, each.byteStart + own.length).equals(own)).toBe(true);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });

  test.each([
    ["utf-16le", false],
    ["utf-16be", true],
  ])("%s with lone surrogates and an odd last byte, wherever chunks are cut", async (encoding, swap) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 0xffff }), fc.constantFrom(0xd83d, 0xde00, 0x0a))),
        fc.boolean(),
        fc.integer({ min: 1, max: 7 }),
        async (units, odd, chunk) => {
          if (units[0] === 0xfeff) return;
          const even = Buffer.alloc(units.length * 2);
          units.forEach((unit, index) =>
            swap ? even.writeUInt16BE(unit, index * 2) : even.writeUInt16LE(unit, index * 2),
          );
          const bytes = odd ? Buffer.concat([even, Buffer.from([0x41])]) : even;
          const { file, chunks, text } = await decode(bytes, { chunk, encoding });
          expect(text).toBe(new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes));
          // What is lost is what the same text, written again without its replacements, lacks.
          const kept = text.length - replacementsIn(chunks);
          expect(file.replacedBytes).toBe(bytes.length - kept * 2);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test.each(["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "windows-1251", "windows-1252"])(
    "%s does not depend on where chunks are cut",
    async (encoding) => {
      await fc.assert(
        fc.asyncProperty(
          fc.uint8Array({ maxLength: 40 }),
          fc.integer({ min: 1, max: 7 }),
          async (array, chunk) => {
            const bytes = Buffer.from(array);
            const whole = await decode(bytes, { encoding });
            const cut = await decode(bytes, { encoding, chunk });
            expect(cut.text).toBe(whole.text);
            expect(cut.file.replacedBytes).toBe(whole.file.replacedBytes);
            expect(whole.file.replacedBytes).toBe(whole.text.split("\uFFFD").length - 1);
          },
        ),
        { numRuns: 200 },
      );
    },
  );

  test("what Node 20's own decoder gets wrong is right", async () => {
    const windows = Buffer.from([0x80, 0x93, 0x96, 0x94, 0x9f]);
    expect((await decode(windows, { encoding: "windows-1252" })).text).toBe("€“–”Ÿ");
    expect((await decode(Buffer.from([0x8c, 0x63]), { encoding: "euc-kr" })).text).toBe("똠");
    expect((await decode(iconv.encode("𠝹", "big5-hkscs"), { encoding: "big5" })).text).toBe("𠝹");
  });

  test.each([
    ["utf-32le", [0xff, 0xfe, 0, 0, 0x41, 0, 0, 0, 0x00, 0xf6, 0x01, 0], "A😀", 0],
    ["utf-32be", [0, 0, 0xfe, 0xff, 0, 0, 0, 0x41, 0, 0, 0xd8, 0, 0, 0], "A\uFFFD\uFFFD", 6],
  ])("%s with its mark", async (name, bytes, text, lost) => {
    for (const chunk of [1, 3, 64]) {
      const decoded = await decode(Uint8Array.from(bytes), { chunk });
      expect(decoded.text).toBe(text);
      expect(decoded.file.facts).toEqual({ name, bom: true, how: "bom" });
      expect(decoded.file.replacedBytes).toBe(lost);
    }
  });

  test("ISO-2022-JP is known by its escapes; a terminal's escapes prove nothing", async () => {
    const japanese = Buffer.from("log \x1b$B$3$s\x1b(B end\n", "latin1");
    for (const chunk of [1, 2, 3, 5, 64]) {
      const decoded = await decode(japanese, { chunk });
      expect(decoded.text).toBe("log こん end\n");
      expect(decoded.file.facts).toMatchObject({ name: "iso-2022-jp", how: "escape_sequence" });
    }
    const terminal = Buffer.from("\x1b(B\x1b[31mred\x1b[0m and \x1b$B later é\n");
    expect((await decode(terminal)).file.facts).toMatchObject({ name: "utf-8", how: "strict_utf8" });
    expect((await decode(terminal.subarray(0, 17))).file.facts.how).toBe("ascii");
  });

  test("NUL characters are counted, whatever the encoding", async () => {
    expect((await decode(Buffer.from("a\0\0b\n"))).file.nulBytes).toBe(2);
    expect((await decode(Buffer.from("\uFEFFa\0b", "utf16le"))).file.nulBytes).toBe(1);
  });

  test("an encoding that does not exist, and one that cannot be decoded, are refused by name of the argument", async () => {
    for (const encoding of ["klingon", "hz-gb-2312", "iso-2022-kr", ""])
      await expect(decode(Buffer.from("a"), { encoding })).rejects.toMatchObject({ code: "invalid_request" });
  });

  test.each([
    ["latin1", "windows-1252"],
    ["CP1251", "windows-1251"],
    ["UTF8", "utf-8"],
    ["Shift-JIS", "shift_jis"],
    ["sjis", "shift_jis"],
    ["cp949", "euc-kr"],
    ["GB2312", "gbk"],
    ["TIS-620", "windows-874"],
    ["cp850", "ibm850"],
    ["ibm437", "ibm437"],
    ["macintosh", "macintosh"],
    ["utf-16", "utf-16le"],
    ["ISO_8859-5", "iso-8859-5"],
    ["koi8_u", "koi8-u"],
  ])("the name %s is understood as %s", async (asked, name) => {
    expect((await decode(Buffer.from("ab"), { encoding: asked })).file.facts).toEqual({
      name,
      bom: false,
      how: "requested",
    });
  });

  test("a requested encoding overrides what the bytes say; its own mark is no text", async () => {
    const russian = iconv.encode("привет", "koi8-r");
    expect((await decode(russian, { encoding: "koi8-r" })).text).toBe("привет");
    expect((await decode(Buffer.from("\uFEFFab"), { encoding: "utf-8" })).text).toBe("ab");
    expect((await decode(Buffer.from([0xfe, 0xff, 0, 0x61]), { encoding: "utf-16" })).text).toBe("a");
  });

  test("a caller that went away ends the work", async () => {
    const abort = new AbortController();
    abort.abort();
    await expect(decode(Buffer.from("abc"), { signal: abort.signal })).rejects.toMatchObject({
      name: "CancelledError",
    });
  });

  test("strict UTF-8 that lost bytes further on is no longer called strict", () => {
    const strict = { name: "utf-8", bom: false, how: "strict_utf8" } as const;
    expect(factsAfter(strict, 0)).toBe(strict);
    expect(factsAfter(strict, 3).how).toBe("mostly_utf8");
  });
});
