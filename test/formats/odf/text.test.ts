/** Texts and presentations: places, layers, and what is told as left out; protected and changed files. */

import { expect, it } from "vitest";
import { odpExtractor } from "../../../src/formats/odf/presentation-extractor.ts";
import { odsExtractor } from "../../../src/formats/odf/sheet-extractor.ts";
import { odtExtractor } from "../../../src/formats/odf/text-extractor.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import { locatorText } from "../../../src/model/locator.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";
import { odfBytes, odfFile } from "./build.ts";
import type { Parts } from "./build.ts";

const read = (parts: Parts, selection = {}) => extractAll(odtExtractor, odfFile("text", parts), selection);
const told = ({ units }: Awaited<ReturnType<typeof read>>) =>
  units.map(({ at, region, text }) => `${locatorText(at)} ${region} ${text ?? ""}`);

it("white space, tabs, breaks and links as a viewer shows them", async () => {
  const got = await read({
    body: '<text:h text:outline-level="1">Title</text:h><text:p>  a <text:span> b</text:span><text:s text:c="3"/>c<text:tab/>d<text:line-break/>e <text:a xlink:href="x">f</text:a>\n</text:p><text:p/>',
  });
  expect(told(got)).toEqual(["¶1 body Title", "¶2 body a b   c\td\ne f", "¶3 body "]);
  expect(got).toMatchObject({ counted: 3, total: 3, gaps: [] });
});

it("layers beside the body", async () => {
  const got = await read({
    styles:
      '<style:style style:name="v" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="w" style:family="text" style:parent-style-name="v"/>',
    body:
      "<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>N</dc:creator><dc:date>D</dc:date></office:change-info><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>" +
      '<text:p>one<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note><text:span text:style-name="w">secret</text:span> two<office:annotation><dc:creator>Ann</dc:creator><text:p>remark</text:p></office:annotation></text:p>' +
      '<text:p><text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>aid</text:ruby-text></text:ruby><draw:frame draw:name="B"><draw:text-box><text:p>boxed</text:p></draw:text-box><svg:title>picture of x</svg:title></draw:frame></text:p>' +
      '<text:section text:display="none"><text:p>veiled</text:p></text:section>',
    page: "<office:master-styles><style:master-page><style:header><text:p>top</text:p></style:header><style:footer><text:p>bottom</text:p></style:footer></style:master-page></office:master-styles>",
  });
  expect(told(got)).toEqual([
    "deleted 1 deleted gone",
    "¶1 body one two",
    "¶1 hidden secret",
    "footnote 1 (¶1) footnote note",
    "comment 1 (¶1) comment remark",
    "¶2 body base",
    "¶2 annotation aid",
    "text box 1 (¶2) text_box boxed",
    "¶2 alt_text picture of x",
    "¶3 body ",
    "¶3 hidden veiled",
    "header 1 header_footer top",
    "footer 2 header_footer bottom",
  ]);
  expect(got.units.find(({ region }) => region === "footnote")?.numbering).toBe("1");
  expect(got.units.find(({ region }) => region === "comment")?.label).toBe("Ann");
  expect(got.gaps).toEqual([]);
});

it("tables by their grid, nested ones apart", async () => {
  const body =
    '<text:p>before</text:p><table:table><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>a</text:p><text:p>b</text:p></table:table-cell><table:covered-table-cell/><table:table-cell><text:p>c</text:p><table:table><table:table-row><table:table-cell><text:p>in</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table><text:p>after</text:p>';
  const got = await read({ body });
  expect(told(got)).toEqual([
    "¶1 body before",
    "table 1 r1 c1 table a\nb",
    "table 1 r1 c2 table ",
    "table 1 r1 c3 table c",
    "table 2 r1 c1 nested_table in",
    "¶2 body after",
  ]);
  expect(got.units[2]?.cell?.mergedInto).toBe("r1c1");
  const one = await read({ body }, { selection: { kind: "table", table: 2 } });
  expect(told(one)).toEqual(["table 2 r1 c1 nested_table in"]);
  const paragraph = await read({ body }, { selection: { kind: "paragraphs", ranges: [{ from: 2, to: 2 }] } });
  expect(told(paragraph)).toEqual(["¶2 body after"]);
});

it("what is left out is counted", async () => {
  const got = await read({
    styles:
      '<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style>',
    body: '<office:forms><form:form><form:text/><form:checkbox/></form:form></office:forms><text:list text:style-name="L"><text:list-item><text:p>x</text:p></text:list-item><text:list-item><text:p>y</text:p></text:list-item></text:list><text:p><draw:frame><draw:object><office:document><office:body><text:p>inner</text:p></office:body></office:document></draw:object><draw:image><office:binary-data>QUJD</office:binary-data></draw:image></draw:frame></text:p>',
    more: [{ name: "Basic/Standard/Module1.xml", content: "<x/>" }],
  });
  expect(told(got)).toEqual(["¶1 body x", "¶2 body y", "¶3 body "]);
  expect(got.gaps.map(({ region, count }) => [region, count])).toEqual([
    ["form_field", 2],
    ["numbering", 2],
    ["embedded_object", 1],
  ]);
  expect(got.facts.flags).toContain("macros");
});

it("slides with their notes; hidden ones are marked", async () => {
  const frame = (text: string): string =>
    `<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
  const file = odfFile("presentation", {
    styles:
      '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    body:
      `<draw:page draw:master-page-name="M">${frame("one")}${frame("two")}<presentation:notes>${frame("say")}</presentation:notes></draw:page>` +
      `<draw:page draw:style-name="h">${frame("unseen")}</draw:page><draw:page><draw:frame><draw:image/></draw:frame></draw:page>`,
    page: `<office:master-styles><style:master-page style:name="M">${frame("company")}<draw:frame presentation:class="title"><draw:text-box><text:p>click</text:p></draw:text-box></draw:frame></style:master-page><style:master-page style:name="N">${frame("unused")}</style:master-page></office:master-styles>`,
  });
  const got = await extractAll(odpExtractor, file);
  expect(told(got)).toEqual([
    "slide 1 body one\ntwo",
    "slide 1 notes say",
    "slide 2 hidden unseen",
    "slide 3 body ",
    "master page 1 header_footer company",
  ]);
  expect(got.units[2]?.hidden).toBe(true);
  expect(got).toMatchObject({ counted: 3, total: 3, gaps: [{ reason: "no_text_layer", at: { slide: 3 } }] });
  const second = await extractAll(odpExtractor, file, {
    selection: { kind: "slides", ranges: [{ from: 2, to: 2 }] },
  });
  expect(told(second)).toEqual(["slide 2 hidden unseen"]);
  expect(second).toMatchObject({ counted: 1, gaps: [] });
});

it("a protected document is named", async () => {
  const manifest =
    '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>';
  await expect(read({ body: "", manifest })).rejects.toMatchObject({ code: "encrypted" });
});

it("runs of spaces beyond all measure end as a limit", async () => {
  await expect(read({ body: '<text:p><text:s text:c="2147483648"/></text:p>' })).rejects.toMatchObject({
    code: "limit_exceeded",
  });
});

it.each([
  [
    "text",
    odtExtractor,
    odfBytes("text", { body: "<text:p>one</text:p><text:p>two</text:p>", page: "<office:styles/>" }),
  ],
  [
    "presentation",
    odpExtractor,
    odfBytes("presentation", { body: "<draw:page/><draw:page/>", page: "<office:styles/>" }),
  ],
  ["spreadsheet", odsExtractor, fixture("cases/real/R77-SampleSS.ods").bytes ?? new Uint8Array()],
] as const)("a %s with one byte changed gives units or a coded error", async (_kind, extractor, bytes) => {
  const step = Math.ceil(bytes.length / 150);
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    try {
      await extractAll(extractor, memorySource(changed));
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ReadbackError);
    }
  }
});
