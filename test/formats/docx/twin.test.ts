/** Documents made at random, read by the extractor and by a naive twin that walks the model they were made from. */

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { extractAll } from "../../support/extract.ts";
import { cell, p, row, run, table, word } from "./build.ts";
import { line } from "./lines.ts";

type Inline =
  | { kind: "run" | "hidden" | "deleted" | "inserted" | "link" | "control" | "field"; text: string }
  | { kind: "box"; paragraphs: string[] };
type Block =
  | { kind: "paragraph"; inlines: Inline[] }
  | { kind: "control"; blocks: Block[] }
  | { kind: "table"; rows: Block[][][] };

const { block } = fc.letrec<{ block: Block; blocks: Block[] }>((tie) => ({
  blocks: fc.array(tie("block"), { maxLength: 4 }),
  block: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      kind: fc.constant("paragraph" as const),
      inlines: fc.array(
        fc.oneof(
          fc.record({
            kind: fc.constantFrom("run", "hidden", "deleted", "inserted", "link", "control", "field"),
            text: fc.string({
              unit: fc.constantFrom("a", "b", " ", "ж", "漢", "😀"),
              minLength: 1,
              maxLength: 4,
            }),
          }),
          fc.record({
            kind: fc.constant("box" as const),
            paragraphs: fc.array(fc.string({ unit: fc.constantFrom("x", "y"), minLength: 1, maxLength: 3 }), {
              maxLength: 2,
            }),
          }),
        ),
        { maxLength: 5 },
      ),
    }),
    fc.record({ kind: fc.constant("control" as const), blocks: tie("blocks") }),
    fc.record({
      kind: fc.constant("table" as const),
      rows: fc.array(fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
    }),
  ),
})) as unknown as { block: fc.Arbitrary<Block> };

function inlineXml(inline: Inline): string {
  if (inline.kind === "box")
    return `<w:r><w:pict><v:textbox><w:txbxContent>${inline.paragraphs.map((text) => p(run(text))).join("")}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const { text } = inline;
  switch (inline.kind) {
    case "hidden":
      return run(text, "<w:vanish/>");
    case "deleted":
      return `<w:del w:id="1"><w:r><w:delText xml:space="preserve">${text}</w:delText></w:r></w:del>`;
    case "inserted":
      return `<w:ins w:id="1">${run(text)}</w:ins>`;
    case "link":
      return `<w:hyperlink>${run(text)}</w:hyperlink>`;
    case "control":
      return `<w:sdt><w:sdtPr/><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`;
    case "field":
      return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>CODE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(text)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    default:
      return run(text);
  }
}

function blockXml(entry: Block): string {
  if (entry.kind === "paragraph") return p(entry.inlines.map(inlineXml).join(""));
  if (entry.kind === "control")
    return `<w:sdt><w:sdtPr/><w:sdtContent>${entry.blocks.map(blockXml).join("")}</w:sdtContent></w:sdt>`;
  return table(
    entry.rows
      .map((cells) => row(cells.map((blocks) => cell(blocks.map(blockXml).join(""))).join("")))
      .join(""),
  );
}

interface Told {
  text: string;
  beside: string[];
}

/** What a paragraph tells: its text, and the lines for what stands beside it. */
function paragraphTold(inlines: readonly Inline[], place: string): Told {
  let text = "";
  const sides: { region: string; text: string; at: number }[] = [];
  const boxes: string[] = [];
  for (const inline of inlines) {
    if (inline.kind === "box")
      boxes.push(...inline.paragraphs.map((words) => `${place} [text_box]: ${words}`));
    else if (inline.kind === "hidden" || inline.kind === "deleted") {
      const last = sides.at(-1);
      if (last?.region === inline.kind && last.at === text.length) last.text += inline.text;
      else sides.push({ region: inline.kind, text: inline.text, at: text.length });
    } else text += inline.text;
  }
  return { text, beside: [...sides.map((side) => `${place} [${side.region}]: ${side.text}`), ...boxes] };
}

/** A cell's own lines, and what follows them: sides, boxes and nested tables at the outer cell. */
function cellTold(blocks: readonly Block[], place: string): { texts: string[]; beside: string[] } {
  const texts: string[] = [];
  const beside: string[] = [];
  for (const entry of blocks) {
    if (entry.kind === "paragraph") {
      const told = paragraphTold(entry.inlines, place);
      texts.push(told.text);
      beside.push(...told.beside);
    } else if (entry.kind === "control") {
      const told = cellTold(entry.blocks, place);
      texts.push(...told.texts);
      beside.push(...told.beside);
    } else
      for (const inner of entry.rows.flat()) {
        const told = cellTold(inner, place);
        const text = told.texts.join("\n");
        if (text.trim() !== "") beside.push(`${place} [nested_table]: ${text}`);
        beside.push(...told.beside);
      }
  }
  return { texts, beside };
}

function bodyTold(blocks: readonly Block[], count: { paragraphs: number; tables: number }): string[] {
  return blocks.flatMap((entry) => {
    if (entry.kind === "control") return bodyTold(entry.blocks, count);
    if (entry.kind === "paragraph") {
      const place = `¶${++count.paragraphs}`;
      const told = paragraphTold(entry.inlines, place);
      return [`${place}: ${told.text}`, ...told.beside];
    }
    const number = ++count.tables;
    return entry.rows.flatMap((cells, rowIndex) =>
      cells.flatMap((inner, columnIndex) => {
        const place = `table ${number} r${rowIndex + 1} c${columnIndex + 1}`;
        const told = cellTold(inner, place);
        return [`${place} [table]: ${told.texts.join("\n")}`, ...told.beside];
      }),
    );
  });
}

test("any nesting of paragraphs, tables, controls, boxes and revisions is told as the naive twin tells it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 6 }), async (blocks) => {
      const count = { paragraphs: 0, tables: 0 };
      const expected = bodyTold(blocks, count);
      const given = await extractAll(docxExtractor, word({ body: blocks.map(blockXml).join("") }));
      expect(given.units.map(line)).toEqual(expected);
      expect([given.counted, given.total]).toEqual([count.paragraphs, count.paragraphs]);
    }),
    { numRuns: 120 },
  );
});
