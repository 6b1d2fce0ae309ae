import { describe, expect, it } from "vitest";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import type { Gap } from "../../../src/model/coverage.ts";
import { extractAll, memorySource } from "../../support/extract.ts";
import { pagesFile, pdfFile, stream, textContent } from "../../support/pdf-writer.ts";
import type { PageSpecification, PdfObject } from "../../support/pdf-writer.ts";

async function gapsOf(
  page: PageSpecification,
  extra: Readonly<Record<number, PdfObject>> = {},
): Promise<readonly Gap[]> {
  return (await extractAll(pdfExtractor, memorySource(pagesFile([page], extra)))).gaps;
}

const reasons = (gaps: readonly Gap[]): string[] => gaps.map((gap) => gap.reason);

/** A picture of one bit per pixel, all white. */
const picture = (width: number, height: number): Buffer =>
  stream(
    Buffer.alloc(Math.ceil(width / 8) * height, 255),
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1`,
    true,
  );
const fullPage = "q 595 0 0 842 0 0 cm /I Do Q";
const withPicture = { resources: "/XObject << /I 100 0 R >>" };
const paragraph = Array.from({ length: 8 }, (_, index) => `Line ${index} of an ordinary paragraph of text`);

describe("a page without text has a cause", () => {
  it.each([
    ["nothing at all", ""],
    ["an empty text object", "BT /F1 12 Tf () Tj ET"],
    ["only spaces", textContent(["   "])],
    ["a rule", "72 400 m 500 400 l S"],
    ["a frame", "20 20 555 800 re S"],
  ])("blank: %s", async (_, content) => {
    expect(await gapsOf({ content })).toEqual([]);
  });

  it("a picture alone, and the document then needs text recognition", async () => {
    const gaps = await gapsOf({ content: fullPage, ...withPicture }, { 100: picture(800, 1100) });
    expect(gaps).toEqual([
      { reason: "no_text_layer", at: { kind: "page", page: 1 }, detail: "the page is only a picture" },
      { reason: "ocr_required", extent: { unit: "document", from: 1, to: 1 } },
    ]);
  });

  it("a picture inside a form, an inline picture, a shading", async () => {
    const form = stream(
      fullPage,
      "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /I 100 0 R >> >>",
    );
    const inForm = { content: "/X Do", resources: "/XObject << /X 101 0 R >>" };
    expect(reasons(await gapsOf(inForm, { 100: picture(80, 80), 101: form }))).toContain("no_text_layer");
    const inline = "q 595 0 0 842 0 0 cm BI /W 8 /H 1 /CS /G /BPC 1 ID \xff EI Q";
    expect(reasons(await gapsOf({ content: inline }))).toContain("no_text_layer");
    const shading = {
      content: "/S sh",
      resources:
        "/Shading << /S << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 1] /Function << /FunctionType 2 /Domain [0 1] /C0 [0] /C1 [1] /N 1 >> >> >>",
    };
    expect(reasons(await gapsOf(shading))).toContain("no_text_layer");
  });

  it("letters drawn as outlines", async () => {
    const outline = "72 700 m 80 720 90 720 95 700 c 90 690 80 690 72 700 c f ".repeat(80);
    expect((await gapsOf({ content: outline }))[0]).toMatchObject({
      reason: "no_text_layer",
      detail: "the page is only a drawing",
    });
  });

  it.each([
    ["an array that never ends", `[ ${textContent(["Lost"])}`],
    ["arrays nested beyond measure", `${"[".repeat(1000)} ${textContent(["Lost"])}`],
    ["a string that never ends", `(open ${textContent(["Lost"])}`],
    ["an inline picture that swallows the rest", `BI /W 9 /H 9 ID ${textContent(["Lost"])}`],
    ["an object that is not there", "/Nope Do"],
  ])("content that could not be read: %s", async (_, content) => {
    const { units, gaps } = await extractAll(pdfExtractor, memorySource(pagesFile([{ content }])));
    expect(units).toEqual([]);
    expect(gaps).toEqual([
      { reason: "damaged", at: { kind: "page", page: 1 }, detail: "the page's content could not be read" },
    ]);
  });

  it("a picture beside a line of text that the page does not need recognition for", async () => {
    const gaps = await gapsOf(
      { content: `${textContent(paragraph)} q 300 0 0 200 72 100 cm /I Do Q`, ...withPicture },
      { 100: picture(1200, 800) },
    );
    expect(gaps).toEqual([]);
  });
});

describe("a scan with a stamp", () => {
  it("is a gap though the page has some text", async () => {
    const gaps = await gapsOf(
      { content: `${fullPage} ${textContent(["Bates 000123"], 20)}`, ...withPicture },
      { 100: picture(1700, 2400) },
    );
    expect(gaps).toEqual([
      {
        reason: "no_text_layer",
        at: { kind: "page", page: 1 },
        detail: "a picture fills the page beside a little text",
      },
    ]);
  });

  it("is none where the scan has its text layer", async () => {
    const layer = textContent(paragraph, 700, "3 Tr");
    expect(
      await gapsOf({ content: `${fullPage} ${layer}`, ...withPicture }, { 100: picture(1700, 2400) }),
    ).toEqual([]);
  });

  it("is none where a coarse background stands behind a title", async () => {
    expect(
      await gapsOf(
        { content: `${fullPage} ${textContent(["A title"])}`, ...withPicture },
        { 100: picture(640, 900) },
      ),
    ).toEqual([]);
  });

  it("in strips is seen too", async () => {
    const strips = [0, 1, 2, 3].map((n) => `q 595 0 0 211 0 ${n * 211} cm /I Do Q`).join(" ");
    expect(
      reasons(
        await gapsOf(
          { content: `${strips} ${textContent(["p. 4"], 20)}`, ...withPicture },
          { 100: picture(1700, 600) },
        ),
      ),
    ).toEqual(["no_text_layer"]);
  });
});

describe("characters without Unicode values", () => {
  /** A composite font whose codes are glyph numbers and that says nothing of their meaning. */
  const unmappedFont = {
    100: "<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Nameless /Encoding /Identity-H /DescendantFonts [101 0 R] >>",
    101: "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Nameless /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 102 0 R /DW 600 /CIDToGIDMap /Identity >>",
    102: "<< /Type /FontDescriptor /FontName /ABCDEF+Nameless /Flags 4 /FontBBox [0 0 600 700] /ItalicAngle 0 /Ascent 700 /Descent 0 /CapHeight 700 /StemV 80 >>",
  };
  const resources = "/Font << /F1 3 0 R /F2 100 0 R >>";
  const codes = (...glyphs: number[]): string =>
    `<${glyphs.map((glyph) => glyph.toString(16).padStart(4, "0")).join("")}>`;
  const drawn = (hex: string): string => `BT /F2 12 Tf 72 500 Td ${hex} Tj ET`;

  it("a page of them is a gap and shows no garbage", async () => {
    const content = drawn(codes(1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 14));
    const bytes = pagesFile([{ content, resources }], unmappedFont);
    const { units, gaps } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(reasons(gaps)).toEqual(["unmapped_text"]);
    expect(units).toEqual([]);
  });

  it("a word of them among ordinary text is a gap, and the text is given", async () => {
    const content = `${textContent(paragraph)} ${drawn(codes(1, 2, 3, 4, 5, 6))}`;
    const bytes = pagesFile([{ content, resources }], unmappedFont);
    const { units, gaps } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(reasons(gaps)).toEqual(["unmapped_text"]);
    expect(units[0]?.text).toContain("Line 0 of an ordinary paragraph of text");
    expect(units[0]?.text).not.toMatch(/[\u0000-\u0008]/);
  });

  it("a bullet at each line is none", async () => {
    const bullets = paragraph
      .map((_, index) => `BT /F2 12 Tf 60 ${700 - index * 20} Td ${codes(3)} Tj ET`)
      .join(" ");
    const bytes = pagesFile([{ content: `${textContent(paragraph)} ${bullets}`, resources }], unmappedFont);
    expect((await extractAll(pdfExtractor, memorySource(bytes))).gaps).toEqual([]);
  });

  it("codes that are letters all the same are trusted when they read like words", async () => {
    const letters = (text: string): string => codes(...[...text].map((letter) => letter.charCodeAt(0)));
    const read = async (text: string): Promise<readonly Gap[]> =>
      gapsOf({ content: drawn(letters(text)), resources }, unmappedFont);
    expect(reasons(await read("ordinary words of an English sentence"))).toEqual([]);
    expect(reasons(await read("0SVIQMTWYQHSPSVWMXEQIX"))).toEqual(["unmapped_text"]);
  });
});

describe("the page tree", () => {
  const tree = (count: number | string, nested = "1"): Buffer =>
    pdfFile({
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: `<< /Type /Pages /Kids [10 0 R 4 0 R] /Count ${count} >>`,
      3: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
      4: `<< /Type /Pages /Parent 2 0 R /Kids [12 0 R 14 0 R] /Count ${nested} >>`,
      ...Object.fromEntries(
        [10, 12, 14].flatMap((number) => [
          [
            number,
            `<< /Type /Page /Parent ${number === 10 ? 2 : 4} 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number + 1} 0 R >>`,
          ],
          [number + 1, stream(textContent([`Leaf ${number}`], 200))],
        ]),
      ),
    });

  it.each([
    [3, "2", []],
    [2, "1", ["page_count_mismatch"]],
    [2, "2", ["page_count_mismatch"]],
    [1, "9", ["page_count_mismatch"]],
    [400, "2", ["page_count_mismatch"]],
    [0, "0", ["page_count_mismatch"]],
    ["2147483648", "2", ["page_count_mismatch"]],
    [-5, "-5", ["page_count_mismatch"]],
  ])("that counts %s and %s gives its three leaves", async (count, nested, flags) => {
    const { units, total, counted, facts } = await extractAll(
      pdfExtractor,
      memorySource(tree(count, nested)),
    );
    expect(units.map((unit) => unit.text)).toEqual(["Leaf 10", "Leaf 12", "Leaf 14"]);
    expect({ total, counted }).toEqual({ total: 3, counted: 3 });
    expect(facts.flags).toEqual(flags);
  });

  it("that holds a page twice reads it twice", async () => {
    const bytes = Buffer.from(
      pagesFile([{ content: textContent(["Twice"]) }])
        .toString("latin1")
        .replace("/Kids [10 0 R] /Count 1", "/Kids [10 0 R 10 0 R] /Count 2"),
      "latin1",
    );
    const { units } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(units.map((unit) => unit.text)).toEqual(["Twice", "Twice"]);
  });
});
