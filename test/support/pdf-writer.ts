/** Writes small PDFs for tests: objects in, a file with a classic cross-reference table out. */

import { deflateSync } from "node:zlib";

export type PdfObject = string | Buffer;

export interface PdfFileOptions {
  /** Further entries of the trailer. */
  readonly trailer?: string;
  /** Bytes in front of the header. */
  readonly before?: string;
}

/** Objects by number; holes are free entries. Object 1 is the catalog. */
export function pdfFile(objects: Readonly<Record<number, PdfObject>>, options: PdfFileOptions = {}): Buffer {
  const before = Buffer.from(options.before ?? "", "latin1");
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let size = parts[0]?.length ?? 0;
  const offsets = new Map<number, number>();
  const numbers = Object.keys(objects).map(Number);
  const last = Math.max(...numbers);
  for (const number of numbers) {
    const body = objects[number] ?? "";
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      typeof body === "string" ? Buffer.from(body, "latin1") : body,
      Buffer.from("\nendobj\n"),
    ]);
    offsets.set(number, size);
    parts.push(part);
    size += part.length;
  }
  const rows = ["0000000000 65535 f \n"];
  for (let number = 1; number <= last; number += 1) {
    const offset = offsets.get(number);
    rows.push(
      offset === undefined ? "0000000000 00000 f \n" : `${String(offset).padStart(10, "0")} 00000 n \n`,
    );
  }
  parts.push(
    Buffer.from(
      `xref\n0 ${last + 1}\n${rows.join("")}trailer\n<< /Size ${last + 1} /Root 1 0 R ${options.trailer ?? ""} >>\nstartxref\n${size}\n%%EOF\n`,
      "latin1",
    ),
  );
  return Buffer.concat([before, ...parts]);
}

/** A stream object; deflated when asked. */
export function stream(content: string | Buffer, dictionary = "", deflated = false): Buffer {
  const raw = typeof content === "string" ? Buffer.from(content, "latin1") : content;
  const bytes = deflated ? deflateSync(raw) : raw;
  return Buffer.concat([
    Buffer.from(
      `<< /Length ${bytes.length} ${deflated ? "/Filter /FlateDecode" : ""} ${dictionary} >>\nstream\n`,
      "latin1",
    ),
    bytes,
    Buffer.from("\nendstream"),
  ]);
}

export interface PageSpecification {
  readonly content: string | Buffer;
  /** Further entries of the page's dictionary. */
  readonly entries?: string;
  /** Further entries of its resources. */
  readonly resources?: string;
}

export const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/** Pages with one standard font, F1; objects of the caller's start at 100. */
export function pagesFile(
  pages: readonly PageSpecification[],
  extra: Readonly<Record<number, PdfObject>> = {},
  options: PdfFileOptions & { readonly catalog?: string } = {},
): Buffer {
  const objects: Record<number, PdfObject> = {
    1: `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ""} >>`,
    3: FONT,
  };
  const kids: string[] = [];
  pages.forEach((page, index) => {
    const number = 10 + index * 2;
    kids.push(`${number} 0 R`);
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> ${page.resources ?? ""} >> /Contents ${number + 1} 0 R ${page.entries ?? ""} >>`;
    objects[number + 1] = stream(page.content);
  });
  objects[2] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`;
  return pdfFile({ ...objects, ...extra }, options);
}

/** Content that shows lines of text, 20 points apart, from `y` down. */
export function textContent(lines: readonly string[], y = 700, before = ""): string {
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, "\\$&")}) Tj T*`).join(" ");
  return `BT /F1 12 Tf 20 TL ${before} 72 ${y} Td ${shown} ET`;
}
