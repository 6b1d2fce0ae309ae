import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { logicalLine } from "../../../src/formats/pdf/visual-line.ts";
import type { PlacedText } from "../../../src/formats/pdf/visual-line.ts";

const WIDTH = 6;

/** Glyphs of a line as it is seen, from left to right, each character as wide as the other; spaces only move the pen. */
function seen(visual: string): PlacedText[] {
  return [...visual].flatMap((text, index) =>
    text === " " ? [] : [{ text, left: index * WIDTH, right: index * WIDTH + WIDTH, height: 12 }],
  );
}

const reversed = (text: string): string => [...text].toReversed().join("");

describe("a line is read in logical order whatever order its glyphs were drawn in", () => {
  it.each([
    ["one direction", "הריכח הזוח", "חוזה חכירה"],
    ["a number keeps its order", "1500 ךס", "סך 1500"],
    ["a number with separators", "12:30-ו 1,500.50", "1,500.50 ו-12:30"],
    ["a sign with its number", "25% החנה", "הנחה 25%"],
    ["two numbers", "42 17 רפסמ", "מספר 17 42"],
    ["a word of the other direction", "םולש hello world רמא", "אמר hello world שלום"],
    ["brackets face their contents", "םתחנ (contract) הזוח", "חוזה (contract) נחתם"],
    ["a right-to-left word in a left-to-right line", "The word םולש means", "The word שלום means"],
    ["two of them with a number between", "see םולש 12 הזוח there", "see חוזה 12 שלום there"],
  ])("%s", (_, visual, logical) => {
    expect(logicalLine(seen(visual))).toBe(logical);
    expect(logicalLine(seen(visual).toReversed())).toBe(logical);
  });

  it("a line whose ends disagree follows the page", () => {
    const visual = seen("Windows 10 ןכדע");
    expect(logicalLine(visual, { mostly: "right" })).toBe("עדכן Windows 10");
    expect(logicalLine(visual, { mostly: "left" })).toBe("Windows 10 עדכן");
  });

  it("marks stay with the letter they stand over", () => {
    const [lamed, shin] = [
      { text: "ל", left: 0, right: 6, height: 12 },
      { text: "ש", left: 6, right: 12, height: 12 },
    ];
    const qamats = { text: "\u05b8", left: 8, right: 10, height: 12 };
    for (const drawn of [
      [shin, qamats, lamed],
      [lamed, qamats, shin],
      [qamats, shin, lamed],
    ])
      expect(logicalLine(drawn)).toBe("ש\u05b8ל");
  });

  it("a small gap is a space only where one was seen", () => {
    const glyphs = [
      { text: "א", left: 7, right: 13, height: 12 },
      { text: "ב", left: 0, right: 6, height: 12 },
    ];
    expect(logicalLine(glyphs)).toBe("אב");
    expect(logicalLine(glyphs, { seenSpaces: [6.5] })).toBe("א ב");
    expect(logicalLine(glyphs, { seenSpaces: [20] })).toBe("אב");
  });

  const word = fc.string({ unit: fc.constantFrom(..."אבגדהוזחטיכלמנסעפצקרשת"), minLength: 1, maxLength: 6 });
  const number = fc.nat(99_999).map(String);

  it("as a naive layout puts it", () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.oneof(word, number), { minLength: 1, maxLength: 8 })
          .filter((words) => words.some((one) => /\p{L}/u.test(one))),
        fc.infiniteStream(fc.nat()),
        (words, order) => {
          const visual = words
            .toReversed()
            .map((one) => (/\d/.test(one) ? one : reversed(one)))
            .join(" ");
          const drawn = seen(visual)
            .map((glyph) => ({ glyph, key: order.next().value as number }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ glyph }) => glyph);
          expect(logicalLine(drawn)).toBe(words.join(" "));
        },
      ),
    );
  });
});
