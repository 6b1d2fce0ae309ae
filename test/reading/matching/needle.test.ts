import { describe, expect, test } from "vitest";
import { compileNeedle } from "../../../src/reading/matching/needle.ts";

/** What of the text was hit. */
const hits = (needle: string, text: string): string[] =>
  compileNeedle(needle)
    .findAll(text)
    .map(({ start, end }) => text.slice(start, end));

const found: readonly (readonly [why: string, needle: string, text: string, hit: string])[] = [
  ["Russian", "ошибка СЕРВЕРА", "Критическая ОШИБКА сервера №5", "ОШИБКА сервера"],
  ["Ukrainian and Belarusian letters", "ЇЖА ўсё", "їжа Ўсё", "їжа Ўсё"],
  ["й as a letter and a breve", "Й", "и\u0306", "и\u0306"],
  ["Greek final sigma", "ΟΔΥΣΣΕΥΣ", "Οδυσσευς", "Οδυσσευς"],
  ["Greek with accents, decomposed", "Σίσυφος", "ΣΙ\u0301ΣΥΦΟΣ", "ΣΙ\u0301ΣΥΦΟΣ"],
  ["Greek micro sign", "μs", "12 µs", "µs"],
  ["polytonic Greek", "ᾳ", "ᾼ", "ᾼ"],
  ["Turkish dotted capital", "istanbul", "İSTANBUL", "İSTANBUL"],
  ["Turkish dotless small", "ISPARTA", "ısparta", "ısparta"],
  ["Turkish capital, decomposed", "izmir", "I\u0307ZMİR", "I\u0307ZMİR"],
  ["i with a dot, as lower casing leaves it", "İZMİR", "i\u0307zmi\u0307r", "i\u0307zmi\u0307r"],
  ["Lithuanian dot kept under an accent", "į\u0301", "i\u0328\u0307\u0301", "i\u0328\u0307\u0301"],
  ["Lithuanian", "ŽMONIŲ", "žmonių", "žmonių"],
  ["German capital sharp s", "straße", "STRAẞE", "STRAẞE"],
  ["German umlauts, decomposed", "größe", "GRO\u0308ẞE", "GRO\u0308ẞE"],
  ["long s", "wissen", "wiſſen", "wiſſen"],
  ["Kelvin and Ångström signs", "kå", "\u212A\u212B", "\u212A\u212B"],
  [
    "Vietnamese, composed and decomposed",
    "Tiếng Việt",
    "TIẾNG VIỆT".normalize("NFD"),
    "TIẾNG VIỆT".normalize("NFD"),
  ],
  ["Vietnamese, the other way round", "Tiếng Việt".normalize("NFD"), "tiếng việt", "tiếng việt"],
  ["titlecase digraph", "ǆ", "ǅ", "ǅ"],
  ["Armenian", "ԵՐԵՎԱՆ", "Երևան".replace("և", "եվ"), "Երեվան"],
  ["Georgian capitals", "საქართველო", "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ", "ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ"],
  ["Cherokee", "ᏣᎳᎩ", "ꮳꮃꭹ", "ꮳꮃꭹ"],
  ["Deseret, beyond the first plane", "𐐔𐐯𐑅", "𐐼𐐯𐑅", "𐐼𐐯𐑅"],
  ["Adlam", "𞤀𞤣", "𞤢𞤣", "𞤢𞤣"],
  ["full-width Latin", "abc 123", "ＡＢＣ　１２３", "ＡＢＣ　１２３"],
  ["half-width kana with voicing mark", "データ", "ﾃﾞｰﾀ", "ﾃﾞｰﾀ"],
  ["kana with a combining voicing mark", "が", "か\u3099", "か\u3099"],
  ["half-width Korean", "가", "￡ￂ".replace("￡", "\uFFA1"), "\uFFA1\uFFC2"],
  ["Korean letters for syllables", "한국어", "한국어".normalize("NFD"), "한국어".normalize("NFD")],
  ["Korean syllables for letters", "한국어".normalize("NFD"), "이것은 한국어다", "한국어"],
  ["CJK compatibility ideograph", "豈", "\uF900", "\uF900"],
  ["Arabic presentation forms", "السلام", "\uFE8D\uFEDF\uFEB4\uFEFC\uFEE1", "\uFE8D\uFEDF\uFEB4\uFEFC\uFEE1"],
  ["Arabic formula as one character", "الله", "\uFDF2", "\uFDF2"],
  ["Persian with a zero-width non-joiner", "میخواهم", "می\u200Cخواهم", "می\u200Cخواهم"],
  ["Hebrew presentation forms", "שׁ", "\uFB2A", "\uFB2A"],
  ["Hebrew with points, exactly", "שָׁלוֹם", "הוא אמר שָׁלוֹם לכולם", "שָׁלוֹם"],
  ["Hebrew points in the other order", "ש\u05C1\u05B8", "ש\u05B8\u05C1", "ש\u05B8\u05C1"],
  ["Thai sara am from its parts", "น้ำ", "น\u0E4D\u0E49\u0E32", "น\u0E4D\u0E49\u0E32"],
  ["Thai sara am after the tone, from its parts", "น้ำ", "น\u0E49\u0E4D\u0E32", "น\u0E49\u0E4D\u0E32"],
  ["Thai sara am doubled", "ทำ", "ท\u0E33\u0E32", "ท\u0E33\u0E32"],
  ["Thai tone before the vowel", "ที่", "ท\u0E48\u0E35", "ท\u0E48\u0E35"],
  ["Thai within a sentence", "กำหนดส่ง", "วันกำหนดส่งมอบสินค้า", "กำหนดส่ง"],
  ["Thai with spaces of a PDF", "กำหนดส่ง", "กำหนด ส่ง", "กำหนด ส่ง"],
  ["Lao sara am", "ນ້ຳ", "ນ\u0ECD\u0EC9\u0EB2", "ນ\u0ECD\u0EC9\u0EB2"],
  ["Hindi", "नमस्ते", "कहा नमस्ते जी", "नमस्ते"],
  ["Hindi with a nukta, decomposed", "\u0958", "\u0915\u093C", "\u0915\u093C"],
  ["Chinese with spaces between the letters", "关于红军", "关 于 红 军 作战", "关 于 红 军"],
  ["Chinese without the needle's spaces", "关 于", "关于", "关于"],
  ["Chinese over a line end", "第二季度", "第二\n季度报告", "第二\n季度"],
  ["Chinese beside Latin", "PDF文件", "这是 PDF 文件", "PDF 文件"],
  ["Chinese beyond the first plane", "𠮷野家", "𠮷 野家", "𠮷 野家"],
  ["Korean over a line end within a word", "안녕하세요", "안녕하\n세요", "안녕하\n세요"],
  ["Latin ligatures", "office file", "oﬃce ﬁle", "oﬃce ﬁle"],
  ["ligature in the needle", "eﬃcient", "EFFICIENT", "EFFICIENT"],
  ["old ligature", "first", "fir\uFB05", "fir\uFB05"],
  ["soft hyphens", "extraordinary", "extra\u00ADordi\u00ADnary", "extra\u00ADordi\u00ADnary"],
  ["soft hyphen in the needle", "extra\u00ADordinary", "extraordinary", "extraordinary"],
  ["soft hyphen at a line end", "ordinary", "ordi\u00AD\nnary", "ordi\u00AD\nnary"],
  ["zero-width characters", "codename", "co\u200Bde\u2060na\uFEFFme", "co\u200Bde\u2060na\uFEFFme"],
  ["direction marks", "abc", "a\u200Eb\u202Bc", "a\u200Eb\u202Bc"],
  ["emoji with a variation selector", "❤ ok", "❤\uFE0F ok", "❤\uFE0F ok"],
  ["hyphen at a line end joins", "understandable", "always under-\nstandable text", "under-\nstandable"],
  ["and stays where it is meant", "well-known", "a well-\nknown case", "well-\nknown"],
  ["and stands before a space", "Vor- und Nachteile", "alle Vor-\nund Nachteile", "Vor-\nund Nachteile"],
  [
    "with an indent after the line end",
    "understandable",
    "under-\r\n    standable",
    "under-\r\n    standable",
  ],
  ["U+2010 at a line end", "understandable", "under\u2010\nstandable", "under\u2010\nstandable"],
  ["the hyphen that PDFium found", "current", "cur\uFFFErent", "cur\uFFFErent"],
  ["the same, meant", "sync-current", "sync\uFFFEcurrent", "sync\uFFFEcurrent"],
  ["a divided needle, as copied from a page", "under-\nstandable", "understandable", "understandable"],
  ["white space runs", "delivery date", "delivery \t\u00A0 date", "delivery \t\u00A0 date"],
  ["line ends", "delivery date", "delivery\r\ndate", "delivery\r\ndate"],
  ["a wide space", "delivery date", "delivery\u3000date", "delivery\u3000date"],
  ["white space in the needle", "delivery \n date", "delivery date", "delivery date"],
  ["curly apostrophe", "don't", "I don’t", "don’t"],
  ["straight apostrophe", "don’t", "I don't", "don't"],
  ["German quotes", '"Verträge"', "„Verträge“", "„Verträge“"],
  ["an ellipsis", "wait...", "wait…", "wait…"],
  ["hyphens of other width", "x-ray-like", "x\u2011ray\u2010like", "x\u2011ray\u2010like"],
  ["a minus sign", "-12.5", "at \u221212.5 °C", "\u221212.5"],
  ["a trailing space asked for", "Q1 ", "Q1\u00A0report", "Q1\u00A0"],
  ["part of a word", "port", "report", "port"],
  ["a sign of expressions", "a.b*(c)[d]\\", "A.B*(C)[D]\\", "A.B*(C)[D]\\"],
  ["a whole letter with its mark", "x", "x\u0302y", "x\u0302"],
  ["the whole ligature for a part", "i", "ﬁ", "ﬁ"],
];

const notFound: readonly (readonly [why: string, needle: string, text: string])[] = [
  ["simple folding keeps ß and ss apart", "strasse", "Straße"],
  ["an accent counts", "resume", "résumé"],
  ["an accent counts decomposed too", "e", "e\u0301"],
  ["Hebrew points count", "שלום", "שָׁלוֹם"],
  ["Korean spaces count", "안녕하세요", "안녕 하세요"],
  ["Latin words are not joined", "delivery date", "deliverydate"],
  ["a hyphen within a line is a hyphen", "understandable", "under-standable"],
  ["a hyphen at a line end is no bare space", "under standable", "under-\nstandable"],
  ["dashes are no hyphens", "1-2", "1–2"],
  ["a superscript is no digit", "m2", "m²"],
  ["a trailing space asked for", "Q1 ", "Q1-report"],
  ["a dot is a dot", "a.c", "abc"],
];

describe("contains", () => {
  test.each(found)("finds %s: %j in %j", (_why, needle, text, hit) => {
    expect(hits(needle, text)).toEqual([hit]);
    expect(compileNeedle(needle).test(text)).toBe(true);
    // The same with text around it that cannot be judged quickly.
    expect(hits(needle, `\u05D0 \u2026 ${text} \u2026`)).toEqual([hit]);
  });

  test.each(notFound)("does not find: %s", (_why, needle, text) => {
    expect(hits(needle, text)).toEqual([]);
    expect(compileNeedle(needle).test(text)).toBe(false);
  });

  test("hits are in order, do not overlap, and stop at the limit", () => {
    const needle = compileNeedle("aA");
    expect(needle.findAll("aaaaa")).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ]);
    expect(needle.findAll("aaaaa", 1)).toEqual([{ start: 0, end: 2 }]);
    expect(needle.findAll("aaaaa\u00AD", 1)).toEqual([{ start: 0, end: 2 }]);
    expect(needle.findAll("aaaaa", 0)).toEqual([]);
    expect(needle.findAll("aaaaa\u00AD", 0)).toEqual([]);
    expect(compileNeedle("f").findAll("ﬀ f")).toHaveLength(2);
  });

  test("a needle keeps nothing from one text to the next", () => {
    const needle = compileNeedle("ab");
    for (const text of ["ab", "xxab", "ab", "a\u00ADb", "ab"]) {
      expect(needle.test(text)).toBe(true);
      expect(needle.findAll(text)).toHaveLength(1);
    }
  });

  test("a needle of invisible characters is refused, one of white space is not", () => {
    for (const text of ["", "\u00AD", "\u200B\uFEFF"])
      expect(() => compileNeedle(text)).toThrow(/visible character/);
    expect(hits(" ", "a \n b")).toEqual([" \n "]);
  });

  test("texts and needles made to be slow end", () => {
    const long = 20_000;
    for (const [needle, text] of [
      ["- ".repeat(400) + "x", "-\n".repeat(long)],
      ["-\n".repeat(300) + "x", "-\n".repeat(2000)],
      [" x", " ".repeat(4 * long)],
      [" x", "\n".repeat(4 * long)],
      ["한글", "한" + "\n".repeat(4 * long)],
      ["文件", ("文" + " ".repeat(50)).repeat(long / 50)],
      ["ab", "a-\n".repeat(long)],
      ["a".repeat(900) + "b", "a".repeat(2 * long)],
      ["é".repeat(900) + "b", "e\u0301".repeat(long)],
    ] as const)
      expect(compileNeedle(needle).test(text)).toBe(false);
  });

  test("a very long text is searched to its end", () => {
    const filler = "Zeile mit Text … ".repeat(100_000);
    expect(hits("zum schluss", `${filler}Zum Schluß${filler}ZUM SCHLUSS`)).toEqual(["ZUM SCHLUSS"]);
  });
});
