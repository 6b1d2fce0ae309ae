import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AsciiPiece } from "../../../src/reading/matching/ascii-piece.ts";
import { foldCluster } from "../../../src/reading/matching/characters.ts";
import { compileNeedle } from "../../../src/reading/matching/needle.ts";

const pieceOf = (needle: string): AsciiPiece | undefined => compileNeedle(needle).asciiPiece();
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const holdsSpecial = (piece: AsciiPiece, text: string): boolean =>
  piece.specials.some((special) => Buffer.from(text).includes(Buffer.from(special)));
const holdsPiece = (piece: AsciiPiece, text: string): boolean => {
  const latin = Buffer.from(text).toString("latin1");
  return (piece.caseInsensitive ? latin.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : latin).includes(
    textOf(piece.bytes),
  );
};

describe("the ASCII piece of a needle", () => {
  test.each([
    ["Error Timeout", "timeout", false],
    ["ERROR", "error", true],
    ["12-345", "345", false],
    ["ошибка E1042", "e1042", false],
    ["a", "a", true],
    ["10.0.0.1", "10.0.0.1", true],
  ])("of %j is %j", (needle, piece, exhaustive) => {
    const found = pieceOf(needle);
    expect(textOf(found?.bytes ?? new Uint8Array())).toBe(piece);
    expect(found?.exhaustive).toBe(exhaustive);
    expect(found?.caseInsensitive).toBe(/[a-z]/.test(piece));
  });

  test.each(["ошибка", "中文", "- -"])("of %j is none", (needle) => {
    expect(pieceOf(needle)).toBeUndefined();
  });

  test("every character that may write an ASCII character in another way is special for it", () => {
    const pieces = new Map<string, AsciiPiece | undefined>();
    const wrong: string[] = [];
    for (let code = 0x80; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const folded = foldCluster(character);
      if (!/[!-,./-~]/.test(folded)) continue;
      for (const ascii of folded.match(/[!-,./-~]/g) ?? []) {
        if (!pieces.has(ascii)) pieces.set(ascii, pieceOf(ascii));
        const piece = pieces.get(ascii);
        if (piece === undefined || !holdsSpecial(piece, character))
          wrong.push(`U+${code.toString(16)} ${ascii}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(pieces.size).toBeGreaterThan(60);
  });

  test("a text with neither the piece nor a special sequence holds no hit", () => {
    const alphabet = [
      ..."aAiIsSkKfFjlt1.;'` -é中ф",
      "\n",
      "-\n",
      "‐\n",
      "\u2010\u2028",
      "ﬁ",
      "ﬅ",
      "ſ",
      "K",
      "İ",
      "ı",
      "\u0307",
      "ａ",
      "Ｋ",
      "１",
      "’",
      "…",
      "\u037E",
      "\u00AD",
      "\u00AD\n",
      "\u200B",
      "\uFE0F",
      "\uFFFE",
      "\u{E0100}",
      "\u034F",
      "\u061C",
      "\u180E",
      "\u2060",
      "\uFEFF",
      "\u0301",
    ];
    const text = fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (content, asked) => {
        let needle;
        try {
          needle = compileNeedle(asked);
        } catch {
          return;
        }
        const piece = needle.asciiPiece();
        if (piece === undefined) return;
        if (!holdsPiece(piece, content) && !holdsSpecial(piece, content))
          expect(needle.test(content)).toBe(false);
      }),
      { numRuns: 20_000 },
    );
  });

  test("where the piece is the whole needle, ASCII text that holds it holds a hit", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
        fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 2 }),
        (content, asked) => {
          const needle = compileNeedle(asked);
          const piece = needle.asciiPiece();
          if (piece?.exhaustive === true) expect(needle.test(content)).toBe(holdsPiece(piece, content));
        },
      ),
      { numRuns: 5000 },
    );
  });
});
