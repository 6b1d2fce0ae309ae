/** Detection: every handed file, signatures by table, and texts that look like something else. */

import { readdirSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectFormat, sniff, SNIFF_BYTES } from "../../src/formats/detect.ts";
import { Meter } from "../../src/model/budget.ts";
import { ReadbackError } from "../../src/model/errors.ts";
import { fixture, memorySource } from "../support/extract.ts";
import { makeZip } from "../support/zip.ts";
import type { ByteSource, ExtractOptions } from "../../src/model/unit.ts";

function options(encoding?: string): ExtractOptions {
  const { signal } = new AbortController();
  return {
    signal,
    meter: new Meter({ signal, ms: 30_000 }),
    ...(encoding === undefined ? {} : { encoding }),
  };
}

/** The format, or "code: message" of the refusal. */
async function detected(source: ByteSource): Promise<string> {
  try {
    return await detectFormat(source, options());
  } catch (thrown) {
    if (!(thrown instanceof ReadbackError)) throw thrown;
    return `${thrown.code}: ${thrown.message}`;
  }
}

const of = (content: string | Uint8Array, name = "file"): Promise<string> =>
  detected(memorySource(typeof content === "string" ? Buffer.from(content, "latin1") : content, name));

const fromHex = (hex: string): Buffer => Buffer.from(hex.replaceAll(" ", ""), "hex");
/** Bytes that no text has, to stand behind a signature. */
const BINARY_TAIL = fromHex("0001020304050607 80ff00100203fe9d 0000000500010004".repeat(20));

/** One FAT sector, then the directory: names are children of the root; `nested` of a storage below it. */
function compoundFile(names: readonly string[], nested: readonly string[] = []): Buffer {
  const all = ["Root Entry", ...names, ...nested];
  const directorySectors = Math.ceil((all.length * 128) / 512);
  const file = Buffer.alloc(512 * (2 + directorySectors));
  fromHex("d0cf11e0a1b11ae1").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0xfffffffe, 68);
  file.writeUInt32LE(0, 76);
  file.fill(0xff, 512, 1024);
  for (let at = 1; at <= directorySectors; at += 1)
    file.writeUInt32LE(at === directorySectors ? 0xfffffffe : at + 1, 512 + at * 4);
  all.forEach((name, id) => {
    const at = 1024 + id * 128;
    file.write(name, at, "utf16le");
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeInt32LE(-1, at + 68);
    file.writeInt32LE(id >= 1 && id < all.length - 1 && id !== names.length ? id + 1 : -1, at + 72);
    file.writeInt32LE(id === 0 ? 1 : id === 1 && nested.length > 0 ? names.length + 1 : -1, at + 76);
  });
  return file;
}

describe("handed files", () => {
  const EXPECTED: Readonly<Record<string, RegExp | string>> = {
    "T28-pdf-named.txt": "pdf",
    "D32-rtf-named-docx.docx":
      /^unsupported_format: the content is Rich Text Format \(RTF\).*although the name ends in `.docx`$/,
    "X19-html-named.xls": /^unsupported_format: the content is HTML.*`.xls`$/,
    "X17-ods-repeats.ods": "ods",
    "R77-SampleSS.ods": "ods",
    "T24-two-members.log.gz": /^unsupported_format: the content is a gzip file/,
    "R63-SampleDoc.doc":
      /^unsupported_format: the content is a Word 97-2003 document \(\.doc\), which is not read$/,
    "R60-bug53475-password-is-pass.docx": /^encrypted: /,
    "R62-truncated62886.docx": /^damaged: /,
  };
  const BY_ENDING: Readonly<Record<string, string>> = { log: "text", txt: "text", csv: "csv", tsv: "csv" };
  for (const folder of ["files", "real"]) {
    const names = readdirSync(new URL(`../fixtures/cases/${folder}`, import.meta.url));
    it.each(names)("%s", async (name) => {
      const ending = name.slice(name.lastIndexOf(".") + 1);
      const want = EXPECTED[name] ?? BY_ENDING[ending] ?? ending;
      const got = await detected(fixture(`cases/${folder}/${name}`));
      if (typeof want === "string") expect(got).toBe(want);
      else expect(got).toMatch(want);
    });
  }
});

describe("refused by content, whatever the name", () => {
  it.each([
    ["89504e470d0a1a0a", "media_refused", "a PNG image"],
    ["ffd8ffe000104a464946", "media_refused", "a JPEG image"],
    ["474946383961", "media_refused", "a GIF image"],
    ["52494646 24080000 57454250", "media_refused", "a WebP image"],
    ["49492a00", "media_refused", "a TIFF image"],
    ["424d 36000300 00000000 36000000 28000000", "media_refused", "a BMP image"],
    ["00000018 66747970 68656963", "media_refused", "a HEIF image"],
    ["494433 04", "media_refused", "an MP3 recording"],
    ["fffb 9064", "media_refused", "an MP3 recording"],
    ["52494646 24080000 57415645", "media_refused", "a WAV recording"],
    ["00000018 66747970 4d344120", "media_refused", "an MPEG-4 recording"],
    ["00000018 66747970 69736f6d", "media_refused", "an MPEG-4 or QuickTime video"],
    ["1a45dfa3", "media_refused", "a Matroska or WebM video"],
    ["1f8b0800", "unsupported_format", "a gzip file"],
    ["377abcaf271c", "unsupported_format", "a 7-Zip archive"],
    ["526172211a0700", "unsupported_format", "a RAR archive"],
    ["fd377a585a00", "unsupported_format", "an xz file"],
    ["28b52ffd", "unsupported_format", "a Zstandard file"],
    ["7f454c46 02010100", "unsupported_format", "an ELF program or library"],
    ["4d5a 9000", "unsupported_format", "a Windows program or library"],
    ["cffaedfe", "unsupported_format", "a macOS program or library"],
    ["0061736d 01000000", "unsupported_format", "a WebAssembly module"],
    ["53514c69746520666f726d6174203300", "unsupported_format", "an SQLite database"],
    ["50415231", "unsupported_format", "a Parquet table"],
    ["00010000 000c0080", "unsupported_format", "a TrueType font"],
    ["774f4632", "unsupported_format", "a WOFF font"],
    ["0902 0600", "unsupported_format", "an early Excel workbook"],
  ])("%s is %s: %s", async (hex, code, what) => {
    const bytes = Buffer.concat([fromHex(hex), BINARY_TAIL]);
    for (const name of ["file", "notes.txt", "table.csv", "report.docx"])
      expect(await of(bytes, name)).toContain(`${code}: the content is ${what}, which is not read`);
  });

  it("says that the name promises something else", async () => {
    expect(await of(Buffer.concat([fromHex("89504e470d0a1a0a"), BINARY_TAIL]), "scan.pdf")).toBe(
      "media_refused: the content is a PNG image, which is not read, although the name ends in `.pdf`",
    );
  });

  it("gives every refusal a way out", () => {
    for (const hex of ["89504e470d0a1a0a", "1f8b0800", "7f454c46", "0003f19d0510"]) {
      const head = Buffer.concat([fromHex(hex), BINARY_TAIL]);
      const sniffed = sniff(head, "x", head.length);
      expect(sniffed.kind).toBe("refused");
      if (sniffed.kind === "refused") expect(sniffed.error.hint).toMatch(/\w/);
    }
  });

  it("names a tar archive with and without its signature", async () => {
    for (const magic of ["ustar\u000000", ""]) {
      const block = Buffer.alloc(1024);
      block.write("hello.txt");
      block.write("0000644\0", 100);
      block.write("00000000005\0", 124);
      block.write(magic, 257, "latin1");
      block.fill(" ", 148, 156);
      const sum = block.subarray(0, 512).reduce((total, byte) => total + byte, 0);
      block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      block.write("hello", 512);
      expect(await of(block)).toContain("a tar archive");
    }
  });
});

describe("text that looks like something else is a text", () => {
  it.each([
    ["BM is short for benchmark\n"],
    ["MZ\n"],
    ["ID3 tags explained\n"],
    ["OTTO walks home.\n"],
    ["GIF87a and GIF89a are image formats.\n"],
    ["RIFF1234WAVE is how a WAV file begins\n"],
    ["PK is a pair of letters\n"],
    ["The header `%PDF-1.7` opens a file, then `1 0 obj` follows.\n"],
    ["```\n%PDF-1.4\n1 0 obj\n<<>>\nendobj\n```\n"],
    ['{"rtf": true}\n'],
    ["GGUF, ORC and PAR1 are magic words\n"],
    ["<html><body>source</body></html>\n"],
    ["8=FIX.4.2\u00019=65\u000135=A\u000149=SERVER\u000156=CLIENT\u000134=177\u0001\n"],
    ["\u001b[31mERROR\u001b[0m failed\n"],
    ["/bin/sh\0-c\0echo\0"],
    ["a\0b\n"],
    ["x"],
    ["\n"],
    [""],
  ])("%j", async (text) => {
    expect(await of(text, "file.txt")).toBe("text");
    expect(await of(text, "file.csv")).toBe("csv");
  });

  it.each([
    ["windows-1251", fromHex("cff0e8e2e5f22c20ece8f02e0d0a")],
    ["koi8-r", fromHex("f0d2c9d7c5d42c20cdc9d22e0a")],
    ["shift_jis", fromHex("93fa967b8cea82cc83658358836781420a")],
    ["gb18030", fromHex("d6d0cec4b2e2cad40a")],
    ["iso-2022-jp", fromHex("1b2442467c4b5c386c1b28420a")],
    ["utf-16le with a mark", Buffer.from("\ufeffПривет, мир\n", "utf16le")],
    ["utf-16le of Chinese with a mark", Buffer.from("\ufeff中文测试。\n", "utf16le")],
    ["utf-16be with a mark", Buffer.from("\ufeffПривет, мир\n", "utf16le").swap16()],
    ["utf-16le without a mark", Buffer.from("plain letters in two bytes\r\n", "utf16le")],
    ["utf-16be without a mark", Buffer.from("plain letters in two bytes\r\n", "utf16le").swap16()],
    [
      "utf-16le of Chinese without a mark",
      Buffer.from("中文测试，没有标记。\n第二行文字在这里。\n", "utf16le"),
    ],
    ["utf-8 with a damaged byte", fromHex("636166e9 20c3a9 20c3a9 0a")],
    ["utf-8 with a mark", Buffer.from("\ufeffa,b\n")],
  ])("%s", async (_encoding, bytes) => {
    expect(await of(bytes, "file.txt")).toBe("text");
  });

  it("binary without a signature is a text when the caller names its encoding", async () => {
    const ebcdic = fromHex("c885939396 6b40a6969993844b25".repeat(4) + "010203040506");
    const source = memorySource(ebcdic, "a.txt");
    expect(await detected(source)).toMatch(
      /^unsupported_format: the content is binary data of an unknown kind/,
    );
    expect(await detectFormat(source, options("cp037"))).toBe("text");
    const image = memorySource(Buffer.concat([fromHex("89504e470d0a1a0a"), BINARY_TAIL]), "a.txt");
    await expect(detectFormat(image, options("cp037"))).rejects.toThrow("a PNG image");
  });

  it("a character cut by the end of the first bytes does not make a file binary", () => {
    const text = Buffer.from(`${"a".repeat(SNIFF_BYTES - 1)}é rest`);
    expect(sniff(text.subarray(0, SNIFF_BYTES), "a.txt", text.length).kind).toBe("text");
  });
});

describe("NUL bytes", () => {
  it("a log behind any length of NUL bytes is a text", async () => {
    for (const length of [1, 100, SNIFF_BYTES - 5, SNIFF_BYTES, SNIFF_BYTES + 1, 300_000])
      expect(await of(Buffer.concat([Buffer.alloc(length), Buffer.from("12:00 disk full\n")]), "a.log")).toBe(
        "text",
      );
  });

  it("NUL bytes alone are refused by that name", async () => {
    for (const length of [1, 8192, 100_000])
      expect(await of(Buffer.alloc(length), "a.log")).toMatch(
        /^unsupported_format: the content is NUL bytes/,
      );
  });

  it("a CD image begins with NUL bytes and is named", async () => {
    const image = Buffer.alloc(40_000);
    image.write("\u0001CD001", 32_768);
    expect(await of(image)).toContain("a CD or DVD image");
  });
});

describe("markup under the name of an Office format is not passed off as that document", () => {
  it.each([
    ["<!DOCTYPE html><html></html>", "a.xls", "HTML"],
    ["\ufeff<table><tr><td>1</td></tr></table>", "a.xls", "HTML"],
    ["<html><title>Sign in</title></html>", "a.pdf", "HTML"],
    ['<?xml version="1.0"?><?mso-application progid="Word.Document"?><w:wordDocument/>', "a.doc", "XML"],
    ["MIME-Version: 1.0\nContent-Type: multipart/related\n", "a.doc", "a web archive (MHTML)"],
  ])("%s named %s", async (content, name, what) => {
    expect(await of(Buffer.from(content), name)).toContain(
      `unsupported_format: the content is ${what}, which is not read, although`,
    );
    expect(await of(Buffer.from(content), "a.txt")).toBe("text");
  });

  it("plain text under such a name is read", async () => {
    expect(await of("code\titem\n1\tTar\n", "a.xls")).toBe("text");
  });
});

describe("PDF", () => {
  it.each([
    ["at the start", "%PDF-1.7\n", "a"],
    ["behind white space and a mark", "\u00ef\u00bb\u00bf\r\n %PDF-1.4\n", "a.bin"],
    ["behind mail headers, with its name", "Content-Type: application/pdf\r\n\r\n%PDF-1.4\n1 0 obj", "a.pdf"],
    [
      "behind junk, with binary content",
      `junk\0\u0001\u0002\u0003%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n\u0001\u0002\u0003\u0004`,
      "a",
    ],
    ["1000 bytes in", `${"x".repeat(1000)}%PDF-1.4\n1 0 obj`, "a.pdf"],
  ])("%s", async (_where, content, name) => {
    expect(await of(content, name)).toBe("pdf");
  });

  it("gives the place of the header", () => {
    const head = Buffer.from("HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj");
    expect(sniff(head, "a.pdf", head.length)).toEqual({ kind: "pdf", offset: 19 });
  });
});

const ooxml = (kind: string): string => `application/vnd.openxmlformats-officedocument.${kind}.main+xml`;

describe("ZIP files", () => {
  const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
  const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
  const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  function packageOf(part: string, contentType: string): Uint8Array {
    return makeZip([
      {
        name: "[Content_Types].xml",
        content: `<Types xmlns="${TYPES}"><Override PartName="/${part}" ContentType="${contentType}"/></Types>`,
      },
      {
        name: "_rels/.rels",
        content: `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="r1" Type="${OFFICE}" Target="${part}"/></Relationships>`,
      },
      { name: part, content: "<x/>" },
    ]);
  }

  it.each([
    ["docx", ooxml("wordprocessingml.document")],
    ["docx", ooxml("wordprocessingml.template")],
    ["docx", "application/vnd.ms-word.document.macroEnabled.main+xml"],
    ["docx", "application/vnd.ms-word.template.macroEnabledTemplate.main+xml"],
    ["xlsx", ooxml("spreadsheetml.sheet")],
    ["xlsx", ooxml("spreadsheetml.template")],
    ["xlsx", "application/vnd.ms-excel.sheet.macroEnabled.main+xml"],
    ["pptx", ooxml("presentationml.presentation")],
    ["pptx", ooxml("presentationml.slideshow")],
    ["pptx", "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"],
    [
      "unsupported_format: the content is a binary Excel workbook (.xlsb), which is not read",
      "application/vnd.ms-excel.sheet.binary.macroEnabled.main",
    ],
    [
      "unsupported_format: the content is a Visio drawing, which is not read",
      "application/vnd.ms-visio.drawing.main+xml",
    ],
  ])("%s by the content type %s, whatever the part is called", async (want, type) => {
    expect(await of(packageOf("odd/name.xml", type), "file.docx.bin")).toBe(want);
  });

  it.each([
    ["docx", "word/document.xml"],
    ["xlsx", "xl/workbook.xml"],
    ["pptx", "ppt/presentation.xml"],
  ])("%s by the usual name of its main part where content types are wrong", async (want, part) => {
    expect(await of(packageOf(part, "application/xml"))).toBe(want);
    expect(await of(makeZip([{ name: part, content: "<x/>" }]))).toContain("a ZIP archive");
  });

  it.each([
    ["application/vnd.oasis.opendocument.graphics", "an OpenDocument file"],
    ["application/epub+zip", "an EPUB book"],
  ])("%s by its first entry", async (mimetype, what) => {
    const bytes = makeZip([
      { name: "mimetype", content: mimetype, deflate: false },
      { name: "content.xml", content: "<x/>" },
    ]);
    expect(await of(bytes, "a.zip")).toBe(`unsupported_format: the content is ${what}, which is not read`);
  });

  it.each([
    ["application/vnd.oasis.opendocument.text", "odt"],
    ["application/vnd.oasis.opendocument.text-template", "odt"],
    ["application/vnd.oasis.opendocument.spreadsheet", "ods"],
    ["application/vnd.oasis.opendocument.presentation", "odp"],
  ])("%s is read, wherever its type stands", async (mimetype, want) => {
    const type = { name: "mimetype", content: mimetype };
    const content = { name: "content.xml", content: "<x/>" };
    expect(await of(makeZip([{ ...type, deflate: false }, content]))).toBe(want);
    expect(await of(makeZip([content, type]))).toBe(want);
  });

  it.each([
    [["content.xml", "META-INF/manifest.xml"], "an OpenDocument file"],
    [["META-INF/container.xml", "book.opf"], "an EPUB book"],
    [["META-INF/MANIFEST.MF", "A.class"], "a Java archive"],
    [["Index/Document.iwa"], "an Apple Pages, Numbers or Keynote document"],
    [["a.txt"], "a ZIP archive"],
    [[], "a ZIP archive"],
  ])("%j is %s", async (names, what) => {
    expect(await of(makeZip(names.map((name) => ({ name, content: "x" }))))).toBe(
      `unsupported_format: the content is ${what}, which is not read`,
    );
  });

  it("that is cut off is damaged", async () => {
    const bytes = packageOf("word/document.xml", ooxml("wordprocessingml.document"));
    expect(await of(bytes.subarray(0, bytes.length - 40))).toMatch(/^damaged: /);
  });
});

describe("compound files", () => {
  it.each([
    [["WordDocument", "1Table"], /Word 97-2003 document/],
    [["Workbook"], /Excel 97-2003 workbook/],
    [["Book"], /Excel 5.0\/95 workbook/],
    [["PowerPoint Document", "Pictures"], /PowerPoint 97-2003/],
    [["__properties_version1.0", "__nameid_version1.0"], /Outlook message/],
    [["EncryptionInfo", "EncryptedPackage"], /^encrypted: the Office document is encrypted/],
    [["Something", "Else", "And", "More", "Than", "One", "Sector"], /a compound file of an unknown program/],
  ])("%j", async (names, want) => {
    expect(await of(compoundFile(names))).toMatch(want);
  });

  it("is not called by the name of what is embedded in it", async () => {
    expect(await of(compoundFile(["ObjectPool", "WordDocument"], ["Workbook"]))).toMatch(/Word 97-2003/);
  });

  it("ends on a directory that loops, points outside, or is cut off", async () => {
    const looping = compoundFile(["A", "B", "C", "D", "E"]);
    looping.writeUInt32LE(1, 512 + 2 * 4);
    expect(await of(looping)).toMatch(/a compound file of an unknown program/);
    const outside = compoundFile(["A"]);
    outside.writeUInt32LE(77, 48);
    expect(await of(outside)).toMatch(/^damaged: /);
    expect(await of(compoundFile(["WordDocument"]).subarray(0, 600))).toMatch(/^damaged: /);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 0, maxLength: 2048 }), async (bytes) => {
        const file = Buffer.concat([fromHex("d0cf11e0a1b11ae1"), bytes]);
        expect(await of(file)).toMatch(/^(?:damaged|unsupported_format): /);
      }),
    );
  });
});

describe("any bytes", () => {
  it("give a format or a coded refusal, and never a crash", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 600 }),
        fc.constantFrom("a", "a.csv", "a.pdf", "a.xls"),
        async (bytes, name) => {
          expect(await of(bytes, name)).toMatch(
            /^(?:text|csv|pdf|(?:unsupported_format|media_refused|damaged|encrypted): .+)$/,
          );
        },
      ),
    );
  });

  it("random bytes are not text", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 500, maxLength: 4000, size: "max" }), (bytes) => {
        fc.pre(new Set(bytes).size > 150);
        expect(sniff(bytes, "a.txt", bytes.length).kind).not.toBe("text");
      }),
    );
  });

  it("Unicode text is text in UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => {
        const bytes = Buffer.from(` ${text}`);
        fc.pre(!/[\u0000-\u001f\u007f]/.test(text));
        expect(sniff(bytes, "a.txt", bytes.length).kind).toBe("text");
      }),
    );
  });
});
