/** The anchor table finds what a plain search finds, and a text without any keyword has no finding. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { ANCHORS } from "../../../src/reading/screening/anchors.ts";
import { KEYWORDS, KEYWORD_OVERLAP, RULES } from "../../../src/reading/screening/rules.ts";
import type { Keyword } from "../../../src/reading/screening/rules.ts";
import { scanText } from "../../../src/reading/screening/scan.ts";
import { POSITIVES, seeded, textOf } from "./positives.ts";

const anchors = RULES.flatMap((rule, index) =>
  rule.anchors.map((anchor) => ({ rule, index, anchor })),
).filter(({ anchor }) => anchor !== "@");

/** The naive twin: every anchor of every rule at every place, by comparing. */
function plainFind(text: string): string[] {
  const found: string[] = [];
  for (const { rule, index, anchor } of anchors)
    for (let at = 0; at < text.length; at++) {
      const there = text.slice(at, at + anchor.length);
      if (
        rule.ignoreCase
          ? there.toLowerCase() !== anchor.toLowerCase() || !/^[\x20-\x7e]*$/.test(there)
          : there !== anchor
      )
        continue;
      const next = text.charAt(at + anchor.length);
      if (rule.follow !== undefined && !new RegExp(`^[${rule.follow}]$`).test(next)) continue;
      if (
        rule.wordStart &&
        /[A-Za-z0-9]$/.test(text.slice(0, at)) &&
        !/[\\%][A-Za-z0-9]{1,5}$/.test(text.slice(0, at))
      )
        continue;
      found.push(`${at} ${index}`);
    }
  return [...new Set(found)].toSorted();
}

const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...anchors.map(({ anchor }) => anchor)) },
  { weight: 1, arbitrary: fc.constantFrom(...anchors.map(({ anchor }) => anchor.toUpperCase())) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "a",
      "7",
      " ",
      "\\n",
      "%3D",
      "_",
      "-",
      "é",
      "中",
      "\u{1f511}",
      "ſ",
      "K",
      "a0f3",
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);

test("the table finds what comparing at every place finds", () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 7 }), (parts) => {
      const text = parts.join("");
      const found = ANCHORS.find(text, 0, text.length)
        .filter(({ split, rule }) => !split && RULES[rule]?.kind !== "url_password")
        .map(({ position, rule }) => `${position} ${rule}`);
      // Two anchors of one rule may begin at the same place.
      expect([...new Set(found)].toSorted()).toEqual(plainFind(text));
    }),
    { numRuns: 1000 },
  );
});

test("anchors at the borders of blocks are found, and each only in the range it begins in", () => {
  const word = "GOC" + "SPX-";
  for (const place of [0, 1, 65_530, 65_533, 65_535, 65_536, 65_537, 131_071, 131_072]) {
    const text = `${" ".repeat(place)}${word}${" ".repeat(200)}`;
    const at = (from: number, to: number): number[] =>
      ANCHORS.find(text, from, to).map(({ position }) => position);
    expect(at(0, text.length)).toEqual([place]);
    expect(at(0, place)).toEqual([]);
    expect(at(place, place + 1)).toEqual([place]);
    expect(at(place + 1, text.length)).toEqual([]);
  }
});

test("keywords are ASCII, at least three characters long, and each there once", () => {
  for (const { text, caseInsensitive } of KEYWORDS) {
    expect(text).toMatch(/^[\x20-\x7e]{3,}$/);
    if (caseInsensitive) expect(text).toBe(text.toLowerCase());
    expect(KEYWORD_OVERLAP).toBeGreaterThanOrEqual(text.length - 1);
  }
  expect(new Set(KEYWORDS.map(({ text, caseInsensitive }) => `${text} ${caseInsensitive}`)).size).toBe(
    KEYWORDS.length,
  );
});

test("everyday words are keywords of the low tier only", () => {
  const high = new Set(KEYWORDS.filter(({ tier }) => tier === "high").map(({ text }) => text));
  for (const word of ["password", "passwd", "secret", "token", "api_key", "apikey", "credential"])
    expect(high).not.toContain(word);
});

function holds(text: string, keyword: Keyword): boolean {
  const { followedBy } = keyword;
  const inText = keyword.caseInsensitive ? text.toLowerCase() : text;
  if (followedBy === undefined) return inText.includes(keyword.text);
  for (let at = text.indexOf(keyword.text); at >= 0; at = text.indexOf(keyword.text, at + 1)) {
    const behind = /^\S*/.exec(
      text.slice(at + keyword.text.length, at + keyword.text.length + followedBy.within),
    )![0];
    if (behind.includes(followedBy.character)) return true;
  }
  return false;
}

test("a line without a keyword has no finding of that tier", () => {
  const line = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((parts) => parts.join("")),
    fc
      .tuple(fc.nat(POSITIVES.length - 1), fc.nat(100_000), fc.nat(2), fc.nat(60))
      .map(([index, seed, from, to]) => {
        const text = textOf((POSITIVES[index] as (typeof POSITIVES)[number]).make(seeded(seed)));
        // A character less here or there breaks the anchor of most.
        return text.slice(0, from) + text.slice(from + 1, Math.max(from + 1, text.length - to));
      }),
  );
  fc.assert(
    fc.property(line, (drawn) => {
      const text = drawn.replaceAll("\n", " ");
      for (const tier of ["high", "low"] as const) {
        if (KEYWORDS.some((keyword) => keyword.tier === tier && holds(text, keyword))) continue;
        expect(scanText(text).filter((span) => span.tier === tier)).toEqual([]);
      }
    }),
    { numRuns: 5000 },
  );
});

test("every positive holds a keyword of the high tier", () => {
  const high = KEYWORDS.filter(({ tier }) => tier === "high");
  for (const [index, positive] of POSITIVES.entries()) {
    const text = textOf(positive.make(seeded(index)));
    expect([positive.kind, high.some((keyword) => holds(text, keyword))]).toEqual([positive.kind, true]);
  }
});
