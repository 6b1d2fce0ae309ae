import { expect, test } from "vitest";
import { p, para, run, word } from "./build.ts";
import { lines } from "./lines.ts";

test.each<[string, string, string[]]>([
  ["an empty paragraph counts", "<w:p/>" + para("b"), ["¶1: ", "¶2: b"]],
  ["runs join without a gap", p(run("de") + run("tails")), ["¶1: details"]],
  [
    "a block content control",
    `<w:sdt><w:sdtPr><w:alias w:val="no"/><w:placeholder><w:docPart w:val="no"/></w:placeholder></w:sdtPr><w:sdtContent>${para("a")}${para("b")}</w:sdtContent></w:sdt>`,
    ["¶1: a", "¶2: b"],
  ],
  [
    "an inline content control",
    p(`${run("a ")}<w:sdt><w:sdtPr/><w:sdtContent>${run("b")}</w:sdtContent></w:sdt>${run(" c")}`),
    ["¶1: a b c"],
  ],
  [
    "custom XML and smart tags",
    `<w:customXml w:element="x"><w:customXmlPr/>${p(`<w:smartTag w:element="y"><w:smartTagPr/>${run("a")}</w:smartTag>`)}</w:customXml>`,
    ["¶1: a"],
  ],
  [
    "a link, a simple field, direction marks",
    p(
      `<w:hyperlink r:id="x">${run("a")}</w:hyperlink><w:fldSimple w:instr="FILENAME">${run("b")}</w:fldSimple><w:bdo w:val="rtl">${run("c")}</w:bdo><w:dir>${run("d")}</w:dir>`,
    ),
    ["¶1: abcd"],
  ],
  [
    "tabs, breaks and hyphens",
    p(
      `<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:cr/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t><w:softHyphen/><w:t>f</w:t><w:ptab/><w:br w:type="page"/></w:r>`,
    ),
    ["¶1: a\tb\nc\nd\u2011e\u00adf\t\n"],
  ],
  ["tab stops are no tabs", p(run("a"), `<w:tabs><w:tab w:val="left" w:pos="20"/></w:tabs>`), ["¶1: a"]],
  ["rendered page breaks are nothing", p(`<w:r><w:lastRenderedPageBreak/><w:t>a</w:t></w:r>`), ["¶1: a"]],
  [
    "a symbol of a known font",
    p(
      `<w:r><w:sym w:font="Symbol" w:char="F0B7"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Symbol" w:char="61"/></w:r>`,
    ),
    ["¶1: •✔α"],
  ],
  [
    "private characters in a run of a known font",
    p(run("\uf061\uf062", `<w:rFonts w:ascii="Symbol"/>`)),
    ["¶1: αβ"],
  ],
  [
    "phonetic guides stand apart",
    p(
      `<w:r><w:ruby><w:rubyPr/><w:rt>${run("とよた")}</w:rt><w:rubyBase>${run("豊田")}</w:rubyBase></w:ruby></w:r>${run("市")}`,
    ),
    ["¶1: 豊田市", "¶1 [annotation]: とよた"],
  ],
  ["text outside paragraphs is none", `<w:r><w:t>x</w:t></w:r>${para("a")}`, ["¶1: a"]],
  [
    "section properties inside a paragraph",
    p(run("a"), `<w:sectPr><w:headerReference r:id="x"/></w:sectPr>`),
    ["¶1: a"],
  ],
])("%s", async (_what, body, expected) => {
  expect(await lines(word({ body }))).toEqual(expected);
});

test.each<[string, string, string[]]>([
  ["an insertion is current", p(`${run("a")}<w:ins w:id="1">${run("b")}</w:ins>`), ["¶1: ab"]],
  [
    "a deletion is apart",
    p(
      `${run("a")}<w:del w:id="1"><w:r><w:delText>x</w:delText></w:r><w:r><w:delText>y</w:delText></w:r></w:del>${run("b")}<w:del><w:r><w:delText>z</w:delText></w:r></w:del>`,
    ),
    ["¶1: ab", "¶1 [deleted]: xy", "¶1 [deleted]: z"],
  ],
  [
    "ordinary text inside a deletion is deleted",
    p(`<w:del w:id="1">${run("x")}</w:del>`),
    ["¶1: ", "¶1 [deleted]: x"],
  ],
  [
    "a move is current where it went",
    p(
      `<w:moveFromRangeStart w:id="1"/><w:moveFrom w:id="2">${run("m")}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>`,
    ) + p(`<w:moveTo w:id="3">${run("m")}</w:moveTo>`),
    ["¶1: ", "¶1 [deleted]: m", "¶2: m"],
  ],
  [
    "an insertion that was deleted again",
    p(`<w:ins><w:del>${run("x")}</w:del></w:ins>${run("a")}`),
    ["¶1: a", "¶1 [deleted]: x"],
  ],
  [
    "marks of changed properties delete nothing",
    p(
      run("a", `<w:ins w:id="1"/><w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>`),
      `<w:rPr><w:ins w:id="2"/><w:del w:id="3"/></w:rPr><w:pPrChange><w:pPr><w:pStyle w:val="x"/></w:pPr></w:pPrChange>`,
    ) + para("b"),
    ["¶1: a", "¶2: b"],
  ],
])("revisions: %s", async (_what, body, expected) => {
  expect(await lines(word({ body }))).toEqual(expected);
});

const STYLES = `
  <w:style w:type="paragraph" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="Child"><w:basedOn w:val="Secret"/></w:style>
  <w:style w:type="paragraph" w:styleId="Open"><w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>
  <w:style w:type="paragraph" w:styleId="LoopA"><w:basedOn w:val="LoopB"/></w:style>
  <w:style w:type="paragraph" w:styleId="LoopB"><w:basedOn w:val="LoopA"/></w:style>
  <w:style w:type="character" w:styleId="Veil"><w:rPr><w:vanish/></w:rPr></w:style>`;

test.each<[string, string, string[]]>([
  [
    "a hidden run",
    p(run("a") + run("x", "<w:vanish/>") + run("y", `<w:vanish w:val="true"/>`) + run("b")),
    ["¶1: ab", "¶1 [hidden]: xy"],
  ],
  ["hidden switched off", p(run("a", `<w:vanish w:val="false"/>`)), ["¶1: a"]],
  ["hidden by the paragraph's style", p(run("x"), `<w:pStyle w:val="Secret"/>`), ["¶1: ", "¶1 [hidden]: x"]],
  ["hidden by an inherited style", p(run("x"), `<w:pStyle w:val="Child"/>`), ["¶1: ", "¶1 [hidden]: x"]],
  ["shown again by a style", p(run("a"), `<w:pStyle w:val="Open"/>`), ["¶1: a"]],
  ["shown again by the run", p(run("a", `<w:vanish w:val="0"/>`), `<w:pStyle w:val="Secret"/>`), ["¶1: a"]],
  [
    "hidden by the run's style",
    p(run("x", `<w:rStyle w:val="Veil"/>`) + run("a")),
    ["¶1: a", "¶1 [hidden]: x"],
  ],
  [
    "twice hidden by styles is shown: a toggle",
    p(run("a", `<w:rStyle w:val="Veil"/>`), `<w:pStyle w:val="Secret"/>`),
    ["¶1: a"],
  ],
  ["styles that loop", p(run("a"), `<w:pStyle w:val="LoopA"/>`), ["¶1: a"]],
  ["an unknown style", p(run("a"), `<w:pStyle w:val="none"/>`), ["¶1: a"]],
  ["a hidden paragraph mark hides no text", p(run("a"), `<w:rPr><w:vanish/></w:rPr>`), ["¶1: a"]],
  ["deleted goes before hidden", p(`<w:del>${run("x", "<w:vanish/>")}</w:del>`), ["¶1: ", "¶1 [deleted]: x"]],
])("visibility: %s", async (_what, body, expected) => {
  expect(await lines(word({ body, styles: STYLES }))).toEqual(expected);
});

test("hidden by default, shown where a run says so", async () => {
  const styles = `<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>`;
  expect(await lines(word({ body: p(run("x") + run("a", `<w:vanish w:val="0"/>`)), styles }))).toEqual([
    "¶1: a",
    "¶1 [hidden]: x",
  ]);
});

const begin = `<w:r><w:fldChar w:fldCharType="begin"/></w:r>`;
const separate = `<w:r><w:fldChar w:fldCharType="separate"/></w:r>`;
const end = `<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const code = (text: string): string => `<w:r><w:instrText>${text}</w:instrText></w:r>`;
const form = (inner: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="n"/>${inner}</w:ffData></w:fldChar></w:r>`;

test.each<[string, string, string[]]>([
  [
    "only the result is shown",
    p(run("a ") + begin + code(" PAGE ") + separate + run("7") + end + run(" b")),
    ["¶1: a 7 b"],
  ],
  [
    "a field in another's code is not shown",
    p(
      begin +
        code(" IF ") +
        begin +
        code(" X ") +
        separate +
        run("yes") +
        end +
        code(" = ") +
        separate +
        run("shown") +
        end,
    ),
    ["¶1: shown", "¶1 [hidden]: yes"],
  ],
  [
    "a result over several paragraphs",
    p(begin + code("TOC") + separate + run("one")) + p(run("two") + end + run("!")),
    ["¶1: one", "¶2: two!"],
  ],
  [
    "a code over several paragraphs",
    p(begin + code("IF")) + p(code("more") + separate + run("b") + end),
    ["¶1: ", "¶2: b"],
  ],
  ["ends and separators without a field", p(end + separate + run("a")), ["¶1: a"]],
  [
    "a ticked box",
    p(
      form(`<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>`) +
        code("FORMCHECKBOX") +
        end +
        run(" yes"),
    ),
    ["¶1: ☒ yes"],
  ],
  [
    "an empty box",
    p(form(`<w:checkBox><w:default w:val="0"/></w:checkBox>`) + code("FORMCHECKBOX") + separate + end),
    ["¶1: ☐"],
  ],
  ["a box ticked by default", p(form(`<w:checkBox><w:default w:val="1"/></w:checkBox>`) + end), ["¶1: ☒"]],
  [
    "the chosen entry of a list",
    p(
      form(
        `<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList>`,
      ) +
        code("FORMDROPDOWN") +
        end,
    ),
    ["¶1: blue"],
  ],
  [
    "a list's first entry where none is chosen",
    p(form(`<w:ddList><w:listEntry w:val="red"/></w:ddList>`) + end),
    ["¶1: red"],
  ],
  [
    "a form field with a result shows that",
    p(form("<w:textInput/>") + separate + run("typed") + end),
    ["¶1: typed"],
  ],
])("fields: %s", async (_what, body, expected) => {
  expect(await lines(word({ body }))).toEqual(expected);
});

const t = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
const math = (inner: string): string => p(`${run("= ")}<m:oMath>${inner}</m:oMath>${run(".")}`);

test.each<[string, string, string]>([
  ["a sum", t("a+b"), "a+b"],
  ["a fraction", `<m:f><m:fPr/><m:num>${t("1")}</m:num><m:den>${t("2")}</m:den></m:f>`, "1/2"],
  ["a fraction of sums", `<m:f><m:num>${t("a+b")}</m:num><m:den>${t("c")}</m:den></m:f>`, "(a+b)/c"],
  [
    "fractions inside",
    `<m:f><m:num><m:f><m:num>${t("1")}</m:num><m:den>${t("2")}</m:den></m:f></m:num><m:den>${t("3")}</m:den></m:f>`,
    "(1/2)/3",
  ],
  [
    "a power and an index",
    `<m:sSubSup><m:e>${t("x")}</m:e><m:sub>${t("i")}</m:sub><m:sup>${t("n+1")}</m:sup></m:sSubSup>`,
    "x_i^(n+1)",
  ],
  ["a root", `<m:rad><m:radPr><m:degHide/></m:radPr><m:deg/><m:e>${t("a+b")}</m:e></m:rad>`, "√(a+b)"],
  ["a third root", `<m:rad><m:deg>${t("3")}</m:deg><m:e>${t("x")}</m:e></m:rad>`, "3√x"],
  ["brackets", `<m:d><m:dPr/><m:e>${t("a")}</m:e></m:d>`, "(a)"],
  [
    "other brackets",
    `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/><m:sepChr m:val=";"/></m:dPr><m:e>${t("a")}</m:e><m:e>${t("b")}</m:e></m:d>`,
    "[a;b",
  ],
  [
    "a sum with bounds",
    `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${t("i=1")}</m:sub><m:sup>${t("n")}</m:sup><m:e>${t("x")}</m:e></m:nary>`,
    "∑_(i=1)^n x",
  ],
  [
    "an integral without bounds",
    `<m:nary><m:naryPr><m:subHide/></m:naryPr><m:sub/><m:sup/><m:e>${t("f")}</m:e></m:nary>`,
    "∫ f",
  ],
  ["a function", `<m:func><m:fName>${t("sin")}</m:fName><m:e>${t("x")}</m:e></m:func>`, "sin x"],
  [
    "a limit",
    `<m:func><m:fName><m:limLow><m:e>${t("lim")}</m:e><m:lim>${t("n→∞")}</m:lim></m:limLow></m:fName><m:e>${t("x")}</m:e></m:func>`,
    "lim_(n→∞) x",
  ],
  [
    "a matrix",
    `<m:m><m:mr><m:e>${t("a")}</m:e><m:e>${t("b")}</m:e></m:mr><m:mr><m:e>${t("c")}</m:e><m:e>${t("d")}</m:e></m:mr></m:m>`,
    "a b; c d",
  ],
])("formulas in one line: %s", async (_what, inner, expected) => {
  expect(await lines(word({ body: math(inner) }))).toEqual([`¶1: = ${expected}.`]);
});
