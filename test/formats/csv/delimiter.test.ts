import { describe, expect, it } from "vitest";
import { guessDelimiter } from "../../../src/formats/csv/delimiter.ts";
import { QuoteScanner, withoutQuoting } from "../../../src/formats/csv/fields.ts";

describe("the delimiter", () => {
  it.each<[string, string[], string]>([
    ["commas", ["a,b,c", "1,2,3"], ","],
    ["semicolons and decimal commas", ["a;b;c", "1,5;2,5;3,5", "4,1;5;6"], ";"],
    ["tabs with commas in the text", ["a\tb", "one, two\tthree", "x\ty"], "\t"],
    ["bars", ["a|b|c", "1|2|3"], "|"],
    ["said by the file", ["sep=;", "a,b", "c,d"], ";"],
    ["in quotes it does not count", ['"a;b;c",d', '"e;f;g",h'], ","],
    ["quoted lines", ['"a', 'b";c', "d;e"], ";"],
    ["one ragged line", ["a;b", "1;2", "1;2;3", "4;5"], ";"],
    ["none", ["a", "b"], ","],
    ["nothing", [], ","],
    ["empty lines", ["", "a;b", "", "c;d"], ";"],
  ])("%s", (_name, sample, delimiter) => {
    expect(guessDelimiter(sample)).toBe(delimiter);
  });
});

describe("quoting", () => {
  it.each([
    ['"a,b",c', "a,b,c"],
    ['"say ""hi""",e', 'say "hi",e'],
    ['5" pipe,x', '5" pipe,x'],
    ['"",""', ","],
    ['"a\nb"', "a\nb"],
    ['""""', '"'],
    ["", ""],
  ])("%j undone is %j", (record, plain) => {
    expect(withoutQuoting(record, ",")).toBe(plain);
  });

  it("a line in pieces is the line", () => {
    const line = 'a,"b""c",d"e,"f';
    for (let cut = 0; cut <= line.length; cut += 1) {
      const scanner = new QuoteScanner(",");
      scanner.startLine(false);
      expect(scanner.scan(line.slice(0, cut)) && scanner.scan(line.slice(cut))).toBe(true);
      expect(scanner.endLine()).toEqual({ quoted: true, delimiters: 3, malformed: false });
    }
  });
});
