import * as fc from "fast-check";
import { expect, test } from "vitest";
import { withoutAlternates } from "../../../src/formats/container/alternate-content.ts";
import type { XmlEvents } from "../../../src/formats/container/interfaces.ts";
import { parseXml } from "../../../src/formats/container/xml.ts";
import type { Limits } from "../../../src/model/budget.ts";
import { extractOptions, failure } from "./support.ts";

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Events as text: `<ns:name key="value"`, `>name`, and runs of text joined. */
function recorder(): { events: XmlEvents; seen: string[] } {
  const seen: string[] = [];
  return {
    seen,
    events: {
      open(name, attributes, _selfClosing, namespace) {
        const keys = Object.entries(attributes).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
        seen.push(`<${namespace}:${name}${keys.join("")}`);
      },
      close(name, namespace) {
        seen.push(`>${namespace}:${name}`);
      },
      text(text) {
        const last = seen.at(-1);
        if (last?.startsWith("'") === true) seen[seen.length - 1] = last + text;
        else seen.push(`'${text}`);
      },
    },
  };
}

async function eventsOf(
  xml: string | Uint8Array,
  size = 65_536,
  limits: Partial<Limits> = {},
  filtered = false,
): Promise<string[]> {
  const { events, seen } = recorder();
  const bytes = typeof xml === "string" ? Buffer.from(xml, "utf8") : xml;
  await parseXml(
    pieces(bytes, size),
    filtered ? withoutAlternates(events) : events,
    extractOptions(limits),
    "part.xml",
  );
  return seen;
}

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main";
const R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

test.each([
  ["the usual prefix", `<w:p xmlns:w="${W}" w:val="1"><w:t>x</w:t></w:p>`],
  ["another prefix", `<any:p xmlns:any="${W}" any:val="1"><any:t>x</any:t></any:p>`],
  ["no prefix", `<p xmlns="${W}" val="1"><t>x</t></p>`],
  ["the strict namespace", `<w:p xmlns:w="${STRICT_W}" w:val="1"><w:t>x</w:t></w:p>`],
  ["a prefix bound further in", `<w:p xmlns:w="${W}" w:val="1"><q:t xmlns:q="${W}">x</q:t></w:p>`],
])("names do not depend on prefixes: %s", async (_what, xml) => {
  expect(await eventsOf(xml)).toEqual([`<w:p val="1"`, "<w:t", "'x", ">w:t", ">w:p"]);
});

test("a binding ends with its element", async () => {
  const xml = `<a:r xmlns:a="${W}"><a:x xmlns:a="urn:other"/><a:y/></a:r>`;
  expect(await eventsOf(xml)).toEqual(["<w:r", "<:x", ">:x", "<w:y", ">w:y", ">w:r"]);
});

test("relationship ids are told apart from other ids, whatever the prefix", async () => {
  expect(await eventsOf(`<w:x xmlns:w="${W}" xmlns:q="${R}" q:id="rId1" w:id="7" id="8"/>`)).toEqual([
    `<w:x r:id="rId1" id="8"`,
    ">w:x",
  ]);
});

test("an attribute of the element's own namespace goes before a foreign one of the same name", async () => {
  for (const order of [`f:val="no" w:val="yes"`, `w:val="yes" f:val="no"`])
    expect(await eventsOf(`<w:x xmlns:w="${W}" xmlns:f="urn:f" ${order}/>`)).toEqual([
      `<w:x val="yes"`,
      ">w:x",
    ]);
});

test("attributes named like parts of JavaScript objects are plain attributes", async () => {
  expect(await eventsOf(`<x __proto__="1" constructor="2" hasOwnProperty="3"/>`)).toEqual([
    `<:x __proto__="1" constructor="2" hasOwnProperty="3"`,
    ">:x",
  ]);
});

test("text, CDATA and the five entities are text; comments and instructions are nothing", async () => {
  const xml = `<?xml version="1.0"?><a>1 &lt;&amp;&gt;&quot;&apos;&#x41;&#66; <![CDATA[<raw>]]><!-- no --><?no no?></a>`;
  expect(await eventsOf(xml)).toEqual(["<:a", `'1 <&>"'AB <raw>`, ">:a"]);
});

const SAMPLE = `<?xml version="1.0" encoding="%"?>\r\n<w:doc xmlns:w="${W}" w:a="é&amp;ж"><w:t>Größe 漢字 𐌲𐌿 &#x1F600; line\r\nline</w:t><w:e/></w:doc>`;
const utf16 = (text: string, bigEndian: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from((mark ? "\ufeff" : "") + text, "utf16le");
  return bigEndian ? bytes.swap16() : bytes;
};
const ENCODED: [string, Uint8Array][] = [
  ["UTF-8", Buffer.from(SAMPLE.replace("%", "UTF-8"))],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${SAMPLE.replace("%", "utf-8")}`)],
  ["UTF-16 LE", utf16(SAMPLE.replace("%", "UTF-16"), false, true)],
  ["UTF-16 BE", utf16(SAMPLE.replace("%", "UTF-16"), true, true)],
  ["UTF-16 LE without a mark", utf16(SAMPLE.replace("%", "UTF-16"), false, false)],
  ["UTF-16 BE without a mark", utf16(SAMPLE.replace("%", "UTF-16"), true, false)],
];

test.each(ENCODED)("%s is read the same in chunks of any size", async (_what, bytes) => {
  const whole = await eventsOf(Buffer.from(SAMPLE.replace("%", "UTF-8")));
  expect(whole).toContain("'Größe 漢字 𐌲𐌿 😀 line\nline");
  for (const size of [1, 2, 3, 7, 64, 65_536]) expect(await eventsOf(bytes, size), `${size}`).toEqual(whole);
});

test("any text of any characters comes back whole, in chunks of any size", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      async (text, size) => {
        const clean = text.replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
        const escaped = clean.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
        const seen = await eventsOf(`<a>${escaped}</a>`, size);
        expect(seen.slice(1, -1).join("")).toBe(clean === "" ? "" : `'${clean}`);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ["an unclosed element", "<a><b></a>"],
  ["a cut-off part", "<a><b>text"],
  ["nothing", ""],
  ["no XML", "PK\u0003\u0004"],
  ["two roots", "<a/><b/>"],
  ["an unknown entity", "<a>&unknown;</a>"],
  ["an entity named like a property", "<a>&constructor;</a>"],
  ["an unbound element prefix", "<w:a/>"],
  ["an unbound attribute prefix", `<a w:val="1"/>`],
  ["a doubled attribute", `<a b="1" b="2"/>`],
  ["a control character", "<a>\u0001</a>"],
])("%s is damaged", async (_what, xml) => {
  const error = await failure(() => eventsOf(xml));
  expect(error.code).toBe("damaged");
  expect(error.message).toContain("`part.xml`");
});

test.each([
  ["a document type", "<!DOCTYPE a><a/>"],
  ["an external entity", `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`],
  ["entities that grow", `<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>`],
])("%s is refused as a DOCTYPE", async (_what, xml) => {
  const error = await failure(() => eventsOf(xml));
  expect([error.code, error.message]).toEqual([
    "damaged",
    "the part `part.xml` has a DOCTYPE, which Office files may not have",
  ]);
});

test.each([
  ["bytes that are not UTF-8", Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e])],
  ["a character cut off at the end", Buffer.from([0x3c, 0x61, 0x3e, 0xe2, 0x82])],
  ["half a UTF-16 character", utf16("<a>\ud800</a>", false, true)],
  ["an encoding that is not allowed", Buffer.from(`<?xml version="1.0" encoding="windows-1251"?><a/>`)],
])("%s: damaged, nothing is replaced", async (_what, bytes) => {
  expect((await failure(() => eventsOf(bytes))).code).toBe("damaged");
});

test.each<[string, string, Partial<Limits>]>([
  ["300 000 nested elements", "<a>".repeat(300_000), {}],
  ["a text of more than its limit", `<a>${"x".repeat(5000)}</a>`, { textNodeChars: 4000 }],
  ["a text of entities of more than its limit", `<a>${"&#65;".repeat(5000)}</a>`, { textNodeChars: 4000 }],
  [
    "a CDATA section of more than its limit",
    `<a><![CDATA[${"x".repeat(5000)}]]></a>`,
    { textNodeChars: 4000 },
  ],
  ["an attribute of more than its limit", `<a b="${"x".repeat(200_000)}"/>`, { textNodeChars: 4000 }],
  [
    "a million attributes",
    `<a ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(" ")}/>`,
    {},
  ],
  [
    "too many prefixes",
    `<a ${Array.from({ length: 600 }, (_, index) => `xmlns:a${index}="urn:${index}"`).join(" ")}/>`,
    {},
  ],
  ["a name without end", `<${"a".repeat(200_000)}`, { textNodeChars: 4000 }],
])("%s: limit_exceeded", async (_what, xml, limits) => {
  expect((await failure(() => eventsOf(xml, 1024, limits))).code).toBe("limit_exceeded");
});

async function* endless(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("<a>");
  const block = Buffer.from("<b c='d'>text</b>".repeat(1000));
  for (let round = 0; round < 300; round++) yield block;
  yield Buffer.from("</a>");
}

test("many elements in one part cost no memory that grows with them", async () => {
  let elements = 0;
  await parseXml(
    endless(),
    { open: () => void elements++ },
    extractOptions({ textNodeChars: 40_000 }),
    "part.xml",
  );
  expect(elements).toBe(300_001);
});

test("a spent time budget ends the parse", async () => {
  const error = await failure(() =>
    parseXml(pieces(Buffer.from("<a/>"), 1), {}, extractOptions({}, 0), "part.xml"),
  );
  expect([error.code, error.message]).toEqual([
    "limit_exceeded",
    "the part `part.xml` was not finished within its time budget",
  ]);
});

const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const alternates = (inner: string): string => `<r xmlns:mc="${MC}">${inner}</r>`;

test.each([
  [
    "the choice",
    `<mc:AlternateContent><mc:Choice><c>1</c></mc:Choice><mc:Fallback><f>2</f></mc:Fallback></mc:AlternateContent>`,
    ["<:c", "'1", ">:c"],
  ],
  [
    "the first choice",
    `<mc:AlternateContent><mc:Choice><c/></mc:Choice><mc:Choice><d/></mc:Choice></mc:AlternateContent>`,
    ["<:c", ">:c"],
  ],
  [
    "the fallback where there is no choice",
    `<mc:AlternateContent><mc:Fallback><f/></mc:Fallback></mc:AlternateContent>`,
    ["<:f", ">:f"],
  ],
  [
    "a choice inside a choice",
    `<mc:AlternateContent><mc:Choice><mc:AlternateContent><mc:Choice><c/></mc:Choice><mc:Fallback><x/></mc:Fallback></mc:AlternateContent></mc:Choice><mc:Fallback><mc:AlternateContent><mc:Choice><y/></mc:Choice></mc:AlternateContent></mc:Fallback></mc:AlternateContent><e/>`,
    ["<:c", ">:c", "<:e", ">:e"],
  ],
])("alternates: %s is taken, once", async (_what, inner, expected) => {
  expect(await eventsOf(alternates(inner), 65_536, {}, true)).toEqual(["<:r", ...expected, ">:r"]);
});
