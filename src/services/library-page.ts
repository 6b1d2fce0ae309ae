/** A page of a text, counted in Unicode code points so that every language's clients count alike; a lone surrogate counts as one. */

export interface Page {
  readonly text: string;
  /** Code points of the whole text. */
  readonly characters: number;
  readonly nextOffset: number | null;
}

/** `offset` may stand at the text's end, not beyond it: null then. */
export function pageOf(text: string, offset: number, most: number): Page | null {
  if (!/[\ud800-\udbff]/.test(text)) {
    if (offset > text.length) return null;
    const end = Math.min(text.length, offset + most);
    return {
      text: text.slice(offset, end),
      characters: text.length,
      nextOffset: end < text.length ? end : null,
    };
  }
  let characters = 0;
  let start = text.length;
  let end = text.length;
  for (let unit = 0; unit < text.length; characters += 1) {
    if (characters === offset) start = unit;
    if (characters === offset + most) end = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  if (offset > characters) return null;
  return {
    text: text.slice(start, Math.max(start, end)),
    characters,
    nextOffset: offset + most < characters ? offset + most : null,
  };
}
