/** PDFs built to exhaust or confuse a reader, each with how it has to end. Those without an end in sight need a containing process. */

import { constants, deflateRawSync } from "node:zlib";
import { pagesFile, pdfFile, FONT, stream, textContent } from "./pdf-writer.ts";

export interface PdfBomb {
  readonly name: string;
  /** An error code, "read" where its page can be read, or "endless": only a containing process ends it. */
  readonly ends: "limit_exceeded" | "damaged" | "read" | "endless";
  readonly make: () => Buffer;
}

const MIB = 1024 * 1024;

/** A zlib stream of `chunk` repeated: one flushed block, copied. Its checksum is left out, as a cut stream's is. */
function repeatedDeflate(chunk: Buffer, times: number): Buffer {
  const block = deflateRawSync(chunk, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    ...Array.from({ length: times }, () => block),
    Buffer.from([0x01, 0x00, 0x00, 0xff, 0xff]),
  ]);
}

function bombedPage(content: Buffer): Buffer {
  return pdfFile({
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: "<< /Type /Pages /Kids [10 0 R] /Count 1 >>",
    3: FONT,
    10: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 11 0 R >>",
    11: content,
  });
}

function flateBomb(chunk: string, bytes: number): Buffer {
  const part = Buffer.from(chunk.repeat(Math.ceil((16 * MIB) / chunk.length)), "latin1");
  const deflated = repeatedDeflate(part, Math.ceil(bytes / part.length));
  return bombedPage(
    Buffer.concat([
      Buffer.from(`<< /Length ${deflated.length} /Filter /FlateDecode >>\nstream\n`),
      deflated,
      Buffer.from("\nendstream"),
    ]),
  );
}

function formDoubling(levels: number): Buffer {
  const forms: Record<number, Buffer> = {};
  for (let level = 0; level < levels; level += 1)
    forms[100 + level] = stream(
      level + 1 < levels ? "/X Do /X Do" : textContent(["deep"]),
      `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> /XObject << /X ${101 + level} 0 R >> >>`,
    );
  return pagesFile([{ content: "/X Do", resources: "/XObject << /X 100 0 R >>" }], forms);
}

const pageTree = (nodes: string, count: number | string): Buffer =>
  pdfFile({
    1: "<< /Type /Catalog /Pages 2 0 R >>",
    2: `<< /Type /Pages /Kids [10 0 R ${nodes}] /Count ${count} >>`,
    3: FONT,
    4: "<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 4 0 R] /Count 5 >>",
    10: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 11 0 R >>",
    11: stream(textContent(["The only page"])),
  });

export const PDF_BOMBS: readonly PdfBomb[] = [
  { name: "flate 1 GiB of spaces", ends: "limit_exceeded", make: () => flateBomb(" ", 1024 * MIB) },
  { name: "flate 1 GiB of operators", ends: "limit_exceeded", make: () => flateBomb("q Q\n", 1024 * MIB) },
  {
    name: "four million text operators",
    ends: "limit_exceeded",
    make: () => flateBomb("BT /F1 9 Tf (x) Tj ET\n", 88 * MIB),
  },
  { name: "forms doubled 30 times", ends: "limit_exceeded", make: () => formDoubling(30) },
  { name: "forms doubled 8 times", ends: "read", make: () => formDoubling(8) },
  {
    name: "two MiB of `1 0 obj <<`",
    ends: "damaged",
    make: () => Buffer.from(`%PDF-1.7\n${"1 0 obj <<".repeat((2 * MIB) / 10)}`),
  },
  { name: "a page tree in a circle", ends: "read", make: () => pageTree("4 0 R", 6) },
  { name: "a count of 2^31", ends: "read", make: () => pageTree("", "2147483648") },
  { name: "a count of a million", ends: "read", make: () => pageTree("", 1_000_000) },
  {
    name: "a cross-reference section before itself",
    ends: "read",
    make: () => {
      const file = pageTree("", 1).toString("latin1");
      const at = file.lastIndexOf("xref\n0");
      return Buffer.from(file.replace("/Root 1 0 R ", `/Root 1 0 R /Prev ${at} `), "latin1");
    },
  },
  {
    name: "a form that shows itself",
    ends: "read",
    make: () =>
      pagesFile([{ content: `${textContent(["Outside"])} /X Do`, resources: "/XObject << /X 100 0 R >>" }], {
        100: stream(
          "/X Do",
          "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /XObject << /X 100 0 R >> >>",
        ),
      }),
  },
  {
    name: "a picture of 30000 by 30000",
    ends: "read",
    make: () =>
      pagesFile([{ content: "q 595 0 0 842 0 0 cm /I Do Q", resources: "/XObject << /I 100 0 R >>" }], {
        100: stream(
          repeatedDeflate(Buffer.alloc(16 * MIB), 54),
          "/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode",
        ),
      }),
  },
  {
    name: "three hundred thousand words on one line",
    ends: "endless",
    make: () =>
      pagesFile([
        {
          content: Array.from(
            { length: 300_000 },
            (_, word) => `BT /F1 9 Tf ${((word * 37) % 5000) / 10} 400 Td (w${word}) Tj ET`,
          ).join("\n"),
        },
      ]),
  },
  {
    name: "half a million nested arrays before text",
    ends: "read",
    make: () =>
      pagesFile([{ content: `${"[".repeat(500_000)}${"]".repeat(500_000)} ${textContent(["Below"])}` }]),
  },
  {
    name: "a document nested 100000 dictionaries deep",
    ends: "damaged",
    make: () =>
      pdfFile({
        1: `<< /Type /Catalog /Pages 2 0 R /X ${"<< /X ".repeat(100_000)} 1 ${">> ".repeat(100_000)} >>`,
        2: "<< /Type /Pages /Kids [] /Count 0 >>",
      }),
  },
];
