import { describe, expect, it } from "vitest";
import type { LogLine } from "../../src/model/log-answer.ts";
import { shortenLines } from "../../src/model/log-shorten.ts";

const lineOf = (text: string, more: Partial<LogLine> = {}): LogLine => ({
  lineNo: 1,
  level: "OTHER",
  text,
  cut: false,
  replacedBytes: 0,
  ...more,
});

describe("lines within a number of characters", () => {
  it("stay as they are where they fit", () => {
    const lines = [lineOf("a".repeat(50)), lineOf("b".repeat(50))];
    expect(shortenLines(lines, 100)).toBe(lines);
  });

  it("give way longest first, and say so", () => {
    const lines = [lineOf("a".repeat(60)), lineOf("b".repeat(2000)), lineOf("c".repeat(500))];
    const short = shortenLines(lines, 460);
    expect(short.map((line) => [line.text.length, line.cut])).toEqual([
      [60, false],
      [200, true],
      [200, true],
    ]);
  });

  it("are never shortened to nothing, nor within a character", () => {
    const short = shortenLines(
      [lineOf(`${"a".repeat(39)}😀${"b".repeat(100)}`), lineOf("c".repeat(300))],
      10,
    );
    expect(short.map((line) => line.text.length)).toEqual([39, 40]);
  });

  it("keep counts of what is shown", () => {
    const line = lineOf(`a\uFFFD\0${"b".repeat(200)}\uFFFD\0`, {
      replacedBytes: 5,
      lost: [
        { at: 1, bytes: 2 },
        { at: 203, bytes: 3 },
      ],
      nulBytes: 2,
    });
    expect(shortenLines([line], 50)[0]).toMatchObject({ replacedBytes: 2, nulBytes: 1, cut: true });
  });

  it("keep what is around a match before the line's beginning", () => {
    const line = lineOf("a".repeat(2000), { cut: true, around: `${"x".repeat(90)}needle${"y".repeat(90)}` });
    const [short] = shortenLines([line], 400);
    expect(short?.around).toContain("needle");
    expect((short?.text.length ?? 0) + (short?.around?.length ?? 0)).toBeLessThanOrEqual(400);
  });
});
