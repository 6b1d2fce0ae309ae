/** The handed presentations: every truth about them, asked of the extractor. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pptxExtractor } from "../../../src/formats/pptx/extractor.ts";
import { extractAll, fixture } from "../../support/extract.ts";
import type { Unit } from "../../../src/model/unit.ts";

interface Expectation {
  found?: boolean;
  positions?: readonly { slide: number; hidden?: boolean; region?: string }[];
  region?: string;
  slide_count?: number;
  slides?: readonly string[];
  text_not_contains?: readonly string[];
  any_of?: readonly Expectation[];
}
interface Truth {
  ask: { op: string; phrase?: string };
  expect: Expectation;
}
interface Case extends Partial<Truth> {
  id: string;
  file: string | null;
  truth?: readonly Truth[];
}

function read(name: string): Case[] {
  return JSON.parse(readFileSync(new URL(`../../fixtures/cases/${name}.json`, import.meta.url), "utf8"));
}

const handed = [...read("cases"), ...read("real")]
  .filter(({ file }) => file?.endsWith(".pptx"))
  .flatMap(({ id, file, ask, expect: wanted, truth }) => {
    const own = ask === undefined || wanted === undefined ? [] : [{ ask, expect: wanted }];
    return (truth ?? own).map((one) => ({ id, file: file ?? "", ...one }));
  });

/** The case book's word for a region. */
const REGIONS: Readonly<Record<string, string>> = { smartart: "smart_art" };

function holds(unit: Unit, phrase: string): boolean {
  return unit.text?.toLowerCase().replaceAll(/\s+/g, " ").includes(phrase.toLowerCase()) === true;
}

describe.each(handed)("$id $ask.op $ask.phrase", ({ file, ask, expect: wanted }) => {
  it("holds", async () => {
    const got = await extractAll(pptxExtractor, fixture(`cases/${file}`));
    const right = wanted.any_of?.find(({ found }) => found === true) ?? wanted;
    if (ask.phrase !== undefined) {
      const hits = got.units.filter((unit) => holds(unit, ask.phrase ?? ""));
      expect(hits.length > 0).toBe(right.found);
      if (right.region !== undefined) expect(hits[0]?.region).toBe(REGIONS[right.region] ?? right.region);
      for (const { slide, hidden, region } of right.positions ?? []) {
        const there = hits.find(({ at }) => at.kind === "slide" && at.slide === slide);
        expect(there).toBeDefined();
        if (hidden !== undefined) expect(there?.hidden).toBe(hidden);
        if (region !== undefined) expect(there?.region).toBe(REGIONS[region] ?? region);
      }
    }
    if (wanted.slide_count !== undefined) expect(got.total).toBe(wanted.slide_count);
    expect(got.counted).toBe(got.total);
    if (wanted.slides !== undefined)
      expect(got.units.filter(({ region }) => region === "body").map(({ text }) => text)).toEqual(
        wanted.slides,
      );
    for (const text of wanted.text_not_contains ?? [])
      expect(got.units.some((unit) => holds(unit, text))).toBe(false);
  });
});

it("there are handed presentations", () => {
  expect(handed.length).toBeGreaterThanOrEqual(10);
});
