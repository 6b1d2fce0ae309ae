import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { engine, EngineFault } from "../../../src/formats/pdf/engine/engine.ts";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import { LIMITS, Meter } from "../../../src/model/budget.ts";
import { CancelledError, ReadbackError } from "../../../src/model/errors.ts";
import type { ByteSource, ExtractOptions, UnitBatch } from "../../../src/model/unit.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import { pagesFile, textContent } from "../../support/pdf-writer.ts";

const numbered = (count: number): Buffer =>
  pagesFile(Array.from({ length: count }, (_, index) => ({ content: textContent([`Page ${index + 1}`]) })));

/** A source that is not held in memory, and what was read of it. */
function unheld(bytes: Uint8Array): ByteSource & { readonly reads: [position: number, length: number][] } {
  const reads: [number, number][] = [];
  const window = new Uint8Array(1024 * 1024 * 80);
  return {
    size: bytes.length,
    name: "large.pdf",
    bytes: undefined,
    reads,
    readSync: (position, length) => {
      reads.push([position, length]);
      const part = bytes.subarray(position, Math.min(bytes.length, position + length));
      // The next read may write over this one's result.
      window.fill(0x58, 0, Math.min(window.length, 4096));
      window.set(part);
      return window.subarray(0, part.length);
    },
    *chunks() {
      yield bytes;
    },
  };
}

function options(signal: AbortSignal = new AbortController().signal): ExtractOptions {
  return { signal, meter: new Meter({ signal, ms: 30_000 }) };
}

async function texts(source: ByteSource): Promise<(string | null)[]> {
  return (await extractAll(pdfExtractor, source)).units.map((unit) => unit.text);
}

/** A call with a pointer beyond all memory: WebAssembly traps. */
function breakEngine(): void {
  expect(() => engine().run(() => engine().pdfium.FPDF_GetPageCount(0x7fff_fff0))).toThrow(EngineFault);
}

describe("batches", () => {
  it("one per page, with the total and the facts on the first", async () => {
    const batches: UnitBatch[] = [];
    for await (const batch of pdfExtractor.extract(memorySource(numbered(3)), options())) batches.push(batch);
    expect(batches.map(({ counted, total }) => ({ counted, total }))).toEqual([
      { counted: 1, total: 3 },
      { counted: 1, total: undefined },
      { counted: 1, total: undefined },
    ]);
    expect(batches[0]?.facts).toEqual({ flags: [] });
  });

  it("only the pages asked for, each once and in order", async () => {
    const ask = async (...ranges: [number, number][]): Promise<unknown> => {
      const read = await extractAll(pdfExtractor, memorySource(numbered(9)), {
        selection: { kind: "pages", ranges: ranges.map(([from, to]) => ({ from, to })) },
      });
      return [
        read.units.map((unit) => (unit.at.kind === "page" ? unit.at.page : 0)),
        read.counted,
        read.total,
      ];
    };
    expect(await ask([3, 4])).toEqual([[3, 4], 2, 9]);
    expect(await ask([8, 20], [1, 1], [8, 8])).toEqual([[1, 8, 9], 3, 9]);
    expect(await ask([10, 12])).toEqual([[], 0, 9]);
  });

  it("three thousand pages", async () => {
    const read = await extractAll(pdfExtractor, memorySource(numbered(3000)));
    expect(read.counted).toBe(3000);
    expect(read.units[2776]).toMatchObject({ at: { page: 2777 }, text: "Page 2777" });
  });

  it("printed labels beside physical numbers, left out where they are the same", async () => {
    const pages = Array.from({ length: 7 }, () => ({ content: textContent(["x"]) }));
    const catalog =
      "/PageLabels << /Nums [0 << /S /r >> 2 << /S /D /St 3 >> 4 << /S /A /P (App. ) >> 5 << /S /D /St 1 >>] >>";
    const { units } = await extractAll(pdfExtractor, memorySource(pagesFile(pages, {}, { catalog })));
    expect(units.map((unit) => (unit.at.kind === "page" ? [unit.at.page, unit.at.label] : []))).toEqual([
      [1, "i"],
      [2, "ii"],
      [3, undefined],
      [4, undefined],
      [5, "App. A"],
      [6, "1"],
      [7, "2"],
    ]);
  });
});

describe("the engine", () => {
  it("has every function that is asked of it", () => {
    const source = readFileSync(
      new URL("../../../src/formats/pdf/engine/pdfium.ts", import.meta.url),
      "utf8",
    );
    const names = [...source.matchAll(/\b(?:E?FPDF|PDFiumExt_)\w+(?=: \()/g)].map((match) => match[0]);
    expect(names.length).toBeGreaterThan(50);
    const exported = engine().pdfium as unknown as Record<string, unknown>;
    for (const name of names) expect(exported[name], name).toBeTypeOf("function");
  });

  it("that failed is replaced for the next document", async () => {
    const failed = engine();
    breakEngine();
    expect(failed.dead).toBe(true);
    expect(await texts(memorySource(numbered(1)))).toEqual(["Page 1"]);
    expect(engine()).not.toBe(failed);
  });

  it("that fails under an open document is replaced, and the reading goes on", async () => {
    const seen: (string | null | undefined)[] = [];
    for await (const batch of pdfExtractor.extract(memorySource(numbered(4)), options())) {
      seen.push(batch.units[0]?.text);
      if (seen.length === 2) breakEngine();
    }
    expect(seen).toEqual(["Page 1", "Page 2", "Page 3", "Page 4"]);
  });

  it("reads two documents in turns", async () => {
    const [a, b] = [numbered(5), pagesFile([{ content: textContent(["Other"]) }])].map((bytes) =>
      pdfExtractor.extract(memorySource(bytes), options())[Symbol.asyncIterator](),
    );
    const seen: (string | null | undefined)[] = [];
    for (const reader of [a, b, a, b, a, a, a, a]) {
      const step = await reader?.next();
      const batch = step?.done === true ? undefined : step?.value;
      if (batch !== undefined) seen.push(batch.units[0]?.text);
    }
    expect(seen).toEqual(["Page 1", "Other", "Page 2", "Page 3", "Page 4", "Page 5"]);
    expect(engine().openDocuments).toBe(0);
  });

  it("does not grow over many documents", async () => {
    const files = ["files/P29-form-values.pdf", "files/P38-hidden-layer.pdf", "real/R36-testPDF_rotated.pdf"];
    const round = async (): Promise<void> => {
      for (const file of files) await extractAll(pdfExtractor, fixture(`cases/${file}`));
    };
    for (let warm = 0; warm < 5; warm += 1) await round();
    const before = engine().memoryBytes;
    for (let again = 0; again < 40; again += 1) await round();
    expect(engine().memoryBytes).toBe(before);
    expect(engine().openDocuments).toBe(0);
  });

  it("writes nothing anywhere", async () => {
    const out = vi.spyOn(process.stdout, "write");
    const error = vi.spyOn(process.stderr, "write");
    try {
      await extractAll(pdfExtractor, memorySource(numbered(2)));
      await extractAll(pdfExtractor, fixture("cases/real/R14-REDHAT-1531897-0.pdf")).catch(() => undefined);
      expect(out.mock.calls.length + error.mock.calls.length).toBe(0);
    } finally {
      out.mockRestore();
      error.mockRestore();
    }
  });

  it("is given the memory that the limits leave it", async () => {
    const read = extractAll(pdfExtractor, memorySource(numbered(1)), {
      limits: { ...LIMITS, processBytes: 1024 },
    });
    // What is there already is not taken away; only growing is refused.
    await expect(read).resolves.toMatchObject({ counted: 1 });
  });
});

describe("ends", () => {
  it("an abandoned reading leaves nothing open", async () => {
    for await (const batch of pdfExtractor.extract(memorySource(numbered(5)), options())) {
      expect(batch.counted).toBe(1);
      break;
    }
    expect(engine().openDocuments).toBe(0);
  });

  it("a cancelled reading stops at the next page", async () => {
    const controller = new AbortController();
    let pages = 0;
    const reading = (async () => {
      for await (const batch of pdfExtractor.extract(
        memorySource(numbered(50)),
        options(controller.signal),
      )) {
        pages += batch.counted;
        if (pages === 2) controller.abort();
      }
    })();
    await expect(reading).rejects.toThrow(CancelledError);
    expect(pages).toBe(2);
    expect(engine().openDocuments).toBe(0);
  });

  it("a source that fails while reading passes its own error on", async () => {
    const bytes = numbered(3);
    const source = unheld(bytes);
    const failing: ByteSource = {
      ...source,
      readSync: (position, length) => {
        if (length > 64 && position > 0 && source.reads.length > 12)
          throw new ReadbackError("changed_during_read", "the file changed while it was read");
        return source.readSync(position, length);
      },
    };
    await expect(extractAll(pdfExtractor, failing)).rejects.toMatchObject({ code: "changed_during_read" });
    expect(await texts(memorySource(bytes))).toHaveLength(3);
  });

  it("a file beyond 4 GiB is refused before it is read", async () => {
    const source = unheld(numbered(1));
    const huge = { ...source, size: 2 ** 32 };
    await expect(extractAll(pdfExtractor, huge)).rejects.toMatchObject({ code: "too_large" });
    expect(source.reads).toEqual([]);
  });

  it("messages name no path and no content", async () => {
    for (const file of ["files/P09-user-password.pdf", "real/R14-REDHAT-1531897-0.pdf"]) {
      const error: unknown = await extractAll(pdfExtractor, fixture(`cases/${file}`)).catch(
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(ReadbackError);
      if (error instanceof ReadbackError) {
        expect(`${error.message} ${error.hint}`).not.toMatch(/\/|\.pdf|wasm|pdfium/i);
        expect(error.hint).toBeDefined();
      }
    }
  });
});

describe("files that are not held in memory", () => {
  it.each([
    "files/P07-aes256-empty-user.pdf",
    "files/P36-wrong-count.pdf",
    "real/R19-annotation-text-widget.pdf",
  ])("%s reads the same", async (file) => {
    const held = fixture(`cases/${file}`);
    const source = unheld(held.bytes ?? new Uint8Array());
    expect(await extractAll(pdfExtractor, source)).toEqual(await extractAll(pdfExtractor, held));
    for (const [position] of source.reads) expect(position).toBeLessThanOrEqual(source.size);
  });

  it("long ones are opened anew, and the engine's memory stays flat", async () => {
    const padding = `%${"x".repeat(5 * 1024 * 1024)}\n`;
    const bytes = pagesFile(
      Array.from({ length: 30 }, (_, index) => ({ content: padding + textContent([`Page ${index + 1}`]) })),
    );
    const source = unheld(bytes);
    const read = await texts(source);
    expect(read).toEqual(Array.from({ length: 30 }, (_, index) => `Page ${index + 1}`));
    expect(engine().memoryBytes).toBeLessThan(128 * 1024 * 1024);
    const openings = source.reads.filter(([position, length]) => position === 0 && length !== 1024).length;
    expect(openings).toBeGreaterThan(1);
  });
});
