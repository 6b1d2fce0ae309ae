/** Slides as units: order, shapes, tables, hidden parts, and what is named as not read. */

import { describe, expect, it } from "vitest";
import { pptxExtractor } from "../../../src/formats/pptx/extractor.ts";
import { CancelledError, ReadbackError } from "../../../src/model/errors.ts";
import { LIMITS } from "../../../src/model/budget.ts";
import { extractAll, memorySource } from "../../support/extract.ts";
import type { Extracted } from "../../support/extract.ts";
import type { ByteSource } from "../../../src/model/unit.ts";
import { box, deck, deckBytes, frame, group, NAMESPACES, paragraph, table } from "./deck-builder.ts";

const read = (source: ByteSource, options: Parameters<typeof extractAll>[2] = {}): Promise<Extracted> =>
  extractAll(pptxExtractor, source, options);

const texts = ({ units }: Extracted, region = "body"): (string | null)[] =>
  units.filter((unit) => unit.region === region).map((unit) => unit.text);

const bodyOf = async (shapes: string): Promise<string | null | undefined> =>
  texts(await read(deck([{ shapes }])))[0];

describe("the slide list", () => {
  it("gives the order and the numbers, hidden slides included, and no part that it does not name", async () => {
    const got = await read(
      deck([{ shapes: box("one") }, { shapes: box("two"), show: "0" }, { shapes: box("three") }], {
        extra: [{ name: "ppt/slides/slide9.xml", content: `<p:sld ${NAMESPACES}>${box("orphan")}</p:sld>` }],
      }),
    );
    expect(got.units.map(({ at, region, text, hidden }) => [at, region, text, hidden])).toEqual([
      [{ kind: "slide", slide: 1 }, "body", "one", undefined],
      [{ kind: "slide", slide: 2 }, "hidden", "two", true],
      [{ kind: "slide", slide: 3 }, "body", "three", undefined],
    ]);
    expect(got).toMatchObject({ counted: 3, total: 3, gaps: [] });
  });

  it("may name a slide that is not there: a gap at its number, and the others keep theirs", async () => {
    const got = await read(deck([{ shapes: box("one") }, { missing: true }, { shapes: box("three") }]));
    expect(got.units.map(({ at }) => at)).toEqual([
      { kind: "slide", slide: 1 },
      { kind: "slide", slide: 3 },
    ]);
    expect(got).toMatchObject({ counted: 2, total: 3 });
    expect(got.gaps).toEqual([
      {
        reason: "damaged",
        at: { kind: "slide", slide: 2 },
        detail: "the slide list names a slide that is not there",
      },
    ]);
  });

  it("may be empty", async () => {
    expect(await read(deck([]))).toMatchObject({ units: [], gaps: [], counted: 0, total: 0 });
  });

  it("of a strict file under other prefixes is read", async () => {
    const raw =
      '<q:sld xmlns:q="http://purl.oclc.org/ooxml/presentationml/main" xmlns:d="http://purl.oclc.org/ooxml/drawingml/main"><q:cSld><q:spTree><q:sp><q:nvSpPr><q:cNvPr id="1" name="T"/></q:nvSpPr><q:txBody><d:p><d:r><d:t>strict words</d:t></d:r></d:p></q:txBody></q:sp></q:spTree></q:cSld></q:sld>';
    expect(texts(await read(deck([{ raw }], { strict: true })))).toEqual(["strict words"]);
  });

  it("is all that a range of slides is taken from", async () => {
    const slides = [1, 2, 3, 4, 5].map((number) => ({ shapes: box(`slide ${number}`) }));
    const got = await read(deck(slides), {
      selection: {
        kind: "slides",
        ranges: [
          { from: 2, to: 3 },
          { from: 5, to: 9 },
        ],
      },
    });
    expect(texts(got)).toEqual(["slide 2", "slide 3", "slide 5"]);
    expect(got).toMatchObject({ counted: 3, total: 5 });
  });
});

describe("text of shapes", () => {
  it("stands in stacking order, groups seen through, shapes without text passed over", async () => {
    expect(
      await bodyOf(box("first") + group(box("second") + group(box("third"))) + box("<a:p/>") + box("fourth")),
    ).toBe("first\nsecond\nthird\nfourth");
  });

  it("keeps runs together, breaks apart, fields as stored, and blank paragraphs between", async () => {
    const runs =
      "<a:r><a:t>Har</a:t></a:r><a:r><a:t>bour</a:t></a:r><a:br/><a:r><a:t> gate\u00a0</a:t></a:r>";
    const field = '<a:fld id="{1}" type="datetime1"><a:rPr/><a:t>1/2/2026</a:t></a:fld>';
    expect(await bodyOf(box(`<a:p>${runs}${field}</a:p><a:p/>${paragraph("end")}<a:p/>`))).toBe(
      "Harbour\n gate\u00a01/2/2026\n\nend",
    );
  });

  it("holds the letters of a formula, and a Choice without its Fallback", async () => {
    const formula =
      '<mc:AlternateContent><mc:Choice Requires="a14"><a14:m xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main"><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>E=mc²</m:t></m:r></m:oMath></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture of it</a:t></a:r></mc:Fallback></mc:AlternateContent>';
    expect(await bodyOf(box(`<a:p><a:r><a:t>so </a:t></a:r>${formula}</a:p>`))).toBe("so E=mc²");
  });

  it("in a locked canvas is read", async () => {
    const canvas =
      '<lc:lockedCanvas xmlns:lc="http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas"><a:sp><a:nvSpPr><a:cNvPr id="9" name="C"/></a:nvSpPr><a:txSp><a:txBody><a:p><a:r><a:t>on canvas</a:t></a:r></a:p></a:txBody></a:txSp></a:sp></lc:lockedCanvas>';
    expect(await bodyOf(frame(canvas))).toBe("on canvas");
  });

  it("comes from runs only: names, links and properties are not text", async () => {
    const link =
      '<a:p><a:r><a:rPr><a:hlinkClick r:id="r9" tooltip="tip"/></a:rPr><a:t>link</a:t></a:r></a:p>';
    expect(await bodyOf(box(link, { name: "Secret name" }))).toBe("link");
  });

  it("of a blank slide is an empty unit, so that the slide shows as read", async () => {
    expect((await read(deck([{}]))).units).toEqual([
      { at: { kind: "slide", slide: 1 }, region: "body", text: "", joins: false },
    ]);
  });

  it("that repeats on each slide is a layer of its own, without the slide's number", async () => {
    const got = await read(
      deck([
        {
          shapes:
            box("Title", { placeholder: "title" }) +
            box("Confidential", { placeholder: "ftr" }) +
            box("5 May", { placeholder: "dt" }) +
            box("1", { placeholder: "sldNum" }),
        },
      ]),
    );
    expect(texts(got)).toEqual(["Title"]);
    expect(texts(got, "header_footer")).toEqual(["Confidential\n5 May"]);
  });

  it("that is switched off is hidden, in a group too", async () => {
    const got = await read(
      deck([
        {
          shapes:
            box("seen") +
            box("off", { attributes: 'hidden="1"', name: "Note" }) +
            group(box("within"), 'hidden="true"'),
        },
      ]),
    );
    expect(texts(got)).toEqual(["seen"]);
    expect(got.units.filter(({ region }) => region === "hidden")).toMatchObject([
      { text: "off", hidden: true, label: "Note" },
      { text: "within", hidden: true },
    ]);
  });

  it("of more characters than a unit may have ends with a limit", async () => {
    const limits = { ...LIMITS, textNodeChars: 1000 };
    const shapes = Array.from({ length: 30 }, () => box("x".repeat(50))).join("");
    await expect(read(deck([{ shapes }]), { limits })).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});

describe("tables", () => {
  it("stand row by row, cells parted by tabs", async () => {
    expect(
      await bodyOf(
        table([
          ["a", "b"],
          ["c", ""],
          ["", "d"],
        ]),
      ),
    ).toBe("a\tb\nc\t\n\td");
  });

  it("give a merged cell once, at its first cell", async () => {
    expect(
      await bodyOf(
        table([
          [["wide", 'gridSpan="2"'], ["", 'hMerge="1"'], "x"],
          [["tall", 'rowSpan="2"'], "y", "z"],
          [["", 'vMerge="1"'], "v", "w"],
        ]),
      ),
    ).toBe("wide\t\tx\ntall\ty\tz\n\tv\tw");
  });

  it("give text that a merge covers as hidden", async () => {
    const got = await read(
      deck([
        {
          shapes: table([
            [
              ["wide", 'gridSpan="2"'],
              ["covered", 'hMerge="1"'],
            ],
          ]),
        },
      ]),
    );
    expect(texts(got)).toEqual(["wide\t"]);
    expect(texts(got, "hidden")).toEqual(["covered"]);
  });

  it("keep a cell of several paragraphs in its row", async () => {
    expect(await bodyOf(table([[paragraph("one") + paragraph("two"), "b"]]))).toBe("one two\tb");
  });

  it("without text are no text", async () => {
    expect(await bodyOf(table([["", ""]]))).toBe("");
  });
});

describe("what is not read is named", () => {
  it.each([
    ["an embedded object", frame('<p:oleObj progId="Excel.Sheet.12" r:id="r1"><p:embed/></p:oleObj>')],
    [
      "a recording",
      '<p:pic><p:nvPicPr><p:cNvPr id="5" name="V"/><p:nvPr><a:videoFile r:link="r1"/></p:nvPr></p:nvPicPr></p:pic>',
    ],
    [
      "ink",
      '<mc:AlternateContent><mc:Choice Requires="p14"><p:contentPart r:id="r1"/></mc:Choice><mc:Fallback/></mc:AlternateContent>',
    ],
  ])("%s", async (detail, shape) => {
    const got = await read(deck([{ shapes: box("text") + shape + shape }]));
    expect(got.gaps).toEqual([
      {
        reason: "not_extracted",
        region: "embedded_object",
        count: 2,
        detail,
        at: { kind: "slide", slide: 1 },
      },
    ]);
  });

  it("automatic numbers, of the paragraph or of the body's levels", async () => {
    const own = paragraph("one", '<a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr>');
    const list = '<a:lstStyle><a:lvl2pPr><a:buAutoNum type="arabicPeriod"/></a:lvl2pPr></a:lstStyle>';
    const levels = `<p:sp><p:txBody><a:bodyPr/>${list}${paragraph("top")}${paragraph("below", '<a:pPr lvl="1"/>')}${paragraph("dash", '<a:pPr lvl="1"><a:buChar char="-"/></a:pPr>')}</p:txBody></p:sp>`;
    const got = await read(deck([{ shapes: box(own + own) + levels }]));
    expect(texts(got)).toEqual(["one\none\ntop\nbelow\ndash"]);
    expect(got.gaps).toEqual([
      { reason: "not_extracted", region: "numbering", count: 3, at: { kind: "slide", slide: 1 } },
    ]);
  });

  it("a slide that is only a picture", async () => {
    const picture = '<p:pic><p:nvPicPr><p:cNvPr id="5" name="Scan"/></p:nvPicPr></p:pic>';
    const got = await read(deck([{ shapes: picture }, { shapes: picture + box("caption") }]));
    expect(got.gaps).toEqual([{ reason: "no_text_layer", count: 1, at: { kind: "slide", slide: 1 } }]);
  });

  it("the rest of a slide whose XML breaks off", async () => {
    const raw = `<p:sld ${NAMESPACES}><p:cSld><p:spTree>${box("before")}<p:sp>`;
    const got = await read(deck([{ raw }, { shapes: box("next") }]));
    expect(texts(got)).toEqual(["before", "next"]);
    expect(got).toMatchObject({ counted: 1, total: 2 });
    expect(got.gaps).toEqual([
      {
        reason: "damaged",
        region: "body",
        detail: "the slide cannot be read to its end",
        at: { kind: "slide", slide: 1 },
      },
    ]);
  });
});

describe("broken and cancelled reading", () => {
  it("every truncation is a coded error", async () => {
    const bytes = deckBytes([{ shapes: box("one") }, { shapes: box("two") }]);
    for (let length = 0; length < bytes.length; length += 37)
      await expect(read(memorySource(bytes.subarray(0, length)))).rejects.toBeInstanceOf(ReadbackError);
  });

  it("a file without a presentation part is damaged", async () => {
    const bytes = deckBytes([]);
    const broken = Buffer.from(bytes);
    for (
      let at = broken.indexOf("ppt/presentation.xml");
      at >= 0;
      at = broken.indexOf("ppt/presentation.xml", at + 1)
    )
      broken.write("ppt/presentatiom.xml", at);
    await expect(read(memorySource(broken))).rejects.toMatchObject({ code: "damaged" });
  });

  it("an abort ends the work between slides", async () => {
    const controller = new AbortController();
    const slides = [1, 2, 3].map((number) => ({ shapes: box(`${number}`) }));
    const seen: number[] = [];
    const { Meter } = await import("../../../src/model/budget.ts");
    const meter = new Meter({ signal: controller.signal, ms: 30_000 });
    await expect(async () => {
      for await (const batch of pptxExtractor.extract(deck(slides), { signal: controller.signal, meter })) {
        seen.push(batch.units.length);
        if (batch.units.length > 0) controller.abort();
      }
    }).rejects.toBeInstanceOf(CancelledError);
    expect(seen).toEqual([0, 1]);
  });
});
