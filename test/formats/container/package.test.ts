import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compoundKind, isCompoundFile } from "../../../src/formats/container/compound.ts";
import { openPackage } from "../../../src/formats/container/package.ts";
import { fixture, memorySource } from "../../support/extract.ts";
import { makeZip } from "../../support/zip.ts";
import { extractOptions, failure } from "./support.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

async function relationshipsOf(owner: string, inner: string, parts: readonly string[] = []) {
  const slash = owner.lastIndexOf("/") + 1;
  const opened = await openPackage(
    memorySource(
      makeZip([
        {
          name: `${owner.slice(0, slash)}_rels/${owner.slice(slash)}.rels`,
          content: `<Relationships xmlns="${RELATIONSHIPS}">${inner}</Relationships>`,
        },
        ...parts.map((name) => ({ name, content: "" })),
      ]),
    ),
    extractOptions(),
  );
  return opened.relationships(owner);
}

const relation = (target: string, more = "", type = `${TYPE}/image`): string =>
  `<Relationship Id="r1" Type="${type}" Target="${target}" ${more}/>`;

test.each([
  ["word/document.xml", "styles.xml", "word/styles.xml"],
  ["word/document.xml", "../custom/item1.xml", "custom/item1.xml"],
  ["word/document.xml", "/word/media/a.png", "word/media/a.png"],
  ["word/document.xml", "./media/a%20b.png", "word/media/a b.png"],
  ["word/document.xml", "media\\a.png", "word/media/a.png"],
  ["word/document.xml", "../../../../etc/passwd", "etc/passwd"],
  ["word/document.xml", "chart.xml#fragment", "word/chart.xml"],
  ["", "word/document.xml", "word/document.xml"],
])("from %j, %j is the part %j", async (owner, target, part) => {
  expect(await relationshipsOf(owner, relation(target))).toEqual([
    { id: "r1", type: "image", target: part, external: false },
  ]);
});

test("a target takes the letter case of the part as stored", async () => {
  const [found] = await relationshipsOf("word/document.xml", relation("STYLES.xml"), ["Word/styles.XML"]);
  expect(found?.target).toBe("Word/styles.XML");
});

test.each([
  ["http://example.org/x.dotm", `TargetMode="External"`],
  ["file:///etc/passwd", ""],
  ["\\\\server\\share\\x", ""],
  ["//server/share", ""],
  ["anything", `TargetMode="external"`],
])("%j %s is outside and stays as written", async (target, mode) => {
  expect(await relationshipsOf("word/document.xml", relation(target, mode))).toEqual([
    { id: "r1", type: "image", target, external: true },
  ]);
});

test("strict relationship types are the same as transitional ones", async () => {
  const [found] = await relationshipsOf(
    "",
    relation("a.xml", "", "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument"),
  );
  expect(found?.type).toBe("officeDocument");
});

test("a part without relationships has none; a DOCTYPE in them is refused", async () => {
  const opened = await openPackage(
    memorySource(
      makeZip([
        { name: "a.xml", content: "<a/>" },
        { name: "_rels/b.xml.rels", content: "<!DOCTYPE a><a/>" },
      ]),
    ),
    extractOptions(),
  );
  expect(await opened.relationships("a.xml")).toEqual([]);
  expect((await failure(() => opened.relationships("b.xml"))).message).toContain("DOCTYPE");
});

test("content types: the part's own, else its extension's, else none", async () => {
  const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="XML" ContentType="application/xml"/><Override PartName="/word/Document.xml" ContentType="main"/></Types>`;
  const opened = await openPackage(
    memorySource(makeZip([{ name: "[Content_Types].xml", content: types }])),
    extractOptions(),
  );
  expect([
    opened.contentType("word/document.xml"),
    opened.contentType("a/b.xml"),
    opened.contentType("a.png"),
  ]).toEqual(["main", "application/xml", undefined]);
});

test("an encrypted Office file is encrypted, an old binary one is another format", async () => {
  const encrypted = fixture("cases/real/R60-bug53475-password-is-pass.docx");
  expect((await failure(() => openPackage(encrypted, extractOptions()))).code).toBe("encrypted");
  const binary = fixture("cases/real/R63-SampleDoc.doc");
  expect((await failure(() => openPackage(binary, extractOptions()))).code).toBe("unsupported_format");
});

test.each([
  ["R60-bug53475-password-is-pass.docx", "encrypted_ooxml"],
  ["R63-SampleDoc.doc", "doc"],
])("%s is a compound file of kind %s", (name, kind) => {
  const source = fixture(`cases/real/${name}`);
  expect(isCompoundFile(source.readSync(0, 8))).toBe(true);
  expect(compoundKind(source)).toBe(kind);
});

test("a compound file cut off or changed anywhere has a kind or none, and never fails", () => {
  const bytes = readFileSync(
    new URL("../../fixtures/cases/real/R60-bug53475-password-is-pass.docx", import.meta.url),
  );
  for (let at = 0; at < 2048; at += 3) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    expect(compoundKind(memorySource(changed))).toMatch(/^\w+$/);
    expect(compoundKind(memorySource(bytes.subarray(0, at * 4)))).toMatch(/^\w+$/);
  }
});
