import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import { LIMITS } from "../../../src/model/budget.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";
import { PDF_BOMBS } from "../../support/pdf-bombs.ts";
import { pagesFile, textContent } from "../../support/pdf-writer.ts";

/** The reading, or the code of its error; anything without a code fails the test. */
async function outcome(bytes: Uint8Array): Promise<Extracted | string> {
  try {
    return await extractAll(pdfExtractor, memorySource(bytes));
  } catch (error) {
    if (error instanceof ReadbackError && error.code !== "internal") return error.code;
    throw error;
  }
}

/** Each page counted is text, blank or a gap; none is made up. */
function expectHonest(read: Extracted | string): void {
  if (typeof read === "string") {
    expect(["damaged", "encrypted", "limit_exceeded", "too_large"]).toContain(read);
    return;
  }
  expect(read.counted).toBeGreaterThan(0);
  expect(read.total).toBeGreaterThanOrEqual(read.counted);
  for (const unit of read.units) {
    expect(unit.text).not.toMatch(/\p{Surrogate}|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/u);
    expect(unit.at.kind === "page" && unit.at.page <= read.counted).toBe(true);
  }
}

describe("bombs", () => {
  it.each(PDF_BOMBS.filter((bomb) => bomb.ends !== "endless"))(
    "$name ends: $ends",
    async ({ ends, make }) => {
      const read = await outcome(make());
      if (ends === "read") expectHonest(read);
      expect(typeof read === "string" ? read : "read").toBe(ends);
    },
  );

  it("the document after a bomb is read", async () => {
    const bomb = PDF_BOMBS.find((one) => one.ends === "limit_exceeded");
    expect(await outcome(bomb?.make() ?? new Uint8Array())).toBe("limit_exceeded");
    const next = await outcome(pagesFile([{ content: textContent(["After"]) }]));
    expect(next).toMatchObject({ units: [{ text: "After" }], gaps: [] });
  });

  it("characters handed out are counted", async () => {
    const bytes = pagesFile(Array.from({ length: 20 }, () => ({ content: textContent(["0123456789"]) })));
    const read = extractAll(pdfExtractor, memorySource(bytes), {
      limits: { ...LIMITS, extractedChars: 100 },
    });
    await expect(read).rejects.toMatchObject({ code: "limit_exceeded" });
    const long = extractAll(pdfExtractor, memorySource(bytes), {
      limits: { ...LIMITS, textNodeChars: 5 },
    });
    await expect(long).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});

const WHOLE = [
  "files/P01-page-labels.pdf",
  "files/P10-aes128-empty-user.pdf",
  "files/P29-form-values.pdf",
  "files/P38-hidden-layer.pdf",
  "real/R08-ArabicCIDTrueType.pdf",
  "real/R22-attachment.pdf",
];

describe("cut files", () => {
  it("a file whose end is missing is never read as complete", async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `Line ${index}`);
    const bytes = pagesFile(Array.from({ length: 3 }, () => ({ content: textContent(lines) })));
    for (let end = bytes.length - 40; end > 400; end -= 97) {
      const read = await outcome(bytes.subarray(0, end));
      if (typeof read === "string") expect(read).toBe("damaged");
      else expect(read.gaps).not.toEqual([]);
    }
  });

  it.each(WHOLE)("every cut of %s is a coded error or an honest reading", async (file) => {
    const bytes = fixture(`cases/${file}`).bytes ?? new Uint8Array();
    const step = Math.max(1, Math.floor(bytes.length / 60));
    for (let end = 0; end < bytes.length; end += step) expectHonest(await outcome(bytes.subarray(0, end)));
    for (let end = bytes.length - 30; end < bytes.length; end += 1)
      expectHonest(await outcome(bytes.subarray(0, end)));
  });

  it("nothing at all, a header alone and other formats are damaged", async () => {
    for (const text of ["", "%PDF-1.7\n", "PK\u0003\u0004", "<html></html>", "\0".repeat(5000)])
      expect(await outcome(Buffer.from(text))).toBe("damaged");
  });
});

describe("changed bytes", () => {
  it.each(WHOLE)("of %s never lead to an uncoded error or a made-up page", async (file) => {
    const original = fixture(`cases/${file}`).bytes ?? new Uint8Array();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 }),
        async (changes) => {
          const bytes = original.slice();
          for (const [at, value] of changes) bytes[at] = value;
          expectHonest(await outcome(bytes));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("digits and references changed inside a plain file", async () => {
    const original = pagesFile([
      { content: textContent(["First"]) },
      { content: textContent(["Second"]) },
    ]).toString("latin1");
    const places = [...original.matchAll(/\d+/g)].map((match) => ({
      at: match.index,
      length: match[0].length,
    }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.constantFrom("0", "1", "2", "10", "99", "4294967295", "-1", "99999999999999999999"),
        async ({ at, length }, value) => {
          const text = original.slice(0, at) + value + original.slice(at + length);
          expectHonest(await outcome(Buffer.from(text, "latin1")));
        },
      ),
      { numRuns: 150 },
    );
  });
});
