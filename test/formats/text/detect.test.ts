import iconv from "iconv-lite";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decodeChunks } from "../../../src/formats/text/decode.ts";
import { Meter } from "../../../src/model/budget.ts";
import { memorySource } from "../../support/extract.ts";

async function read(bytes: Uint8Array, chunk?: number) {
  const signal = new AbortController().signal;
  const file = await decodeChunks(memorySource(bytes, "file", chunk), {
    signal,
    meter: new Meter({ signal, ms: 60_000 }),
  });
  let text = "";
  for await (const each of file.chunks) text += each.text;
  return { facts: file.facts, text, replacedBytes: file.replacedBytes, nulBytes: file.nulBytes };
}

const caseFile = (path: string): Buffer =>
  readFileSync(new URL(`../../fixtures/cases/${path}`, import.meta.url));

/** Text of the kind that is met: messages of programs, some sentences each. */
const SAMPLES: Readonly<Record<string, string>> = {
  russian: "Ошибка: не удалось открыть файл настроек.\nСлужба остановлена, повторите попытку позже.\n",
  ukrainian: "Помилка: не вдалося відкрити файл налаштувань.\nСлужбу зупинено, спробуйте ще раз пізніше.\n",
  german:
    "Die Datei konnte nicht geöffnet werden.\nÜberprüfen Sie bitte die Größe des Ordners – „Verträge“ fehlt.\n",
  french: "Le fichier demandé n’a pas été trouvé.\nVérifiez que le répertoire existe déjà et réessayez.\n",
  polish:
    "Nie można otworzyć pliku, ponieważ jest już używany.\nSprawdź ścieżkę i spróbuj ponownie później.\n",
  turkish:
    "Dosya açılamadı, lütfen bağlantıyı ve şifreyi kontrol ediniz.\nİşlem başarısız oldu, yeniden deneyin.\n",
  greek: "Δεν ήταν δυνατό το άνοιγμα του αρχείου.\nΕλέγξτε τη διαδρομή και δοκιμάστε ξανά.\n",
  hebrew: "לא ניתן לפתוח את הקובץ המבוקש.\nבדקו את הנתיב ונסו שוב מאוחר יותר.\n",
  arabic: "تعذر فتح الملف المطلوب.\nتحقق من المسار وحاول مرة أخرى في وقت لاحق.\n",
  thai: "ไม่สามารถเปิดแฟ้มที่ต้องการได้\nกรุณาตรวจสอบเส้นทางแล้วลองใหม่อีกครั้ง\n",
  chinese: "无法打开所请求的文件。\n请检查路径是否正确,然后重新尝试此操作。\n",
  taiwanese: "無法開啟所要求的檔案。\n請檢查路徑是否正確,然後再試一次。\n",
  japanese:
    "指定されたファイルを開くことができませんでした。\nパスを確認してから、もう一度やり直してください。\n",
  korean: "요청한 파일을 열 수 없습니다.\n경로를 확인한 다음 다시 시도하십시오.\n",
  vietnamese: "Không thể mở tập tin được yêu cầu.\nHãy kiểm tra đường dẫn rồi thử lại sau.\n",
  lithuanian:
    "Nepavyko atidaryti pageidaujamo failo.\nPatikrinkite kelią ir pabandykite dar kartą vėliau, žiūrėkite žurnalą.\n",
};

const LEGACY: readonly (readonly [string, string, string | undefined])[] = [
  ["russian", "windows-1251", undefined],
  ["russian", "koi8-r", undefined],
  ["russian", "ibm866", undefined],
  ["ukrainian", "windows-1251", undefined],
  ["ukrainian", "koi8-u", undefined],
  ["german", "windows-1252", undefined],
  ["french", "windows-1252", undefined],
  ["polish", "windows-1250", undefined],
  ["polish", "iso-8859-2", undefined],
  ["turkish", "windows-1254", undefined],
  ["greek", "windows-1253", undefined],
  ["hebrew", "windows-1255", undefined],
  ["arabic", "windows-1256", undefined],
  ["thai", "windows-874", undefined],
  ["chinese", "gb18030", undefined],
  ["taiwanese", "big5", undefined],
  ["japanese", "shift_jis", undefined],
  ["japanese", "euc-jp", undefined],
  ["korean", "euc-kr", "cp949"],
  ["lithuanian", "windows-1257", undefined],
];

describe("detection", () => {
  test.each(LEGACY)("%s in %s", async (language, name, codec) => {
    const text = SAMPLES[language] ?? "";
    const decoded = await read(iconv.encode(text, codec ?? name));
    expect(decoded.text).toBe(text);
    expect(decoded.facts).toMatchObject({ how: "detected", bom: false });
    expect(decoded.facts.confidence).toBeGreaterThanOrEqual(0);
  });

  test.each(LEGACY)("%s in %s, far down in a log that begins in ASCII", async (language, name, codec) => {
    const text = SAMPLES[language] ?? "";
    const bytes = Buffer.concat([
      Buffer.from("2026-05-01 10:00:00 INFO request finished in 12 ms\n".repeat(5000)),
      iconv.encode(text, codec ?? name),
      Buffer.from("2026-05-01 10:00:01 INFO request finished in 12 ms\n".repeat(5000)),
      iconv.encode(text, codec ?? name),
    ]);
    const decoded = await read(bytes);
    expect(decoded.text.endsWith(text)).toBe(true);
    expect(decoded.replacedBytes).toBe(0);
  });

  test.each(Object.keys(SAMPLES))("%s in UTF-8 and in UTF-16 without a mark", async (language) => {
    const text = SAMPLES[language] ?? "";
    expect(await read(Buffer.from(text))).toMatchObject({
      text,
      facts: { name: "utf-8", how: "strict_utf8" },
    });
    const little = Buffer.from(text, "utf16le");
    for (const [name, bytes] of [
      ["utf-16le", little],
      ["utf-16be", Buffer.from(little).swap16()],
    ] as const)
      expect(await read(bytes)).toMatchObject({ text, facts: { name, bom: false, how: "nul_pattern" } });
  });

  test("a NUL here and there does not make ASCII into UTF-16", async () => {
    for (const text of [
      "\0".repeat(2000) + "disk full\n",
      "a\0b\0c ordinary text follows here\n",
      "ab\0\0cd\n",
    ])
      expect((await read(Buffer.from(text))).facts).toMatchObject({ name: "utf-8", how: "ascii" });
  });

  test("one foreign byte, early or late, does not turn UTF-8 into a legacy encoding", async () => {
    const good = Buffer.from("2026 INFO кафе открыто\n".repeat(20_000));
    const bad = Buffer.from("caf\xe9\n", "latin1");
    for (const bytes of [
      Buffer.concat([bad, good]),
      Buffer.concat([good, bad]),
      Buffer.concat([good, bad, good]),
    ]) {
      const decoded = await read(bytes);
      expect(decoded.facts.name).toBe("utf-8");
      expect(decoded.replacedBytes).toBe(1);
      expect(decoded.text).toContain("caf\uFFFD\n");
    }
  });

  test("many lines of another encoding are judged by the greater part, also where the first window holds none of it", async () => {
    const legacy = iconv.encode(SAMPLES["russian"] ?? "", "windows-1251");
    const bytes = Buffer.concat([Buffer.from("café\n"), ...Array.from({ length: 3000 }, () => legacy)]);
    expect((await read(bytes)).facts.name).toBe("windows-1251");
  });

  test("the judgement does not depend on how the file is cut into chunks", async () => {
    for (const [language, name, codec] of LEGACY) {
      const bytes = iconv.encode(`plain start\n${SAMPLES[language]}`, codec ?? name);
      const whole = await read(bytes);
      for (const chunk of [1, 2, 3, 7]) expect(await read(bytes, chunk)).toEqual(whole);
    }
  });

  test("words of two alphabets are no words: an Italian accent is not a Cyrillic letter", async () => {
    const text =
      "La modalità non è più disponibile perché è già così.\nQualità e velocità, città e società.\n";
    expect((await read(iconv.encode(text, "windows-1252"))).text).toBe(text);
  });

  test("a sample of a large file holds no half characters, which would mislead the detector", async () => {
    const lines = Array.from({ length: 20_000 }, (_, k) => `2026 错误 无法打开文件编号 ${k} 请稍后再试\n`);
    expect((await read(iconv.encode(lines.join(""), "gb18030"))).facts.name).toBe("gb18030");
    const oneLine = iconv.encode(`错误 ${"无法打开文件编号请稍后再试".repeat(20_000)}`, "gb18030");
    expect((await read(oneLine)).facts.name).toBe("gb18030");
  });

  test("DOS code pages of a console log", async () => {
    const text =
      "Der Datenträger in Laufwerk C: hat keine Bezeichnung.\nDas System kann den angegebenen Pfad nicht öffnen. Überprüfen Sie die Größe.\n";
    const decoded = await read(iconv.encode(text, "cp850"));
    expect(decoded.text).toBe(text);
    expect(decoded.facts.name).toBe("ibm850");
  });

  test("binary content is refused, a separator like SOH is not binary", async () => {
    const binary = Buffer.alloc(4096);
    for (let at = 0, state = 7; at < binary.length; at += 1)
      binary[at] = (state = (state * 1103515245 + 12345) % 2147483648) >> 16;
    await expect(read(binary)).rejects.toMatchObject({ code: "unsupported_format" });
    const fix = Buffer.from("8=FIX.4.2\x019=65\x0135=A\x0149=S\x0156=T\x0110=062\x01\n".repeat(20));
    expect((await read(fix)).facts.how).toBe("ascii");
  });
});

describe("handed cases", () => {
  test.each([
    ["files/T01-utf16le-bom.log", { name: "utf-16le", bom: true, how: "bom" }, 0],
    ["files/T03-utf8-bom.log", { name: "utf-8", bom: true, how: "bom" }, 0],
    ["files/T08-mixed-encodings.log", { name: "utf-8", bom: false, how: "mostly_utf8" }, 3],
    ["files/T09-surrogate-and-private-use.txt", { name: "utf-8", bom: false, how: "mostly_utf8" }, 3],
    ["files/T10-multibyte-at-1024.txt", { name: "utf-8", bom: false, how: "strict_utf8" }, 0],
    ["real/R93-french_text.txt", { name: "utf-8", bom: false, how: "strict_utf8" }, 0],
  ])("%s", async (path, facts, replacedBytes) => {
    for (const chunk of [1, 1024, undefined]) {
      const decoded = await read(caseFile(path), chunk);
      expect(decoded.facts).toEqual(facts);
      expect(decoded.replacedBytes).toBe(replacedBytes);
      expect(/\p{Surrogate}/u.test(decoded.text)).toBe(false);
      expect(decoded.text.startsWith("\uFEFF")).toBe(false);
    }
  });

  test("windows-1252 with quotes, dash, euro and trade mark (T05, R90, R92)", async () => {
    const t05 = await read(caseFile("files/T05-windows1252.txt"));
    expect(t05.text).toBe("Marktübersicht\nPreis: 12 € — “alt” ™\nEnde\n");
    expect(t05.facts).toMatchObject({ name: "windows-1252", how: "detected" });
    expect((await read(caseFile("real/R90-testTXT_win-1252.txt"))).text).toContain("a “windows” encoding");
    expect((await read(caseFile("real/R92-multi-language.txt"))).text.split("não contabilize")).toHaveLength(
      3,
    );
  });

  test("the stress test of decoders gives the replacement characters of a WHATWG decoder, and the bytes behind them (R88)", async () => {
    const bytes = caseFile("real/R88-UTF-8-test.txt");
    const signal = new AbortController().signal;
    const file = await decodeChunks(memorySource(bytes, "file", 5), {
      signal,
      meter: new Meter({ signal, ms: 60_000 }),
    });
    let characters = 0;
    let text = "";
    for await (const chunk of file.chunks) {
      characters += chunk.replacements.length;
      text += chunk.text;
    }
    expect(text).toBe(new TextDecoder().decode(bytes));
    expect(characters).toBe(378);
    // Two of the 378 stand for more than one byte.
    expect(file.replacedBytes).toBe(bytes.length - (Buffer.byteLength(text) - 3 * 378));
    expect(file.facts.how).toBe("mostly_utf8");
  });

  test("NULs before a rotated log's first line are counted and the text after them is there (T11)", async () => {
    const decoded = await read(caseFile("files/T11-nul-prefix.log"));
    expect(decoded.nulBytes).toBe(20_000);
    expect(decoded.text).toContain("disk full");
  });
});
