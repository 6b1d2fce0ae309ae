/** Sixty quotes over all formats: true, moved, altered by a word or a number, invented, and in parts that no reader covers. */

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCitation } from "../../src/model/citation.ts";
import type { CheckedCitation, CitationCheck } from "../../src/model/original-answer.ts";
import { locatorText } from "../../src/model/locator.ts";
import { createOriginalsService } from "../../src/services/originals.ts";
import type { OriginalsService } from "../../src/services/originals.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;
const CASES = new URL("../fixtures/cases/files/", import.meta.url).pathname;

let folder: string;
let service: OriginalsService;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-citations-"));
  cpSync(SAMPLES, folder, { recursive: true });
  for (const file of [
    "P04-mixed-scan.pdf",
    "P06-all-scan.pdf",
    "P41-embedded-file.pdf",
    "X06-formula-no-cache.xlsx",
    "P31-xfa-please-wait.pdf",
  ])
    cpSync(join(CASES, file), join(folder, file));
  writeFileSync(
    join(folder, "stock.csv"),
    'item,count,place\nflour,240,north store\nsalt,12,"south\nstore"\nyeast,7,cellar\n',
  );
  writeFileSync(
    join(folder, "keys.txt"),
    "the first line\nurl https://baker:hunter2secret@mill.example.com/\nlast words of the file\n",
  );
  service = createOriginalsService({ sources: [{ key: "s", path: folder }] });
});

afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

function check(quote: string, place: string): CitationCheck {
  const { source, path, sha256, at } = parseCitation(`readback://s/${place}`);
  return { quote, target: { source, path }, sha256, at };
}

async function judge(rows: readonly (readonly [string, string])[]): Promise<CheckedCitation[]> {
  return service.checkCitations(
    rows.map(([quote, place]) => check(quote, place)),
    { ms: 45_000 },
  );
}

const TRUE: [string, string][] = [
  ["The price is EUR 38,400.00 net.", "contract.pdf#page=2"],
  ["delivers and installs one deck oven, type NW-400, at the Buyer's bakehouse", "contract.pdf#page=2"],
  ["The Supplier announces the exact hour", "contract.pdf#page=3"],
  ["if the delivery date is missed by more than ten days", "contract.pdf#page=3"],
  ["Signed at Whitby, 2 December 2026.", "contract.pdf"],
  ["Both sides agreed on the following dates.", "schedule.docx#paragraph=2"],
  ["20 March 2027", "schedule.docx#table=1&row=4&column=3"],
  ["The crane is ordered for the 14th of March.", "schedule.docx#paragraph=3"],
  ["must be closed from 6 to 9", "schedule.docx"],
  ["Installation schedule Both sides agreed", "schedule.docx#paragraph=1"],
  ["26,880.00", "budget.xlsx#sheet=Payments&cell=C3"],
  ["After delivery", "budget.xlsx#sheet=Payments&cell=A2:B4"],
  ["Crane, if the delivery slips a week", "budget.xlsx#sheet=Reserve&cell=A1"],
  ["Crane in front of the bakehouse", "briefing.pptx#slide=2"],
  ["Ask the neighbours about the street", "briefing.pptx#slide=2"],
  ["Поставка печи назначена на 14 марта 2027 года", "letter-ru.txt#line=3"],
  ["กำหนดส่งมอบเตาอบวันที่ 14 มีนาคม 2570", "memo-th.txt#line=3"],
  ["交货日期为2027年3月14日", "notice-zh.txt#line=3"],
  ["pressure 4.9 bar above limit valve 3 did not answer", "oven.log#line=19-20"],
  ["south store", "stock.csv#record=3"],
];

const MOVED: [string, string, string][] = [
  ["The price is EUR 38,400.00 net.", "contract.pdf#page=3", "p. 2"],
  ["Changes to this contract must be made in writing.", "contract.pdf#page=1", "p. 5"],
  ["The crane is ordered for the 14th of March.", "schedule.docx#paragraph=1", "¶3"],
  ["20 March 2027", "schedule.docx#table=1&row=2&column=3", "table 1 r4 c3"],
  ["26,880.00", "budget.xlsx#sheet=Payments&cell=C2", "Payments!C3"],
  ["What changes for the morning shift", "briefing.pptx#slide=2", "slide 1"],
  ["отдел снабжения", "letter-ru.txt#line=1", "L7"],
  ["道路封闭", "notice-zh.txt#line=1", "L4"],
  ["valve 3 did not answer", "oven.log#line=5", "L20"],
  ["cellar", "stock.csv#record=2", "record 4 (L5)"],
];

const ALTERED: [string, string, string, string][] = [
  ["The price is EUR 39,400.00 net.", "contract.pdf#page=2", "38,400.00", "39,400.00"],
  ["If the delivery date is missed by more than twenty days", "contract.pdf#page=3", "ten", "twenty"],
  ["Both sides agreed on the previous dates.", "schedule.docx#paragraph=2", "following", "previous"],
  ["The crane is ordered for the 15th of March.", "schedule.docx", "14th", "15th"],
  ["Crane, if the delivery slips a month", "budget.xlsx", "week", "month"],
  [
    "Ask the residents about the street before the delivery",
    "briefing.pptx#slide=2",
    "neighbours",
    "residents",
  ],
  ["Поставка печи назначена на 15 марта 2027 года", "letter-ru.txt#line=3", "14", "15"],
  ["交货日期为2027年3月15日，请提前三天", "notice-zh.txt#line=3", "14", "15"],
  ["ERROR oven.steam: pressure 5.9 bar above limit", "oven.log#line=19", "4.9", "5.9"],
  ["flour,340,north store", "stock.csv", "240", "340"],
];

const INVENTED: [string, string][] = [
  ["The parties waive all claims arising from late payment", "schedule.docx"],
  ["Insurance is carried by the buyer alone", "schedule.docx#paragraph=2"],
  ["Contingency for roof repairs", "budget.xlsx"],
  ["99,999.99", "budget.xlsx#sheet=Payments&cell=C4"],
  ["Our competitors have already closed their shops", "briefing.pptx#slide=1"],
  ["Банк отказал в выдаче кредита", "letter-ru.txt"],
  ["ค่าปรับสูงสุดร้อยละสิบ", "memo-th.txt#line=3"],
  ["违约金最高为百分之二十", "notice-zh.txt"],
  ["kernel panic in the mixer subsystem", "oven.log"],
  ["olive oil shortage", "stock.csv#record=2"],
];

const UNCOVERED: [string, string][] = [
  ["Payment stops when the oven fails", "contract.pdf#page=4"],
  ["Warranty lasts twenty four months", "contract.pdf"],
  ["The price is EUR 41,000.00 net.", "contract.pdf#page=4"],
  ["deposit of two hundred pounds", "P04-mixed-scan.pdf#page=2"],
  ["annex about moorings", "P04-mixed-scan.pdf"],
  ["any words at all here", "P06-all-scan.pdf#page=1"],
  ["received with thanks", "P06-all-scan.pdf"],
  ["terms of the attached letter", "P41-embedded-file.pdf"],
  ["a value nobody stored", "X06-formula-no-cache.xlsx"],
  ["name of the applicant", "P31-xfa-please-wait.pdf"],
];

describe("sixty quotes", () => {
  test("twenty true ones are verbatim at their places", async () => {
    const results = await judge(TRUE);
    expect(results.map(({ verdict }, index) => [TRUE[index]?.[0], verdict])).toEqual(
      TRUE.map(([quote]) => [quote, "verbatim"]),
    );
    // What comes back as a citation is verbatim again.
    const again = await service.checkCitations(
      results.map((result, index) => {
        const { source, path, sha256, at } = parseCitation(result.citation ?? "");
        return { quote: TRUE[index]?.[0] ?? "", target: { source, path }, sha256, at };
      }),
      { ms: 45_000 },
    );
    expect(again.map(({ verdict, sameVersion }) => [verdict, sameVersion])).toEqual(
      TRUE.map(() => ["verbatim", true]),
    );
  });

  test("ten moved ones say where they stand", async () => {
    const results = await judge(MOVED.map(([quote, place]) => [quote, place]));
    expect(results.map(({ verdict, places: [place] }) => [verdict, place && locatorText(place.at)])).toEqual(
      MOVED.map(([, , stands]) => ["moved", stands]),
    );
  });

  test("ten altered by one word or number show the nearest text and the difference", async () => {
    const results = await judge(ALTERED.map(([quote, place]) => [quote, place]));
    expect(results.map(({ verdict }, index) => [ALTERED[index]?.[0], verdict])).toEqual(
      ALTERED.map(([quote]) => [quote, "altered"]),
    );
    for (const [index, { nearest }] of results.entries()) {
      const [, , file = "", quote = ""] = ALTERED[index] ?? [];
      const only = (side: string): string =>
        (nearest?.difference ?? []).flatMap((part) => (part.only === side ? [part.text] : [])).join(" ");
      expect(file).toContain(only("file"));
      expect(only("file")).not.toBe("");
      expect(quote).toContain(only("quote"));
    }
  });

  test("ten invented ones are absent where the whole file was covered", async () => {
    const results = await judge(INVENTED);
    expect(results.map(({ verdict }, index) => [INVENTED[index]?.[0], verdict])).toEqual(
      INVENTED.map(([quote]) => [quote, "absent"]),
    );
    expect(results.every(({ coverage }) => coverage?.complete === true)).toBe(true);
  });

  test("ten in parts that were not covered are unverifiable, with the gap", async () => {
    const results = await judge(UNCOVERED);
    expect(results.map(({ verdict }, index) => [UNCOVERED[index]?.[0], verdict])).toEqual(
      UNCOVERED.map(([quote]) => [quote, "unverifiable"]),
    );
    for (const { coverage } of results) expect(coverage?.gaps.length).toBeGreaterThan(0);
  });
});

test("a secret is no oracle: right and wrong guesses of it get the same answer", async () => {
  const results = await judge([
    ["hunter2secret", "keys.txt"],
    ["hunter9secret", "keys.txt"],
    ["url https://baker:hunter2secret@mill.example.com/", "keys.txt"],
    ["url https://baker:hunter9secret@mill.example.com/", "keys.txt"],
    ["last words of the file", "keys.txt"],
  ]);
  expect(results.map(({ verdict }) => verdict)).toEqual([
    "unverifiable",
    "unverifiable",
    "unverifiable",
    "unverifiable",
    "verbatim",
  ]);
  expect(JSON.stringify(results)).not.toContain("hunter2");
  expect(results[0]?.coverage?.gaps).toEqual(results[1]?.coverage?.gaps);
});

test("a file that is another version, one that is missing, one that is media", async () => {
  const old = "0".repeat(64);
  const results = await judge([
    ["valve 3 did not answer", `oven.log?sha256=${old}`],
    ["anything here", "gone.txt"],
    ["anything here", "photo.png"],
    ["anything here", "../outside.txt"],
  ]);
  expect(results.map(({ verdict, sameVersion, error }) => [verdict, sameVersion, error?.code])).toEqual([
    ["verbatim", false, undefined],
    ["unverifiable", null, "missing"],
    ["unverifiable", null, "media_refused"],
    ["unverifiable", null, "outside_sources"],
  ]);
});

test("a call that is wrong as a whole is refused", async () => {
  const refused = (citations: CitationCheck[]): Promise<unknown> =>
    expect(service.checkCitations(citations)).rejects.toMatchObject({ code: "invalid_request" });
  await refused([]);
  await refused(Array.from({ length: 21 }, () => check("a", "oven.log")));
  await refused([check("  ", "oven.log")]);
  await refused([check("\u200b\u00ad", "oven.log")]);
  await refused([check("x".repeat(1001), "oven.log")]);
  await refused([{ quote: "a", target: { token: "abc" } }]);
});

test("a quote far into a long text, over many blocks, is placed and counted", async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `line ${index + 1} of a long text with nothing in it`,
  );
  lines[15_000] = "here the words begin and";
  lines[15_001] = "go on in the next line";
  writeFileSync(join(folder, "long.txt"), lines.join("\n"));
  const [found, altered] = await judge([
    ["the words begin and go on in the next line", "long.txt#line=15001-15002"],
    ["the words begin and go off in the next line", "long.txt#line=15001"],
  ]);
  expect(found).toMatchObject({ verdict: "verbatim", placeCount: 1 });
  expect(found?.places[0]).toMatchObject({ at: { line: 15_001 }, to: { line: 15_002 } });
  expect(altered).toMatchObject({ verdict: "altered", nearest: { at: { line: 15_001 } } });
});
