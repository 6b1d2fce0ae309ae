/** Variants of the container and its parts that programs write, and damage to some of them. */

import { describe, expect, it } from "vitest";
import { xlsxExtractor } from "../../../src/formats/xlsx/extractor.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { Unit } from "../../../src/model/unit.ts";
import { extractAll, memorySource } from "../../support/extract.ts";
import { NAMESPACES, STRICT_MAIN, sheetOf, workbook, workbookBytes } from "./workbook-file.ts";
import type { WorkbookInput } from "./workbook-file.ts";

const read = (input: WorkbookInput) => extractAll(xlsxExtractor, workbook(input));
const texts = (units: readonly Unit[]) => units.map(({ text }) => text);

describe("variants", () => {
  it.each([
    [
      "prefix",
      `<?xml version="1.0"?><x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>here</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`,
    ],
    [
      "strict",
      `<?xml version="1.0"?><worksheet xmlns="${STRICT_MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>here</t></is></c></row></sheetData></worksheet>`,
    ],
    [
      "attributes in single quotes, blanks and line ends",
      `<?xml version="1.0"?>\n<worksheet ${NAMESPACES}>\n <sheetData>\n  <row r='1'\n >\n   <c r='A1' t='str'>\n    <v>here</v>\n   </c>\n  </row>\n </sheetData>\n</worksheet>\n`,
    ],
  ])("%s", async (_name, cells) => {
    const { units, gaps } = await read({ sheets: [{ cells }] });
    expect(texts(units)).toEqual(["here"]);
    expect(gaps).toEqual([]);
  });

  it.each(["utf16le", "utf16be"])("%s", async (encoding) => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?><worksheet ${NAMESPACES}><sheetData><c r="A1" t="str"><v>тест</v></c></sheetData></worksheet>`;
    const bytes = Buffer.from(text, "utf16le");
    const { units } = await read({ sheets: [{ cells: encoding === "utf16be" ? bytes.swap16() : bytes }] });
    expect(texts(units)).toEqual(["тест"]);
  });

  it("macros, links and the date system are flagged, and links not followed", async () => {
    const { facts, gaps } = await read({
      date1904: "1",
      relationships: [
        ["rIdMacros", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"],
        ["rIdLink", "externalLink", "externalLinks/externalLink1.xml"],
      ],
      parts: { "xl/vbaProject.bin": "x" },
    });
    expect(facts.flags).toEqual(expect.arrayContaining(["date_1904", "macros", "external_links"]));
    expect(gaps).toEqual([]);
  });

  it("kinds of sheets are told; a dialog's controls are not read", async () => {
    const { facts, gaps } = await read({
      sheets: [
        { name: "W", cells: "" },
        { name: "C", kind: "chartsheet", cells: `<?xml version="1.0"?><chartsheet ${NAMESPACES}/>` },
        { name: "D", kind: "dialogsheet", cells: `<?xml version="1.0"?><dialogsheet ${NAMESPACES}/>` },
        {
          name: "M",
          kind: "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet",
          cells: '<c r="A1"><f>ALERT("x")</f><v>0</v></c>',
        },
      ],
    });
    expect(facts.sheets?.map(({ kind }) => kind)).toEqual([
      "worksheet",
      "chartsheet",
      "dialogsheet",
      "macrosheet",
    ]);
    expect(gaps).toMatchObject([{ reason: "not_extracted", at: { kind: "part", part: "D" } }]);
  });
});

describe("damage", () => {
  const good = { name: "Good", cells: '<c r="A1"><v>1</v></c>' };

  it("of one sheet leaves the others, hands out what stood before it, and names the place", async () => {
    const { units, gaps, total } = await read({
      sheets: [
        {
          name: "Bad",
          cells: `<?xml version="1.0"?><worksheet ${NAMESPACES}><sheetData><c r="A1"><v>1</v></c><c r="B7"><v>2</v></c><oops`,
        },
        good,
      ],
    });
    expect(texts(units)).toEqual(["1", "2", "1"]);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { kind: "sheetCell", sheet: "Bad", cell: "B7" } }]);
    expect(total).toBeUndefined();
  });

  it("of a part that is not there is named", async () => {
    const { units, gaps } = await read({ sheets: [{ name: "Gone", missing: true }, good] });
    expect(texts(units)).toEqual(["1"]);
    expect(gaps).toMatchObject([{ reason: "damaged", at: { kind: "part", part: "Gone" } }]);
  });

  it("of everything is an error", async () => {
    await expect(read({ sheets: [{ cells: '<?xml version="1.0"?><worksheet' }] })).rejects.toMatchObject({
      code: "damaged",
    });
    await expect(read({ sheets: [{ missing: true }] })).rejects.toMatchObject({ code: "damaged" });
  });

  it.each([
    ["strings", { sharedStrings: "<sst><si><t>a</t></si><si><t>b" }],
    ["styles", { styles: "<styleSheet><cellXfs><xf" }],
  ])("of the %s is named, and what they do not concern is read", async (_name, more) => {
    const { units, gaps } = await extractAll(xlsxExtractor, sheetOf('<c r="A1"><v>1</v></c>', more));
    expect(texts(units)).toEqual(["1"]);
    expect(gaps).toMatchObject([{ reason: "damaged", region: "body" }]);
  });

  it("strings before the damage are read", async () => {
    const { units, gaps } = await extractAll(
      xlsxExtractor,
      sheetOf('<c r="A1" t="s"><v>0</v></c><c r="A2" t="s"><v>1</v></c>', {
        sharedStrings: "<sst><si><t>a</t></si><si><t>b",
      }),
    );
    expect(texts(units)).toEqual(["a", ""]);
    expect(gaps.map(({ reason }) => reason)).toEqual(["damaged", "damaged"]);
  });

  it("entities are never expanded", async () => {
    const cells = `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e "boom">]><worksheet ${NAMESPACES}><sheetData><c r="A1" t="str"><v>&e;</v></c></sheetData></worksheet>`;
    const { units, gaps } = await read({ sheets: [{ cells }, good] });
    expect(texts(units)).toEqual(["1"]);
    expect(gaps).toMatchObject([{ reason: "damaged" }]);
  });

  it.each(["xl/workbook.xml", "_rels/.rels"])("without %s there is no workbook", async (part) => {
    await expect(
      extractAll(
        xlsxExtractor,
        workbook({
          parts: {
            [part]: "<nothing/>",
            ...(part === "_rels/.rels" ? { "xl/workbook.xml": "<nothing/>" } : {}),
          },
        }),
      ),
    ).rejects.toMatchObject({ code: "damaged" });
  });

  it("a file cut off anywhere is a coded error", async () => {
    const bytes = workbookBytes({ sheets: [good] });
    for (let length = 0; length < bytes.length; length += 97)
      await expect(extractAll(xlsxExtractor, memorySource(bytes.subarray(0, length)))).rejects.toSatisfy(
        (error) => error instanceof ReadbackError && /^(?:damaged|unsupported_format)$/.test(error.code),
      );
  });
});
