/**
 * Page headers and footers of a sheet (ECMA-376 part 1, 18.3.1.46 headerFooter): left, centre and right text, without the codes for fonts.
 *
 * Guarantees: what a reader would type stands in the text; codes for what changes with the page (`&P`, `&N`, `&D`, `&T`, `&F`, `&A`, `&Z`) stay as
 * stored. Not covered: pictures (`&G`).
 */

const ELEMENTS: Readonly<Record<string, string>> = {
  oddHeader: "header",
  oddFooter: "footer",
  evenHeader: "header of even pages",
  evenFooter: "footer of even pages",
  firstHeader: "header of the first page",
  firstFooter: "footer of the first page",
};

/** Excel allows 255 characters each. */
const CHARS_MAX = 65_536;

export interface HeaderFooterText {
  /** Such as "header, left". */
  readonly name: string;
  readonly text: string;
}

const SECTIONS: Readonly<Record<string, string>> = { L: "left", C: "centre", R: "right" };

/** A section's start; a field, which stays; `&&`; a code for font, style, colour, size or picture, which goes; text. */
const TOKEN =
  /&(?<section>[LCR])|(?<field>&[PNDTFAZ])|(?<ampersand>&&)|&(?:"[^"]*"|K[0-9A-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|[BIUESXYOHG])|(?<text>[^&]+|&)/gi;

export function headerFooterTexts(element: string, code: string): HeaderFooterText[] {
  const name = ELEMENTS[element];
  if (name === undefined) return [];
  const texts = new Map(["left", "centre", "right"].map((section) => [section, ""]));
  let current = "centre";
  for (const { groups } of code.matchAll(TOKEN)) {
    const section = groups?.["section"]?.toUpperCase();
    if (section !== undefined) current = SECTIONS[section] ?? current;
    const added = groups?.["text"] ?? groups?.["field"] ?? (groups?.["ampersand"] === undefined ? "" : "&");
    texts.set(current, (texts.get(current) ?? "") + added);
  }
  return [...texts].flatMap(([section, text]) =>
    text.trim() === "" ? [] : [{ name: `${name}, ${section}`, text: text.trim() }],
  );
}

/** Collects the elements while a sheet part is read. */
export class HeaderFooterTexts {
  readonly texts: HeaderFooterText[] = [];
  #element: string | undefined;
  #code = "";

  open(name: string): void {
    this.#element = ELEMENTS[name] === undefined ? undefined : name;
    this.#code = "";
  }

  text(text: string): void {
    if (this.#element !== undefined && this.#code.length + text.length <= CHARS_MAX) this.#code += text;
  }

  close(name: string): void {
    if (name !== this.#element || this.#element === undefined) return;
    this.texts.push(...headerFooterTexts(this.#element, this.#code));
    this.#element = undefined;
  }
}
