/** The handed cases of Word files, judged by what the extractor gives. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { extractAll, fixture } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";

interface Position {
  paragraph?: number;
  table?: number;
  row?: number;
  col?: number;
  region?: string;
  number?: string;
}

interface Expectation {
  found?: boolean;
  count?: number;
  positions?: Position[];
  position?: Position;
  paragraph?: number;
  paragraphs?: string[];
  text_not_contains?: string[];
  flags?: string[];
  error?: string;
  value?: string;
  cells?: Record<string, string>;
  table?: string[][];
  numbers?: (string | null)[];
  number?: string;
  any_of?: Expectation[];
  also?: (Expectation & { phrase: string })[];
}

interface Case {
  id: string;
  file: string;
  ask: { op: string; phrase?: string; table?: number; row?: number; col?: number };
  expect: Expectation;
}

interface RealCase {
  id: string;
  file: string;
  truth: { ask: Case["ask"]; expect: Expectation }[];
}

function listed<T>(name: string): T[] {
  const parsed: T[] | { cases: T[] } = JSON.parse(
    readFileSync(new URL(`../../fixtures/cases/${name}`, import.meta.url), "utf8"),
  );
  return Array.isArray(parsed) ? parsed : parsed.cases;
}

const handed = listed<Case>("cases.json").filter(({ file }) => file?.endsWith(".docx"));
const real = listed<RealCase>("real.json")
  .filter(({ file }) => file.endsWith(".docx"))
  .flatMap(({ id, file, truth }) =>
    truth.map(({ ask, expect: right }, index): Case => ({
      id: `${id}.${index + 1}`,
      file,
      ask,
      expect: right,
    })),
  );

/** As the case book says phrases are compared. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .replaceAll("\u00ad", "")
    .replaceAll(/[\u2010\u2011]/g, "-")
    .replaceAll(/\s+/g, " ")
    .toLowerCase();

const CURRENT = new Set([
  "body",
  "table",
  "nested_table",
  "header_footer",
  "footnote",
  "comment",
  "text_box",
]);
const FLAGS: Readonly<Record<string, string>> = {
  tracked_changes: "tracked_changes",
  hidden_text_not_searched: "hidden_text",
};
const ERRORS: Readonly<Record<string, string>> = {
  password_required: "encrypted",
  damaged_zip: "damaged",
  not_a_docx: "damaged",
};
const REGIONS: Readonly<Record<string, string>> = { header: "header_footer", footer: "header_footer" };

function standsAt(unit: Unit, position: Position): boolean {
  const { at, region } = unit;
  if (position.region !== undefined) return region === (REGIONS[position.region] ?? position.region);
  if (position.number !== undefined && unit.numbering !== position.number) return false;
  if (position.paragraph !== undefined) return at.kind === "paragraph" && at.paragraph === position.paragraph;
  return (
    at.kind === "tableCell" &&
    at.table === position.table &&
    at.row === position.row &&
    at.column === position.col
  );
}

function hits(units: readonly Unit[], phrase: string): Unit[] {
  return units.filter((unit) => CURRENT.has(unit.region) && folded(unit.text ?? "").includes(folded(phrase)));
}

function cellText(units: readonly Unit[], table: number, row: number, column: number): string | undefined {
  return (
    units.find(
      ({ at, region }) =>
        region === "table" &&
        at.kind === "tableCell" &&
        at.table === table &&
        at.row === row &&
        at.column === column,
    )?.text ?? undefined
  );
}

const bodyText = ({ units }: Extracted): string[] =>
  units.filter(({ region }) => region === "body").map(({ text }) => text ?? "");

function judge(given: Extracted, ask: Case["ask"], right: Expectation): void {
  const { units } = given;
  const found = ask.phrase === undefined ? [] : hits(units, ask.phrase);
  if (right.found !== undefined && ask.phrase !== undefined)
    expect(found.length > 0, ask.phrase).toBe(right.found);
  if (right.count !== undefined) expect(found).toHaveLength(right.count);
  const places = [...(right.positions ?? []), ...(right.position === undefined ? [] : [right.position])];
  if (right.paragraph !== undefined) places.push({ paragraph: right.paragraph });
  for (const place of places)
    expect(
      found.some((unit) => standsAt(unit, place)),
      JSON.stringify(place),
    ).toBe(true);
  if (right.number !== undefined) expect(found.map(({ numbering }) => numbering)).toContain(right.number);
  if (right.paragraphs !== undefined) expect(bodyText(given)).toEqual(right.paragraphs);
  for (const text of right.text_not_contains ?? [])
    expect(
      units
        .filter(({ region }) => CURRENT.has(region))
        .map((unit) => unit.text)
        .join("\n"),
    ).not.toContain(text);
  for (const flag of right.flags ?? [])
    if (FLAGS[flag] !== undefined) expect(given.facts.flags).toContain(FLAGS[flag]);
  if (right.value !== undefined)
    expect(cellText(units, ask.table ?? 1, ask.row ?? 0, ask.col ?? 0)).toBe(right.value);
  for (const [place, text] of Object.entries(right.cells ?? {})) {
    const [row = 0, column = 0] = place.split(",").map(Number);
    expect(cellText(units, ask.table ?? 1, row, column), place).toBe(text);
  }
  for (const [row, cells] of (right.table ?? []).entries())
    for (const [column, text] of cells.entries()) expect(cellText(units, 1, row + 1, column + 1)).toBe(text);
  if (right.numbers !== undefined)
    expect(units.filter(({ region }) => region === "body").map(({ numbering }) => numbering ?? null)).toEqual(
      right.numbers,
    );
  for (const { phrase, ...more } of right.also ?? []) judge(given, { op: "locate", phrase }, more);
}

test.each([...handed, ...real].map((entry) => [entry.id, entry] as const))(
  "case %s",
  async (_id, { file, ask, expect: right }) => {
    const source = fixture(`cases/${file}`);
    const wanted = [right, ...(right.any_of ?? [])].flatMap(({ error }) =>
      error === undefined ? [] : [error],
    );
    let given: Extracted;
    try {
      given = await extractAll(docxExtractor, source);
    } catch (error) {
      expect(error).toBeInstanceOf(ReadbackError);
      expect(wanted.map((code) => ERRORS[code] ?? code)).toContain((error as ReadbackError).code);
      return;
    }
    expect(right.error, "a case that must fail").toBeUndefined();
    // Of several right answers, the one that reads the text.
    const { any_of: choices = [], ...rest } = right;
    const reading = choices.find((choice) => choice.error === undefined && choice.found !== false) ?? {};
    judge(given, ask, rest);
    if (!(right.any_of?.some((choice) => choice.found === false && choice.flags !== undefined) ?? false))
      judge(given, ask, reading);
    expect(given.counted).toBe(given.total);
    expect(given.counted).toBe(bodyText(given).length);
  },
);

test("hidden text is apart and marked, and the sentence around it whole", async () => {
  const { units, facts } = await extractAll(docxExtractor, fixture("cases/files/D17-hidden-run.docx"));
  expect(units.filter(({ region }) => region === "hidden").map(({ at, text }) => [at, text])).toEqual([
    [{ kind: "paragraph", paragraph: 2 }, " (internal floor: 210)"],
  ]);
  expect(facts.flags).toContain("hidden_text");
});
