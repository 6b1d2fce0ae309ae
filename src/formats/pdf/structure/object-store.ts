/**
 * Objects of a PDF by number, read through its cross-reference tables and streams: a small second reader beside PDFium, used only to compare
 * what the file says of itself (pages, layers) with what PDFium makes of it.
 *
 * Source: ISO 32000-1, 7.5.4 (cross-reference table), 7.5.5 (trailer), 7.5.6 (incremental updates), 7.5.7 (object streams), 7.5.8.
 * Guarantees: bounded memory (inflated parts are capped), no chain followed twice; anything unusual is a `StructureProblem`, never a guess.
 * Not covered: files that need repair, object streams of encrypted files.
 */

import type { ByteSource } from "../../../model/unit.ts";
import { inflated, unpredict } from "./flate.ts";
import { isArray, isDictionary, Lexer, PdfName, PdfReference, StructureProblem, Truncated } from "./lexer.ts";
import type { PdfDictionary, PdfValue } from "./lexer.ts";

const HEADER_WITHIN = 1024;
const TAIL = 4096;
const WINDOW = 2048;
const WINDOW_MAX = 16 * 1024 * 1024;
const INFLATED_MAX = 64 * 1024 * 1024;
const OBJECT_STREAMS_KEPT = 64;
const SECTIONS_MAX = 4096;
const ENTRY = 20;

/** Where an object stands: in the file, or as the n-th of an object stream. */
export type Place =
  | { readonly kind: "file"; readonly position: number }
  | { readonly kind: "stream"; readonly stream: number; readonly index: number };

interface Range {
  readonly first: number;
  readonly count: number;
  /** Of the first entry: a file position for a table, an offset into `rows` for a stream. */
  readonly start: number;
}

interface Section {
  readonly ranges: readonly Range[];
  readonly rows?: { readonly bytes: Uint8Array; readonly widths: readonly [number, number, number] };
}

interface ObjectStream {
  readonly bytes: Uint8Array;
  readonly numbers: readonly number[];
  readonly offsets: readonly number[];
}

export interface FoundObject {
  readonly value: PdfValue;
  /** Of the object's value in the file; undefined inside an object stream. */
  readonly position: number | undefined;
  readonly lexer: Lexer;
  /** Of the lexer's bytes in the file. */
  readonly base: number;
}

export interface EncodedStream {
  readonly bytes: Uint8Array;
  /** The name of the only filter; "several" for a chain, undefined for none. */
  readonly filter: string | undefined;
  readonly parameters: PdfDictionary;
}

export class ObjectStore {
  readonly trailer: PdfDictionary;
  readonly encrypted: boolean;
  readonly #source: ByteSource;
  readonly #origin: number;
  readonly #sections: Section[] = [];
  readonly #streams = new Map<number, ObjectStream>();

  constructor(source: ByteSource) {
    this.#source = source;
    const head = Buffer.from(source.readSync(0, HEADER_WITHIN));
    this.#origin = Math.max(0, head.indexOf("%PDF-"));
    const tailStart = Math.max(0, source.size - TAIL);
    const tail = Buffer.from(source.readSync(tailStart, TAIL));
    const mark = tail.lastIndexOf("startxref");
    if (mark < 0) throw new StructureProblem("there is no startxref");
    const start = new Lexer(tail, mark + "startxref".length).value();
    if (typeof start !== "number") throw new StructureProblem("startxref has no number");
    this.trailer = this.#readSections(start);
    this.encrypted = this.trailer.has("Encrypt");
  }

  #readSections(start: number): PdfDictionary {
    let newest: PdfDictionary | undefined;
    const seen = new Set<number>();
    const open = [start];
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (seen.has(position) || seen.size >= SECTIONS_MAX)
        throw new StructureProblem("the cross-reference sections form a loop");
      seen.add(position);
      const trailer = this.#readSection(this.#origin + position);
      newest ??= trailer;
      const previous = trailer.get("Prev");
      if (typeof previous === "number") open.push(previous);
      const hybrid = trailer.get("XRefStm");
      if (typeof hybrid === "number") open.push(hybrid);
    }
    if (newest === undefined) throw new StructureProblem("there is no trailer");
    return newest;
  }

  #readSection(position: number): PdfDictionary {
    const start = Buffer.from(this.#source.readSync(position, 64)).toString("latin1");
    return /^\s*xref\b/.test(start) ? this.#readTable(position) : this.#readStreamSection(position);
  }

  #readTable(position: number): PdfDictionary {
    const ranges: Range[] = [];
    let at = position;
    let opening = /^\s*xref\s*(\d{1,10}) (\d{1,10})\s*?(?:\r\n|\n|\r| \n| \r)/;
    for (;;) {
      const line = Buffer.from(this.#source.readSync(at, 64)).toString("latin1");
      const match = opening.exec(line);
      if (match === null) break;
      const start = at + match[0].length;
      const count = Number(match[2]);
      ranges.push({ first: Number(match[1]), count, start });
      at = start + count * ENTRY;
      opening = /^\s*(\d{1,10}) (\d{1,10})\s*?(?:\r\n|\n|\r| \n| \r)/;
    }
    if (ranges.length === 0) throw new StructureProblem("a cross-reference table is empty");
    const found = this.#valueAt(at, (lexer) => {
      if (lexer.word() !== "trailer") throw new StructureProblem("a table has no trailer");
    });
    if (!isDictionary(found.value)) throw new StructureProblem("a trailer is no dictionary");
    this.#sections.push({ ranges });
    return found.value;
  }

  #readStreamSection(position: number): PdfDictionary {
    const found = this.#valueAt(position, (lexer) => readHeader(lexer, undefined));
    if (!isDictionary(found.value) || nameOf(found.value.get("Type")) !== "XRef")
      throw new StructureProblem("startxref leads to nothing known");
    const dictionary = found.value;
    const widths = dictionary.get("W");
    const [type, second, third] = isArray(widths) ? widths : [];
    if (!isSmall(type) || !isSmall(second) || !isSmall(third))
      throw new StructureProblem("a cross-reference stream has no widths");
    const bytes = this.streamBytes(found, INFLATED_MAX);
    const size = dictionary.get("Size");
    const index = dictionary.get("Index") ?? [0, size ?? 0];
    if (!isArray(index)) throw new StructureProblem("a cross-reference stream's index is no array");
    const ranges: Range[] = [];
    let start = 0;
    for (let pair = 0; pair + 1 < index.length; pair += 2) {
      const [first, count] = [index[pair], index[pair + 1]];
      if (typeof first !== "number" || typeof count !== "number")
        throw new StructureProblem("a cross-reference stream's index holds no numbers");
      ranges.push({ first, count, start });
      start += count * (type + second + third);
    }
    this.#sections.push({ ranges, rows: { bytes, widths: [type, second, third] } });
    return dictionary;
  }

  place(number: number): Place | undefined {
    for (const section of this.#sections) {
      const range = section.ranges.find(
        (candidate) => number >= candidate.first && number < candidate.first + candidate.count,
      );
      if (range === undefined) continue;
      const place =
        section.rows === undefined
          ? this.#tableEntry(range.start + (number - range.first) * ENTRY)
          : rowEntry(section.rows, range, number);
      if (place === "absent") continue;
      if (place === "free") return undefined;
      return place.kind === "stream" ? place : { kind: "file", position: place.position + this.#origin };
    }
    return undefined;
  }

  /** `0000000016 00000 n` and a line end of two bytes. */
  #tableEntry(position: number): Place | "free" {
    const entry = this.#source.readSync(position, ENTRY);
    let offset = 0;
    for (let index = 0; index < 10; index += 1) {
      const digit = (entry[index] ?? 0) - 0x30;
      if (digit < 0 || digit > 9) throw new StructureProblem("a cross-reference entry is malformed");
      offset = offset * 10 + digit;
    }
    if (entry[10] !== 0x20 || entry[16] !== 0x20)
      throw new StructureProblem("a cross-reference entry is malformed");
    if (entry[17] === 0x66) return "free";
    if (entry[17] !== 0x6e) throw new StructureProblem("a cross-reference entry is malformed");
    return { kind: "file", position: offset };
  }

  /** The bytes of the object's own text, up to `endobj` or the window's end; cheaper than reading its values. */
  rawBytes(number: number, place: Place, length: number): Uint8Array {
    if (place.kind === "file") {
      const window = this.#source.readSync(place.position, length);
      const end = Buffer.from(window.buffer, window.byteOffset, window.byteLength).indexOf("endobj");
      return end < 0 ? window : window.subarray(0, end);
    }
    const { stream, from, to } = this.#inStream(number, place);
    return stream.bytes.subarray(from, to);
  }

  object(number: number): FoundObject | undefined {
    const place = this.place(number);
    if (place === undefined) return undefined;
    if (place.kind === "file") return this.#valueAt(place.position, (lexer) => readHeader(lexer, number));
    const { stream, from, to } = this.#inStream(number, place);
    const bytes = stream.bytes.subarray(from, to);
    const lexer = new Lexer(bytes);
    return { value: lexer.value(), position: undefined, lexer, base: 0 };
  }

  resolve(value: PdfValue | undefined): PdfValue | undefined {
    let current = value;
    for (let steps = 0; current instanceof PdfReference; steps += 1) {
      if (steps > 8) throw new StructureProblem("references lead in a circle");
      current = this.object(current.number)?.value;
    }
    return current;
  }

  #inStream(
    number: number,
    place: Place & { kind: "stream" },
  ): { stream: ObjectStream; from: number; to: number } {
    const stream = this.#objectStream(place.stream);
    const index = stream.numbers[place.index] === number ? place.index : stream.numbers.indexOf(number);
    const from = stream.offsets[index];
    if (from === undefined) throw new StructureProblem("an object is not in its stream");
    return { stream, from, to: stream.offsets[index + 1] ?? stream.bytes.length };
  }

  #objectStream(number: number): ObjectStream {
    const kept = this.#streams.get(number);
    if (kept !== undefined) return kept;
    if (this.encrypted) throw new StructureProblem("object streams of an encrypted file are not read");
    const place = this.place(number);
    if (place?.kind !== "file") throw new StructureProblem("an object stream is missing");
    const found = this.#valueAt(place.position, (lexer) => readHeader(lexer, number));
    if (!isDictionary(found.value)) throw new StructureProblem("an object stream is no stream");
    const [count, first] = [found.value.get("N"), found.value.get("First")];
    if (typeof count !== "number" || typeof first !== "number")
      throw new StructureProblem("an object stream has no table");
    const bytes = this.streamBytes(found, INFLATED_MAX);
    const table = new Lexer(bytes);
    const numbers: number[] = [];
    const offsets: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const [object, offset] = [Number(table.word()), Number(table.word())];
      if (!Number.isInteger(object) || !Number.isInteger(offset))
        throw new StructureProblem("an object stream's table is malformed");
      numbers.push(object);
      offsets.push(first + offset);
    }
    const stream = { bytes, numbers, offsets };
    if (this.#streams.size >= OBJECT_STREAMS_KEPT) this.#streams.clear();
    this.#streams.set(number, stream);
    return stream;
  }

  /** The value at a file position, after `before` has passed what stands in front of it. */
  #valueAt(position: number, before: (lexer: Lexer) => void): FoundObject {
    for (let length = WINDOW; ; length *= 8) {
      const bytes = this.#source.readSync(position, length);
      const lexer = new Lexer(bytes, 0, bytes.length < length || length > WINDOW_MAX);
      try {
        before(lexer);
        lexer.skipSpace();
        const start = lexer.position;
        return { value: lexer.value(), position: position + start, lexer, base: position };
      } catch (error) {
        if (!(error instanceof Truncated)) throw error;
      }
    }
  }

  /** A stream's decoded bytes; at most `limit` of them where the filter is Flate. */
  streamBytes(found: FoundObject, limit: number): Uint8Array {
    const { bytes, filter, parameters } = this.encodedStream(found);
    if (filter === undefined) return bytes.slice(0, limit);
    if (filter !== "FlateDecode") throw new StructureProblem("a stream's filter is not Flate");
    return unpredict(inflated(bytes, limit), parameters);
  }

  /** A stream as it is stored, up to `endstream`. The bytes are a view of the source. */
  encodedStream(found: FoundObject): EncodedStream {
    if (!isDictionary(found.value) || found.position === undefined)
      throw new StructureProblem("a stream is missing");
    const start = this.#streamStart(found.base + found.lexer.position);
    const filter = this.resolve(found.value.get("Filter"));
    const only = isArray(filter) ? this.resolve(filter[0]) : filter;
    const parameters = this.resolve(found.value.get("DecodeParms"));
    const first = isArray(parameters) ? this.resolve(parameters[0]) : parameters;
    const length = this.#streamLength(start, this.resolve(found.value.get("Length")));
    return {
      bytes: this.#source.readSync(start, length),
      filter:
        isArray(filter) && filter.length > 1
          ? "several"
          : only === undefined || only === null
            ? undefined
            : (nameOf(only) ?? "none"),
      parameters: isDictionary(first) ? first : new Map(),
    };
  }

  /** What `Length` says where `endstream` follows, else the distance to the next `endstream`. */
  #streamLength(start: number, declared: PdfValue | undefined): number {
    if (typeof declared === "number" && declared >= 0 && start + declared <= this.#source.size) {
      const after = Buffer.from(this.#source.readSync(start + declared, 16)).toString("latin1");
      if (/^\s*endstream/.test(after)) return declared;
    }
    const window = this.#source.readSync(start, INFLATED_MAX);
    const end = Buffer.from(window.buffer, window.byteOffset, window.byteLength).indexOf("endstream");
    if (end < 0) throw new StructureProblem("a stream has no end");
    return end;
  }

  #streamStart(position: number): number {
    const text = Buffer.from(this.#source.readSync(position, 64)).toString("latin1");
    const match = /^\s*stream(?:\r\n|\n|\r)/.exec(text);
    if (match === null) throw new StructureProblem("an object is no stream");
    return position + match[0].length;
  }
}

function readHeader(lexer: Lexer, number: number | undefined): void {
  const [object, generation, keyword] = [lexer.word(), lexer.word(), lexer.word()];
  if (!/^\d+$/.test(object) || !/^\d+$/.test(generation) || keyword !== "obj")
    throw new StructureProblem("there is no object where one should be");
  if (number !== undefined && Number(object) !== number)
    throw new StructureProblem("another object stands where one should be");
}

function rowEntry(
  rows: { readonly bytes: Uint8Array; readonly widths: readonly [number, number, number] },
  range: Range,
  number: number,
): Place | "free" | "absent" {
  const [type, second, third] = rows.widths;
  const start = range.start + (number - range.first) * (type + second + third);
  if (start + type + second + third > rows.bytes.length) return "absent";
  const field = (from: number, width: number): number => {
    let value = 0;
    for (let index = 0; index < width; index += 1) value = value * 256 + (rows.bytes[from + index] ?? 0);
    return value;
  };
  const kind = type === 0 ? 1 : field(start, type);
  const a = field(start + type, second);
  const b = field(start + type + second, third);
  if (kind === 1) return { kind: "file", position: a };
  if (kind === 2) return { kind: "stream", stream: a, index: b };
  return "free";
}

function isSmall(value: PdfValue | undefined): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 8;
}

export function nameOf(value: PdfValue | undefined): string | undefined {
  return value instanceof PdfName ? value.text : undefined;
}
