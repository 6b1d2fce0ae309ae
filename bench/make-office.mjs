// Office files of any length, the same bytes every time.
import { writeFileSync } from "node:fs";
import { crc32, deflateRawSync } from "node:zlib";

export function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(0x5d81_0000, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    parts.push(Buffer.from("PK\u0003\u0004"), common, label, packed);
    directory.push(Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, tail, label);
    at += 30 + label.length + packed.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, central, end]);
}

const types = (part, type) =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part.map((name, index) => `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type[index]}+xml"/>`).join("")}</Types>`;
const rels = (list) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const WORDS =
  "every carrier signs the delivery note before goods are moved from the quay to the warehouse by the night shift".split(
    " ",
  );
const sentence = (seed) =>
  Array.from({ length: 14 }, (_, index) => WORDS[(seed * 7 + index * index) % WORDS.length]).join(" ");

export function makeWord(path, paragraphs) {
  const body = Array.from(
    { length: paragraphs },
    (_, index) => `<w:p><w:r><w:t>${sentence(index)}${index === 1234 ? " beacon" : ""}.</w:t></w:r></w:p>`,
  ).join("");
  writeFileSync(
    path,
    zip([
      ["[Content_Types].xml", types(["word/document.xml"], ["wordprocessingml.document.main"])],
      ["_rels/.rels", rels([["rId1", "officeDocument", "word/document.xml"]])],
      [
        "word/document.xml",
        `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ],
    ]),
  );
}

export function makeWorkbook(path, rows) {
  const cells = Array.from({ length: rows }, (_, index) => {
    const row = index + 1;
    return `<row r="${row}"><c r="A${row}"><v>${row}</v></c><c r="B${row}" t="inlineStr"><is><t>${sentence(index)}${row === 15_000 ? " beacon" : ""}</t></is></c><c r="C${row}"><v>${(row * 1.25).toFixed(2)}</v></c></row>`;
  }).join("");
  writeFileSync(
    path,
    zip([
      [
        "[Content_Types].xml",
        types(
          ["xl/workbook.xml", "xl/worksheets/sheet1.xml"],
          ["spreadsheetml.sheet.main", "spreadsheetml.worksheet"],
        ),
      ],
      ["_rels/.rels", rels([["rId1", "officeDocument", "xl/workbook.xml"]])],
      ["xl/_rels/workbook.xml.rels", rels([["rId1", "worksheet", "worksheets/sheet1.xml"]])],
      [
        "xl/workbook.xml",
        `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      [
        "xl/worksheets/sheet1.xml",
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${cells}</sheetData></worksheet>`,
      ],
    ]),
  );
}
