/**
 * Characters of symbol fonts as Unicode. Files store them in the private area U+F020–U+F0FF (ECMA-376 part 1, 17.3.3.30).
 *
 * Source: the Adobe Symbol encoding as published by Unicode (MAPPINGS/VENDORS/ADOBE/symbol.txt), and for Wingdings the characters that ISO/IEC 10646 took over from it.
 * Guarantees: what is not known here keeps its private code point and is counted, never replaced by a look-alike.
 * Not covered: most of Wingdings 2, Wingdings 3 and Webdings.
 */

/** From 0x20 and from 0xA0; a space stands for a place without a character, except at 0x20. */
const SYMBOL_LOW =
  " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_ αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";
const SYMBOL_HIGH =
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

/** First code, then the characters from there on. */
const WINGDINGS: readonly (readonly [number, string])[] = [
  [0x20, " "],
  [0x22, "✂✁👓"],
  [0x29, "✆"],
  [0x2c, "📪📫📬📭📁📂📄"],
  [0x36, "⌛"],
  [0x3e, "✇✍"],
  [0x41, "✌👌👍👎☜☞☝☟"],
  [0x4a, "☺😐☹💣☠"],
  [0x51, "✈☼💧❄"],
  [0x56, "✞"],
  [0x58, "✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓"],
  [0x6c, "●"],
  [0x6e, "■□"],
  [0x71, "❑❒⬧⧫◆❖⬥⌧"],
  [0x7a, "⌘"],
  [0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"],
  [0x9e, "·•"],
  [0xa7, "▪◻"],
  [0xaa, "✦★✶✴✹✵"],
  [0xb1, "⌖⟡⌑"],
  [0xb5, "✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛"],
  [0xd5, "⌫⌦"],
  [0xd8, "⮚"],
  [0xe0, "🡪"],
  [0xe8, "🡺"],
  [0xef, "⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂"],
  [0xfc, "✔🗷🗹"],
];

const FONTS: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  [
    "symbol",
    codes([
      [0x20, SYMBOL_LOW],
      [0xa0, SYMBOL_HIGH],
    ]),
  ],
  ["wingdings", codes(WINGDINGS)],
  [
    "wingdings 2",
    codes([
      [0x50, "✓"],
      [0x52, "☑"],
    ]),
  ],
  ["webdings", codes([[0x61, "✔"]])],
]);

function codes(runs: readonly (readonly [number, string])[]): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const [first, characters] of runs)
    for (const [index, character] of Array.from(characters).entries())
      if (character !== " " || first + index === 0x20) map.set(first + index, character);
  return map;
}

/** Text whose private characters are read in the font they stand in; `unmapped` counts those that stay. */
export function inSymbolFont(text: string, font: string | undefined): { text: string; unmapped: number } {
  if (!/[\ue000-\uf8ff]/.test(text)) return { text, unmapped: 0 };
  const map = FONTS.get(font?.toLowerCase() ?? "");
  let unmapped = 0;
  const mapped = text.replaceAll(/[\ue000-\uf8ff]/g, (character) => {
    const code = character.charCodeAt(0);
    const known = code >= 0xf020 && code <= 0xf0ff ? map?.get(code - 0xf000) : undefined;
    if (known === undefined) unmapped++;
    return known ?? character;
  });
  return { text: mapped, unmapped };
}

/** The character of a `w:sym`: a code in hexadecimal, with or without the private area's offset where the font is a symbol font. */
export function symbolCharacter(char: string, font: string | undefined): { text: string; unmapped: number } {
  const code = /^[0-9A-Fa-f]{1,6}$/.test(char) ? Number.parseInt(char, 16) : Number.NaN;
  if (!(code <= 0x10_ffff) || code < 0x20 || (code >= 0xd800 && code <= 0xdfff))
    return { text: "\ufffd", unmapped: 1 };
  const inFont = FONTS.has(font?.toLowerCase() ?? "") && code <= 0xff;
  return inSymbolFont(String.fromCodePoint(inFont ? code + 0xf000 : code), font);
}
