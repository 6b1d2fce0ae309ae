/** Search and levels on any bytes: wherever chunks are cut, whichever engine scans, the answer is the naive twin's. */

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKernel } from "../../../src/reading/kernel/create-kernel.ts";
import { decodeIllFormed } from "../../../src/formats/text/utf8.ts";
import { LevelsScan, noLevels } from "../../../src/reading/logs/levels-scan.ts";
import { LineFilter } from "../../../src/reading/logs/line-filter.ts";
import { LineReader } from "../../../src/reading/logs/line-reader.ts";
import type { ReaderSizes, ScanBudget } from "../../../src/reading/logs/line-reader.ts";
import { LogEncoding } from "../../../src/reading/logs/log-encoding.ts";
import { LogMatcher } from "../../../src/reading/logs/log-matcher.ts";
import { LogScreen } from "../../../src/reading/logs/log-screen.ts";
import type { LogStream } from "../../../src/reading/logs/log-stream.ts";
import type { Pass } from "../../../src/reading/logs/scan-log.ts";
import { SearchScan } from "../../../src/reading/logs/search-scan.ts";
import type { SearchFindings } from "../../../src/reading/logs/search-scan.ts";
import { naiveLevels, naiveLines, naiveMatches } from "./naive-log.ts";

const wasm = createKernel("wasm");
const script = createKernel("javascript");
if (wasm === undefined || script === undefined) throw new Error("both engines are needed here");
const ENGINES = [wasm, script];

function encoded(text: string, name: string): Buffer {
  if (name.startsWith("utf-16")) {
    const bytes = Buffer.from(text, "utf16le");
    return name === "utf-16be" ? bytes.swap16() : bytes;
  }
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [index, point] of points.entries()) {
    if (name === "utf-32be") bytes.writeUInt32BE(point, index * 4);
    else bytes.writeUInt32LE(point, index * 4);
  }
  return bytes;
}

/** A stream over memory that gives at most `step` bytes at once, and knows its size or not (as compressed ones do not). */
function memoryStream(bytes: Buffer, step: number, sized: boolean, from = 0): LogStream {
  const stream = {
    position: from,
    size: sized ? bytes.length : null,
    damage: undefined,
    next(buffer: Uint8Array): number {
      const count = Math.min(step, buffer.length, bytes.length - stream.position);
      buffer.set(bytes.subarray(stream.position, stream.position + count));
      stream.position += count;
      return count;
    },
    close: () => undefined,
  };
  return stream;
}

function endless(bytes = Number.MAX_SAFE_INTEGER): ScanBudget {
  return { bytes, deadline: Number.POSITIVE_INFINITY, signal: undefined, scanned: 0 };
}

async function run(reader: LineReader, encoding: LogEncoding, pass: Pass): Promise<void> {
  for (;;) {
    const region = await reader.next();
    if (region === null) return;
    const look = (): Promise<void> => encoding.look(reader.kernel, region.from, region.end, region.valid);
    if (pass.looksFirst || region.kind === "part") await look();
    let taken = pass.take(region);
    while (taken === "unprepared" || taken === "undecided") {
      await (taken === "undecided" ? look() : pass.prepare());
      taken = pass.take(region);
    }
    if (taken === "full") return;
  }
}

/** Pieces that collide: parts of the search texts, line ends of both kinds, invalid bytes, NULs, letters in both cases. */
const pieceOf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("ab", "aB", "a", "b", "A", "x", " ", "é", "é".slice(0, 1)) },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r\n", "\n\n", "\r") },
  { weight: 1, arbitrary: fc.constantFrom("\0", "ERROR ", "2026-04-01 10:00:00 WARN ", '{"level":"info"}') },
);
const bytesOf = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: pieceOf.map((text) => Buffer.from(text)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(Buffer.from([0xc3]), Buffer.from([0xff]), Buffer.from([0xe3, 0x81])),
      },
    ),
    {
      maxLength: 90,
    },
  )
  .map((parts) => Buffer.concat(parts));
const textOf = fc.constantFrom("ab", "a", "abab", "aba", "é", "xé", "AB", "bx a");
const sizesOf = fc.record({
  chunk: fc.integer({ min: 1, max: 40 }),
  lineMax: fc.integer({ min: 1, max: 40 }),
  context: fc.integer({ min: 0, max: 20 }),
  lookahead: fc.integer({ min: 8, max: 20 }),
  overlap: fc.constant(8),
});

interface Searched {
  findings: SearchFindings;
  scan: SearchScan;
  reader: LineReader;
}

async function search(
  bytes: Buffer,
  text: string,
  options: { ignoreCase: boolean; limit: number; countOnly: boolean; maxLine?: number },
  how: { engine: number; sizes?: ReaderSizes; step: number; sized: boolean },
): Promise<Searched> {
  const kernel = ENGINES[how.engine] ?? script;
  if (kernel === undefined) throw new Error("no engine");
  const reader = new LineReader(
    kernel,
    memoryStream(bytes, how.step, how.sized),
    endless(),
    how.sizes === undefined ? {} : { sizes: how.sizes },
  );
  const encoding = new LogEncoding();
  await encoding.resume("utf-8:strict_utf8");
  const findings: SearchFindings = { matches: [], matchCount: 0, nulBytes: 0 };
  const scan = new SearchScan(
    reader,
    encoding,
    {
      matcher: new LogMatcher(text, options.ignoreCase),
      filter: new LineFilter({}),
      screen: new LogScreen("redact"),
      limit: options.limit,
      countOnly: options.countOnly,
      maxLine: options.maxLine ?? 2000,
    },
    { name: "log", file: undefined, reference: 0 },
    findings,
    { lines: 0 },
  );
  await run(reader, encoding, scan);
  return { findings, scan, reader };
}

const decode = (bytes: Buffer): string => decodeIllFormed(bytes).text;

describe("search", () => {
  it("finds, numbers and counts as the naive twin does, wherever the seams are", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytesOf,
        textOf,
        fc.boolean(),
        fc.record({
          engine: fc.nat(1),
          sizes: sizesOf,
          step: fc.integer({ min: 1, max: 50 }),
          sized: fc.boolean(),
        }),
        async (bytes, text, ignoreCase, how) => {
          const lines = naiveLines(bytes, decode);
          const expected = naiveMatches(lines, text, ignoreCase);
          const found = await search(bytes, text, { ignoreCase, limit: 1000, countOnly: false }, how);
          expect(found.scan.lines).toBe(lines.length);
          expect(found.findings.nulBytes).toBe(bytes.filter((byte) => byte === 0).length);
          expect(found.findings.matches.map((line) => line.lineNo)).toEqual(
            expected.map((line) => line.number),
          );
          for (const [index, line] of found.findings.matches.entries())
            if (!line.cut) expect(line.text).toBe(expected[index]?.text);
          expect(found.findings.matchCount).toBe(expected.length);
          const counted = await search(bytes, text, { ignoreCase, limit: 1, countOnly: true }, how);
          expect(counted.findings.matchCount).toBe(expected.length);
        },
      ),
      { numRuns: 50_000 },
    );
  }, 600_000);

  it("stops behind the line of the last match that is wanted", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytesOf,
        textOf,
        fc.integer({ min: 1, max: 4 }),
        fc.record({
          engine: fc.nat(1),
          sizes: sizesOf,
          step: fc.integer({ min: 1, max: 50 }),
          sized: fc.boolean(),
        }),
        async (bytes, text, limit, how) => {
          const lines = naiveLines(bytes, decode);
          const expected = naiveMatches(lines, text, false);
          const { findings, scan, reader } = await search(
            bytes,
            text,
            { ignoreCase: false, limit, countOnly: false },
            how,
          );
          expect(findings.matches.map((line) => line.lineNo)).toEqual(
            expected.slice(0, limit).map((line) => line.number),
          );
          const last = expected[limit - 1];
          if (last === undefined || scan.long !== undefined) return;
          const after = lines[last.number];
          expect(scan.lines).toBe(last.number);
          expect(reader.offset).toBe(after === undefined ? bytes.length : after.offset);
        },
      ),
      { numRuns: 20_000 },
    );
  }, 600_000);
});

describe("wide units", () => {
  it("are found and numbered as the naive twin does in UTF-16 and UTF-32, wherever the seams are", async () => {
    const text = fc
      .array(fc.constantFrom("a", "ж", "жа", "\n", "\r\n", "\u0a0a", "\u0a00", "\u000b", "😀", "ab"), {
        maxLength: 60,
      })
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom("ж", "а", "жа", "😀", "\u0a0a", "ab"),
        fc.constantFrom("utf-16le", "utf-16be", "utf-32le", "utf-32be"),
        fc.boolean(),
        fc.record({
          engine: fc.nat(1),
          sizes: sizesOf,
          step: fc.integer({ min: 1, max: 50 }),
          sized: fc.boolean(),
        }),
        async (content, wanted, name, ignoreCase, { engine, sizes, step, sized }) => {
          const kernel = ENGINES[engine] ?? script;
          const bytes = encoded(content, name);
          const encoding = new LogEncoding();
          await encoding.resume(`${name}:bom`);
          const reader = new LineReader(kernel, memoryStream(bytes, step, sized), endless(), {
            sizes: { ...sizes, lookahead: 16, overlap: 16 },
          });
          reader.shape = encoding.shape;
          const findings: SearchFindings = { matches: [], matchCount: 0, nulBytes: 0 };
          const options = {
            matcher: new LogMatcher(wanted, ignoreCase),
            filter: new LineFilter({}),
            screen: new LogScreen("redact"),
            limit: 1000,
            countOnly: false,
            maxLine: 2000,
          };
          const about = { name: "log", file: undefined, reference: 0 };
          const scan = new SearchScan(reader, encoding, options, about, findings, { lines: 0 });
          await run(reader, encoding, scan);
          const lines = content === "" ? [] : content.replace(/\n$/, "").split("\n");
          const expected = lines.flatMap((line, index) => (line.includes(wanted) ? [index + 1] : []));
          expect(findings.matches.map((line) => line.lineNo)).toEqual(expected);
          expect(scan.lines).toBe(lines.length);
        },
      ),
      { numRuns: 10_000 },
    );
  }, 300_000);
});

it("numbers and offsets beyond 2^32 stay exact", async () => {
  const start = 2 ** 33 + 2;
  const lines = 2 ** 32 + 7;
  const bytes = Buffer.from("a\nneedle\nb\nneedle");
  const stream = memoryStream(bytes, 5, true);
  const far: LogStream = {
    get position() {
      return stream.position + start;
    },
    size: bytes.length + start,
    damage: undefined,
    next: (buffer) => stream.next(buffer),
    close: () => undefined,
  };
  const reader = new LineReader(script, far, endless());
  const findings: SearchFindings = { matches: [], matchCount: 0, nulBytes: 0 };
  const options = {
    matcher: new LogMatcher("needle", false),
    filter: new LineFilter({}),
    screen: new LogScreen("off"),
    limit: 1,
    countOnly: false,
    maxLine: 2000,
  };
  const about = { name: "log", file: undefined, reference: 0 };
  const encoding = new LogEncoding();
  const scan = new SearchScan(reader, encoding, options, about, findings, { lines });
  await run(reader, encoding, scan);
  expect(findings.matches[0]?.lineNo).toBe(lines + 2);
  expect(scan.lines).toBe(lines + 2);
  expect(reader.offset).toBe(start + "a\nneedle\n".length);
});

describe("levels", () => {
  it("counts as the naive twin does, wherever the seams are", async () => {
    await fc.assert(
      fc.asyncProperty(
        bytesOf,
        fc.record({
          engine: fc.nat(1),
          sizes: sizesOf,
          step: fc.integer({ min: 1, max: 50 }),
          sized: fc.boolean(),
        }),
        async (bytes, how) => {
          const kernel = ENGINES[how.engine] ?? script;
          if (kernel === undefined) throw new Error("no engine");
          const reader = new LineReader(kernel, memoryStream(bytes, how.step, how.sized), endless(), {
            sizes: how.sizes,
          });
          const counts = noLevels();
          const encoding = new LogEncoding();
          const scan = new LevelsScan(reader, encoding, new LineFilter({}), counts, 0, { lines: 0 });
          await run(reader, encoding, scan);
          // Where a line came in parts only its first bytes decide; here they hold the header, or none.
          const lines = naiveLines(bytes, (line) => line.toString("latin1"));
          expect(scan.lines).toBe(lines.length);
          expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(lines.length);
          if (lines.every((line) => line.text.length < how.sizes.lineMax))
            expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))).toEqual(
              naiveLevels(lines),
            );
        },
      ),
      { numRuns: 30_000 },
    );
  }, 600_000);

  it("answers from headers that it has seen as it would without them", async () => {
    const time = fc.constantFrom(
      "2026-04-01 10:00:00,1",
      "2027-11-30 23:59:59,999",
      "10:00",
      "[12:00:01]",
      "1/1/26",
      "081109 203615",
    );
    const word = fc.constantFrom(
      "INFO",
      "ERROR",
      "WARN",
      "WARN ",
      "INFOS",
      "[error]",
      "[main]",
      "[w-12]",
      "info",
      "host",
      "found",
      "a.b.C",
      "-",
      "|",
      "x:",
      "level=warn",
      "7",
      "'q'",
    );
    const header = fc
      .tuple(fc.oneof(time, word), fc.array(word, { maxLength: 4 }), fc.constantFrom(" ", "  ", "\t", " | "))
      .map(([first, rest, gap]) => [first, ...rest].join(gap));
    await fc.assert(
      fc.asyncProperty(fc.array(header, { minLength: 1, maxLength: 30 }), async (lines) => {
        const bytes = Buffer.from(`${lines.join("\n")}\n`);
        const reader = new LineReader(script, memoryStream(bytes, 1000, true), endless());
        const counts = noLevels();
        const scan = new LevelsScan(reader, new LogEncoding(), new LineFilter({}), counts, 0, { lines: 0 });
        await run(reader, new LogEncoding(), scan);
        expect(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))).toEqual(
          naiveLevels(naiveLines(bytes, (line) => line.toString("latin1"))),
        );
      }),
      { numRuns: 20_000 },
    );
  }, 300_000);
});
