import { expect, test } from "vitest";
import { cell, p, para, row, run, table, word } from "./build.ts";
import { lines } from "./lines.ts";

const merge = (value?: string): string =>
  value === undefined ? "<w:vMerge/>" : `<w:vMerge w:val="${value}"/>`;
const span = (columns: number): string => `<w:gridSpan w:val="${columns}"/>`;

test.each<[string, string, string[]]>([
  [
    "rows and columns count from 1",
    table(row(cell(para("a")) + cell(para("b"))) + row(cell(para("c")) + cell(para("")))),
    [
      "table 1 r1 c1 [table]: a",
      "table 1 r1 c2 [table]: b",
      "table 1 r2 c1 [table]: c",
      "table 1 r2 c2 [table]: ",
    ],
  ],
  [
    "a cell behind a wide one keeps its grid column",
    table(row(cell(para("a"), span(3)) + cell(para("b")))),
    ["table 1 r1 c1 [table]: a", "table 1 r1 c4 [table]: b"],
  ],
  [
    "a row that starts late",
    table(row(cell(para("a")), `<w:gridBefore w:val="2"/>`)),
    ["table 1 r1 c3 [table]: a"],
  ],
  [
    "a vertical merge names its head",
    table(
      row(cell(para("a"), merge("restart")) + cell(para("b"))) +
        row(cell(para(""), merge()) + cell(para("c"))) +
        row(cell(para(""), merge("continue")) + cell(para("d"))),
    ),
    [
      "table 1 r1 c1 [table]: a",
      "table 1 r1 c2 [table]: b",
      "table 1 r2 c1 [table] (part of r1c1): ",
      "table 1 r2 c2 [table]: c",
      "table 1 r3 c1 [table] (part of r1c1): ",
      "table 1 r3 c2 [table]: d",
    ],
  ],
  [
    "text in a covered cell is hidden",
    table(row(cell(para("a"), merge("restart"))) + row(cell(para("x"), merge()))),
    ["table 1 r1 c1 [table]: a", "table 1 r2 c1 [table] (part of r1c1): ", "table 1 r2 c1 [hidden]: x"],
  ],
  [
    "a merge that continues nothing is a cell",
    table(row(cell(para("a"), merge()))),
    ["table 1 r1 c1 [table]: a"],
  ],
  [
    "a merge ends at a plain cell",
    table(row(cell(para("a"), merge("restart"))) + row(cell(para("b"))) + row(cell(para("c"), merge()))),
    ["table 1 r1 c1 [table]: a", "table 1 r2 c1 [table]: b", "table 1 r3 c1 [table]: c"],
  ],
  [
    "an old horizontal merge",
    table(
      row(cell(para("a"), `<w:hMerge w:val="restart"/>`) + cell(para(""), `<w:hMerge/>`) + cell(para("b"))),
    ),
    ["table 1 r1 c1 [table]: a", "table 1 r1 c2 [table] (part of r1c1): ", "table 1 r1 c3 [table]: b"],
  ],
  [
    "spans that cannot be true",
    table(row(cell(para("a"), span(-4)) + cell(para("b"), span(999_999_999)) + cell(para("c")))),
    ["table 1 r1 c1 [table]: a", "table 1 r1 c2 [table]: b", "table 1 r1 c3 [table]: c"],
  ],
  [
    "paragraphs of a cell are its lines",
    table(row(cell(para("a") + para("") + para("b")))),
    ["table 1 r1 c1 [table]: a\n\nb"],
  ],
  [
    "tables count on, paragraphs do not count cells",
    table(row(cell(para("a")))) + para("between") + table(row(cell(para("b")))),
    ["table 1 r1 c1 [table]: a", "¶1: between", "table 2 r1 c1 [table]: b"],
  ],
  [
    "a table in a content control, cells in content controls",
    `<w:sdt><w:sdtContent>${table(`<w:sdt><w:sdtContent><w:tr>${cell(para("a"))}<w:sdt><w:sdtContent>${cell(para("b"))}</w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt>`)}</w:sdtContent></w:sdt>`,
    ["table 1 r1 c1 [table]: a", "table 1 r1 c2 [table]: b"],
  ],
  [
    "a nested table stands at the outer cell, and not in its text",
    table(
      row(
        cell(para("out") + table(row(cell(para("in 1")) + cell(para("in 2")))) + para("er")) +
          cell(para("next")),
      ),
    ),
    [
      "table 1 r1 c1 [table]: out\ner",
      "table 1 r1 c1 [nested_table]: in 1",
      "table 1 r1 c1 [nested_table]: in 2",
      "table 1 r1 c2 [table]: next",
    ],
  ],
  [
    "a table nested twice",
    table(row(cell(table(row(cell(table(row(cell(para("deep")))) + para("mid")))) + para("out")))),
    ["table 1 r1 c1 [table]: out", "table 1 r1 c1 [nested_table]: mid", "table 1 r1 c1 [nested_table]: deep"],
  ],
  [
    "a cell of a nested table only",
    table(row(cell(table(row(cell(para("in"))))))),
    ["table 1 r1 c1 [table]: ", "table 1 r1 c1 [nested_table]: in"],
  ],
  [
    "a deleted row",
    table(row(cell(para("x")), "<w:del/>") + row(cell(para("a")))),
    ["table 1 r1 c1 [table]: ", "table 1 r1 c1 [deleted]: x", "table 1 r2 c1 [table]: a"],
  ],
  [
    "a deleted cell",
    table(row(cell(para("x"), "<w:cellDel/>") + cell(para("a")))),
    ["table 1 r1 c1 [table]: ", "table 1 r1 c1 [deleted]: x", "table 1 r1 c2 [table]: a"],
  ],
  [
    "a nested table in a deleted row",
    table(row(cell(table(row(cell(para("x")))) + para("")), "<w:del/>")),
    ["table 1 r1 c1 [table]: ", "table 1 r1 c1 [deleted]: x"],
  ],
  [
    "hidden runs of a cell",
    table(row(cell(p(run("a") + run("x", "<w:vanish/>"))))),
    ["table 1 r1 c1 [table]: a", "table 1 r1 c1 [hidden]: x"],
  ],
  [
    "a table's title and description",
    `<w:tbl><w:tblPr><w:tblCaption w:val="Prices"/></w:tblPr>${row(cell(para("a")))}</w:tbl>`,
    ["table 1 r1 c1 [alt_text]: Prices", "table 1 r1 c1 [table]: a"],
  ],
  ["an empty row", table(row("") + row(cell(para("a")))), ["table 1 r2 c1 [table]: a"]],
])("%s", async (_what, body, expected) => {
  expect(await lines(word({ body }))).toEqual(expected);
});
