import { describe, expect, test } from "vitest";
import { foldCluster, Kind, kindOf, singleFold } from "../../../src/reading/matching/characters.ts";
import { isPlainUnit, variantsOf } from "../../../src/reading/matching/plain.ts";

const escaped = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;
/** The engine's own simple case folding. */
const caseEqual = (a: string, b: string): boolean => new RegExp(`^${escaped(a)}$`, "iu").test(b);

function* assigned(): Generator<string> {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    // Of the tens of thousands of ideographs and syllables, one in sixteen.
    if (/\p{Unified_Ideograph}|[\uAC00-\uD7A3]/u.test(character) && code % 16 !== 0) continue;
    if (!/[\p{Cn}\p{Co}]/u.test(character)) yield character;
  }
}

const isOwnChoice = (character: string): boolean =>
  /\u{345}|[Iiİı\uFB00-\uFDFF\uFE70-\uFFEF\u2018-\u201F\u2010\u2011\u2212\u2026]/u.test(
    character.normalize("NFD"),
  );

describe("folding of one character", () => {
  test("agrees with the engine's simple case folding, apart from what is chosen otherwise", () => {
    let compared = 0;
    for (const character of assigned()) {
      if (
        isOwnChoice(character) ||
        !/\p{Changes_When_Casemapped}|\p{Changes_When_Casefolded}/u.test(character)
      )
        continue;
      const folded = foldCluster(character);
      const decomposed = [...character.normalize("NFD")];
      const foldedParts = [...folded.normalize("NFD")];
      expect(foldedParts).toHaveLength(decomposed.length);
      decomposed.forEach((part, index) =>
        expect(caseEqual(part, foldedParts[index] ?? ""), character).toBe(true),
      );
      for (const other of [character.toUpperCase(), character.toLowerCase()])
        if ([...other].length === 1 && caseEqual(character, other))
          expect(foldCluster(other), character).toBe(folded);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(2500);
  });

  test("is done after once, and for composed and decomposed forms alike", () => {
    const wrong: string[] = [];
    for (const character of assigned()) {
      const folded = foldCluster(character);
      const again = [...folded].map((each) => foldCluster(each)).join("");
      if ([...folded].length === 1 && again !== folded) wrong.push(`${escaped(character)} folds further`);
      if (!/\p{M}/u.test(character) && foldCluster(character.normalize("NFD")) !== folded)
        wrong.push(`${escaped(character)} decomposed`);
    }
    expect(wrong).toEqual([]);
  });

  test("leaves what is neither a letter nor listed as it is", () => {
    for (const character of ["²", "½", "™", "№", "①", "–", "—", "«", "€", "😀", "ß"])
      expect(foldCluster(character)).toBe(character);
  });
});

describe("the quick way", () => {
  test("lists each plain character as a variant of what it folds to, or takes it for white space", () => {
    let plain = 0;
    const wrong: string[] = [];
    for (let unit = 0; unit < 0x10000; unit += 1) {
      if (!isPlainUnit(unit)) continue;
      plain += 1;
      const kind = kindOf(unit);
      const right =
        kind === Kind.space || kind === Kind.lineEnd
          ? /\s|\x85/.test(String.fromCharCode(unit))
          : (kind === Kind.single || kind === Kind.hyphen) && variantsOf(singleFold(unit)).includes(unit);
      if (!right) wrong.push(unit.toString(16));
    }
    expect(wrong).toEqual([]);
    expect(plain).toBeGreaterThan(40_000);
  });
});
