/** The handed case files of workbooks, asked at the extractor. Fields: see the case book that comes with them. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import { parseCells } from "../../../src/model/request.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { extractAll, fixture } from "../../support/extract.ts";

type Wanted = string | number | boolean | null | { error: string };

interface Expected {
  value?: Wanted;
  formula?: string;
  type?: string;
  merged_into?: string;
  display?: Record<string, string>;
  cells?: Record<string, Wanted>;
  cells_by_sheet?: Record<string, string>;
  sheet_order?: string[];
  sheets?: [string, string][];
  positions?: { sheet: string; ref: string; sheet_state?: string }[];
  also?: { phrase: string; count?: number; ref?: string }[];
  any_of?: { found?: boolean; region?: string }[];
  flags?: string[];
}
interface Truth {
  ask: { op: string; sheet?: string; ref?: string; phrase?: string };
  expect: Expected;
}
interface Case extends Partial<Truth> {
  id: string;
  file: string | null;
  truth?: Truth[];
}

function book(name: string): Case[] {
  const cases: Case[] = JSON.parse(
    readFileSync(new URL(`../../fixtures/cases/${name}.json`, import.meta.url), "utf8"),
  );
  return cases;
}

const truths = [...book("cases"), ...book("real")]
  .filter(({ file }) => file?.endsWith(".xlsx") === true)
  .flatMap(({ id, file, truth, ask, expect: expected }) =>
    (truth ?? (ask && expected ? [{ ask, expect: expected }] : [])).map((one, index) => ({
      ...one,
      name: `${id}.${index} ${one.ask.op} ${one.ask.sheet ?? ""} ${one.ask.ref ?? one.ask.phrase ?? ""}`,
      file: file ?? "",
    })),
  );

async function cell(file: string, sheet: string, ref: string): Promise<Unit | undefined> {
  const selection = { kind: "cells", sheet, block: parseCells(ref) } as const;
  const { units } = await extractAll(xlsxExtractor, fixture(`cases/${file}`), { selection });
  return units.find(({ at, region }) => at.kind === "sheetCell" && at.cell === ref && region !== "comment");
}

/** The shown text or the typed value says what is wanted. */
function says(unit: Unit | undefined, wanted: Wanted): boolean {
  if (unit === undefined) return false;
  if (wanted === null || wanted === "") return unit.text === null || unit.text === "";
  const plain = String(typeof wanted === "object" ? wanted.error : wanted);
  return [unit.text, unit.cell?.value].some(
    (got) => got !== null && got !== undefined && String(got) === plain,
  );
}

describe("handed workbooks", () => {
  it("are there", () => {
    expect(truths.length).toBe(24);
  });

  it.each(truths)("$name", async ({ ask, expect: expected, file }) => {
    const whole = await extractAll(xlsxExtractor, fixture(`cases/${file}`));
    const names = whole.facts.sheets?.map(({ name }) => name);
    if (ask.sheet !== undefined && ask.ref !== undefined) {
      const asked = await cell(file, ask.sheet, ask.ref);
      if (expected.value !== undefined)
        expect([says(asked, expected.value), asked?.text]).toEqual([true, asked?.text]);
      if (expected.formula !== undefined) expect(asked?.cell?.formula).toBe(expected.formula);
      if (expected.type !== undefined) expect(asked?.cell?.type).toBe(expected.type);
      if (expected.merged_into !== undefined) expect(asked?.cell?.mergedInto).toBe(expected.merged_into);
      for (const [ref, wanted] of Object.entries(expected.cells ?? {})) {
        const other = await cell(file, ask.sheet, ref);
        expect([ref, says(other, wanted), other?.text]).toEqual([ref, true, other?.text]);
      }
      for (const [ref, shown] of Object.entries(expected.display ?? {}))
        expect((await cell(file, ask.sheet, ref))?.text).toBe(shown);
    }
    for (const [place, wanted] of Object.entries(expected.cells_by_sheet ?? {})) {
      const [sheet = "", ref = ""] = place.split("!");
      expect((await cell(file, sheet, ref))?.text).toBe(wanted);
    }
    if (expected.sheet_order !== undefined) expect(names).toEqual(expected.sheet_order);
    if (expected.sheets !== undefined)
      expect(
        whole.facts.sheets?.map(({ name, state }) => [name, state.replace("very_hidden", "veryHidden")]),
      ).toEqual(expected.sheets);
    for (const flag of expected.flags ?? []) expect(whole.facts.flags).toContain(flag);
    const holding = (phrase: string): Unit[] =>
      whole.units.filter(({ text }) => text?.includes(phrase) === true);
    for (const { sheet, ref, sheet_state: state } of expected.positions ?? []) {
      const found = holding(ask.phrase ?? "?");
      expect(found.map(({ at }) => at)).toContainEqual({ kind: "sheetCell", sheet, cell: ref });
      if (state !== undefined) expect(found.map(({ sheetState }) => sheetState)).toEqual([state]);
    }
    for (const { phrase, count, ref } of expected.also ?? []) {
      expect(holding(phrase)).toHaveLength(count ?? 1);
      expect(holding(phrase)[0]?.at).toMatchObject({ cell: ref });
    }
    for (const { found, region } of expected.any_of ?? [])
      if (found === true) expect(holding(ask.phrase ?? "?").map((unit) => unit.region)).toEqual([region]);
  });
});
