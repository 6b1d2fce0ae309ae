import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileNeedle } from "../../../src/reading/matching/needle.ts";
import { complaint } from "./naive.ts";

const RUNS = 10_000;

/** Ordinary text, its spaces and line ends, words divided at line ends: what the quick ways judge. */
const PLAIN = "a A b i I İ ı k s S ß ẞ é É - ‐ ' ’ \" “ . ф Ф σ ς Σ 关 于 カ 한 글 ａ µ"
  .split(" ")
  .concat([" ", "  ", "\n", "\r\n", "-\n", "-\n ", "\u00A0", "\u3000", "\t"]);
/** And all that has to be folded. */
const ODD = [
  ..."ſ K Å ﬁ ﬃ ﬅ … ｶ ﾞ ｶﾞ ﻻ ﷺ 豈 Ω 😀 𐐀 𐐨 𠀀 ᄒ ᅡ ᆫ".split(" "),
  ..."\u0301\u0307\u0302\u0323\u0345\u05B0\u064B\u3099".split(""),
  ..."น\u0E34\u0E48\u0E49\u0E4D\u0E32\u0E33\u0E40\u0E81\u0ECD\u0EB2".split(""),
  ..."\u00AD\u200B\u200D\uFEFF\uFE0F\u034F\u2028\uFFFE\uFDD0\uFDD2\uD800".split(""),
  "\u00AD\n",
  "\uFFFE\n",
  "-\u200B\n",
];

const textOf = (alphabet: readonly string[], maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...alphabet), { maxLength }).map((parts) => parts.join(""));

const respell = fc.constantFrom(
  (text: string) => text,
  (text: string) => text.toUpperCase(),
  (text: string) => text.toLowerCase(),
  (text: string) => text.normalize("NFD"),
  (text: string) => text.normalize("NFC"),
  (text: string) => text.replace(/\s/g, ""),
  (text: string) => text.replace(/-\n/g, ""),
  (text: string) => text.replace(/-\n/g, "-"),
);

/** A text and a needle that is often cut from it and spelt in another way. */
const pair = (alphabet: readonly string[]): fc.Arbitrary<[string, string]> =>
  textOf(alphabet, 24).chain((text) =>
    fc.tuple(
      fc.constant(text),
      fc.oneof(
        textOf(alphabet, 4),
        fc
          .tuple(fc.nat({ max: text.length }), fc.integer({ min: 1, max: 6 }), respell)
          .map(([from, length, spell]) => spell(text.slice(from, from + length))),
      ),
    ),
  );

const holds = ([text, asked]: [string, string]): void => {
  let needle;
  try {
    needle = compileNeedle(asked);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_request" });
    return;
  }
  const hits = needle.findAll(text);
  expect(complaint(text, asked, hits)).toBeUndefined();
  expect(needle.test(text)).toBe(hits.length > 0);
  let last = 0;
  for (const hit of hits) {
    expect(hit.start).toBeGreaterThanOrEqual(last);
    expect(hit.end).toBeGreaterThan(hit.start);
    last = hit.end;
    // Whole characters: no pair is divided, no mark left behind.
    const after = text.slice(hit.end);
    expect(/^[\uDC00-\uDFFF]/.test(after) && /[\uD800-\uDBFF]$/.test(text.slice(0, hit.end))).toBe(false);
    // A mark after white space belongs to nothing.
    if (!/\s$/.test(text.slice(0, hit.end))) expect(/^(?![\u034F\uFE0F])\p{M}/u.test(after)).toBe(false);
  }
  expect(needle.findAll(text, 1)).toEqual(hits.slice(0, 1));
};

describe("a hit", () => {
  test("in plain text is what trying every way one by one finds", () => {
    fc.assert(fc.property(pair(PLAIN), holds), { numRuns: RUNS });
  });

  test("in any text is what trying every way one by one finds", () => {
    fc.assert(fc.property(pair([...PLAIN, ...ODD]), holds), { numRuns: RUNS });
  });

  test("in text of arbitrary characters too", () => {
    const text = fc.string({ unit: "binary", maxLength: 12 });
    fc.assert(
      fc.property(
        fc.tuple(text, fc.oneof(text, fc.string({ unit: "binary", minLength: 1, maxLength: 1 }))),
        holds,
      ),
      { numRuns: 2000 },
    );
  });

  test("is found again wherever a text stands", () => {
    fc.assert(
      fc.property(textOf([...PLAIN, ...ODD], 6), fc.string({ maxLength: 6 }), (asked, around) => {
        let needle;
        try {
          needle = compileNeedle(asked);
        } catch {
          return;
        }
        // Spaces around keep what stands there apart from marks and line ends of the needle's own.
        if (!/^[\p{M}\u1160-\u11FF\uFF9E\s\u00AD-]|[\s\u00AD\uFFFE-]$/u.test(asked))
          expect(needle.test(`${around} ${asked} ${around}`)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
