import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFileService } from "../../src/services/files.ts";
import type { FileService } from "../../src/services/files.ts";
import { LIMITS } from "../../src/model/budget.ts";
import { PDF_BOMBS } from "../support/pdf-bombs.ts";
import { makeZip } from "../support/zip.ts";
import { ensureBuilt } from "./built.ts";

const MIB = 1024 * 1024;
/** How a hostile file may end; anything else is a crash, a hang, or an answer that cannot be true. */
const CODES = ["limit_exceeded", "damaged", "unsupported_format", "encrypted", "too_large"];

let folder: string;
let service: FileService;

beforeAll(async () => {
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "readback-hostile-"));
  writeFileSync(join(folder, "plain.txt"), "a plain text\n");
  service = createFileService({ roots: [folder] });
});

afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function outcome(name: string, bytes: Uint8Array): Promise<string> {
  writeFileSync(join(folder, name), bytes);
  try {
    const { entries } = await service.read([{ path: name, contains: "needle" }, { path: "plain.txt" }], {
      ms: 12_000,
    });
    const [hostile, plain] = entries;
    expect(plain, "the other file of the call").toMatchObject({ ok: true });
    return hostile?.ok === true ? "answered" : (hostile?.error.code ?? "nothing");
  } finally {
    rmSync(join(folder, name));
  }
}

const residentMiB = (): number => process.memoryUsage.rss() / MIB;

for (const bomb of PDF_BOMBS)
  test(`PDF: ${bomb.name}`, { timeout: 60_000 }, async () => {
    const bytes = bomb.make();
    const before = residentMiB();
    const end = await outcome("bomb.pdf", bytes);
    expect([...CODES, "answered"]).toContain(end);
    expect(residentMiB() - before, "this process's own memory").toBeLessThan(150);
  });

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const rels = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;
const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`;
const docx = (body: string | Uint8Array): Uint8Array =>
  makeZip([
    { name: "[Content_Types].xml", content: types },
    { name: "_rels/.rels", content: rels },
    { name: "word/document.xml", content: body },
  ]);

const OFFICE: readonly [string, () => Uint8Array][] = [
  [
    "a text node of 200 MiB",
    () =>
      docx(
        Buffer.concat([
          Buffer.from(`<w:document ${W}><w:body><w:p><w:r><w:t>`),
          Buffer.alloc(200 * MIB, 120),
          Buffer.from("</w:t></w:r></w:p></w:body></w:document>"),
        ]),
      ),
  ],
  ["300,000 nested elements", () => docx(`<w:document ${W}><w:body>${"<w:p>".repeat(300_000)}`)],
  ["20,000 nested tables", () => docx(`<w:document ${W}><w:body>${"<w:tbl><w:tr><w:tc>".repeat(20_000)}`)],
  [
    "a document type with entities",
    () =>
      docx(
        `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><w:document ${W}><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>`,
      ),
  ],
  [
    "a million attributes",
    () =>
      docx(
        `<w:document ${W} ${Array.from({ length: 1_000_000 }, (_, index) => `a${index}="1"`).join(" ")}/>`,
      ),
  ],
  [
    "sixty thousand entries",
    () =>
      makeZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `word/${index}.xml`, content: "x" }))),
  ],
];

for (const [name, make] of OFFICE)
  test(`Office: ${name}`, { timeout: 60_000 }, async () => {
    const bytes = make();
    const before = residentMiB();
    const end = await outcome("bomb.docx", bytes);
    expect(CODES).toContain(end);
    expect(residentMiB() - before).toBeLessThan(150);
  });

test(
  "a reader that is killed is that entry's error, and the next call is served by a fresh one",
  { timeout: 60_000 },
  async () => {
    const bytes = docx(
      `<w:document ${W}><w:body>${`<w:p><w:r><w:t>${"long ".repeat(50)}</w:t></w:r></w:p>`.repeat(60_000)}</w:body></w:document>`,
    );
    writeFileSync(join(folder, "long.docx"), bytes);
    const reading = service.read([{ path: "long.docx", contains: "needle" }]);
    const killer = setInterval(() => {
      try {
        execFileSync("pkill", ["-KILL", "-P", String(process.pid), "-f", "contained/host.js"]);
      } catch {
        // No reader was there yet.
      }
    }, 50);
    const { entries } = await reading;
    clearInterval(killer);
    expect(entries[0]).toMatchObject({ ok: false, error: { code: "limit_exceeded" } });
    writeFileSync(
      join(folder, "small.docx"),
      docx(`<w:document ${W}><w:body><w:p><w:r><w:t>the needle</w:t></w:r></w:p></w:body></w:document>`),
    );
    const next = await service.read([{ path: "small.docx", contains: "needle" }]);
    expect(next.entries[0]).toMatchObject({ ok: true, matchCount: 1 });
  },
);

test("a reader over its memory or its time is killed", { timeout: 60_000 }, async () => {
  mkdirSync(join(folder, "tight"), { recursive: true });
  const body = `<w:document ${W}><w:body>${`<w:p><w:r><w:t>${"long ".repeat(50)}</w:t></w:r></w:p>`.repeat(60_000)}</w:body></w:document>`;
  writeFileSync(join(folder, "tight", "long.docx"), docx(body));
  const hungry = createFileService({
    roots: [join(folder, "tight")],
    limits: { ...LIMITS, processBytes: 30 * MIB },
  });
  const { entries } = await hungry.read([{ path: "long.docx" }]);
  hungry.close();
  expect(entries[0]).toMatchObject({ ok: false, error: { code: "limit_exceeded" } });
  expect(JSON.stringify(entries[0])).toContain("memory");
});

test("an inflating part is stopped while it inflates", { timeout: 60_000 }, async () => {
  const packed = deflateRawSync(Buffer.alloc(8 * MIB), { level: 9 });
  expect(packed.length).toBeLessThan(20_000);
  const end = await outcome(
    "ratio.docx",
    docx(Buffer.concat(Array.from({ length: 40 }, () => Buffer.alloc(8 * MIB)))),
  );
  expect(["limit_exceeded", "damaged"]).toContain(end);
});
