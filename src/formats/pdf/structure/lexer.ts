/**
 * Reads one object of PDF syntax from bytes: numbers, names, references, arrays, dictionaries; strings are skipped over.
 *
 * Source: ISO 32000-1, 7.2 (lexical conventions) and 7.3 (objects).
 * Guarantees: linear time, bounded nesting, `StructureProblem` instead of a guess where the bytes are not plain PDF syntax;
 * `Truncated` when the window ended inside an object, so that the caller can come back with a longer one.
 */

export class StructureProblem extends Error {}
export class Truncated extends StructureProblem {}

export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export type PdfDictionary = ReadonlyMap<string, PdfValue>;
/** Strings are not kept: nothing here needs them, and in an encrypted file they could not be read anyway. */
export type PdfValue =
  | null
  | boolean
  | number
  | "string"
  | PdfName
  | PdfReference
  | readonly PdfValue[]
  | PdfDictionary;

const DEPTH_MAX = 64;
/** Longer words are cut: no number or name is as long. */
const WORD_MAX = 4096;

/** 1 white space, 2 delimiter, 0 regular (7.2.2). */
const KIND = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) KIND[code] = 1;
for (const character of "()<>[]{}/%") KIND[character.charCodeAt(0)] = 2;

export function isDictionary(value: PdfValue | undefined): value is PdfDictionary {
  return value instanceof Map;
}

export function isArray(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

export class Lexer {
  position: number;
  /** Where the values of the outermost dictionary's keys stand. */
  readonly spans = new Map<string, { readonly start: number; readonly end: number }>();
  readonly #bytes: Buffer;
  /** Whether the window ends where the file ends. */
  readonly #whole: boolean;

  constructor(bytes: Uint8Array, position = 0, whole = true) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.position = position;
    this.#whole = whole;
  }

  #ended(): never {
    if (this.#whole) throw new StructureProblem("the bytes end inside an object");
    throw new Truncated("the window ends inside an object");
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.#bytes[this.position];
      if (byte === undefined) return;
      if (byte === 0x25) {
        while (this.position < this.#bytes.length && !this.#atLineEnd()) this.position += 1;
      } else if (KIND[byte] === 1) this.position += 1;
      else return;
    }
  }

  #atLineEnd(): boolean {
    const byte = this.#bytes[this.position];
    return byte === 10 || byte === 13;
  }

  /** The next run of regular characters; "" at a delimiter. */
  word(): string {
    this.skipSpace();
    const start = this.position;
    while (this.position < this.#bytes.length && isRegular(this.#bytes[this.position])) this.position += 1;
    if (this.position === this.#bytes.length && !this.#whole) this.#ended();
    return this.#bytes.toString("latin1", start, Math.min(this.position, start + WORD_MAX));
  }

  value(depth = 0): PdfValue {
    if (depth > DEPTH_MAX) throw new StructureProblem("objects are nested too deeply");
    this.skipSpace();
    const byte = this.#bytes[this.position];
    const next = this.#bytes[this.position + 1];
    switch (byte) {
      case undefined:
        return this.#ended();
      case 0x2f: {
        this.position += 1;
        return new PdfName(unescapeName(this.#nameText()));
      }
      case 0x5b:
        this.position += 1;
        return this.#array(depth);
      case 0x28:
        return this.#literalString();
      case 0x3c:
        if (next !== 0x3c) return this.#hexString();
        this.position += 2;
        return this.#dictionary(depth);
      default:
        return this.#keywordOrNumber();
    }
  }

  #nameText(): string {
    const start = this.position;
    while (this.position < this.#bytes.length && isRegular(this.#bytes[this.position])) this.position += 1;
    if (this.position === this.#bytes.length && !this.#whole) this.#ended();
    return this.#bytes.toString("latin1", start, Math.min(this.position, start + WORD_MAX));
  }

  #array(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.#bytes[this.position] === 0x5d) {
        this.position += 1;
        return items;
      }
      items.push(this.value(depth + 1));
    }
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    for (;;) {
      this.skipSpace();
      const byte = this.#bytes[this.position];
      if (byte === undefined) this.#ended();
      if (byte === 0x3e && this.#bytes[this.position + 1] === 0x3e) {
        this.position += 2;
        return entries;
      }
      const key = this.value(depth + 1);
      if (!(key instanceof PdfName)) throw new StructureProblem("a dictionary's key is not a name");
      this.skipSpace();
      const start = this.position;
      entries.set(key.text, this.value(depth + 1));
      if (depth === 0) this.spans.set(key.text, { start, end: this.position });
    }
  }

  #literalString(): "string" {
    let open = 0;
    for (; this.position < this.#bytes.length; this.position += 1) {
      const byte = this.#bytes[this.position];
      if (byte === 0x5c) this.position += 1;
      else if (byte === 0x28) open += 1;
      else if (byte === 0x29) {
        open -= 1;
        if (open === 0) {
          this.position += 1;
          return "string";
        }
      }
    }
    return this.#ended();
  }

  #hexString(): "string" {
    const end = this.#bytes.indexOf(0x3e, this.position);
    if (end < 0) this.#ended();
    this.position = end + 1;
    return "string";
  }

  #keywordOrNumber(): PdfValue {
    const start = this.position;
    const word = this.word();
    if (/^\d{1,10}$/.test(word)) return this.#referenceOr(Number(word));
    if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return Number(word);
    if (word === "true") return true;
    if (word === "false") return false;
    if (word === "null") return null;
    this.position = start;
    throw new StructureProblem("a token is no object");
  }

  /** `12 0 R` or the number 12. */
  #referenceOr(number: number): PdfValue {
    const after = this.position;
    this.skipSpace();
    let digits = 0;
    while (digits < 6 && isDigit(this.#bytes[this.position + digits])) digits += 1;
    if (digits > 0) {
      this.position += digits;
      this.skipSpace();
      const mark = this.#bytes[this.position];
      const beyond = this.#bytes[this.position + 1];
      if (mark === 0x52 && (beyond === undefined || KIND[beyond] !== 0)) {
        this.position += 1;
        return new PdfReference(number);
      }
    }
    if (this.position >= this.#bytes.length && !this.#whole) this.#ended();
    this.position = after;
    return number;
  }
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && KIND[byte] === 0;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function unescapeName(text: string): string {
  return text.includes("#")
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
