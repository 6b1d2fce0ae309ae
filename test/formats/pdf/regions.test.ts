import { describe, expect, it } from "vitest";
import { pdfExtractor } from "../../../src/formats/pdf/extractor.ts";
import { extractAll, memorySource } from "../../support/extract.ts";
import { FONT, pagesFile, stream, textContent } from "../../support/pdf-writer.ts";

async function regionsOf(
  bytes: Uint8Array,
): Promise<{ region: string; text: string | null; hidden?: true }[]> {
  const { units } = await extractAll(pdfExtractor, memorySource(bytes));
  return units.map(({ region, text, hidden }) => ({
    region,
    text,
    ...(hidden === true ? { hidden: true as const } : {}),
  }));
}

const layers = (off: string): string =>
  `/OCProperties << /OCGs [100 0 R 101 0 R] /D << /OFF [${off}] /Order [100 0 R 101 0 R] >> >>`;
const LAYERS = {
  100: "<< /Type /OCG /Name (Draft) >>",
  101: "<< /Type /OCG /Name (Final) >>",
};
const marked = (name: string, text: string, y: number): string =>
  `/OC /${name} BDC ${textContent([text], y)} EMC`;

describe("text that a viewer does not show stands in regions of its own", () => {
  it("render mode 3 and fully transparent text are invisible", async () => {
    const bytes = pagesFile([
      {
        content: `${textContent(["Shown"], 700)} q 3 Tr ${textContent(["Layer of a scan"], 600)} Q q /G gs ${textContent(["Glass"], 500)} Q`,
        resources: "/ExtGState << /G << /ca 0 /CA 0 >> >>",
      },
    ]);
    expect(await regionsOf(bytes)).toEqual([
      { region: "body", text: "Shown" },
      { region: "invisible", text: "Layer of a scan\nGlass" },
    ]);
  });

  it("white text on nothing is invisible, white text on a painted area is not", async () => {
    const bytes = pagesFile([
      {
        content: `${textContent(["Heading"], 780)} 0 0 0.5 rg 50 680 300 60 re f 1 1 1 rg ${textContent(["On a bar"], 700)} ${textContent(["On the bare page"], 500)}`,
      },
    ]);
    expect(await regionsOf(bytes)).toEqual([
      { region: "body", text: "Heading\nOn a bar" },
      { region: "invisible", text: "On the bare page" },
    ]);
  });

  it("white paper painted under white text does not show it", async () => {
    const bytes = pagesFile([
      {
        content: `1 1 1 rg 0 0 595 842 re f ${textContent(["Unseen"], 500)} 0 g ${textContent(["Seen"], 400)}`,
      },
    ]);
    expect(await regionsOf(bytes)).toEqual([
      { region: "body", text: "Seen" },
      { region: "invisible", text: "Unseen" },
    ]);
  });

  it("text outside the crop box is off the page, also on a turned page", async () => {
    for (const turn of [0, 90, 180, 270]) {
      const bytes = pagesFile([
        {
          content: `${textContent(["Inside"], 400)} ${textContent(["Registration mark"], 820)}`,
          entries: `/CropBox [20 20 575 800] /Rotate ${turn}`,
        },
      ]);
      expect(await regionsOf(bytes)).toEqual([
        { region: "body", text: "Inside" },
        { region: "off_page", text: "Registration mark" },
      ]);
    }
  });

  it("text that begins on the page and runs over its edge is parted where the edge is", async () => {
    const [body, beyond] = await regionsOf(
      pagesFile([
        { content: textContent(["ABCDEFGHIJKLMNOPQRSTUVWXYZ"], 400), entries: "/CropBox [0 0 150 842]" },
      ]),
    );
    expect(body?.region).toBe("body");
    expect(beyond?.region).toBe("off_page");
    expect(`${body?.text}${beyond?.text}`).toBe("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  });
});

describe("layers that are switched off", () => {
  const page = {
    content: `${marked("D", "Draft stamp", 700)} ${marked("F", "Final text", 600)} ${textContent(["Always"], 500)}`,
    resources: "/Properties << /D 100 0 R /F 101 0 R >>",
  };

  it.each([
    ["100 0 R", ["Final text\nAlways"], ["Draft stamp"]],
    ["101 0 R", ["Draft stamp\nAlways"], ["Final text"]],
    ["100 0 R 101 0 R", ["Always"], ["Draft stamp\nFinal text"]],
    ["", ["Draft stamp\nFinal text\nAlways"], []],
  ])("OFF [%s]", async (off, body, hidden) => {
    expect(await regionsOf(pagesFile([page], LAYERS, { catalog: layers(off) }))).toEqual([
      ...body.map((text) => ({ region: "body", text })),
      ...hidden.map((text) => ({ region: "hidden", text, hidden: true })),
    ]);
  });

  it("two layers of one name are told apart", async () => {
    const twins = { 100: "<< /Type /OCG /Name (Twin) >>", 101: "<< /Type /OCG /Name (Twin) >>" };
    expect(await regionsOf(pagesFile([page], twins, { catalog: layers("101 0 R") }))).toEqual([
      { region: "body", text: "Draft stamp\nAlways" },
      { region: "hidden", text: "Final text", hidden: true },
    ]);
  });

  it("a base state of OFF hides all but what is switched on", async () => {
    const catalog = "/OCProperties << /OCGs [100 0 R 101 0 R] /D << /BaseState /OFF /ON [101 0 R] >> >>";
    expect(await regionsOf(pagesFile([page], LAYERS, { catalog }))).toEqual([
      { region: "body", text: "Final text\nAlways" },
      { region: "hidden", text: "Draft stamp", hidden: true },
    ]);
  });

  it("a membership of several layers follows its policy", async () => {
    const member = (policy: string): Promise<unknown> =>
      regionsOf(
        pagesFile(
          [{ content: marked("M", "Member", 700), resources: "/Properties << /M 102 0 R >>" }],
          { ...LAYERS, 102: `<< /Type /OCMD /OCGs [100 0 R 101 0 R] /P /${policy} >>` },
          { catalog: layers("100 0 R") },
        ),
      );
    expect(await member("AnyOn")).toEqual([{ region: "body", text: "Member" }]);
    expect(await member("AllOn")).toEqual([{ region: "hidden", text: "Member", hidden: true }]);
  });

  it("a form that belongs to a layer is hidden with all its text, one beside it is not", async () => {
    const form = (text: string, layer: number): Buffer =>
      stream(
        textContent([text], text.length * 20),
        `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC ${layer} 0 R /Resources << /Font << /F1 3 0 R >> >>`,
      );
    const bytes = pagesFile(
      [{ content: "/A Do /B Do", resources: "/XObject << /A 110 0 R /B 111 0 R >>" }],
      { ...LAYERS, 110: form("Watermark", 100), 111: form("Header", 101) },
      { catalog: layers("100 0 R") },
    );
    expect(await regionsOf(bytes)).toEqual([
      { region: "body", text: "Header" },
      { region: "hidden", text: "Watermark", hidden: true },
    ]);
  });
});

describe("what is not page text", () => {
  const annotations = (...numbers: number[]): { content: string; entries: string } => ({
    content: textContent(["Page"]),
    entries: `/Annots [${numbers.map((number) => `${number} 0 R`).join(" ")}]`,
  });

  it("field values with their full names, once however many widgets show them", async () => {
    const bytes = pagesFile(
      [annotations(121, 122, 123, 124, 125, 126)],
      {
        120: "<< /T (person) /Kids [121 0 R 122 0 R] >>",
        121: "<< /Type /Annot /Subtype /Widget /Rect [0 0 90 20] /FT /Tx /T (name) /Parent 120 0 R /V (Ada) /F 4 >>",
        122: "<< /Type /Annot /Subtype /Widget /Rect [0 30 90 50] /FT /Tx /T (note) /Parent 120 0 R /V () >>",
        123: "<< /Type /Annot /Subtype /Widget /Rect [0 60 90 80] /FT /Btn /T (agreed) /V /Yes /AS /Yes /AP << /N << /Yes 130 0 R /Off 130 0 R >> >> >>",
        124: "<< /Type /Annot /Subtype /Widget /Rect [0 90 90 110] /FT /Btn /T (declined) /V /Off /AS /Off /AP << /N << /Yes 130 0 R /Off 130 0 R >> >> >>",
        125: "<< /Type /Annot /Subtype /Widget /Rect [0 120 90 140] /FT /Ch /Ff 131072 /T (port) /Opt [(North) (South)] /V (South) >>",
        126: "<< /Type /Annot /Subtype /Widget /Rect [0 150 90 170] /FT /Tx /T (secret) /V (kept away) /F 2 >>",
        130: stream("", "/Type /XObject /Subtype /Form /BBox [0 0 10 10]"),
      },
      { catalog: "/AcroForm << /Fields [120 0 R 123 0 R 124 0 R 125 0 R 126 0 R] /DA (/F1 0 Tf 0 g) >>" },
    );
    const { units } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(units.filter((unit) => unit.region === "form_field")).toEqual([
      {
        at: { kind: "page", page: 1 },
        region: "form_field",
        text: "Ada",
        label: "person.name",
        joins: false,
      },
      { at: { kind: "page", page: 1 }, region: "form_field", text: "Yes", label: "agreed", joins: false },
      { at: { kind: "page", page: 1 }, region: "form_field", text: "South", label: "port", joins: false },
      {
        at: { kind: "page", page: 1 },
        region: "form_field",
        text: "kept away",
        label: "secret",
        hidden: true,
        joins: false,
      },
    ]);
  });

  it("contents of annotations with their author; links and pop-ups give nothing", async () => {
    const bytes = pagesFile([annotations(120, 121, 122, 123)], {
      120: "<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (Check this\rsum) /T (Ada) /Popup 122 0 R >>",
      121: "<< /Type /Annot /Subtype /Highlight /Rect [0 30 20 50] /QuadPoints [0 50 20 50 0 30 20 30] /Contents (\\376\\377\\004\\020) >>",
      122: "<< /Type /Annot /Subtype /Popup /Rect [0 0 20 20] /Contents (twice) /Parent 120 0 R >>",
      123: "<< /Type /Annot /Subtype /Link /Rect [0 60 20 80] /Contents (a link) /A << /S /URI /URI (https://example.org) >> >>",
    });
    const { units, gaps } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(units.slice(1)).toEqual([
      {
        at: { kind: "page", page: 1 },
        region: "annotation",
        text: "Check this\nsum",
        label: "Ada",
        joins: false,
      },
      { at: { kind: "page", page: 1 }, region: "annotation", text: "А", joins: false },
    ]);
    expect(gaps).toEqual([]);
  });

  it("a stamp without contents is read from what it draws", async () => {
    const bytes = pagesFile([annotations(120)], {
      120: "<< /Type /Annot /Subtype /Stamp /Rect [100 100 300 150] /AP << /N 121 0 R >> >>",
      121: stream(
        textContent(["RECEIVED 4 MAY"], 10),
        "/Type /XObject /Subtype /Form /BBox [0 0 300 50] /Resources << /Font << /F1 3 0 R >> >>",
      ),
    });
    expect((await regionsOf(bytes)).slice(1)).toEqual([{ region: "annotation", text: "RECEIVED 4 MAY" }]);
  });

  it("attached files of the document and of annotations are named as gaps, each once", async () => {
    const file = (name: string, number: number): string =>
      `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${number} 0 R >> >>`;
    const bytes = pagesFile(
      [annotations(120, 121)],
      {
        115: file("terms.txt", 118),
        116: file("plan.dwg", 118),
        118: stream("The anchor fee is 300", "/Type /EmbeddedFile"),
        120: "<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS 116 0 R >>",
        121: "<< /Type /Annot /Subtype /FileAttachment /Rect [0 30 20 50] /FS 115 0 R >>",
      },
      { catalog: "/Names << /EmbeddedFiles << /Names [(terms.txt) 115 0 R] >> >>" },
    );
    const { gaps } = await extractAll(pdfExtractor, memorySource(bytes));
    expect(gaps).toEqual([
      { reason: "not_extracted", at: { kind: "part", part: "terms.txt" }, detail: "an attached file" },
      { reason: "not_extracted", at: { kind: "part", part: "plan.dwg" }, detail: "an attached file" },
    ]);
  });
});

it("a form used on two pages is read on both", async () => {
  const form = stream(
    textContent(["Running head"], 800),
    `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 ${FONT} >> >>`,
  );
  const page = { content: "/H Do", resources: "/XObject << /H 100 0 R >>" };
  expect(await regionsOf(pagesFile([page, page], { 100: form }))).toEqual([
    { region: "body", text: "Running head" },
    { region: "body", text: "Running head" },
  ]);
});
