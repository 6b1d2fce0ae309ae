/** Files built to exhaust a reader: each ends at once with what is stored, or as a coded error. */

import { describe, expect, it } from "vitest";
import { LIMITS, Meter } from "../../../src/model/budget.ts";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import { parseCells } from "../../../src/model/request.ts";
import type { ByteSource, Unit } from "../../../src/model/unit.ts";
import { extractAll } from "../../support/extract.ts";
import { sheetOf } from "./workbook-file.ts";

const shown = (units: readonly Unit[]) =>
  units.map(({ at, text }) => [at.kind === "sheetCell" ? at.cell : "?", text]);
const FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>';
const BOTH = [
  ["A1", "1"],
  ["XFD1048576", "2"],
];

describe("a sheet costs what it stores", () => {
  it.each([
    ["a declared range of all cells", { before: '<dimension ref="A1:XFD1048576"/>' }],
    ["a merge of all cells", { behind: '<mergeCells><mergeCell ref="A2:XFD1048575"/></mergeCells>' }],
    [
      "columns declared over and over",
      { before: `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(20_000)}</cols>` },
    ],
    [
      "conditional formats of all cells",
      {
        behind:
          '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="expression"><formula>TRUE</formula></cfRule></conditionalFormatting>',
      },
    ],
  ])("%s", async (_name, sheet) => {
    const { units, gaps } = await extractAll(xlsxExtractor, sheetOf(FAR, { sheet }));
    expect(shown(units)).toEqual(BOTH);
    expect(gaps).toEqual([]);
  });

  it("a hundred thousand hidden column spans hide, and cost nothing more", async () => {
    const sheet = { before: `<cols>${'<col min="1" max="16384" hidden="1"/>'.repeat(100_000)}</cols>` };
    const { units } = await extractAll(xlsxExtractor, sheetOf(FAR, { sheet }));
    expect(units.map(({ hidden }) => hidden)).toEqual([true, true]);
  });

  it("a row beyond the sheet is named", async () => {
    const { units, gaps } = await extractAll(
      xlsxExtractor,
      sheetOf(
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="999999999"><c r="B999999999"><v>2</v></c></row>',
      ),
    );
    expect(shown(units)).toEqual([["A1", "1"]]);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { cell: "B999999999" } }]);
  });

  it("all cells asked of a sheet with two gives two", async () => {
    const { units } = await extractAll(xlsxExtractor, sheetOf(FAR), {
      selection: { kind: "cells", sheet: "S1", block: parseCells("A1:XFD1048576") },
    });
    expect(shown(units)).toEqual(BOTH);
  });

  it("overlapping merges by the thousand are looked up", async () => {
    const behind = `<mergeCells>${Array.from({ length: 5000 }, (_, k) => `<mergeCell ref="A${k + 1}:XFD${k + 5000}"/>`).join("")}</mergeCells>`;
    const cells = Array.from(
      { length: 5000 },
      (_, k) => `<row r="${k + 1}"><c r="C${k + 1}"><v>1</v></c></row>`,
    ).join("");
    const { counted } = await extractAll(xlsxExtractor, sheetOf(cells, { sheet: { behind } }));
    expect(counted).toBe(5000);
  });
});

/** Texts handed out before the error came. */
async function handedOut(
  source: ByteSource,
  limits: typeof LIMITS,
): Promise<{ code: unknown; chars: number; largest: number }> {
  const { signal } = new AbortController();
  const meter = new Meter({ signal, ms: 30_000, limits });
  let chars = 0;
  let largest = 0;
  try {
    for await (const { units } of xlsxExtractor.extract(source, { signal, meter })) {
      const batch = units.reduce(
        (sum, { text, cell }) => sum + (text?.length ?? 0) + (cell?.formula?.length ?? 0),
        0,
      );
      chars += batch;
      largest = Math.max(largest, batch);
    }
  } catch (error) {
    return { code: error instanceof Error && "code" in error ? error.code : error, chars, largest };
  }
  return { code: undefined, chars, largest };
}

describe("what is handed out is bounded", () => {
  const limits = { ...LIMITS, extractedChars: 4_000_000 };

  it("a long shared string used by many cells ends as limit_exceeded, one small batch at a time", async () => {
    const cells = Array.from({ length: 12_000 }, (_, k) => `<c r="A${k + 1}" t="s"><v>0</v></c>`).join("");
    const source = sheetOf(cells, { strings: [`<t>${"x".repeat(200_000)}</t>`] });
    const { code, chars, largest } = await handedOut(source, limits);
    expect(code).toBe("limit_exceeded");
    expect(chars).toBeLessThanOrEqual(4_000_000);
    expect(largest).toBeLessThanOrEqual(262_144 + 200_000);
  });

  it("so does a long shared formula", async () => {
    const cells = Array.from({ length: 12_000 }, (_, k) =>
      k === 0
        ? `<c r="A1"><f t="shared" si="0">${"B1+".repeat(30_000)}1</f><v>1</v></c>`
        : `<c r="A${k + 1}"><f t="shared" si="0"/><v>1</v></c>`,
    ).join("");
    expect((await handedOut(sheetOf(cells), limits)).code).toBe("limit_exceeded");
  });

  it.each([
    ["a string", { strings: [`<t>${"x".repeat(3000)}</t>`] }, '<c r="A1" t="s"><v>0</v></c>'],
    [
      "a string of many runs",
      { strings: [`<r><t>xxxxxxxxxx</t></r>`.repeat(300)] },
      '<c r="A1" t="s"><v>0</v></c>',
    ],
    ["a value of many pieces", {}, `<c r="A1" t="str"><v>${"<![CDATA[xxxxxxxxxx]]>".repeat(300)}</v></c>`],
    ["a formula", {}, `<c r="A1"><f>${"<![CDATA[xxxxxxxxxx]]>".repeat(300)}</f></c>`],
  ])("%s longer than a unit may be is limit_exceeded", async (_name, more, cells) => {
    expect((await handedOut(sheetOf(cells, more), { ...LIMITS, textNodeChars: 2000 })).code).toBe(
      "limit_exceeded",
    );
  });

  it("a part that inflates too far is limit_exceeded", async () => {
    const source = sheetOf('<c r="A1"><v>1</v></c>'.repeat(100_000));
    expect((await handedOut(source, { ...LIMITS, partBytes: 1_000_000 })).code).toBe("limit_exceeded");
  });
});

describe("time and cancelling", () => {
  const cells = Array.from(
    { length: 60_000 },
    (_, k) => `<row r="${k + 1}"><c r="A${k + 1}"><v>${k}</v></c></row>`,
  ).join("");

  it("a cancelled read ends between batches", async () => {
    const controller = new AbortController();
    const meter = new Meter({ signal: controller.signal, ms: 30_000 });
    let batches = 0;
    const reading = (async () => {
      for await (const { units } of xlsxExtractor.extract(sheetOf(cells), {
        signal: controller.signal,
        meter,
      })) {
        if (units.length > 0) batches += 1;
        if (batches === 2) controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "CancelledError" });
    expect(batches).toBeLessThan(20);
  });

  it("spent time is first a batch, then limit_exceeded for one who goes on", async () => {
    const { signal } = new AbortController();
    let now = 0;
    const meter = new Meter({ signal, ms: 1000, now: () => now });
    let afterwards = 0;
    let units = 0;
    const reading = (async () => {
      for await (const batch of xlsxExtractor.extract(sheetOf(cells), { signal, meter })) {
        if (now > 0) afterwards += 1;
        units += batch.units.length;
        if (units > 0) now = 2000;
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "limit_exceeded" });
    expect(afterwards).toBeGreaterThan(0);
  });
});
