import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import { readStructure } from "../../../src/formats/pdf/structure/structure.ts";
import type { PdfStructure } from "../../../src/formats/pdf/structure/structure.ts";
import { Lexer, PdfName, PdfReference, StructureProblem } from "../../../src/formats/pdf/structure/lexer.ts";
import { Meter } from "../../../src/model/budget.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import { FONT, pagesFile, pdfFile, stream, textContent } from "../../support/pdf-writer.ts";

function structureOf(bytes: Uint8Array): PdfStructure | undefined {
  const signal = new AbortController().signal;
  return readStructure(memorySource(bytes), new Meter({ signal, ms: 10_000 }));
}

/** The PNG predictor "up" over rows of `columns` bytes. */
function predictedUp(rows: Buffer, columns: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < rows.length; at += columns) {
    const row = Buffer.alloc(columns + 1);
    row[0] = 2;
    for (let column = 0; column < columns; column += 1)
      row[column + 1] = (rows[at + column] ?? 0) - (at === 0 ? 0 : (rows[at + column - columns] ?? 0));
    parts.push(row);
  }
  return Buffer.concat(parts);
}

/** A file of PDF 1.5 kind: all dictionaries in one object stream, a cross-reference stream with a predictor. */
function compressedFile(count: number, leaves: number, catalog = ""): Buffer {
  const inside: Record<number, string> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    2: `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: leaves }, (_, leaf) => `${10 + leaf * 2} 0 R`).join(" ")}] >>`,
    3: FONT,
    5: "<< /Type /OCG /Name (Layer) >>",
  };
  const parts: Buffer[] = [Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let size = parts[0]?.length ?? 0;
  const rows = new Map<number, [kind: number, a: number, b: number]>([[0, [0, 0, 255]]]);
  const add = (number: number, body: Buffer): void => {
    rows.set(number, [1, size, 0]);
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(part);
    size += part.length;
  };
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const number = 10 + leaf * 2;
    inside[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number + 1} 0 R >>`;
    add(number + 1, stream(textContent([`Leaf ${leaf + 1}`], 200), "", true));
  }
  const numbers = Object.keys(inside).map(Number);
  let table = "";
  let bodies = "";
  numbers.forEach((number, index) => {
    table += `${number} ${bodies.length} `;
    bodies += `${inside[number]}\n`;
    rows.set(number, [2, 4, index]);
  });
  add(4, stream(table + bodies, `/Type /ObjStm /N ${numbers.length} /First ${table.length}`, true));
  const last = Math.max(...rows.keys()) + 1;
  rows.set(last, [1, size, 0]);
  const entries = Buffer.alloc((last + 1) * 5);
  for (let number = 0; number <= last; number += 1) {
    const [kind, a, b] = rows.get(number) ?? [0, 0, 0];
    entries.writeUInt8(kind, number * 5);
    entries.writeUInt16BE(a, number * 5 + 1);
    entries.writeUInt16BE(b, number * 5 + 3);
  }
  const start = size;
  const deflated = deflateSync(predictedUp(entries, 5));
  parts.push(
    Buffer.from(
      `${last} 0 obj\n<< /Type /XRef /Size ${last + 1} /W [1 2 2] /Root 1 0 R /Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 5 >> /Length ${deflated.length} >>\nstream\n`,
    ),
    deflated,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}

describe("what the file says of itself", () => {
  it("classic, with bytes in front of the header", () => {
    const pages = [{ content: textContent(["A"]) }, { content: textContent(["B"]) }];
    expect(structureOf(pagesFile(pages))).toMatchObject({ leaves: [10, 12], declared: 2, layersOff: false });
    expect(structureOf(pagesFile(pages, {}, { before: "junk in front\n" }))).toMatchObject({
      leaves: [10, 12],
    });
  });

  it("object streams and a cross-reference stream", () => {
    expect(structureOf(compressedFile(3, 3))).toMatchObject({
      leaves: [10, 12, 14],
      declared: 3,
      corrections: [],
    });
  });

  it("an incremental update counts over what it replaces", () => {
    const first = pagesFile([{ content: textContent(["A"]) }, { content: textContent(["B"]) }]);
    const before = /startxref\s+(\d+)/.exec(first.toString("latin1"))?.[1] ?? "";
    const changed = "2 0 obj\n<< /Type /Pages /Kids [12 0 R] /Count 1 >>\nendobj\n";
    const update = `${changed}xref\n2 1\n${String(first.length).padStart(10, "0")} 00000 n \ntrailer\n<< /Size 14 /Root 1 0 R /Prev ${before} >>\nstartxref\n${first.length + changed.length}\n%%EOF\n`;
    expect(structureOf(Buffer.concat([first, Buffer.from(update)]))).toMatchObject({
      leaves: [12],
      declared: 1,
    });
  });

  it("nothing where the file is not plain: no guess, no error", () => {
    for (const file of ["P34-bad-startxref.pdf", "P09-user-password.pdf"])
      expect(() => structureOf(fixture(`cases/files/${file}`).bytes ?? new Uint8Array())).not.toThrow();
    expect(
      structureOf(fixture("cases/files/P34-bad-startxref.pdf").bytes ?? new Uint8Array()),
    ).toBeUndefined();
    for (const text of ["", "%PDF-1.4", "startxref 9", "startxref\n0\n%%EOF", "startxref\n99999\n%%EOF"])
      expect(structureOf(Buffer.from(text))).toBeUndefined();
  });

  it("a count inside an object stream that is too small is named, not lost", async () => {
    const { units, gaps, total, counted, facts } = await extractAll(
      pdfExtractor,
      memorySource(compressedFile(2, 4)),
    );
    expect(units.map((unit) => unit.text)).toEqual(["Leaf 1", "Leaf 2"]);
    expect({ total, counted, flags: facts.flags }).toEqual({
      total: 4,
      counted: 2,
      flags: ["page_count_mismatch"],
    });
    expect(gaps).toEqual([
      {
        reason: "not_extracted",
        extent: { unit: "page", from: 3, to: 4 },
        detail: "pages that the page tree holds but does not count",
      },
    ]);
  });

  it("a layer that is off is seen in an object stream too", () => {
    const layers = (off: string): string => `/OCProperties << /OCGs [5 0 R] /D << /OFF [${off}] >> >>`;
    expect(structureOf(compressedFile(1, 1, layers("5 0 R")))).toMatchObject({ layersOff: true });
    expect(structureOf(compressedFile(1, 1, layers("")))).toMatchObject({ layersOff: false });
  });
});

describe("content streams", () => {
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line} with words of its own, ${line * 7919}`);
  const withContent = (content: Buffer): Buffer =>
    pdfFile({
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [10 0 R] /Count 1 >>",
      3: FONT,
      10: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 11 0 R >>",
      11: content,
    });
  const damaged = [
    {
      reason: "damaged",
      at: { kind: "page", page: 1 },
      detail: "the page's content is damaged, and what was read may be a part of it",
    },
  ];
  const gapsOf = async (content: Buffer): Promise<unknown> =>
    (await extractAll(pdfExtractor, memorySource(withContent(content)))).gaps;

  it("that are whole are no gap", async () => {
    expect(await gapsOf(stream(textContent(lines), "", true))).toEqual([]);
    expect(await gapsOf(stream(textContent(lines)))).toEqual([]);
  });

  it("with changed bytes are a gap wherever the change is", async () => {
    const whole = stream(textContent(lines), "", true);
    const start = whole.indexOf("stream\n") + 7;
    const end = whole.lastIndexOf("\nendstream");
    for (let at = start + 10; at < end; at += Math.floor((end - start) / 12)) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      expect(await gapsOf(changed), `byte ${at - start}`).toEqual(damaged);
    }
  });

  it("that are cut are a gap, a wrong length alone is none", async () => {
    const deflated = deflateSync(Buffer.from(textContent(lines)));
    const written = (bytes: Buffer, length: number): Buffer =>
      Buffer.concat([
        Buffer.from(`<< /Length ${length} /Filter /FlateDecode >>\nstream\n`),
        bytes,
        Buffer.from("\nendstream"),
      ]);
    const half = deflated.subarray(0, deflated.length / 2);
    expect(await gapsOf(written(half, half.length))).toEqual(damaged);
    expect(await gapsOf(written(deflated, deflated.length - 20))).toEqual([]);
    expect(await gapsOf(written(deflated, 99_999_999))).toEqual([]);
  });
});

describe("the lexer", () => {
  const read = (text: string): unknown => new Lexer(Buffer.from(text, "latin1")).value();

  it("reads the objects of the format", () => {
    expect(read("[1 -2.5 +.5 true null]")).toEqual([1, -2.5, 0.5, true, null]);
    expect(read("[12 0 R 3 4]")).toEqual([new PdfReference(12), 3, 4]);
    expect(read("[0 0 595 842]")).toEqual([0, 0, 595, 842]);
    expect(read("/A#20b#2F")).toEqual(new PdfName("A b/"));
    expect(read("[(a (nested) \\) string) <0A> /X]")).toEqual(["string", "string", new PdfName("X")]);
    expect(read("<< /K % a comment\n [1] /L<</M/N>> >>")).toEqual(
      new Map<string, unknown>([
        ["K", [1]],
        ["L", new Map([["M", new PdfName("N")]])],
      ]),
    );
  });

  it.each(["", "<<", "[1 2", "(open", "<0A", "<< 1 2 >>", "wrong", "[".repeat(100), "1 0 obj"])(
    "refuses or reads %s without guessing on",
    (text) => {
      if (text === "1 0 obj") expect(read(text)).toBe(1);
      else expect(() => read(text)).toThrow(StructureProblem);
    },
  );
});
