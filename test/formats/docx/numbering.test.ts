import { expect, test } from "vitest";
import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { formatNumber } from "../../../src/formats/docx/number-format.ts";
import { extractAll } from "../../support/extract.ts";
import { cell, p, row, run, table, word } from "./build.ts";

/** Expected numbers were compared with LibreOffice 7.4 where it follows the standard; `isLgl` and `lvlRestart`, which it ignores, follow ECMA-376. */

const level = (number: number, text: string, format = "decimal", more = "", start = 1): string =>
  `<w:lvl w:ilvl="${number}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const abstract = (id: number, inner: string): string =>
  `<w:abstractNum w:abstractNumId="${id}">${inner}</w:abstractNum>`;
const instance = (id: number, of: number, inner = ""): string =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${inner}</w:num>`;
const startAt = (number: number, start: number): string =>
  `<w:lvlOverride w:ilvl="${number}"><w:startOverride w:val="${start}"/></w:lvlOverride>`;
const THREE = level(0, "%1.") + level(1, "%1.%2.") + level(2, "%1.%2.%3.");

/** A paragraph at a level of a list. */
const at = (number: number, list = 1, properties = "", text = "x"): string =>
  p(run(text), `<w:numPr><w:ilvl w:val="${number}"/><w:numId w:val="${list}"/></w:numPr>${properties}`);
const styled = (style: string, properties = ""): string =>
  p(run("x"), `<w:pStyle w:val="${style}"/>${properties}`);

async function numbers(body: string, numbering: string, styles = ""): Promise<(string | undefined)[]> {
  const { units } = await extractAll(docxExtractor, word({ body, numbering, styles }));
  return units.filter(({ region }) => region === "body").map((unit) => unit.numbering);
}

const levels = (...list: (number | [number, number])[]): string =>
  list.map((entry) => (typeof entry === "number" ? at(entry) : at(...entry))).join("");

test.each<[string, string, string, (string | undefined)[]]>([
  [
    "three levels",
    levels(0, 1, 1, 2, 0, 1),
    abstract(0, THREE) + instance(1, 0),
    ["1.", "1.1.", "1.2.", "1.2.1.", "2.", "2.1."],
  ],
  [
    "a deep level first",
    levels(1, 1, 0, 1, 2, 0, 2, 1),
    abstract(0, THREE) + instance(1, 0),
    ["1.1.", "1.2.", "2.", "2.1.", "2.1.1.", "3.", "3.1.1.", "3.2."],
  ],
  [
    "starts that are not 1",
    levels(0, 1, 1),
    abstract(0, level(0, "%1.", "decimal", "", 0) + level(1, "%1.%2", "decimal", "", 3)) + instance(1, 0),
    ["0.", "0.3", "0.4"],
  ],
  [
    "two lists of one kind count together",
    levels([0, 1], [0, 2], [0, 1]),
    abstract(0, THREE) + instance(1, 0) + instance(2, 0),
    ["1.", "2.", "3."],
  ],
  [
    "a list of one kind with a start of its own",
    levels([0, 1], [0, 2], [0, 3], [0, 3], [0, 1]),
    abstract(0, THREE) + instance(1, 0) + instance(2, 0) + instance(3, 0, startAt(0, 7)),
    ["1.", "2.", "7.", "8.", "9."],
  ],
  [
    "a start of its own at a lower level",
    levels([0, 1], [1, 1], [1, 2], [1, 2], [0, 2], [1, 2]),
    abstract(0, THREE) + instance(1, 0) + instance(2, 0, startAt(1, 5)),
    ["1.", "1.1.", "1.5.", "1.6.", "2.", "2.1."],
  ],
  [
    "two lists of two kinds count apart",
    levels([0, 1], [0, 2], [0, 1]),
    abstract(0, THREE) + abstract(1, THREE) + instance(1, 0) + instance(2, 1),
    ["1.", "1.", "2."],
  ],
  [
    "a level in another form",
    levels([0, 1], [0, 2], [1, 2]),
    abstract(0, THREE) +
      instance(1, 0) +
      instance(2, 0, `<w:lvlOverride w:ilvl="0">${level(0, "Article %1", "upperRoman")}</w:lvlOverride>`),
    ["1.", "Article II", "II.1."],
  ],
  [
    "legal numbers",
    levels(0, 1, 2),
    abstract(
      0,
      level(0, "Art. %1", "upperRoman") +
        level(1, "%1.%2", "decimal", "<w:isLgl/>") +
        level(2, "(%1-%3)", "lowerLetter"),
    ) + instance(1, 0),
    ["Art. I", "1.1", "(I-a)"],
  ],
  [
    "a level that restarts after the first only",
    levels(0, 1, 2, 1, 2, 0, 1, 2),
    abstract(
      0,
      level(0, "%1.") + level(1, "%1.%2.") + level(2, "%3)", "decimal", `<w:lvlRestart w:val="1"/>`),
    ) + instance(1, 0),
    ["1.", "1.1.", "1)", "1.2.", "2)", "2.", "2.1.", "1)"],
  ],
  [
    "a level that never restarts",
    levels(0, 1, 1, 0, 1),
    abstract(0, level(0, "%1.") + level(1, "%2)", "decimal", `<w:lvlRestart w:val="0"/>`)) + instance(1, 0),
    ["1.", "1)", "2)", "2.", "3)"],
  ],
  [
    "bullets, also of symbol fonts",
    levels(0, 1),
    abstract(
      0,
      level(0, "\uf0b7", "bullet").replace(
        "</w:lvl>",
        `<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:lvl>`,
      ) + level(1, "o", "bullet"),
    ) + instance(1, 0),
    ["•", "o"],
  ],
  ["a list number 0 is none", at(0, 0) + at(0), abstract(0, THREE) + instance(1, 0), [undefined, "1."]],
  ["a level without text", levels(0), abstract(0, level(0, "", "none")) + instance(1, 0), [undefined]],
  [
    "a hidden number",
    levels(0),
    abstract(0, level(0, "%1.").replace("</w:lvl>", `<w:rPr><w:vanish/></w:rPr></w:lvl>`)) + instance(1, 0),
    [undefined],
  ],
  [
    "paragraphs whose mark is hidden or deleted do not count",
    at(0) + at(0, 1, `<w:rPr><w:vanish/></w:rPr>`) + at(0, 1, `<w:rPr><w:del w:id="1"/></w:rPr>`) + at(0),
    abstract(0, THREE) + instance(1, 0),
    ["1.", undefined, undefined, "2."],
  ],
  [
    "empty paragraphs count",
    at(0) + at(0, 1, "", "") + at(0),
    abstract(0, THREE) + instance(1, 0),
    ["1.", "2.", "3."],
  ],
  [
    "a list that stands in a style of its own",
    levels([0, 2], [1, 2], [0, 2]),
    `<w:abstractNum w:abstractNumId="0"><w:styleLink w:val="L"/>${THREE}</w:abstractNum><w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum>${instance(1, 0)}${instance(2, 1)}`,
    ["1.", "1.1.", "2."],
  ],
  [
    "the own pattern of a newer format, with its stand-in",
    levels(0, 0),
    abstract(
      0,
      `<w:lvl w:ilvl="0"><w:start w:val="1"/><mc:AlternateContent><mc:Choice Requires="w14"><w:numFmt w:val="custom" w:format="001, 002, 003, ..."/></mc:Choice><mc:Fallback><w:numFmt w:val="decimal"/></mc:Fallback></mc:AlternateContent><w:lvlText w:val="%1"/></w:lvl>`,
    ) + instance(1, 0),
    ["001", "002"],
  ],
])("%s", async (_what, body, numbering, expected) => {
  const styles = `<w:style w:type="numbering" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`;
  expect(await numbers(body, numbering, styles)).toEqual(expected);
});

const style = (id: string, properties: string, basedOn?: string): string =>
  `<w:style w:type="paragraph" w:styleId="${id}">${basedOn === undefined ? "" : `<w:basedOn w:val="${basedOn}"/>`}<w:pPr>${properties}</w:pPr></w:style>`;

test("numbers through styles: by the level that names the style, by the style's own, inherited, and switched off", async () => {
  const numbering =
    abstract(
      0,
      level(0, "%1.", "decimal", `<w:pStyle w:val="H1"/>`) +
        level(1, "%1.%2", "decimal", `<w:pStyle w:val="H2"/>`) +
        level(2, "(%3)", "lowerLetter"),
    ) + instance(1, 0);
  const styles =
    style("H1", `<w:numPr><w:numId w:val="1"/></w:numPr>`) +
    style("H2", `<w:numPr><w:numId w:val="1"/></w:numPr>`) +
    style("H3", `<w:numPr><w:ilvl w:val="2"/><w:numId w:val="1"/></w:numPr>`) +
    style("H2b", "", "H2") +
    style("H3b", `<w:numPr><w:ilvl w:val="2"/></w:numPr>`, "H3");
  const body =
    styled("H1") +
    styled("H2") +
    styled("H2b") +
    styled("H3") +
    styled("H3b") +
    styled("H1", `<w:numPr><w:numId w:val="0"/></w:numPr>`) +
    styled("H1", `<w:numPr><w:ilvl w:val="1"/></w:numPr>`) +
    styled("H1");
  expect(await numbers(body, numbering, styles)).toEqual([
    "1.",
    "1.1",
    "1.2",
    "(a)",
    "(b)",
    undefined,
    "1.3",
    "2.",
  ]);
});

test("a number that cannot be rendered is a gap, not a guess", async () => {
  const body = levels(0, 0) + at(0, 9);
  const { units, gaps } = await extractAll(
    docxExtractor,
    word({ body, numbering: abstract(0, level(0, "%1.", "cardinalText")) + instance(1, 0) }),
  );
  expect(units.map((unit) => unit.numbering)).toEqual([undefined, undefined, undefined]);
  expect(gaps).toEqual([
    {
      region: "numbering",
      reason: "not_extracted",
      count: 3,
      detail: "automatic numbers in a format that is not rendered",
    },
  ]);
});

test("numbers in a cell stand one for each of its lines", async () => {
  const body = table(row(cell(at(0) + at(0, 0, "", "plain") + at(0)) + cell(at(0))));
  const { units } = await extractAll(
    docxExtractor,
    word({ body, numbering: abstract(0, THREE) + instance(1, 0) }),
  );
  expect(units.map((unit) => [unit.numbering, unit.text])).toEqual([
    ["1.\n\n2.", "x\nplain\nx"],
    ["3.", "x"],
  ]);
});

test.each<[string, number, string | undefined]>([
  ["decimal", 12, "12"],
  ["decimalZero", 7, "07"],
  ["decimalZero", 100, "100"],
  ["upperRoman", 1994, "MCMXCIV"],
  ["lowerRoman", 0, undefined],
  ["upperLetter", 26, "Z"],
  ["upperLetter", 27, "AA"],
  ["lowerLetter", 54, "bbb"],
  ["russianLower", 10, "к"],
  ["russianUpper", 29, "Я"],
  ["chineseCounting", 10, "十"],
  ["chineseCountingThousand", 42, "四十二"],
  ["chineseCounting", 100, undefined],
  ["ideographDigital", 10, "一〇"],
  ["thaiLetters", 4, "ง"],
  ["thaiNumbers", 25, "๒๕"],
  ["decimalEnclosedCircle", 20, "⑳"],
  ["decimalEnclosedCircle", 21, undefined],
  ["ganada", 14, "하"],
  ["ganada", 15, undefined],
  ["chicago", 6, "††"],
  ["ordinalText", 1, undefined],
  ["constructor", 1, undefined],
  ["decimal", -1, undefined],
  ["decimal", Number.NaN, undefined],
])("%s of %d is %j", (format, number, expected) => {
  expect(formatNumber(number, format)).toBe(expected);
});
