#!/usr/bin/env node
// Makes an ordinary text PDF of any length, the same bytes every time: node bench/make-pdf.mjs OUT [--pages 300] [--phrase "..."] [--at PAGE]
// Like a printed report: Flate content streams, two standard fonts, about 46 lines and 3,000 characters a page, kerned TJ arrays, object streams left out.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { deflateSync } from "node:zlib";

const WORDS =
  "the harbour office keeps every register of arrivals and departures in order that the yearly accounts may be checked against delivery notes which each carrier signs before goods are moved from quay to warehouse by night shift while inspectors record weather tide wind cargo weight names pilots who guided them".split(
    " ",
  );

/** A small linear congruential generator: the same document on every machine. */
function generator(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

const escaped = (text) => text.replace(/[\\()]/g, "\\$&");

/** A justified line as typesetters write it: gaps between words as pen moves, kerning inside words. */
function lineOperator(text, random) {
  const gap = -(250 + Math.round(random() * 120));
  const words = text.split(" ").map((word) => {
    let shown = "(";
    for (const letter of word)
      shown +=
        (shown.length > 1 && random() < 0.15 ? `)${Math.round(random() * 40) - 15}(` : "") + escaped(letter);
    return `${shown})`;
  });
  return `[${words.join(gap)}] TJ T*`;
}

export function pageLines(page, random, phrase) {
  const lines = [`Report of the harbour office, sheet ${page}`, ""];
  for (let line = 0; line < 44; line += 1) {
    let text = "";
    while (text.length < 62) text += `${text === "" ? "" : " "}${WORDS[Math.floor(random() * WORDS.length)]}`;
    lines.push(text);
  }
  if (phrase !== undefined) lines[20] = phrase;
  return lines;
}

export function makePdf({ pages = 300, phrase, at = pages - 3, seed = 7 } = {}) {
  const random = generator(seed);
  const objects = [];
  const kids = [];
  for (let page = 1; page <= pages; page += 1) {
    const [title, ...rest] = pageLines(page, random, page === at ? phrase : undefined);
    const body = rest.map((line) => (line === "" ? "T*" : lineOperator(line, random))).join("\n");
    const content = `BT /F2 14 Tf 72 770 Td (${escaped(title)}) Tj ET\nBT /F1 10.5 Tf 14 TL 72 744 Td\n${body}\nET\n`;
    const stream = deflateSync(Buffer.from(content, "latin1"));
    const number = 5 + (page - 1) * 2;
    kids.push(`${number} 0 R`);
    objects[number] =
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${number + 1} 0 R >>`;
    objects[number + 1] = Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from("\nendstream"),
    ]);
  }
  objects[1] = "<< /Type /Catalog /Pages 2 0 R >>";
  objects[2] = `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages} >>`;
  objects[3] = "<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>";
  objects[4] = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>";
  return assemble(objects);
}

function assemble(objects) {
  const parts = [Buffer.from("%PDF-1.5\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  const offsets = [];
  let size = parts[0].length;
  for (let number = 1; number < objects.length; number += 1) {
    offsets[number] = size;
    const body = objects[number];
    const part = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.isBuffer(body) ? body : Buffer.from(body),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(part);
    size += part.length;
  }
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length}\n0000000000 65535 f \n${rows.join("")}trailer\n<< /Size ${objects.length} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pages: { type: "string" }, phrase: { type: "string" }, at: { type: "string" } },
  });
  const [out] = positionals;
  if (out === undefined)
    throw new Error("usage: node bench/make-pdf.mjs OUT [--pages N] [--phrase TEXT] [--at PAGE]");
  const pages = Number(values.pages ?? 300);
  writeFileSync(
    out,
    makePdf({
      pages,
      ...(values.phrase === undefined ? {} : { phrase: values.phrase }),
      ...(values.at === undefined ? {} : { at: Number(values.at) }),
    }),
  );
}
