/** The skim against the ordinary way: whatever the file and wherever blocks begin, both give the same. */

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Meter } from "../../../src/model/budget.ts";
import type { SecretPolicy } from "../../../src/model/answer.ts";
import type { DocumentFacts } from "../../../src/model/unit.ts";
import { textExtractor } from "../../../src/formats/text/extractor.ts";
import { ContainsCollector } from "../../../src/reading/collect/contains.ts";
import { createKernel } from "../../../src/reading/kernel/create-kernel.ts";
import { compileNeedle } from "../../../src/reading/matching/needle.ts";
import { createScreener } from "../../../src/reading/screening/screener.ts";
import { SKIM_SIZES, skimBytes, skimLines } from "../../../src/reading/skim/skim.ts";
import type { SkimBatch, SkimSizes } from "../../../src/reading/skim/skim.ts";
import { SkimGivenUp } from "../../../src/reading/skim/trigger.ts";
import { createFileService } from "../../../src/services/files.ts";
import { memorySource } from "../../support/extract.ts";
import { draw, keyBody, BASE62 } from "../screening/draw.ts";
import { jwt, POSITIVES, privateKey, seeded, textOf } from "../screening/positives.ts";

interface Asked {
  readonly contains: string;
  readonly context: number;
  readonly maxChars: number;
  readonly policy: SecretPolicy;
  readonly encoding?: string;
}

const signal = new AbortController().signal;
const meter = new Meter({ signal, ms: 600_000 });
const kernel = createKernel("wasm", skimBytes(SKIM_SIZES))!;

/** What the reader makes of batches, and how many stretches were passed over. */
async function gather(batches: AsyncIterable<SkimBatch>, asked: Asked) {
  const screener = createScreener(asked.policy);
  const needle = compileNeedle(asked.contains);
  const collector = new ContainsCollector(needle, asked.contains.length, asked.context, asked.maxChars);
  let facts: DocumentFacts = {};
  let counted = 0;
  let total: number | undefined;
  let units = 0;
  const gaps = [];
  for await (const batch of batches) {
    if (batch.skipped === true) {
      collector.take(screener.break());
      collector.break();
    }
    collector.take(screener.push(batch.units));
    units += batch.units.length;
    counted += batch.counted;
    total = batch.total ?? total;
    gaps.push(...(batch.gaps ?? []));
    facts = { ...facts, ...batch.facts };
  }
  let refused: unknown;
  try {
    collector.take(screener.finish());
  } catch (error) {
    refused = String(error);
  }
  const { found, findings } = screener;
  return {
    units,
    result: { collected: collector.finish(), found, findings, facts, counted, total, gaps, refused },
  };
}

const encodingOf = ({ encoding }: Asked): { encoding?: string } =>
  encoding === undefined ? {} : { encoding };

const ordinary = (bytes: Uint8Array, asked: Asked) =>
  gather(textExtractor.extract(memorySource(bytes, "a.log"), { signal, meter, ...encodingOf(asked) }), asked);

const skim = (bytes: Uint8Array, asked: Asked, sizes: SkimSizes, chunk?: number) =>
  gather(
    skimLines(memorySource(bytes, "a.log", chunk), {
      signal,
      meter,
      ...encodingOf(asked),
      needle: compileNeedle(asked.contains),
      context: asked.context,
      screened: asked.policy !== "off",
      kernel,
      sizes,
    }),
    asked,
  );

/** Undefined where the skim gave up. */
async function skimOrNot(bytes: Uint8Array, asked: Asked, sizes: SkimSizes, chunk?: number) {
  try {
    return await skim(bytes, asked, sizes, chunk);
  } catch (error) {
    if (error instanceof SkimGivenUp) return undefined;
    throw error;
  }
}

const ASKED: Asked = { contains: "zebra crossing", context: 2, maxChars: 20_000, policy: "redact" };
const SMALL: SkimSizes = { block: 1024, lookBack: 12_000, keyBytes: 3000 };

/** Plain lines of a log, with nothing that is looked for. */
const plain = (seed: number, count: number): string[] => {
  const random = seeded(seed);
  return Array.from(
    { length: count },
    (_, index) =>
      `2027-03-02 01:01:${index % 60} INFO req=${draw(random, "0123456789abcdef", 8)} ${draw(random, "aeinorst  ", random(90))}`,
  );
};

const NEAR = [
  "zebra crossing",
  "Zebra  Crossing ahead",
  "a zebra\ncrossing there",
  "a zebra cross-\ning there",
  "ze-\nbra crossing",
  "zebra cros\u00ADsing",
  "zebra\u00A0crossing",
  "\uFF5Aebra cross\uFF49ng",
  "zebra cro\u017F\u017Fing",
  "zebra cr\u200Bossing",
  "zebra   \n\n\n   crossing",
  "crossing",
  "zebra",
  "a cross",
  "CROSSING ZEBRA",
  "crossing crossing crossing zebra crossing",
  "ends in a hyphen-",
  "----------",
  "zebra cross-\r\ning",
  "zebra crossing\0",
  "\u2018quoted\u2019 \u2026 fi \uFB01 office \uFB03",
  "gr\u00FC\u00DFe \u0416\u0438\u0437\u043D\u044C \u6F22\u5B57 \u{1F600}",
  "a lone \r in the line",
  "password: hunter2",
  "the token is missing, see https://example.org/x?y and mail a@b.example",
  "secret\ntoken\npassword",
  "",
  "   ",
  "\tat com.example.Main(Main.java:1)",
  "[REDACTED jwt]",
  "eyJ is no token",
  "PRIVATE KEY is only mentioned",
];

const line = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.nat(1_000_000), fc.integer({ min: 1, max: 120 }))
      .map(([seed, count]) => plain(seed, count).join("\n")),
  },
  { weight: 5, arbitrary: fc.constantFrom(...NEAR) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(POSITIVES.length - 1), fc.nat(10_000)).map(([index, seed]) => {
      const random = seeded(seed);
      const text = textOf(POSITIVES[index]!.make(random));
      const at = random(text.length);
      // As it is, or wrapped in the middle of it.
      return random(3) === 0 ? `${text.slice(0, at)}\n${text.slice(at)}` : `x ${text} y`;
    }),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.nat(10_000), fc.nat(3)).map(([seed, kind]) => {
      const random = seeded(seed);
      const key = privateKey(random, "RSA PRIVATE KEY", 5 + random(40));
      if (kind === 0) return key;
      if (kind === 1) return key.replaceAll("\n", "\\n");
      if (kind === 2) return `${keyBody(random, 10 + random(30), "\n")}\n-----END PRIVATE KEY-----`;
      return `Authorization: ${jwt(random)}`;
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(10_000), fc.integer({ min: 100, max: 900 }))
      .map(([seed, length]) => draw(seeded(seed), `${BASE62} =:/@`, length)),
  },
);

const file = fc.record({
  parts: fc.array(line, { minLength: 5, maxLength: 40 }),
  lineEnd: fc.constantFrom("\n", "\n", "\r\n", "mixed"),
  broken: fc.constantFrom("", "", "", "", "", "", "\xFF", "\xC3"),
  brokenAt: fc.nat(30_000),
  unterminated: fc.boolean(),
  bom: fc.constantFrom(false, false, false, true),
});

function bytesOf(drawn: typeof file extends fc.Arbitrary<infer T> ? T : never): Uint8Array {
  const joined = drawn.parts.join("\n") + (drawn.unterminated ? "" : "\n");
  let count = 0;
  const ended =
    drawn.lineEnd === "\n"
      ? joined
      : joined.replaceAll(/\r?\n/g, (end) =>
          drawn.lineEnd === "\r\n" || (count++ & 1) === 0 ? "\r\n" : end,
        );
  const bytes = Buffer.from((drawn.bom ? "\uFEFF" : "") + ended, "utf8");
  const at = Math.min(drawn.brokenAt, bytes.length);
  return drawn.broken === ""
    ? bytes
    : Buffer.concat([bytes.subarray(0, at), Buffer.from(drawn.broken, "latin1"), bytes.subarray(at)]);
}

const asked = fc.record({
  contains: fc.constantFrom("zebra crossing", "zebra crossing", "crossing", "redacted", "office", "a-b", "e"),
  context: fc.constantFrom(0, 1, 2, 5),
  maxChars: fc.constantFrom(500, 45_000),
  policy: fc.constantFrom<SecretPolicy>("redact", "redact", "redact", "report", "refuse", "off"),
});

const sizes = fc.record({
  block: fc.constantFrom(300, 700, 1024, 2000, 4096),
  lookBack: fc.constantFrom(6000, 12_000),
  keyBytes: fc.constant(3000),
});

describe("skimmed and read in the ordinary way", () => {
  it("gives the same for any file, wherever blocks begin", { timeout: 300_000 }, async () => {
    let runs = 0;
    let whole = 0;
    let passed = 0;
    await fc.assert(
      fc.asyncProperty(
        file,
        asked,
        sizes,
        fc.constantFrom(undefined, 100, 977),
        async (drawn, want, with_, chunk) => {
          const bytes = bytesOf(drawn);
          runs += 1;
          const skimmed = await skimOrNot(bytes, want, with_, chunk);
          if (skimmed === undefined) return;
          whole += 1;
          const read = await ordinary(bytes, want);
          if (skimmed.units < read.units / 2) passed += 1;
          expect(skimmed.result).toEqual(read.result);
        },
      ),
      { numRuns: 3200 },
    );
    // Had it given up or read everything, nothing would have been shown.
    expect(whole).toBeGreaterThan(runs / 3);
    expect(passed).toBeGreaterThan(runs / 20);
  });
});

const lines = (count: number, special: Readonly<Record<number, string>>): Buffer =>
  Buffer.from(
    plain(7, count)
      .map((text, index) => special[index + 1] ?? text)
      .join("\n") + "\n",
  );

describe("what is passed over and what is not", () => {
  it("gives units only around hits and secrets, with their true numbers", async () => {
    const token = textOf(POSITIVES[0]!.make(seeded(3)));
    const bytes = lines(2000, { 700: "a Zebra", 701: "crossing", 1500: `x ${token} y` });
    const skimmed = await skim(bytes, ASKED, SMALL);
    expect(skimmed.units).toBeLessThan(400);
    expect(skimmed.result).toEqual((await ordinary(bytes, ASKED)).result);
    expect(skimmed.result.collected.passages.map(({ at }) => at)).toEqual([
      { kind: "line", line: 698, endLine: 699 },
      { kind: "line", line: 700, endLine: 701 },
      { kind: "line", line: 702, endLine: 703 },
    ]);
    expect(skimmed.result.findings).toMatchObject([{ at: { kind: "line", line: 1500 } }]);
  });

  it("reads no unit of a text with everyday words that are no secrets", async () => {
    const bytes = lines(2000, {
      50: "the token is gone",
      900: "password: see mail a@b.example",
      1400: "secret",
    });
    const skimmed = await skim(bytes, ASKED, { ...SMALL, block: 65_536 });
    expect(skimmed.units).toBe(0);
    expect(skimmed.result).toEqual((await ordinary(bytes, ASKED)).result);
  });

  it("finds a private key that runs over many blocks as one", async () => {
    const key = privateKey(seeded(5), "RSA PRIVATE KEY", 30);
    const bytes = lines(1500, { 600: key });
    const skimmed = await skim(bytes, ASKED, SMALL);
    expect(skimmed.result.found).toBe(1);
    expect(skimmed.result).toEqual((await ordinary(bytes, ASKED)).result);
  });

  it.each<[string, Uint8Array, Partial<Asked>]>([
    ["UTF-16", Buffer.from("\uFEFFzebra\n".repeat(400), "utf16le"), {}],
    ["UTF-16 without a mark", Buffer.from("zebra\n".repeat(400), "utf16le"), {}],
    ["an ill-formed byte", Buffer.concat([lines(400, {}), Buffer.from([0xff, 10])]), {}],
    ["another encoding asked for", lines(400, {}), { encoding: "windows-1252" }],
    ["lone CR line ends", Buffer.from("zebra\r".repeat(400)), {}],
    ["a file without LF", Buffer.from("zebra ".repeat(10)), {}],
    ["a line longer than a block", Buffer.from(`a\n${"b".repeat(4000)}\nc\n`), {}],
    ["an escape of ISO-2022-JP", lines(400, { 300: "\x1b$B$3\x1b(B" }), {}],
  ])("gives up: %s", async (_, bytes, asks) => {
    expect(await skimOrNot(bytes, { ...ASKED, ...asks }, SMALL)).toBeUndefined();
  });

  it("takes UTF-8 with a mark, asked for, or beyond ASCII", async () => {
    for (const [bytes, asks] of [
      [Buffer.concat([Buffer.from("\uFEFF"), lines(500, { 300: "zebra crossing" })]), {}],
      [lines(500, { 300: "zebra crossing" }), { encoding: "utf-8" }],
      [lines(500, { 200: "\u{1F993} gr\xFCn", 300: "zebra crossing" }), {}],
    ] as const) {
      const skimmed = await skim(bytes, { ...ASKED, ...asks }, SMALL);
      expect(skimmed.units).toBeLessThan(200);
      expect(skimmed.result).toEqual((await ordinary(bytes, { ...ASKED, ...asks })).result);
    }
  });
});

describe("through the reader", () => {
  it("a large file, and one that has to be started over", async () => {
    const folder = mkdtempSync(join(tmpdir(), "skim-"));
    const service = createFileService();
    try {
      const big = Buffer.concat([lines(30_000, { 20_000: "a zebra crossing", 25_000: "zebra\0crossing" })]);
      expect(big.length).toBeGreaterThan(2 * 1024 * 1024);
      for (const bytes of [big, Buffer.concat([big, Buffer.from("\xFF zebra crossing\n", "latin1")])]) {
        writeFileSync(join(folder, "a.log"), bytes);
        const answer = await service.read([{ path: join(folder, "a.log"), contains: ASKED.contains }]);
        const { result } = await ordinary(bytes, ASKED);
        expect(answer.entries).toMatchObject([
          {
            ok: true,
            passages: result.collected.passages,
            matchCount: result.collected.matchCount,
            encoding: result.facts.encoding,
            lineEnds: "lf",
            flags: result.facts.flags,
            coverage: { unit: "line", read: result.total, total: result.total },
            version: { sha256: createHash("sha256").update(bytes).digest("hex") },
          },
        ]);
      }
    } finally {
      service.close();
      rmSync(folder, { recursive: true });
    }
  });
});
