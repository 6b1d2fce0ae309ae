import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockName, inBlock } from "../../../src/formats/xlsx/cell-address.ts";
import { scanMerges } from "../../../src/formats/xlsx/merge-scan.ts";
import { Merges } from "../../../src/formats/xlsx/merges.ts";
import { XmlReader } from "../../../src/formats/container/xml.ts";
import { Meter } from "../../../src/model/budget.ts";
import type { CellBlock } from "../../../src/model/unit.ts";
import { NAMESPACES } from "./workbook-file.ts";

/** Blocks that do not overlap: those of a random list that fit beside the ones before. */
const blocks = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((list) => {
    const kept: CellBlock[] = [];
    for (const [fromRow, fromColumn, height, width] of list) {
      const block = { fromRow, fromColumn, toRow: fromRow + height, toColumn: fromColumn + width };
      const free = kept.every(
        (other) =>
          other.toRow < block.fromRow ||
          block.toRow < other.fromRow ||
          other.toColumn < block.fromColumn ||
          block.toColumn < other.fromColumn,
      );
      if (free && height + width > 0) kept.push(block);
    }
    return kept;
  });

describe("merges", () => {
  it("are found as by looking at each, in whatever order cells come", () => {
    const cells = fc.array(fc.tuple(fc.integer({ min: 1, max: 17 }), fc.integer({ min: 1, max: 17 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(blocks, cells, (list, asked) => {
        const merges = new Merges();
        for (const block of list) merges.add(blockName(block));
        for (const [row, column] of asked)
          expect(merges.at(row, column)).toEqual(list.find((block) => inBlock(block, row, column)));
      }),
    );
  });

  it("that are none, or one cell, are left out", () => {
    const merges = new Merges();
    for (const reference of ["", "A1", "A1:A1", "A:C", "A1:XFE2", "nonsense"]) merges.add(reference);
    expect(merges.size).toBe(0);
  });
});

const options = () => {
  const { signal } = new AbortController();
  return { signal, meter: new Meter({ signal, ms: 30_000 }) };
};

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function parsedMerges(bytes: Buffer): string[] | "damaged" {
  const found: string[] = [];
  let inside = false;
  const reader = new XmlReader(
    {
      open: (name, attributes) => {
        if (name === "sheetData") inside = true;
        if (name === "mergeCell" && !inside) found.push(attributes["ref"] ?? "");
      },
      close: (name) => {
        if (name === "sheetData") inside = false;
      },
    },
    options(),
    "part",
  );
  try {
    reader.write(bytes);
    reader.end();
  } catch {
    return "damaged";
  }
  return found;
}

async function scannedMerges(bytes: Buffer, size: number): Promise<string[] | "damaged"> {
  try {
    const merges = await scanMerges(() => inChunks(bytes, size), options(), "part");
    const found: string[] = [];
    for (let row = 1; row <= 9; row += 1) {
      const block = merges.at(row, 1);
      if (block?.fromRow === row) found.push(blockName(block));
    }
    return found;
  } catch {
    return "damaged";
  }
}

const MERGES = '<mergeCells><mergeCell ref="A1:B2"/><mergeCell ref="A5:A6"/></mergeCells>';

describe("the merges of a sheet, before its cells are read", () => {
  it.each([
    [
      "plain",
      `<worksheet ${NAMESPACES}><sheetData><row><c><v>1</v></c></row></sheetData>${MERGES}</worksheet>`,
    ],
    ["no cells", `<worksheet ${NAMESPACES}><sheetData/>${MERGES}</worksheet>`],
    ["no data at all", `<worksheet ${NAMESPACES}>${MERGES}</worksheet>`],
    [
      "with a prefix",
      `<x:worksheet xmlns:x="u"><x:sheetData><x:row/></x:sheetData>${MERGES.replaceAll("<m", "<x:m").replaceAll("</m", "</x:m")}</x:worksheet>`,
    ],
    [
      "the end in a text",
      `<worksheet ${NAMESPACES}><sheetData><c><v>sheetData></v></c></sheetData>${MERGES}</worksheet>`,
    ],
    [
      "the end in a comment",
      `<worksheet ${NAMESPACES}><sheetData><!-- </sheetData> --><c/></sheetData>${MERGES}</worksheet>`,
    ],
    [
      "the end in CDATA",
      `<worksheet ${NAMESPACES}><sheetData><c><v><![CDATA[</sheetData>]]></v></c></sheetData>${MERGES}</worksheet>`,
    ],
    [
      "the start in a comment",
      `<worksheet ${NAMESPACES}><!-- <sheetData> --><sheetData><c/></sheetData>${MERGES}</worksheet>`,
    ],
    ["blanks in the tags", `<worksheet ${NAMESPACES}><sheetData ><c/></sheetData >${MERGES}</worksheet>`],
    ["merges among cells", `<worksheet ${NAMESPACES}><sheetData>${MERGES}</sheetData></worksheet>`],
    [
      "data twice",
      `<worksheet ${NAMESPACES}><sheetData><c/></sheetData>${MERGES}<sheetData><c/></sheetData></worksheet>`,
    ],
    [
      "another element's end",
      `<worksheet ${NAMESPACES}><sheetData><xsheetData></xsheetData></sheetData>${MERGES}</worksheet>`,
    ],
    [
      "data within data",
      `<worksheet ${NAMESPACES}><sheetData><sheetData></sheetData></sheetData>${MERGES}</worksheet>`,
    ],
    ["UTF-16", ""],
  ])("are those of a full parse: %s", async (name, text) => {
    const bytes =
      name === "UTF-16"
        ? Buffer.from(
            `\ufeff<worksheet ${NAMESPACES}><sheetData><c/></sheetData>${MERGES}</worksheet>`,
            "utf16le",
          )
        : Buffer.from(text);
    const wanted = parsedMerges(bytes);
    for (const size of [1, 2, 3, 7, 64, 65_536]) expect(await scannedMerges(bytes, size)).toEqual(wanted);
  });

  it("are those of a full parse, or both are damaged, for any order of pieces", async () => {
    const piece = fc.constantFrom(
      "<sheetData>",
      "</sheetData>",
      "<sheetData/>",
      "<row>",
      "</row>",
      "<c><v>1</v></c>",
      "sheetData>",
      "<!-- ",
      " -->",
      "<![CDATA[",
      "]]>",
      "<?p ",
      "?>",
      '<mergeCell ref="A3:A4"/>',
      " ",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 9 }),
        fc.constantFrom(1, 5, 4096),
        async (pieces, size) => {
          const bytes = Buffer.from(`<worksheet ${NAMESPACES}>${pieces.join("")}</worksheet>`);
          const wanted = parsedMerges(bytes);
          const found = await scannedMerges(bytes, size);
          // A damaged part is told when its cells are read; here it may pass.
          if (wanted !== "damaged") expect(found).toEqual([...new Set(wanted)]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
