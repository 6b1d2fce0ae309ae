/** Units under the four policies: what is hidden where, what is reported, when units come back, and that nothing of a value is in a report. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SecretPolicy } from "../../../src/model/answer.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { Locator } from "../../../src/model/locator.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { scanText } from "../../../src/reading/screening/scan.ts";
import { createScreener } from "../../../src/reading/screening/screener.ts";
import { POSITIVES, privateKey, seeded, textOf } from "./positives.ts";

const draw = (kind: string, seed = 1): string => {
  const positive = POSITIVES.find((entry) => entry.kind === kind);
  return positive!.make(seeded(seed)).secret;
};
const TOKEN = draw("github_token");
const KEY = privateKey(seeded(2), "RSA PRIVATE " + "KEY", 10);

const line = (number: number, text: string): Unit => ({
  at: { kind: "line", line: number },
  region: "body",
  text,
});
const lines = (...texts: string[]): Unit[] => texts.map((text, index) => line(index + 1, text));
const page = (number: number, text: string, joins?: boolean): Unit => ({
  at: { kind: "page", page: number },
  region: "body",
  text,
  ...(joins === undefined ? {} : { joins }),
});

function screen(units: readonly Unit[], policy: SecretPolicy = "redact", batch = units.length) {
  const screener = createScreener(policy);
  const out: Unit[] = [];
  for (let at = 0; at < units.length; at += Math.max(batch, 1))
    out.push(...screener.push(units.slice(at, at + batch)));
  out.push(...screener.finish());
  return {
    out,
    texts: out.map(({ text }) => text),
    found: screener.found,
    findings: screener.findings,
    policy: screener.policy,
  };
}

describe("redact", () => {
  test("a token in a line", () => {
    const { texts, found, findings } = screen(lines("first", `token=${TOKEN}; rest`, "last"));
    expect(texts).toEqual(["first", "token=[REDACTED github_token]; rest", "last"]);
    expect(found).toBe(1);
    expect(findings).toEqual([{ kind: "github_token", at: { kind: "line", line: 2 }, count: 1 }]);
  });

  test("units without a secret come back as they are, the same objects", () => {
    const units = lines("one", "two", "", "three");
    expect(screen(units).out.every((unit, index) => unit === units[index])).toBe(true);
  });

  test("a key over lines: its name stands where it starts, its lines are empty, no line is lost", () => {
    const keyLines = KEY.split("\n");
    const { texts, found, findings } = screen(lines("before", ...keyLines, "after"), "redact", 3);
    expect(texts).toEqual(["before", "[REDACTED private_key]", ...keyLines.slice(1).map(() => ""), "after"]);
    expect(found).toBe(1);
    expect(findings).toEqual([{ kind: "private_key", at: { kind: "line", line: 2 }, count: 1 }]);
  });

  test("a key over paragraphs of a document", () => {
    const units = KEY.split("\n").map((text, index): Unit => ({
      at: { kind: "paragraph", paragraph: index + 1 },
      region: "body",
      text,
    }));
    expect(screen(units).texts.join("")).toBe("[REDACTED private_key]");
  });

  test("a key over units of one page, and over two pages that join", () => {
    const text = KEY.split("\n");
    const top = text.slice(0, 5).join("\n");
    const bottom = text.slice(5).join("\n");
    expect(screen([page(3, `a ${top}`), page(3, `${bottom} z`)]).texts).toEqual([
      "a [REDACTED private_key]",
      " z",
    ]);
    expect(screen([page(3, `a ${top}`), page(4, `${bottom} z`)]).texts).toEqual([
      "a [REDACTED private_key]",
      " z",
    ]);
  });

  test("a key over two pages that do not join: both halves are found by themselves", () => {
    const text = KEY.split("\n");
    const { texts, found } = screen([
      page(3, `a\n${text.slice(0, 5).join("\n")}`, false),
      page(4, `${text.slice(5).join("\n")}\nz`),
    ]);
    expect(texts).toEqual(["a\n[REDACTED private_key]", "[REDACTED private_key]\nz"]);
    expect(found).toBe(2);
  });

  test("a token wrapped over two lines inside one page, and over two units of it", () => {
    const head = TOKEN.slice(0, 20);
    const tail = TOKEN.slice(20);
    expect(screen([page(1, `see ${head}\n${tail} there`)]).texts).toEqual([
      "see [REDACTED github_token] there",
    ]);
    expect(screen([page(1, `see ${head}`), page(1, `${tail} there`)]).texts).toEqual([
      "see [REDACTED github_token]",
      " there",
    ]);
  });

  test("a token cut into two pieces of one very long line", () => {
    const pieces: Unit[] = [
      { ...line(1, `${"x ".repeat(50)}${TOKEN.slice(0, 11)}`), continued: true },
      line(1, `${TOKEN.slice(11)} rest`),
      line(2, "next"),
    ];
    expect(screen(pieces).texts).toEqual([`${"x ".repeat(50)}[REDACTED github_token]`, " rest", "next"]);
  });

  test("line breaks inside a record stay, so that its lines keep their numbers", () => {
    const unit: Unit = { at: { kind: "record", line: 4, record: 2 }, region: "body", text: `a,"${KEY}",b` };
    const { texts } = screen([unit]);
    expect(texts[0]).toBe(`a,"[REDACTED private_key]${"\n".repeat(KEY.split("\n").length - 1)}",b`);
  });

  test("units of another region, another cell, and units that do not join break a secret", () => {
    const [a, b] = [TOKEN.slice(0, 20), TOKEN.slice(20)];
    const cell = (name: string, text: string): Unit => ({
      at: { kind: "sheetCell", sheet: "S", cell: name },
      region: "body",
      text,
    });
    const table = (row: number, column: number, text: string): Unit => ({
      at: { kind: "tableCell", table: 1, row, column },
      region: "table",
      text,
    });
    expect(screen([cell("A1", a), cell("A2", b)]).texts).toEqual([a, b]);
    expect(screen([table(1, 1, a), table(1, 2, b)]).texts).toEqual([a, b]);
    expect(screen([table(1, 1, a), table(1, 1, b)]).texts).toEqual(["[REDACTED github_token]", ""]);
    expect(screen([page(1, a), { ...page(1, b), region: "annotation" }]).texts).toEqual([a, b]);
    expect(screen([page(1, a, false), page(2, b)]).texts).toEqual([a, b]);
  });

  test("a unit without text passes", () => {
    const unit: Unit = {
      at: { kind: "sheetCell", sheet: "S", cell: "A1" },
      region: "body",
      text: null,
      cell: { value: null, type: "empty", formula: "A2" },
    };
    expect(screen([unit]).out).toEqual([unit]);
  });

  test("low-tier findings are reported and their text is kept", () => {
    const { texts, found, findings } = screen(lines("password = " + "hunter2x"));
    expect(texts).toEqual(["password = hunter2x"]);
    expect(found).toBe(0);
    expect(findings).toEqual([
      { kind: "possible_password", at: { kind: "line", line: 1 }, count: 1, tier: "low" },
    ]);
  });
});

describe("the other fields of a unit", () => {
  const at: Locator = { kind: "sheetCell", sheet: "S", cell: "B7" };
  test("value, formula, label and numbering", () => {
    const unit: Unit = {
      at,
      region: "body",
      text: `shown ${TOKEN}`,
      cell: { value: `stored ${TOKEN}`, type: "string", formula: `CONCAT("${TOKEN}")` },
      label: `field ${TOKEN}`,
      numbering: `${TOKEN}.`,
    };
    const { out, found, findings } = screen([unit]);
    expect(JSON.stringify(out)).not.toContain(TOKEN.slice(4));
    expect(out).toEqual([
      {
        at,
        region: "body",
        text: "shown [REDACTED github_token]",
        cell: {
          value: "stored [REDACTED github_token]",
          type: "string",
          formula: 'CONCAT("[REDACTED github_token]")',
        },
        label: "field [REDACTED github_token]",
        numbering: "[REDACTED github_token].",
      },
    ]);
    expect(found).toBe(1);
    expect(findings).toEqual([{ kind: "github_token", at, count: 1 }]);
  });

  test("a value that is the shown text", () => {
    const { out, found } = screen([
      { at, region: "body", text: TOKEN, cell: { value: TOKEN, type: "string" } },
    ]);
    expect(out).toEqual([
      {
        at,
        region: "body",
        text: "[REDACTED github_token]",
        cell: { value: "[REDACTED github_token]", type: "string" },
      },
    ]);
    expect(found).toBe(1);
  });

  test("a formula without a stored result", () => {
    const { out, found } = screen([
      { at, region: "body", text: null, cell: { value: null, type: "empty", formula: `"${TOKEN}"` } },
    ]);
    expect(out[0]!.cell!.formula).toBe('"[REDACTED github_token]"');
    expect(found).toBe(1);
  });

  test("numbers and booleans stay", () => {
    const unit: Unit = { at, region: "body", text: "1", cell: { value: 1, type: "number" } };
    expect(screen([unit]).out[0]).toBe(unit);
  });

  test("names in a locator, also in the finding", () => {
    const sheet: Locator = { kind: "sheetCell", sheet: TOKEN, cell: "A1" };
    const { out, findings } = screen([
      { at: sheet, region: "body", text: TOKEN },
      { at: { kind: "part", part: `attachment ${TOKEN}` }, region: "attachment", text: "x" },
      { at: { kind: "page", page: 1, label: TOKEN }, region: "body", text: "y" },
    ]);
    expect(JSON.stringify([out, findings])).not.toContain(TOKEN.slice(4));
  });
});

describe("findings", () => {
  test("the same kind at the same place is one finding with a count", () => {
    const { found, findings } = screen(lines(`${TOKEN} ${draw("github_token", 5)}`, draw("google_api_key")));
    expect(found).toBe(3);
    expect(findings).toEqual([
      { kind: "github_token", at: { kind: "line", line: 1 }, count: 2 },
      { kind: "google_api_key", at: { kind: "line", line: 2 }, count: 1 },
    ]);
  });

  test("at most 20, and a low one never keeps a high one out", () => {
    const many = lines(
      ...Array.from({ length: 40 }, () => "password = " + "hunter2x"),
      ...Array.from({ length: 15 }, (_, index) => draw("github_token", index + 1)),
    );
    const { found, findings } = screen(many);
    expect(found).toBe(15);
    expect(findings).toHaveLength(20);
    expect(findings.filter(({ kind }) => kind === "github_token")).toHaveLength(15);
    expect(findings.slice(0, 5).every(({ tier }) => tier === "low")).toBe(true);
    expect(
      screen(lines(...Array.from({ length: 30 }, (_, index) => draw("github_token", index + 1)))).findings,
    ).toHaveLength(20);
  });
});

describe("policies", () => {
  test("refuse throws at the end, and says kind and place and nothing of the value", () => {
    const screener = createScreener("refuse");
    const out = screener.push(
      lines("a", TOKEN, ...Array.from({ length: 40 }, () => "clean line of some length")),
    );
    expect(JSON.stringify(out)).not.toContain(TOKEN.slice(4));
    let thrown: unknown;
    try {
      screener.finish();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ReadbackError);
    expect((thrown as ReadbackError).facts()).toEqual({
      code: "withheld",
      message: "the file holds a secret (`github_token` at L2), and its source is set to refuse such files",
      hint: "remove the secret from the file, or set the source to `redact`",
    });
  });

  test("refuse lets a file through that has low-tier findings only", () => {
    expect(screen(lines("password = " + "hunter2x"), "refuse").texts).toEqual(["password = hunter2x"]);
  });

  test("report: text untouched and at once, findings told", () => {
    const screener = createScreener("report");
    const units = lines("a", TOKEN);
    expect(screener.push(units)).toEqual(units);
    expect(screener.finish()).toEqual([]);
    expect(screener.found).toBe(1);
    expect(screener.findings).toEqual([{ kind: "github_token", at: { kind: "line", line: 2 }, count: 1 }]);
  });

  test("off: nothing is looked at", () => {
    expect(screen(lines(TOKEN), "off")).toEqual({
      out: lines(TOKEN),
      texts: [TOKEN],
      found: 0,
      findings: [],
      policy: "off",
    });
  });
});

describe("promptness", () => {
  test("in clean text only the last lines wait", () => {
    const screener = createScreener("redact");
    let held = 0;
    for (let number = 1; number <= 500; number++) {
      held +=
        1 -
        screener.push([line(number, "2026-11-30 INFO nothing of note happened here, as so often")]).length;
      expect(held).toBeLessThan(9);
    }
    expect(screener.finish()).toHaveLength(held);
  });

  test("units that join nothing come back at once", () => {
    const screener = createScreener("redact");
    const unit = page(1, "text of a page", false);
    expect(screener.push([unit])).toEqual([unit]);
  });
});

const text = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "",
      "a line of prose",
      "x",
      "2026-11-30 INFO ok",
      "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcms=",
    ),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.nat(POSITIVES.length - 1), fc.nat(1000))
      .map(([index, seed]) => textOf((POSITIVES[index] as (typeof POSITIVES)[number]).make(seeded(seed)))),
  },
);

test("any batching of units gives the same units, and the joined text has no secret left", () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 8 }),
      fc.array(fc.record({ joins: fc.boolean(), hidden: fc.boolean() }), { minLength: 100, maxLength: 100 }),
      fc.integer({ min: 1, max: 9 }),
      (texts, flags, batch) => {
        const units = texts
          .flatMap((drawn) => drawn.split("\n"))
          .map((drawn, index): Unit => {
            const flag = flags[index % flags.length]!;
            return {
              ...line(index + 1, drawn),
              ...(flag.joins ? {} : { joins: false }),
              region: flag.hidden ? "hidden" : "body",
            };
          });
        const whole = screen(units);
        const batched = screen(units, "redact", batch);
        expect(batched).toEqual(whole);
        expect(whole.out.map(({ at }) => at)).toEqual(units.map(({ at }) => at));
        for (const { text: left } of whole.out)
          expect(scanText(left ?? "").filter(({ tier }) => tier === "high")).toEqual([]);
      },
    ),
    { numRuns: 1500 },
  );
});

test("without joins in the way, units give what their joined text gives", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 9 }), (texts, batch) => {
      const joined = texts.join("\n");
      const units = lines(...joined.split("\n"));
      const { out, found } = screen(units, "redact", batch);
      const spans = scanText(joined).filter(({ tier }) => tier === "high");
      expect(found).toBe(spans.length);
      let offset = 0;
      for (const [index, unit] of units.entries()) {
        const end = offset + unit.text!.length;
        const untouched = !spans.some((span) => span.start < end && span.end > offset);
        if (untouched) expect(out[index]).toBe(unit);
        offset = end + 1;
      }
    }),
    { numRuns: 1500 },
  );
});
