/**
 * How single characters compare: what a character, with the marks that belong to it, becomes before texts are compared.
 *
 * Guarantees: two spellings of one character fold alike: upper, lower and title case (simple case folding of the Unicode Character Database,
 * CaseFolding.txt status C and S), composed and decomposed (Unicode Normalization Form C, UAX #15), Latin ligatures, Hebrew and Arabic
 * presentation forms and half- and full-width forms (NFKC, only in the blocks U+FB00-FDFF and U+FE70-FFEF), curly and straight quotes, the three
 * hyphens and the minus sign, an ellipsis and three full stops, Thai and Lao vowels and tones in either order.
 * Choices: all four Turkish letters i (i, I, dotted capital, dotless small) are one letter, since a search cannot know the language; `ß` is `ẞ` but not
 * `ss` (simple folding keeps lengths); en and em dashes are themselves; NFKC is not applied elsewhere, so a superscript is no digit.
 * Not covered: words, inflection, transliteration, accents left out (`resume` does not find `résumé`).
 */

export const Kind = {
  /** Becomes one UTF-16 unit. */
  single: 1,
  /** Becomes several units, or must be folded with its marks. */
  several: 2,
  space: 3,
  lineEnd: 4,
  /** Invisible: zero width, bidirectional controls, variation selectors. */
  ignored: 5,
  softHyphen: 6,
  hyphen: 7,
  /** What PDFium puts for a hyphen that it found at a line end. */
  foundHyphen: 8,
  /** Belongs to the character before it. */
  mark: 9,
  /** A mark that composes with nothing and, alone, stays where it is: Hebrew points, Arabic vowels, Thai marks. */
  inertMark: 10,
  surrogate: 11,
  /** A Thai or Lao AA, which a ring before it makes into SARA AM. */
  thaiAa: 12,
} as const;

/** Kinds as far as they have been asked for; 0 is unknown. For the fast loop of `fold.ts`. */
export const kinds = new Uint8Array(0x10000);
export const singles = new Uint16Array(0x10000);

/** Kind of a UTF-16 unit. */
export function kindOf(unit: number): number {
  const known = kinds[unit] ?? 0;
  return known === 0 ? classify(unit) : known;
}

export const isMarkKind = (kind: number): boolean => kind === Kind.mark || kind === Kind.inertMark;

/** What a unit of kind `single`, `hyphen` or `thaiAa` becomes. Call after `kindOf`. */
export function singleFold(unit: number): number {
  return singles[unit] ?? unit;
}

export const isSurrogate = (unit: number): boolean => (unit & 0xf800) === 0xd800;

const SPACE = /^[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]$/;
const LINE_END = /^[\n\r\u2028\u2029]$/;
const IGNORED =
  /^(?:\xAD|\u{34F}|\u{61C}|[\u{180B}-\u{180F}]|[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u{FE00}-\u{FE0F}]|[\u{E0000}-\u{E0FFF}])$/u;
const HYPHEN = /^[-\u2010\u2011]$/;
/** Combining marks, the vowels and finals of Korean letters, half-width voicing marks. */
const MARK = /^[\p{M}\u1160-\u11FF\uD7B0-\uD7FB\uFF9E\uFF9F\uFFC2-\uFFDC]$/u;
const INERT_MARK =
  /^(?:[\u{591}-\u{5BD}]|[\u{5C1}\u{5C2}]|[\u{64B}-\u{652}]|\u{E31}|[\u{E34}-\u{E3A}]|[\u{E47}-\u{E4C}]|\u{E4E})$/u;
const PRESENTATION = /[\uFB00-\uFDFF\uFE70-\uFEFE\uFF00-\uFFEF]/g;

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  const kind = kindOfCharacter(character, unit);
  kinds[unit] = kind;
  return kind;
}

function kindOfCharacter(character: string, unit: number): number {
  if (isSurrogate(unit)) return Kind.surrogate;
  if (LINE_END.test(character)) return Kind.lineEnd;
  if (SPACE.test(character)) return Kind.space;
  if (unit === 0xad) return Kind.softHyphen;
  if (IGNORED.test(character)) return Kind.ignored;
  if (unit === 0xfffe) {
    singles[unit] = unit;
    return Kind.foundHyphen;
  }
  if (MARK.test(character)) {
    singles[unit] = unit;
    return INERT_MARK.test(character) ? Kind.inertMark : Kind.mark;
  }
  const folded = foldCluster(character);
  singles[unit] = folded.charCodeAt(0);
  if (HYPHEN.test(character)) return Kind.hyphen;
  if (unit === THAI_AA || unit === THAI_AA + LAO) return Kind.thaiAa;
  // A tone may stand after SARA AM and belongs before it.
  if (unit === THAI_AM || unit === THAI_AM + LAO) return Kind.several;
  return folded.length === 1 ? Kind.single : Kind.several;
}

export const isIgnoredCharacter = (character: string): boolean => IGNORED.test(character);
export const isMarkCharacter = (character: string): boolean =>
  MARK.test(character) && !IGNORED.test(character);

/** One character, or several that stand for it; the marks that are typed like others. */
const TYPOGRAPHY: Readonly<Record<string, string>> = {
  "\u2018": "'",
  "\u2019": "'",
  "\u201A": "'",
  "\u201B": "'",
  "\u201C": '"',
  "\u201D": '"',
  "\u201E": '"',
  "\u201F": '"',
  "\u2010": "-",
  "\u2011": "-",
  "\u2212": "-",
  "\u2026": "...",
  // Three noncharacters stand for themselves nowhere: `fold.ts` uses them.
  "\uFDD0": "\uFDD3",
  "\uFDD1": "\uFDD3",
  "\uFDD2": "\uFDD3",
};

function foldCase(character: string): string {
  // A combining iota whose folding is a letter of its own.
  if (character === "\u0345") return character;
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}

const isOneCharacter = (text: string): boolean =>
  text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);

const clusters = new Map<string, string>();
const CLUSTERS_KEPT = 20_000;

/** What a character with its marks becomes. Ignored characters must have been taken out. */
export function foldCluster(cluster: string): string {
  const known = clusters.get(cluster);
  if (known !== undefined) return known;
  const folded = foldAnew(cluster);
  if (clusters.size >= CLUSTERS_KEPT) clusters.clear();
  clusters.set(cluster, folded);
  return folded;
}

function foldAnew(cluster: string): string {
  const plain = cluster.replace(PRESENTATION, (form) => form.normalize("NFKC").trimStart());
  let folded = "";
  for (const character of plain.normalize("NFD")) folded += TYPOGRAPHY[character] ?? foldCase(character);
  // The dot of i and j is theirs already: Turkish capitals, Lithuanian accents.
  if (/^[ij]/.test(folded)) folded = folded.replaceAll("\u0307", "");
  return orderThai(folded.normalize("NFC"));
}

/** Lao stands 0x80 above Thai, letter by letter. */
const LAO = 0x80;
const likeThai = (unit: number): number => (unit >= 0x0e80 && unit <= 0x0eff ? unit - LAO : unit);
const THAI_AA = 0x0e32;
const THAI_AM = 0x0e33;
const THAI_RING = 0x0e4d;
const isThaiTone = (unit: number): boolean => likeThai(unit) >= 0x0e48 && likeThai(unit) <= 0x0e4b;
const isThaiVowelMark = (unit: number): boolean => {
  const thai = likeThai(unit);
  return thai === 0x0e31 || thai === 0x0e47 || (thai >= 0x0e34 && thai <= 0x0e3a);
};

/** Vowel marks, then tones and others, then the ring of SARA AM, where a tone and SARA AM were typed the wrong way round too. */
function orderThai(folded: string): string {
  if (folded.length < 2 || !/[\u0E31-\u0E4E\u0EB1-\u0ECE]/.test(folded)) return folded;
  const rank = (unit: number): number => {
    if (isThaiVowelMark(unit)) return 0;
    return likeThai(unit) === THAI_RING ? 2 : 1;
  };
  const units = Array.from(folded, (character) => character.codePointAt(0) ?? 0);
  const [base = 0, ...marks] = units;
  marks.sort((a, b) => rank(a) - rank(b));
  const tonesFirst = likeThai(base) === THAI_AM && marks.every(isThaiTone);
  return String.fromCodePoint(...(tonesFirst ? [...marks, base] : [base, ...marks]));
}

/** What `mark` + `vowel` (ring + AA), or AM + AA as some PDF files have it, read as together: SARA AM; 0 for any other two. */
export function thaiAm(before: number, unit: number): number {
  if (unit !== THAI_AA && unit !== THAI_AA + LAO) return 0;
  const lao = unit - THAI_AA;
  return before === THAI_RING + lao || before === THAI_AM + lao ? THAI_AM + lao : 0;
}

/** Whether spaces beside a folded unit may be there or not: Chinese, Japanese, Thai, Lao, Burmese, Khmer write none between words. */
export function writesNoSpaces(unit: number): boolean {
  if (unit < 0x0e00) return false;
  return (
    unit <= 0x0eff ||
    (unit >= 0x1000 && unit <= 0x109f) ||
    (unit >= 0x1780 && unit <= 0x17ff) ||
    (unit >= 0x2e80 && unit <= 0x312f) ||
    (unit >= 0x31a0 && unit <= 0x31ff) ||
    (unit >= 0x3400 && unit <= 0x9fff) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    // Pairs U+20000 to U+3FFFF.
    (unit >= 0xd840 && unit <= 0xd8bf)
  );
}

/** Korean syllables: spaces count, but a line may end within a word. */
export const isHangul = (unit: number): boolean => unit >= 0xac00 && unit <= 0xd7a3;
