/**
 * The seam for a search over raw bytes of ASCII-compatible encodings (UTF-8): which bytes a text must hold to hold a hit at all.
 *
 * Guarantees: bytes in UTF-8 that hold neither the piece (letters in either case) nor any of the special sequences hold no hit. The piece holds no
 * white space and no hyphen. Proved by test over all characters and by property.
 */

export interface AsciiPiece {
  /** Lower case. */
  readonly bytes: Uint8Array;
  /** True when the piece holds letters: their upper case counts too. */
  readonly caseInsensitive: boolean;
  /** True when the piece is the whole needle: where it stands, with ASCII or nothing right after it, there is a hit. */
  readonly exhaustive: boolean;
  /** UTF-8 sequences that may write or divide the piece in another way: where one stands, the text must be decoded and asked properly. */
  readonly specials: readonly Uint8Array[];
}

/** What no eye sees, or joins what stands before and after: may stand anywhere within the piece. Ranges of code points. */
const DIVIDING: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xfffe, 0xfffe],
];
/** All of U+E0000 to U+E0FFF. */
const DIVIDING_PREFIXES: readonly (readonly number[])[] = [[0xf3, 0xa0]];
/** Hyphens at a line end. The first byte of U+2028 and U+2029 is as far as is looked. */
const LINE_ENDS: readonly (readonly number[])[] = [[0x0a], [0x0d], [0xe2, 0x80, 0xa8], [0xe2, 0x80, 0xa9]];
const HYPHENS: readonly (readonly number[])[] = [[0x2d], [0xe2, 0x80, 0x90], [0xe2, 0x80, 0x91]];

/** Characters beyond ASCII that fold to text with ASCII in it, by the ASCII characters that they may write. Full-width forms apart. */
const WRITING: readonly (readonly [string, string])[] = [
  ["i", "\u0130\u0131\u0307"],
  ["j", "\u0307"],
  ["s", "\u017F\uFB05\uFB06"],
  ["t", "\uFB05\uFB06"],
  ["k", "\u212A"],
  ["f", "\uFB00\uFB01\uFB02\uFB03\uFB04"],
  ["i", "\uFB01\uFB03"],
  ["l", "\uFB02\uFB04"],
  ["'", "\u2018\u2019\u201A\u201B"],
  ['"', "\u201C\u201D\u201E\u201F"],
  [".", "\u2026"],
  [";", "\u037E"],
  ["`", "\u1FEF"],
  ["+", "\uFB29"],
];

/** The longest piece of a folded needle. */
export function asciiPieceOf(folded: string): AsciiPiece | undefined {
  let piece = "";
  for (const [run] of folded.matchAll(/[!-,./-~]+/g)) if (run.length > piece.length) piece = run;
  if (piece === "") return undefined;
  return {
    bytes: Buffer.from(piece, "latin1"),
    caseInsensitive: /[a-z]/.test(piece),
    exhaustive: piece === folded,
    specials: specialsOf(piece),
  };
}

function specialsOf(piece: string): Uint8Array[] {
  const specials = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array): void => {
    specials.set(bytes.join(), bytes);
  };
  for (const [from, to] of DIVIDING)
    for (let code = from; code <= to; code += 1) add(Buffer.from(String.fromCodePoint(code)));
  for (const prefix of DIVIDING_PREFIXES) add(Uint8Array.from(prefix));
  for (const hyphen of HYPHENS) for (const end of LINE_ENDS) add(Uint8Array.from([...hyphen, ...end]));
  for (const [ascii, characters] of WRITING)
    if (piece.includes(ascii)) for (const character of characters) add(Buffer.from(character));
  // Full-width forms write any ASCII character: U+FF01-FF3F and U+FF40-FF7F by their first two bytes.
  add(Uint8Array.from([0xef, 0xbc]));
  add(Uint8Array.from([0xef, 0xbd]));
  return [...specials.values()];
}
