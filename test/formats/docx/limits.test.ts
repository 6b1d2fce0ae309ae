import * as fc from "fast-check";
import { expect, test } from "vitest";
import { docxExtractor } from "../../../src/formats/docx/extractor.ts";
import { LIMITS, Meter } from "../../../src/model/budget.ts";
import type { Limits } from "../../../src/model/budget.ts";
import { CancelledError, ReadbackError } from "../../../src/model/errors.ts";
import type { Selection, UnitBatch } from "../../../src/model/unit.ts";
import { extractAll, memorySource } from "../../support/extract.ts";
import { cell, NAMESPACES, p, para, row, run, table, word, wordFile } from "./build.ts";
import type { Parts } from "./build.ts";
import { line } from "./lines.ts";

async function codeOf(parts: Parts, limits: Partial<Limits> = {}): Promise<string> {
  try {
    await extractAll(docxExtractor, word(parts), { limits: { ...LIMITS, ...limits } });
    return "read";
  } catch (error) {
    if (error instanceof ReadbackError) return error.code;
    throw error;
  }
}

const many = (count: number, inner: string): string => inner.repeat(count);

test.each<[string, Parts, Partial<Limits>, string]>([
  ["20 000 nested tables", { body: many(20_000, "<w:tbl><w:tr><w:tc>") }, {}, "limit_exceeded"],
  ["300 000 nested elements", { body: many(300_000, "<w:ins>") }, {}, "limit_exceeded"],
  [
    "a paragraph of many runs over its limit",
    { body: p(many(100, run("x".repeat(100)))) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "deleted text over its limit",
    { body: p(many(100, `<w:del>${run("x".repeat(100))}</w:del>`)) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "a cell of many paragraphs over its limit",
    { body: table(row(cell(many(100, para("x".repeat(100)))))) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "a cell of many nested cells",
    { body: table(row(cell(table(row(many(1000, cell(para("x")))))))) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "a paragraph of many boxes",
    { body: p(many(1000, `<w:r><w:pict><w:txbxContent>${para("x")}</w:txbxContent></w:pict></w:r>`)) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "words of a shape over their limit",
    { body: p(`<a:p>${many(1000, "<a:r><a:t>xxxxxxxxxx</a:t></a:r>")}</a:p>`) },
    { textNodeChars: 9000 },
    "limit_exceeded",
  ],
  [
    "more text than may be handed out",
    { body: many(1000, para("x".repeat(100))) },
    { extractedChars: 50_000 },
    "limit_exceeded",
  ],
  [
    "a document just within its limits",
    { body: many(1000, para("x".repeat(100))) },
    { extractedChars: 100_000 },
    "read",
  ],
  [
    "a main part with a DOCTYPE",
    { main: `<!DOCTYPE x><w:document ${NAMESPACES}><w:body/></w:document>` },
    {},
    "damaged",
  ],
  ["a styles part with a DOCTYPE", { body: "", styles: `<!DOCTYPE x><a/>` }, {}, "damaged"],
  ["a main part that is no document", { main: `<w:settings ${NAMESPACES}/>` }, {}, "damaged"],
  [
    "a main part in an unknown namespace",
    { main: `<w:document xmlns:w="urn:other"><w:body/></w:document>` },
    {},
    "damaged",
  ],
  ["a main part that is cut off", { main: `<w:document ${NAMESPACES}><w:body>${para("a")}` }, {}, "damaged"],
  ["a header built to exhaust", { body: para("a"), header: many(300_000, "<w:ins>") }, {}, "limit_exceeded"],
])("%s: %s", async (_what, parts, limits, code) => {
  expect(await codeOf(parts, limits)).toBe(code);
});

test("a document without text is no failure: its paragraphs are counted", async () => {
  const { units, counted, total } = await extractAll(docxExtractor, word({ body: "<w:p/><w:p/>" }));
  expect([units.map(line), counted, total]).toEqual([["¶1: ", "¶2: "], 2, 2]);
});

test("a container without a Word document is damaged", async () => {
  await expect(extractAll(docxExtractor, word({ main: "" }))).rejects.toMatchObject({ code: "damaged" });
});

const SELECTED = word({
  body: `${para("a")}${p(run("b") + run("x", "<w:vanish/>"))}${table(row(cell(para("c") + table(row(cell(para("n")))))))}${para("d")}${table(row(cell(para("e"))))}`,
  header: para("h"),
});

test.each<[string, Selection, string[]]>([
  ["paragraphs", { kind: "paragraphs", ranges: [{ from: 2, to: 9 }] }, ["¶2: b", "¶3: d"]],
  [
    "several ranges",
    {
      kind: "paragraphs",
      ranges: [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
    },
    ["¶1: a", "¶3: d"],
  ],
  ["none there", { kind: "paragraphs", ranges: [{ from: 7, to: 8 }] }, []],
  ["a table", { kind: "table", table: 1 }, ["table 1 r1 c1 [table]: c", "table 1 r1 c1 [nested_table]: n"]],
  ["another table", { kind: "table", table: 2 }, ["table 2 r1 c1 [table]: e"]],
])("selection of %s", async (_what, selection, expected) => {
  const { units, counted, total } = await extractAll(docxExtractor, SELECTED, { selection });
  expect([units.map(line), counted, total]).toEqual([expected, 3, 3]);
});

async function batchesOf(source: Uint8Array, meter: Meter): Promise<UnitBatch[]> {
  const batches: UnitBatch[] = [];
  for await (const batch of docxExtractor.extract(memorySource(source), { signal: meter.signal, meter }))
    batches.push(batch);
  return batches;
}

const LONG = wordFile({
  body: Array.from({ length: 20_000 }, (_, index) => para(`paragraph ${index}`)).join(""),
  header: para("h"),
});

test("units come in batches of at most 256, counted on the way", async () => {
  const { signal } = new AbortController();
  const batches = await batchesOf(LONG, new Meter({ signal, ms: 60_000 }));
  expect(Math.max(...batches.map(({ units }) => units.length))).toBe(256);
  expect(batches.length).toBeGreaterThan(70);
  expect(batches.reduce((sum, { counted }) => sum + counted, 0)).toBe(20_000);
  expect(batches.at(-1)?.total).toBe(20_000);
});

test("a spent time budget ends the walk with what was read, without a total and without an error", async () => {
  const { signal } = new AbortController();
  let calls = 0;
  const batches = await batchesOf(LONG, new Meter({ signal, ms: 10, now: () => calls++ }));
  const units = batches.flatMap((batch) => batch.units);
  expect(units.length).toBeGreaterThan(0);
  expect(units.length).toBeLessThan(20_000);
  expect(batches.every(({ total }) => total === undefined)).toBe(true);
  expect(batches.reduce((sum, { counted }) => sum + counted, 0)).toBe(units.length);
});

test("a cancellation ends the walk", async () => {
  const controller = new AbortController();
  const meter = new Meter({ signal: controller.signal, ms: 60_000 });
  const read = async (): Promise<void> => {
    for await (const batch of docxExtractor.extract(memorySource(LONG), { signal: controller.signal, meter }))
      if (batch.units.length > 0) controller.abort();
  };
  await expect(read()).rejects.toBeInstanceOf(CancelledError);
});

test("any change of a main part's bytes gives units or a coded error", async () => {
  const main = `<w:document ${NAMESPACES}><w:body>${table(row(cell(p(run("a") + `<w:del>${run("x")}</w:del>`)), `<w:gridBefore w:val="1"/>`))}${p(`<w:fldSimple>${run("f")}</w:fldSimple>`, `<w:numPr><w:numId w:val="1"/></w:numPr>`)}</w:body></w:document>`;
  const from = main.indexOf("<w:body>");
  const edit = fc.tuple(
    fc.integer({ min: from, max: main.length - 1 }),
    fc.integer({ min: 0, max: 12 }),
    fc.constantFrom(
      "",
      "<",
      ">",
      "/",
      "w:",
      "<w:p>",
      "</w:p>",
      "<w:tc>",
      "</w:tc>",
      "</w:tr>",
      "</w:tbl>",
      "<w:tbl>",
      "&#x41;",
      "x",
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
      let changed = main;
      for (const [at, length, text] of edits)
        changed = changed.slice(0, at) + text + changed.slice(at + length);
      expect(["read", "damaged"]).toContain(await codeOf({ main: changed }));
    }),
    { numRuns: 300 },
  );
});

test("well-formed parts with elements in any order and place give units or a coded error", async () => {
  const names = [
    "p",
    "r",
    "t",
    "tbl",
    "tr",
    "tc",
    "body",
    "sdt",
    "sdtContent",
    "txbxContent",
    "del",
    "ins",
    "pPr",
    "rPr",
    "numPr",
    "tcPr",
    "trPr",
    "vMerge",
    "fldChar",
    "ffData",
    "rt",
    "footnote",
    "docPart",
    "sym",
    "br",
  ];
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "medium", withCrossShrink: true },
      fc.constantFrom(
        "text",
        `<w:fldChar w:fldCharType="begin"/>`,
        `<w:fldChar w:fldCharType="end"/>`,
        "<w:vanish/>",
      ),
      fc
        .tuple(fc.constantFrom(...names), fc.array(tie("tree"), { maxLength: 5 }))
        .map(([name, inner]) => `<w:${name}>${inner.join("")}</w:${name}>`),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { maxLength: 5 }), async (trees) => {
      expect(await codeOf({ body: trees.join("") })).toBe("read");
    }),
    { numRuns: 300 },
  );
});
