/**
 * A list number in its format. Source: ECMA-376 part 1, 17.18.59 (ST_NumberFormat).
 *
 * Guarantees: a format that is not known here gives undefined, never a number in another format.
 * Not covered: words of a language (`cardinalText`, `ordinalText`, `ordinal`), counting formats of East Asian law and of Vietnamese, letters of Hindi,
 * Hebrew and Arabic; letters of Korean, Japanese and Thai behind the last of their alphabet.
 */

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

const LATIN = "abcdefghijklmnopqrstuvwxyz";
/** Without ё, й, ъ, ь, as the standard lists them. */
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя";
const CHICAGO = "*†‡§";
const GANADA = "가나다라마바사아자차카타파하";
const CHOSUNG = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
const AIUEO = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA =
  "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス";
const HEAVENLY_STEMS = "甲乙丙丁戊己庚辛壬癸";
const EARTHLY_BRANCHES = "子丑寅卯辰巳午未申酉戌亥";
const THAI = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const CHINESE_DIGITS = "〇一二三四五六七八九";
const KOREAN_DIGITS = "영일이삼사오육칠팔구";

type Format = (number: number) => string | undefined;

const FORMATS: Readonly<Record<string, Format>> = {
  decimal: (number) => `${number}`,
  decimalHalfWidth: (number) => `${number}`,
  decimalZero: (number) => `${number}`.padStart(2, "0"),
  upperRoman: (number) => roman(number)?.toUpperCase(),
  lowerRoman: roman,
  upperLetter: (number) => repeated(LATIN, number)?.toUpperCase(),
  lowerLetter: (number) => repeated(LATIN, number),
  russianUpper: (number) => repeated(RUSSIAN, number)?.toUpperCase(),
  russianLower: (number) => repeated(RUSSIAN, number),
  chicago: (number) => repeated(CHICAGO, number),
  hex: (number) => number.toString(16).toUpperCase(),
  numberInDash: (number) => `- ${number} -`,
  none: () => "",
  decimalFullWidth: (number) => inDigits(number, "０１２３４５６７８９"),
  decimalFullWidth2: (number) => inDigits(number, "０１２３４５６７８９"),
  hindiNumbers: (number) => inDigits(number, "०१२३४५६७८९"),
  thaiNumbers: (number) => inDigits(number, "๐๑๒๓๔๕๖๗๘๙"),
  ideographDigital: (number) => inDigits(number, CHINESE_DIGITS),
  japaneseDigitalTenThousand: (number) => inDigits(number, CHINESE_DIGITS),
  koreanDigital: (number) => inDigits(number, KOREAN_DIGITS),
  taiwaneseDigital: (number) => inDigits(number, "○一二三四五六七八九"),
  chineseCounting: (number) => belowHundred(number),
  chineseCountingThousand: (number) => belowHundred(number),
  japaneseCounting: (number) => belowHundred(number),
  taiwaneseCounting: (number) => belowHundred(number),
  taiwaneseCountingThousand: (number) => belowHundred(number),
  ideographTraditional: (number) => once(HEAVENLY_STEMS, number),
  ideographZodiac: (number) => once(EARTHLY_BRANCHES, number),
  ganada: (number) => once(GANADA, number),
  chosung: (number) => once(CHOSUNG, number),
  aiueoFullWidth: (number) => once(AIUEO, number),
  irohaFullWidth: (number) => once(IROHA, number),
  thaiLetters: (number) => once(THAI, number),
  decimalEnclosedCircle: (number) => enclosed(number, 0x2460),
  decimalEnclosedCircleChinese: (number) => enclosed(number, 0x2460),
  ideographEnclosedCircle: (number) =>
    number >= 1 && number <= 10 ? String.fromCodePoint(0x327f + number) : undefined,
  decimalEnclosedParen: (number) => enclosed(number, 0x2474),
  decimalEnclosedFullstop: (number) => enclosed(number, 0x2488),
};

/** `custom`: the pattern of a format named "custom", such as "001, 002, 003, ...". */
export function formatNumber(number: number, format: string, custom?: string): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined;
  if (format === "custom") {
    const first = /^(0+)1,/.exec(custom ?? "")?.[1];
    return first === undefined ? undefined : `${number}`.padStart(first.length + 1, "0");
  }
  return Object.hasOwn(FORMATS, format) ? FORMATS[format]?.(number) : undefined;
}

function roman(number: number): string | undefined {
  if (number < 1 || number > 32_767) return undefined;
  let text = "";
  let rest = number;
  for (const [value, letters] of ROMAN)
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  return text;
}

/** a … z, aa, bb …: the letter is repeated, not counted on. */
function repeated(letters: string, number: number): string | undefined {
  const all = Array.from(letters);
  const times = Math.ceil(number / all.length);
  if (number < 1 || times > 30) return undefined;
  return (all[(number - 1) % all.length] ?? "").repeat(times);
}

/** Behind the last letter programs differ. */
function once(letters: string, number: number): string | undefined {
  return Array.from(letters)[number - 1];
}

function inDigits(number: number, digits: string): string {
  const all = Array.from(digits);
  return Array.from(`${number}`, (digit) => all[Number(digit)] ?? digit).join("");
}

function belowHundred(number: number): string | undefined {
  if (number < 1 || number > 99) return undefined;
  const digits = Array.from(CHINESE_DIGITS);
  const tens = Math.floor(number / 10);
  const ones = number % 10;
  return `${tens > 1 ? (digits[tens] ?? "") : ""}${tens > 0 ? "十" : ""}${ones > 0 ? (digits[ones] ?? "") : ""}`;
}

function enclosed(number: number, first: number): string | undefined {
  return number >= 1 && number <= 20 ? String.fromCodePoint(first + number - 1) : undefined;
}
