import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textExtractor } from "../../../src/formats/text/extractor.ts";
import { PIECE } from "../../../src/formats/text/lines.ts";
import type { ByteSource, Unit } from "../../../src/model/unit.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";

const CHUNKS = [1, 2, 3, 7, 65_536, undefined];

/** The slow and obvious reading: the file as one string, cut at its line ends. */
function naiveLines(text: string): string[] {
  if (text === "") return [];
  const mark = text.includes("\n") ? "\n" : "\r";
  const parts = text.split(mark);
  const last = parts.pop() ?? "";
  const lines = mark === "\n" ? parts.map((part) => (part.endsWith("\r") ? part.slice(0, -1) : part)) : parts;
  return last === "" ? lines : [...lines, last];
}

async function extract(
  text: string | Uint8Array,
  chunk?: number,
  from?: number,
  to?: number,
): Promise<Extracted> {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return extractAll(
    textExtractor,
    memorySource(bytes, "a.txt", chunk),
    from === undefined ? {} : { selection: { kind: "lines", from, to: to ?? from } },
  );
}

const lineOf = (unit: Unit): number => (unit.at.kind === "line" ? unit.at.line : 0);

/** Lines put together again from their pieces. */
function joinedLines(units: readonly Unit[]): string[] {
  const lines: string[] = [];
  let open = "";
  for (const unit of units) {
    open += unit.text;
    if (unit.continued === true) continue;
    lines.push(open);
    open = "";
  }
  return lines;
}

const text = fc
  .array(
    fc.constantFrom("\n", "\r", "\r\n", "a", "bc", "é", "😀", "\u2028", "\u0085", "\v", "\f", "\0", ""),
    { maxLength: 30 },
  )
  // Ordinary text ahead: two or three bytes with a NUL among them may just as well be UTF-16.
  .map((parts) => `ordinary text${parts.join("")}`);

describe("lines", () => {
  test("are those of the whole text cut at its line ends, wherever chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 8 }), async (content, chunk) => {
        const result = await extract(content, chunk);
        const lines = naiveLines(content);
        expect(result.units.map((unit) => unit.text)).toEqual(lines);
        expect(result.units.map(lineOf)).toEqual(lines.map((_, index) => index + 1));
        expect(result.counted).toBe(lines.length);
        expect(result.total).toBe(lines.length);
        expect(result.facts).toEqual((await extract(content)).facts);
      }),
      { numRuns: 1000 },
    );
  });

  test("a range holds its lines and no others; the total is told where the end was reached", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 6 }),
        async (content, chunk, from, more) => {
          const result = await extract(content, chunk, from, from + more);
          const lines = naiveLines(content);
          expect(result.units.map((unit) => unit.text)).toEqual(lines.slice(from - 1, from + more));
          expect(result.units.map(lineOf)).toEqual(
            lines.slice(from - 1, from + more).map((_, index) => from + index),
          );
          expect(result.counted).toBe(result.units.length);
          if (lines.length < from + more) expect(result.total).toBe(lines.length);
          expect(result).toEqual(await extract(content, undefined, from, from + more));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ["a\nb\n", "lf"],
    ["a\r\nb\r\n", "crlf"],
    ["a\r\nb\n", "mixed"],
    ["a\rb\r", "cr"],
    ["a\rb\n", "lf"],
    ["abc", "none"],
    ["", "none"],
    ["a\u2028b\u0085c\vd\fe", "none"],
  ])("%j has line ends %s", async (content, lineEnds) => {
    for (const chunk of CHUNKS) expect((await extract(content, chunk)).facts.lineEnds).toBe(lineEnds);
  });

  test("a CR before a late LF is text, in every encoding; without any LF it ends a line", async () => {
    const long = "x".repeat(70_000);
    for (const encoding of ["latin1", "utf16le"] as const) {
      const mark = encoding === "utf16le" ? "\uFEFF" : "";
      const withLf = Buffer.from(`${mark}10%\r50%\r${long}\nend`, encoding);
      expect(joinedLines((await extract(withLf, 1000)).units)).toEqual([`10%\r50%\r${long}`, "end"]);
      // U+0A41 and U+0100 hold the bytes of an LF without being one.
      const without = Buffer.from(encoding === "utf16le" ? `${mark}a\r\u0A41\u010A\rb` : "a\rb\rc", encoding);
      expect((await extract(without, 1000)).units).toHaveLength(3);
    }
    const big = Buffer.from(`\uFEFFa\r${long}\nb`, "utf16le").swap16();
    expect(joinedLines((await extract(big)).units)).toEqual([`a\r${long}`, "b"]);
  });

  test("flags: a last line without an end, NUL characters", async () => {
    expect((await extract("a\nb")).facts.flags).toEqual(["last_line_unterminated"]);
    expect((await extract("a\nb\n")).facts.flags).toEqual([]);
    expect((await extract("a\0\nb\n")).facts.flags).toEqual(["nul_bytes"]);
    expect((await extract("a\nb\0\n", undefined, 1)).facts.flags).toEqual([]);
  });

  test("an empty file has no lines, and its reading is complete", async () => {
    const result = await extract("");
    expect(result).toMatchObject({ units: [], counted: 0, total: 0, gaps: [] });
    expect(result.facts.encoding).toEqual({ name: "utf-8", bom: false, how: "ascii" });
  });

  test("lost bytes are counted per line and named as one gap", async () => {
    const bytes = Buffer.concat([
      Buffer.from("good é ж ё\n"),
      Buffer.from([0xff, 0x61, 0xe2, 0x82, 0x0a]),
      Buffer.from("good \uFFFD é\n"),
      Buffer.from([0x62, 0xfe]),
      Buffer.from(" é è ê ё ж\n"),
    ]);
    for (const chunk of CHUNKS) {
      const result = await extract(bytes, chunk);
      expect(result.units.map((unit) => unit.replacedBytes)).toEqual([undefined, 3, undefined, 1]);
      expect(result.gaps).toEqual([
        { reason: "undecodable", extent: { unit: "line", from: 2, to: 4 }, count: 4 },
      ]);
      expect(result.facts.encoding?.how).toBe("mostly_utf8");
      expect((await extract(bytes, chunk, 3)).gaps).toEqual([]);
      expect((await extract(bytes, chunk, 3)).units[0]?.replacedBytes).toBeUndefined();
    }
  });
});

describe("long lines", () => {
  const lengths = [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 17];

  test.each(lengths)("of %i characters come in pieces that join to the line", async (length) => {
    const line = "abcdefghij".repeat(Math.ceil(length / 10)).slice(0, length);
    for (const end of ["\n", "\r\n", ""])
      for (const chunk of [1000, 65_536, undefined]) {
        const { units, counted } = await extract(`first\n${line}${end}`, chunk);
        expect(joinedLines(units)).toEqual(["first", line]);
        expect(counted).toBe(2);
        for (const unit of units) expect(unit.text?.length).toBeLessThanOrEqual(PIECE);
        expect(units.slice(1).map(lineOf)).toEqual(units.slice(1).map(() => 2));
      }
  });

  test("pieces and their lost bytes do not depend on where chunks are cut, and no pair is divided", async () => {
    const bytes = Buffer.concat([
      Buffer.from("a" + "😀".repeat(PIECE / 2)),
      Buffer.from([0xff]),
      Buffer.from("é".repeat(PIECE)),
      Buffer.from([0xe2, 0x82]),
      Buffer.from(`${"z".repeat(PIECE)}\nlast\n`),
    ]);
    const whole = await extract(bytes);
    expect(joinedLines(whole.units)).toHaveLength(2);
    for (const unit of whole.units) expect(/\p{Surrogate}/u.test(unit.text ?? "")).toBe(false);
    expect(whole.units.reduce((sum, unit) => sum + (unit.replacedBytes ?? 0), 0)).toBe(3);
    for (const unit of whole.units)
      expect((unit.text ?? "").includes("\uFFFD")).toBe(unit.replacedBytes !== undefined);
    for (const chunk of [997, 65_536]) expect(await extract(bytes, chunk)).toEqual(whole);
  });

  test("a batch holds no more than a bounded number of characters and lines", async () => {
    const source = memorySource(Buffer.from(`${"x".repeat(40 * PIECE)}\n${"short\n".repeat(5000)}`));
    const signal = new AbortController().signal;
    const { Meter } = await import("../../../src/model/budget.ts");
    for await (const batch of textExtractor.extract(source, {
      signal,
      meter: new Meter({ signal, ms: 60_000 }),
    })) {
      expect(batch.units.length).toBeLessThanOrEqual(256);
      expect(batch.units.reduce((sum, unit) => sum + (unit.text?.length ?? 0), 0)).toBeLessThanOrEqual(
        9 * PIECE,
      );
    }
  });
});

describe("ends", () => {
  test("an abort ends the work between batches", async () => {
    const abort = new AbortController();
    const { Meter } = await import("../../../src/model/budget.ts");
    const source = memorySource(Buffer.from("line\n".repeat(2000)));
    const read = async (): Promise<void> => {
      for await (const batch of textExtractor.extract(source, {
        signal: abort.signal,
        meter: new Meter({ signal: abort.signal, ms: 60_000 }),
      }))
        if (batch.units.length > 0) abort.abort();
    };
    await expect(read()).rejects.toMatchObject({ name: "CancelledError" });
  });

  test("a range is read no further than its last line", async () => {
    const inner = memorySource(Buffer.from("line\n".repeat(100_000)));
    let read = 0;
    const source: ByteSource = {
      ...inner,
      *chunks() {
        for (const chunk of inner.chunks(1024)) {
          read += chunk.length;
          yield chunk;
        }
      },
    };
    const result = await extractAll(textExtractor, source, { selection: { kind: "lines", from: 2, to: 3 } });
    expect(result.units).toHaveLength(2);
    expect(result.total).toBeUndefined();
    expect(read).toBe(1024);
  });
});

const linesOf = async (path: string): Promise<(string | null)[]> =>
  (await extractAll(textExtractor, fixture(`cases/${path}`))).units.map((unit) => unit.text);

describe("handed cases", () => {
  test("T04: mark and CRLF are no text", async () => {
    expect(await linesOf("files/T04-bom-crlf.tsv")).toEqual([
      "col1\tcol2",
      "l1\tv1",
      "l2\tv2",
      "l3\tv3",
      "l4\tv4",
    ]);
  });

  test("T08: one bad line does not spoil the others", async () => {
    const result = await extractAll(textExtractor, fixture("cases/files/T08-mixed-encodings.log"));
    expect(result.units.map((unit) => unit.replacedBytes ?? 0)).toEqual([0, 1, 2, 0]);
    expect(result.units[0]?.text).toBe("09:00 INFO café opened");
    expect(result.units[3]?.text).toBe("09:03 INFO привет");
    expect(result.gaps).toMatchObject([{ reason: "undecodable", count: 3 }]);
  });

  test("T09: private use stays, half a pair does not", async () => {
    const found = await linesOf("files/T09-surrogate-and-private-use.txt");
    expect(found[0]).toBe("branch: \uE0A0 main");
    expect(found[2]).toBe("🍺 ok");
  });

  test("T10, T11, T14, T15, T17: lengths and numbers", async () => {
    const t10 = await linesOf("files/T10-multibyte-at-1024.txt");
    expect(t10.map((line) => line?.length)).toEqual([4024, 13]);
    expect(t10[0]?.[1023]).toBe("あ");
    const t11 = await extractAll(textExtractor, fixture("cases/files/T11-nul-prefix.log"));
    expect(t11.units[1]?.text).toContain("disk full");
    expect(t11.facts.flags).toContain("nul_bytes");
    const t14 = await linesOf("files/T14-not-line-ends.txt");
    expect(t14).toHaveLength(5);
    expect(t14[4]).toContain("five target");
    const t15 = await extractAll(textExtractor, fixture("cases/files/T15-last-line-unterminated.log"));
    expect(t15.units[2]?.text).toBe("10:02 ERROR last words");
    expect(t15.facts.flags).toEqual(["last_line_unterminated"]);
    const t17 = await linesOf("files/T17-crlf-mixed.txt");
    expect(t17).toEqual(["a", "b", "c", "", "needle here"]);
  });

  test("R88, R97, R98, R99: as many lines as wc counts", async () => {
    expect(await linesOf("real/R88-UTF-8-test.txt")).toHaveLength(300);
    expect(await linesOf("real/R97-logfile_spark.0.log")).toHaveLength(399);
    expect(await linesOf("real/R98-logfile_rollover.2.log")).toHaveLength(375);
    expect(await linesOf("real/R99-logfile_java.0.log")).toHaveLength(20);
  });
});
