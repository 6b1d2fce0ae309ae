// Writes samples/: the documents of the tour. Everything here is made up. Run by hand; the results are checked in.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateRawSync, deflateSync } from "node:zlib";
import iconv from "iconv-lite";

const out = join(dirname(fileURLToPath(import.meta.url)), "..", "samples");
mkdirSync(out, { recursive: true });
const save = (name, bytes) => writeFileSync(join(out, name), bytes);

// --- PDF: four pages of text and one that is only a picture ------------------------------------------------------
function pdf(pages) {
  const objects = [];
  const add = (body) => objects.push(body);
  const text = (s) => s.replace(/[\\()]/g, "\\$&");
  const pageIds = pages.map((_, index) => 4 + index * 2);
  add(Buffer.from("<< /Type /Catalog /Pages 2 0 R >>"));
  add(
    Buffer.from(
      `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    ),
  );
  add(Buffer.from("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"));
  const extra = [];
  pages.forEach((page, index) => {
    const picture =
      page.picture === undefined ? undefined : 4 + pages.length * 2 + extra.push(page.picture) - 1;
    const resources = picture === undefined ? "/Font << /F1 3 0 R >>" : `/XObject << /Im1 ${picture} 0 R >>`;
    add(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${5 + index * 2} 0 R >>`,
      ),
    );
    let y = 780;
    const content =
      picture === undefined
        ? page.lines
            .map(([size, line]) => {
              y -= size * 1.6;
              return line === "" ? "" : `BT /F1 ${size} Tf 64 ${y.toFixed(1)} Td (${text(line)}) Tj ET`;
            })
            .filter(Boolean)
            .join("\n")
        : "q 467 0 0 714 64 64 cm /Im1 Do Q";
    const packed = deflateSync(Buffer.from(content, "latin1"));
    add(
      Buffer.concat([
        Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
        packed,
        Buffer.from("\nendstream"),
      ]),
    );
  });
  for (const image of extra) {
    const packed = deflateSync(image.pixels, { level: 9 });
    add(
      Buffer.concat([
        Buffer.from(
          `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`,
        ),
        packed,
        Buffer.from("\nendstream"),
      ]),
    );
  }
  const parts = [Buffer.from("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n", "latin1")];
  let at = parts[0].length;
  const offsets = objects.map((body, index) => {
    const whole = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(whole);
    const offset = at;
    at += whole.length;
    return offset;
  });
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((o) => `${String(o).padStart(10, "0")} 00000 n \n`).join("")}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A page as a scanner sees it: bars where the lines of text are, a stamp, some dust. */
function scannedPage(width, height) {
  const pixels = Buffer.alloc(width * height, 244);
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let row = 60; row < height - 120; row += 22)
    for (let x = 40; x < width - 60 - random() * 120;) {
      const word = 12 + random() * 40;
      for (let y = row; y < row + 8; y += 1)
        pixels.fill(60, y * width + Math.round(x), y * width + Math.min(width - 50, Math.round(x + word)));
      x += word + 8;
    }
  for (let y = height - 110; y < height - 40; y += 1)
    for (let x = width - 170; x < width - 60; x += 1)
      if (Math.abs(Math.hypot(x - (width - 115), y - (height - 75)) - 32) < 3) pixels[y * width + x] = 110;
  return { width, height, pixels };
}

const h = (line) => [16, line];
const p = (line) => [11, line];
save(
  "contract.pdf",
  pdf([
    {
      lines: [
        h("Supply Contract No. 2027-014"),
        p(""),
        p("between"),
        p("Harbour Lane Bakery Ltd, 4 Harbour Lane, Whitby (the Buyer)"),
        p("and"),
        p("Nordwind Ovens GmbH, Kiel (the Supplier)"),
        p(""),
        p("concerning one deck oven, type NW-400, with steam unit."),
      ],
    },
    {
      lines: [
        h("1. Scope"),
        p(""),
        p("The Supplier builds, delivers and installs one deck oven, type NW-400,"),
        p("at the Buyer's bakehouse. The oven has four decks and a steam unit."),
        p(""),
        h("2. Price"),
        p(""),
        p("The price is EUR 38,400.00 net. A deposit of 30 % is paid on signature,"),
        p("the remainder within 30 days after acceptance."),
      ],
    },
    {
      lines: [
        h("3. Delivery"),
        p(""),
        p("Delivery is due on 14 March 2027 at the Buyer's bakehouse. The Sup-"),
        p("plier announces the exact hour three working days before."),
        p(""),
        p("If the delivery date is missed by more than ten days, the Buyer may"),
        p("claim 0.5 % of the price for each further week, at most 5 %."),
      ],
    },
    { picture: scannedPage(420, 640) },
    {
      lines: [
        h("5. Final provisions"),
        p(""),
        p("Changes to this contract must be made in writing."),
        p("Signed at Whitby, 2 December 2026."),
      ],
    },
  ]),
);

// --- Office containers --------------------------------------------------------------------------------------------
function zip(entries) {
  const parts = [];
  const directory = [];
  let at = 0;
  for (const [name, content] of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(0x5d810000, 6);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, label, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), common, tail, label]));
    parts.push(local);
    at += local.length;
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
const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${body}`;
const esc = (s) => String(s).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const rels = (list) =>
  xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join("")}</Relationships>`,
  );
const types = (list) =>
  xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${list.map(([part, type]) => `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`).join("")}</Types>`,
  );
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const par = (s) => `<w:p><w:r><w:t xml:space="preserve">${esc(s)}</w:t></w:r></w:p>`;
const row = (cells) =>
  `<w:tr>${cells.map((c) => `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/></w:tcPr>${par(c)}</w:tc>`).join("")}</w:tr>`;
save(
  "schedule.docx",
  zip([
    [
      "[Content_Types].xml",
      types([
        ["/word/document.xml", "wordprocessingml.document.main"],
        ["/word/footnotes.xml", "wordprocessingml.footnotes"],
        ["/word/header1.xml", "wordprocessingml.header"],
      ]),
    ],
    ["_rels/.rels", rels([["rId1", "officeDocument", "word/document.xml"]])],
    [
      "word/_rels/document.xml.rels",
      rels([
        ["rId1", "footnotes", "footnotes.xml"],
        ["rId2", "header", "header1.xml"],
      ]),
    ],
    [
      "word/document.xml",
      xml(
        `<w:document ${W} ${R}><w:body>${par("Installation schedule")}${par("Both sides agreed on the following dates.")}<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="2400"/><w:gridCol w:w="2400"/><w:gridCol w:w="2400"/></w:tblGrid>${row(["Step", "Who", "When"])}${row(["Floor test", "Harbour Lane Bakery", "1 March 2027"])}${row(["Delivery", "Nordwind Ovens", "14 March 2027"])}${row(["First bread", "both", "20 March 2027"])}</w:tbl><w:p><w:r><w:t xml:space="preserve">The crane is ordered for the </w:t></w:r><w:del w:id="1" w:author="K"><w:r><w:delText xml:space="preserve">13th</w:delText></w:r></w:del><w:ins w:id="2" w:author="K"><w:r><w:t>14th</w:t></w:r></w:ins><w:r><w:t xml:space="preserve"> of March.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p><w:sectPr><w:headerReference w:type="default" r:id="rId2"/></w:sectPr></w:body></w:document>`,
      ),
    ],
    [
      "word/footnotes.xml",
      xml(
        `<w:footnotes ${W}><w:footnote w:id="2">${par("The street must be closed from 6 to 9 in the morning.")}</w:footnote></w:footnotes>`,
      ),
    ],
    ["word/header1.xml", xml(`<w:hdr ${W}>${par("Harbour Lane Bakery, confidential")}</w:hdr>`)],
  ]),
);

const X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const cell = (ref, value, style) =>
  typeof value === "number"
    ? `<c r="${ref}"${style ? ` s="${style}"` : ""}><v>${value}</v></c>`
    : value.startsWith("=")
      ? `<c r="${ref}" s="1"><f>${esc(value.slice(1).split("|")[0])}</f><v>${value.split("|")[1]}</v></c>`
      : `<c r="${ref}" t="inlineStr"><is><t>${esc(value)}</t></is></c>`;
const sheet = (rows) =>
  xml(
    `<worksheet ${X}><sheetData>${rows
      .map(
        (cells, index) =>
          `<row r="${index + 1}">${cells
            .map((value, column) => {
              const [v, s] = Array.isArray(value) ? value : [value];
              return cell(`${"ABCD"[column]}${index + 1}`, v, s);
            })
            .join("")}</row>`,
      )
      .join("")}</sheetData></worksheet>`,
  );
save(
  "budget.xlsx",
  zip([
    [
      "[Content_Types].xml",
      types([
        ["/xl/workbook.xml", "spreadsheetml.sheet.main"],
        ["/xl/worksheets/sheet1.xml", "spreadsheetml.worksheet"],
        ["/xl/worksheets/sheet2.xml", "spreadsheetml.worksheet"],
        ["/xl/styles.xml", "spreadsheetml.styles"],
      ]),
    ],
    ["_rels/.rels", rels([["rId1", "officeDocument", "xl/workbook.xml"]])],
    [
      "xl/_rels/workbook.xml.rels",
      rels([
        ["rId1", "worksheet", "worksheets/sheet1.xml"],
        ["rId2", "worksheet", "worksheets/sheet2.xml"],
        ["rId3", "styles", "styles.xml"],
      ]),
    ],
    [
      "xl/workbook.xml",
      xml(
        `<workbook ${X} ${R}><sheets><sheet name="Payments" sheetId="1" r:id="rId1"/><sheet name="Reserve" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>`,
      ),
    ],
    [
      "xl/styles.xml",
      xml(
        `<styleSheet ${X}><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
    ],
    [
      "xl/worksheets/sheet1.xml",
      sheet([
        ["Instalment", "Due", "Amount"],
        ["Deposit", [46360, 2], [11520, 1]],
        ["After delivery", [46495, 2], [26880, 1]],
        ["Total", "", "=SUM(C2:C3)|38400"],
      ]),
    ],
    ["xl/worksheets/sheet2.xml", sheet([["Crane, if the delivery slips a week", "", [1450, 1]]])],
  ]),
);

const P =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const shape = (id, text) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Text ${id}"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/>${text
    .split("\n")
    .map((line) => `<a:p><a:r><a:t>${esc(line)}</a:t></a:r></a:p>`)
    .join("")}</p:txBody></p:sp>`;
const slide = (texts, show = "") =>
  xml(
    `<p:sld ${P} ${R}${show}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${texts.map((t, i) => shape(i + 2, t)).join("")}</p:spTree></p:cSld></p:sld>`,
  );
save(
  "briefing.pptx",
  zip([
    [
      "[Content_Types].xml",
      types([
        ["/ppt/presentation.xml", "presentationml.presentation.main"],
        ...[1, 2, 3].map((n) => [`/ppt/slides/slide${n}.xml`, "presentationml.slide"]),
        ["/ppt/notesSlides/notesSlide1.xml", "presentationml.notesSlide"],
      ]),
    ],
    ["_rels/.rels", rels([["rId1", "officeDocument", "ppt/presentation.xml"]])],
    [
      "ppt/_rels/presentation.xml.rels",
      rels([1, 2, 3].map((n) => [`rId${n}`, "slide", `slides/slide${n}.xml`])),
    ],
    [
      "ppt/presentation.xml",
      xml(
        `<p:presentation ${P} ${R}><p:sldIdLst><p:sldId id="256" r:id="rId1"/><p:sldId id="257" r:id="rId3"/><p:sldId id="258" r:id="rId2"/></p:sldIdLst></p:presentation>`,
      ),
    ],
    ["ppt/slides/slide1.xml", slide(["The new oven", "What changes for the morning shift"])],
    [
      "ppt/slides/slide2.xml",
      slide(["Spare plan", "If the delivery slips, we bake at the mill."], ' show="0"'),
    ],
    [
      "ppt/slides/slide3.xml",
      slide(["Delivery day", "14 March 2027, six in the morning\nCrane in front of the bakehouse"]),
    ],
    ["ppt/slides/_rels/slide3.xml.rels", rels([["rId1", "notesSlide", "../notesSlides/notesSlide1.xml"]])],
    [
      "ppt/notesSlides/notesSlide1.xml",
      xml(
        `<p:notes ${P}><p:cSld><p:spTree>${shape(2, "Ask the neighbours about the street before the delivery.")}</p:spTree></p:cSld></p:notes>`,
      ),
    ],
  ]),
);

// --- Texts, each in an encoding that such a file really comes in --------------------------------------------------
save(
  "letter-ru.txt",
  iconv.encode(
    "Уважаемые коллеги!\r\n\r\nПоставка печи назначена на 14 марта 2027 года.\r\nПросим подтвердить получение письма до конца недели.\r\n\r\nС уважением,\r\nотдел снабжения\r\n",
    "windows-1251",
  ),
);
save(
  "notice-zh.txt",
  iconv.encode(
    "烤箱安装通知\n\n交货日期为2027年3月14日，请提前三天清理面包房门口。\n安装当天上午六点至九点道路封闭。\n",
    "gb18030",
  ),
);
save(
  "memo-th.txt",
  iconv.encode(
    "บันทึกข้อความ\n\nกำหนดส่งมอบเตาอบวันที่ 14 มีนาคม 2570 เวลาหกโมงเช้า\nกรุณาแจ้งเพื่อนบ้านเรื่องการปิดถนน\n",
    "windows-874",
  ),
);

const log = [];
for (let minute = 0; minute < 40; minute += 1) {
  const time = `2027-03-14 06:${String(minute).padStart(2, "0")}:07`;
  log.push(
    minute === 17
      ? `${time} ERROR oven.steam: pressure 4.9 bar above limit`
      : minute === 23
        ? `${time} WARN oven.door: deck 2 open for 90 s`
        : `${time} INFO oven.heat: deck ${1 + (minute % 4)} at ${180 + minute} C`,
  );
  if (minute === 17) log.push("  valve 3 did not answer", "  retry in 5 s");
  if (minute === 5)
    log.push(
      `${time} INFO sync: pushing to https://baker:${["kneads", "the", "dough"].join("-")}@mill.example.com/status`,
    );
}
save("oven.log", `${log.join("\n")}\n`);
