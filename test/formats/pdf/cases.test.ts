/**
 * The handed PDF cases at the level of the extractor: what their truth says of text, places, flags, gaps and refusals. Matching here is a naive
 * twin of the matcher's rules (test/fixtures/cases: NFKC, any case, white space runs equal, soft hyphens absent, line-end hyphens may join).
 */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import type { Gap } from "../../../src/model/coverage.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { extractAll, fixture } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";

interface Position {
  page?: number;
  label?: string;
  region?: string;
  field?: string;
  visible?: boolean;
}

interface Expectation {
  found?: boolean | null;
  count?: number;
  positions?: Position[];
  page_count?: number;
  labels?: string[];
  blank_pages?: number[];
  complete?: boolean;
  not_covered?: {
    pages_without_text_layer?: number[];
    pages_with_unmapped_text?: number[];
    embedded_files?: string[];
    form_fields?: number;
  };
  pages_without_text_layer?: number[];
  flags?: string[];
  error?: string;
  text_contains?: string[];
  text_not_contains?: string[];
  text_order?: string[];
  form_fields_filled?: number;
  value_includes?: string;
  whole_document?: string;
  any_of?: Expectation[];
  also?: { phrase: string; found?: boolean; page?: number }[];
}

interface Ask {
  op: string;
  phrase?: string;
  page?: number;
}

interface Case {
  id: string;
  kind: string;
  file: string | null;
  ask?: Ask;
  expect?: Expectation;
  truth?: { ask: Ask; expect: Expectation }[];
}

function cases(file: string): Case[] {
  const url = new URL(`../../fixtures/cases/${file}`, import.meta.url);
  const all = JSON.parse(readFileSync(url, "utf8")) as Case[];
  return all.filter((one) => /^pdf-/.test(one.kind) && one.file !== null);
}

const ERROR_CODES: Readonly<Record<string, string>> = {
  password_required: "encrypted",
  damaged_pdf: "damaged",
};

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll("\u00ad", "").replace(/\s+/g, " ");
}

function hits(units: readonly Unit[], phrase: string): Unit[] {
  const wanted = folded(phrase);
  return units.filter((unit) => {
    const text = unit.text ?? "";
    return [text, text.replace(/-\n/g, ""), text.replace(/-\n/g, "-")].some((form) =>
      folded(form).includes(wanted),
    );
  });
}

function standsAt(unit: Unit, position: Position): boolean {
  return (
    unit.at.kind === "page" &&
    (position.page === undefined || unit.at.page === position.page) &&
    (position.label === undefined || unit.at.label === position.label) &&
    (position.region === undefined || unit.region === position.region) &&
    (position.field === undefined || unit.label === position.field) &&
    (position.visible === undefined || (unit.hidden !== true) === position.visible)
  );
}

function pagesOf(gaps: readonly Gap[], reason: string): number[] {
  return gaps.flatMap((gap) => (gap.reason === reason && gap.at?.kind === "page" ? [gap.at.page] : []));
}

function shortfalls(read: Extracted, ask: Ask, expected: Expectation): string[] {
  const bad: string[] = [];
  const say = (right: boolean, text: string): void => {
    if (!right) bad.push(text);
  };
  const asked =
    ask.page === undefined
      ? read.units
      : read.units.filter((unit) => standsAt(unit, { page: ask.page ?? 0 }));
  const text = asked.map((unit) => unit.text ?? "").join("\n");
  if (expected.error !== undefined) bad.push("it was read");
  if (ask.phrase !== undefined) {
    const found = hits(read.units, ask.phrase);
    say(expected.found === undefined || found.length > 0 === expected.found, `found ${found.length}`);
    if (expected.count !== undefined) say(found.length === expected.count, `count ${found.length}`);
    for (const position of expected.positions ?? [])
      say(
        found.some((unit) => standsAt(unit, position)),
        `not at ${JSON.stringify(position)}`,
      );
  }
  for (const also of expected.also ?? [])
    say(
      hits(read.units, also.phrase).some((unit) => standsAt(unit, { page: also.page ?? 1 })),
      `also ${also.phrase}`,
    );
  if (expected.page_count !== undefined) say(read.total === expected.page_count, `pages ${read.total}`);
  if (expected.complete !== undefined)
    say((read.gaps.length === 0) === expected.complete, `${read.gaps.length} gaps`);
  for (const flag of expected.flags ?? []) {
    const known = flag === "hidden_layer_not_searched" ? [] : (read.facts.flags ?? []);
    say(known.includes(flag), `flags ${known.join()}`);
  }
  for (const part of expected.text_contains ?? []) say(text.includes(part), `lacks ${part}`);
  for (const part of expected.text_not_contains ?? []) say(!text.includes(part), `holds ${part}`);
  let from = 0;
  for (const part of expected.text_order ?? []) {
    from = text.indexOf(part, from);
    say(from >= 0, `order at ${part}`);
  }
  const bare = expected.pages_without_text_layer ?? expected.not_covered?.pages_without_text_layer;
  if (bare !== undefined)
    say(pagesOf(read.gaps, "no_text_layer").join() === bare.join(), "pages without a text layer");
  for (const page of expected.blank_pages ?? []) {
    say(!read.units.some((unit) => standsAt(unit, { page })), `page ${page} has text`);
    say(!read.gaps.some((gap) => gap.at?.kind === "page" && gap.at.page === page), `page ${page} has a gap`);
  }
  if (expected.not_covered?.pages_with_unmapped_text !== undefined)
    say(
      pagesOf(read.gaps, "unmapped_text").join() === expected.not_covered.pages_with_unmapped_text.join(),
      "pages with unmapped text",
    );
  for (const name of expected.not_covered?.embedded_files ?? [])
    say(
      read.gaps.some((gap) => gap.at?.kind === "part" && gap.at.part === name),
      `${name} is not named`,
    );
  if (expected.not_covered?.form_fields !== undefined) bad.push("fields are read, not named");
  if (expected.whole_document !== undefined)
    say(
      read.gaps.some((gap) => gap.reason === "ocr_required"),
      "the document is not named",
    );
  const fields = read.units.filter((unit) => unit.region === "form_field");
  if (expected.form_fields_filled !== undefined)
    say(fields.length === expected.form_fields_filled, `${fields.length} fields`);
  if (expected.value_includes !== undefined)
    say(
      fields.some((unit) => unit.text === expected.value_includes),
      `no field ${expected.value_includes}`,
    );
  if (expected.labels !== undefined && read.units.length > 0) {
    const labels = expected.labels.map((label, index) => ({ page: index + 1, label }));
    for (const { page, label } of labels)
      if (label !== "")
        say(
          read.units.some((unit) => standsAt(unit, { page, label })),
          `label ${label}`,
        );
  }
  return bad;
}

async function outcome(file: string): Promise<Extracted | ReadbackError> {
  try {
    return await extractAll(pdfExtractor, fixture(`cases/${file}`));
  } catch (error) {
    if (error instanceof ReadbackError) return error;
    throw error;
  }
}

describe.each([["cases.json"], ["real.json"]])("handed PDF cases of %s", (list) => {
  const table = cases(list).flatMap((one) =>
    (one.truth ?? [{ ask: one.ask ?? { op: "inspect" }, expect: one.expect ?? {} }]).map((truth) => ({
      id: one.id,
      kind: one.kind,
      file: one.file ?? "",
      ...truth,
    })),
  );

  it("are there", () => {
    expect(table.length).toBeGreaterThan(20);
  });

  it.each(table)("$id $kind $ask.phrase", async ({ file, ask, expect: expected }) => {
    const read = await outcome(file);
    const choices = expected.any_of?.map((choice) => ({ ...expected, any_of: undefined, ...choice })) ?? [
      expected,
    ];
    const verdicts = choices.map((choice) => {
      if (!(read instanceof ReadbackError)) return shortfalls(read, ask, choice as Expectation);
      return choice.error !== undefined && read.code === ERROR_CODES[choice.error]
        ? []
        : [`refused as ${read.code}`];
    });
    const best = verdicts.toSorted((a, b) => a.length - b.length)[0];
    expect(best).toEqual([]);
  });
});
