/**
 * Rows of a sheet part in the plain form that programs write, read from the bytes without a parser: several times as fast.
 *
 * Guarantees: a strict part of XML 1.0 and nothing else. A row counts only when all of it is of that form, and then gives exactly the cells that the parser
 * would; at the first row that is not, or at the end of the rows, `odd` is set and nothing of it has been taken, so that the parser can go on there.
 * Not covered, and so left to the parser: comments, CDATA, prefixed elements, rich text, attributes that need decoding, carriage returns, unknown elements.
 */

import { numberOfBytes, placeOfBytes, textOfBytes, wholeOfBytes } from "./cell-bytes.ts";
import { parseAddress } from "./cell-address.ts";
import { NORMAL } from "./stored-cells.ts";
import type { StoredCells } from "./stored-cells.ts";

const ROW_START = Buffer.from("<row");
const ROW_END = Buffer.from("</row>");
const INLINE_START = Buffer.from("<is><t");
const PRESERVED = Buffer.from(' xml:space="preserve">');
const VALUE_END = Buffer.from("</v>");
const FORMULA_END = Buffer.from("</f>");
const INLINE_END = Buffer.from("</t></is>");

const [TAB, LF, CR, SPACE, QUOTE, AMPERSAND, SLASH, LESS, EQUALS, GREATER, CLOSING] = [
  9, 10, 13, 32, 34, 38, 47, 60, 61, 62, 93,
];
const [LETTER_C, LETTER_F, LETTER_I, LETTER_R, LETTER_S, LETTER_T, LETTER_V] = [
  99, 102, 105, 114, 115, 116, 118,
];

/** Metadata and phonetic attributes of a cell. */
const IGNORED = ["cm=", "vm=", "ph="];

/** No position: the row is not of the plain form. */
const ODD = -1;
const ATTRIBUTES_MAX = 64;

/** Where the pieces of a cell start and end in the bytes, `STRIDE` numbers a cell; -1 where there is no such piece. */
const STRIDE = 10;
const [ADDRESS, STYLE, TYPE, VALUE, FORMULA] = [0, 2, 4, 6, 8];

const isBlank = (code: number | undefined): boolean =>
  code === SPACE || code === LF || code === TAB || code === CR;

function startsWith(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let index = 0; index < word.length; index += 1) if (bytes[at + index] !== word[index]) return false;
  return true;
}

/** The quote that ends an attribute's value; ODD where something in it would have to be decoded. */
function valueEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at] ?? 0;
    if (code === QUOTE) return at;
    if (code === LESS || code === AMPERSAND || code < SPACE || code >= 0x80) return ODD;
  }
  return ODD;
}

/** Also one with a prefix, as long as its own part means nothing here: the parser gives it by that alone. */
const PLAIN_NAME = /^(?!xml)[A-Za-z][A-Za-z0-9]*(?::dyDescent)?$/;

const isNameByte = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

export class RowScanner {
  /** What follows is for the parser. */
  odd = false;
  readonly #cells: StoredCells;
  readonly #prefixes: ReadonlySet<string>;
  readonly #charsMax: number;
  #marks = new Int32Array(STRIDE * 256);
  #count = 0;
  /** Texts that are not plain ASCII, and those of `is`, by place in `#marks`. */
  readonly #texts = new Map<number, string>();
  readonly #inlines = new Map<number, string>();
  readonly #formulaAttributes = new Map<number, Readonly<Record<string, string>>>();
  #rowAttributes: Readonly<Record<string, string>> = {};
  /** Set by `#attributes` and `#text`. */
  #end = 0;
  #selfClosing = false;

  /** `prefixes`: those that attributes may have, because the part's root binds them. */
  constructor(cells: StoredCells, prefixes: ReadonlySet<string>, charsMax: number) {
    this.#cells = cells;
    this.#prefixes = prefixes;
    this.#charsMax = charsMax;
  }

  /** Takes whole rows from the start of `bytes`; returns how many bytes they are. */
  scan(bytes: Buffer): number {
    let taken = 0;
    for (;;) {
      const limit = bytes.indexOf(ROW_END, taken);
      if (limit === -1) return taken;
      const end = this.#row(bytes, taken, limit);
      if (end === ODD) {
        this.odd = true;
        return taken;
      }
      this.#commit(bytes);
      taken = end;
    }
  }

  /** Behind the row. A `</row>` stands at `limit`, so that no search for a tag runs past it. */
  #row(bytes: Buffer, from: number, limit: number): number {
    this.#count = 0;
    this.#texts.clear();
    this.#inlines.clear();
    this.#formulaAttributes.clear();
    let at = from;
    while (isBlank(bytes[at])) at += 1;
    if (!startsWith(bytes, at, ROW_START)) return ODD;
    const attributes = this.#attributes(bytes, at + ROW_START.length);
    if (attributes === undefined) return ODD;
    this.#rowAttributes = attributes;
    at = this.#end;
    if (this.#selfClosing) return at;
    for (;;) {
      while (isBlank(bytes[at])) at += 1;
      if (at === limit) return limit + ROW_END.length;
      if (bytes[at] !== LESS || bytes[at + 1] !== LETTER_C) return ODD;
      at = this.#cell(bytes, at + 2);
      if (at === ODD) return ODD;
    }
  }

  #cell(bytes: Buffer, from: number): number {
    const mark = this.#count * STRIDE;
    if (mark + STRIDE > this.#marks.length) {
      const larger = new Int32Array(this.#marks.length * 2);
      larger.set(this.#marks);
      this.#marks = larger;
    }
    const marks = this.#marks;
    marks.fill(-1, mark, mark + STRIDE);
    this.#count += 1;
    let at = this.#cellAttributes(bytes, from, mark);
    if (at === ODD || this.#selfClosing) return at;
    for (;;) {
      while (isBlank(bytes[at])) at += 1;
      if (bytes[at] !== LESS) return ODD;
      const code = bytes[at + 1];
      if (code === SLASH) return bytes[at + 2] === LETTER_C && bytes[at + 3] === GREATER ? at + 4 : ODD;
      if (code === LETTER_V) at = this.#value(bytes, at + 2, mark);
      else if (code === LETTER_F) at = this.#formula(bytes, at + 2, mark);
      else if (code === LETTER_I) at = this.#inline(bytes, at, mark);
      else return ODD;
      if (at === ODD) return ODD;
    }
  }

  /** `r`, `s`, `t` and those without meaning here, each once, in any order. */
  #cellAttributes(bytes: Buffer, from: number, mark: number): number {
    const marks = this.#marks;
    let seen = 0;
    for (let at = from; ;) {
      const blank = isBlank(bytes[at]);
      while (isBlank(bytes[at])) at += 1;
      const code = bytes[at];
      this.#selfClosing = code === SLASH;
      if (code === GREATER) return at + 1;
      if (code === SLASH) return bytes[at + 1] === GREATER ? at + 2 : ODD;
      if (!blank) return ODD;
      if (bytes[at + 1] !== EQUALS) {
        const ignored = IGNORED.indexOf(bytes.toString("latin1", at, at + 3));
        if (ignored === -1 || (seen & (1 << ignored)) !== 0 || bytes[at + 3] !== QUOTE) return ODD;
        seen |= 1 << ignored;
        at = valueEnd(bytes, at + 4) + 1;
        if (at === 0) return ODD;
        continue;
      }
      const slot = code === LETTER_R ? ADDRESS : code === LETTER_S ? STYLE : code === LETTER_T ? TYPE : ODD;
      if (slot === ODD || marks[mark + slot] !== -1 || bytes[at + 2] !== QUOTE) return ODD;
      const end = valueEnd(bytes, at + 3);
      if (end === ODD) return ODD;
      marks[mark + slot] = at + 3;
      marks[mark + slot + 1] = end;
      at = end + 1;
    }
  }

  #value(bytes: Buffer, from: number, mark: number): number {
    if (this.#marks[mark + VALUE] !== -1) return ODD;
    let at = from;
    if (bytes[at] === SLASH && bytes[at + 1] === GREATER) {
      this.#marks[mark + VALUE] = this.#marks[mark + VALUE + 1] = at;
      return at + 2;
    }
    if (bytes[at] === GREATER) at += 1;
    else if (startsWith(bytes, at, PRESERVED)) at += PRESERVED.length;
    else return ODD;
    return this.#text(bytes, at, mark + VALUE) && startsWith(bytes, this.#end, VALUE_END)
      ? this.#end + VALUE_END.length
      : ODD;
  }

  #formula(bytes: Buffer, from: number, mark: number): number {
    if (this.#marks[mark + FORMULA] !== -1) return ODD;
    let at = from + 1;
    if (bytes[from] !== GREATER) {
      const attributes = this.#attributes(bytes, from);
      if (attributes === undefined) return ODD;
      this.#formulaAttributes.set(mark, attributes);
      at = this.#end;
      if (this.#selfClosing) {
        this.#marks[mark + FORMULA] = this.#marks[mark + FORMULA + 1] = at;
        return at;
      }
    }
    return this.#text(bytes, at, mark + FORMULA) && startsWith(bytes, this.#end, FORMULA_END)
      ? this.#end + FORMULA_END.length
      : ODD;
  }

  /** One `t` in an `is`. */
  #inline(bytes: Buffer, from: number, mark: number): number {
    if (this.#inlines.has(mark) || !startsWith(bytes, from, INLINE_START)) return ODD;
    let at = from + INLINE_START.length;
    if (bytes[at] === GREATER) at += 1;
    else if (startsWith(bytes, at, PRESERVED)) at += PRESERVED.length;
    else return ODD;
    if (!this.#text(bytes, at, -1) || !startsWith(bytes, this.#end, INLINE_END)) return ODD;
    const text = textOfBytes(bytes, at, this.#end);
    if (text === undefined) return ODD;
    this.#inlines.set(mark, text);
    return this.#end + INLINE_END.length;
  }

  /** Character data up to the next tag; false where it is not plain. What has to be decoded is kept as text under `slot`. */
  #text(bytes: Buffer, from: number, slot: number): boolean {
    let encoded = false;
    let at = from;
    for (; at < bytes.length; at += 1) {
      const code = bytes[at] ?? 0;
      if (code === LESS) break;
      if (code === AMPERSAND || code >= 0x80) encoded = true;
      else if (code < SPACE && code !== LF && code !== TAB) return false;
      else if (code === GREATER && bytes[at - 1] === CLOSING && bytes[at - 2] === CLOSING) return false;
    }
    this.#end = at;
    if (at - from > this.#charsMax) return false;
    if (slot === -1) return true;
    this.#marks[slot] = from;
    this.#marks[slot + 1] = at;
    if (!encoded) return true;
    const text = textOfBytes(bytes, from, at);
    if (text === undefined) return false;
    this.#texts.set(slot, text);
    return true;
  }

  /** Attributes of a row or formula up to the end of the tag; undefined where they are not plain. */
  #attributes(bytes: Buffer, from: number): Readonly<Record<string, string>> | undefined {
    const found: Record<string, string> = {};
    let count = 0;
    for (let at = from; ;) {
      const blank = isBlank(bytes[at]);
      while (isBlank(bytes[at])) at += 1;
      const code = bytes[at] ?? 0;
      this.#selfClosing = code === SLASH;
      this.#end = code === SLASH ? at + 2 : at + 1;
      if (code === GREATER) return found;
      if (code === SLASH) return bytes[at + 1] === GREATER ? found : undefined;
      const start = at;
      while (isNameByte(bytes[at] ?? 0)) at += 1;
      if (bytes[at] === 58 && this.#prefixes.has(bytes.toString("latin1", start, at))) {
        at += 1;
        while (isNameByte(bytes[at] ?? 0)) at += 1;
      }
      const name = bytes.toString("latin1", start, at);
      count += 1;
      if (!blank || !PLAIN_NAME.test(name)) return undefined;
      if (found[name] !== undefined || count > ATTRIBUTES_MAX) return undefined;
      if (bytes[at] !== EQUALS || bytes[at + 1] !== QUOTE) return undefined;
      const end = valueEnd(bytes, at + 2);
      if (end === ODD) return undefined;
      found[name] = bytes.toString("latin1", at + 2, end);
      at = end + 1;
    }
  }

  /** The row was plain to its end: its cells are stored. */
  #commit(bytes: Buffer): void {
    const cells = this.#cells;
    const marks = this.#marks;
    cells.startRow(this.#rowAttributes["r"], this.#rowAttributes["hidden"]);
    for (let mark = 0; mark < this.#count * STRIDE; mark += STRIDE) {
      this.#startCell(bytes, marks[mark + ADDRESS] ?? -1, marks[mark + ADDRESS + 1] ?? -1);
      const type = this.#type(bytes, marks[mark + TYPE] ?? -1, marks[mark + TYPE + 1] ?? -1);
      const hasFormula = marks[mark + FORMULA] !== -1;
      if (!cells.wanted && !hasFormula) continue;
      cells.endCell(
        this.#style(bytes, marks[mark + STYLE] ?? -1, marks[mark + STYLE + 1] ?? -1),
        type,
        this.#storedValue(bytes, mark + VALUE, type),
        this.#inlines.size === 0 ? undefined : this.#inlines.get(mark),
        hasFormula ? this.#storedText(bytes, mark + FORMULA) : undefined,
        hasFormula ? this.#formulaAttributes.get(mark) : undefined,
      );
    }
  }

  #startCell(bytes: Buffer, from: number, to: number): void {
    if (from === -1) {
      this.#cells.startNextCell();
      return;
    }
    const place = placeOfBytes(bytes, from, to);
    if (place !== -1) {
      this.#cells.startCell(place, undefined);
      return;
    }
    const address = bytes.toString("latin1", from, to);
    this.#cells.startCell(parseAddress(address), address);
  }

  #style(bytes: Buffer, from: number, to: number): number {
    if (from === -1) return 0;
    const style = wholeOfBytes(bytes, from, to);
    return style === -1 ? Number(bytes.toString("latin1", from, to)) : style;
  }

  #type(bytes: Buffer, from: number, to: number): string {
    if (from === -1) return NORMAL;
    if (to - from === 1 && bytes[from] === LETTER_S) return "s";
    return bytes.toString("latin1", from, to);
  }

  #storedValue(bytes: Buffer, slot: number, type: string): string | number | undefined {
    const [from, to] = [this.#marks[slot] ?? -1, this.#marks[slot + 1] ?? -1];
    if (from === -1) return undefined;
    if (type === "s") {
      const index = wholeOfBytes(bytes, from, to);
      if (index !== -1) return index;
    } else if (type === NORMAL) {
      const number = numberOfBytes(bytes, from, to);
      if (!Number.isNaN(number)) return number;
    }
    return this.#storedText(bytes, slot);
  }

  #storedText(bytes: Buffer, slot: number): string {
    return (
      (this.#texts.size === 0 ? undefined : this.#texts.get(slot)) ??
      bytes.toString("latin1", this.#marks[slot], this.#marks[slot + 1])
    );
  }
}
