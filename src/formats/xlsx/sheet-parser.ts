/**
 * A sheet part, fed piece by piece: everything through the strict XML parser, except rows in the plain form, which are read from the bytes.
 *
 * Guarantees: the same cells, and the same judgement on damage, as by the parser alone. The parser sees a part without those rows: what stands before,
 * between and behind them is well-formed by itself, since each of them is a whole element. Not covered: parts in UTF-16, with a DOCTYPE or comment before
 * the cells, or with a prefixed `sheetData`, which go through the parser from the start.
 */

import type { ExtractOptions } from "../../model/unit.ts";
import { XmlReader } from "../container/xml.ts";
import { RowScanner } from "./row-scanner.ts";
import type { SheetEvents } from "./sheet-events.ts";

const CELLS_START = Buffer.from("<sheetData>");
/** What stands before the cells is short, except for column definitions. */
const HEAD_MAX = 1024 * 1024;
/** The parser decides on an encoding by this many bytes, and holds them back until then. */
const HEAD_MIN = 200;
/** A row that is longer is the parser's, which needs no whole rows. */
const ROW_MAX = 1024 * 1024;
const NOTHING: Buffer = Buffer.alloc(0);

export class SheetParser {
  readonly #events: SheetEvents;
  readonly #reader: XmlReader;
  readonly #charsMax: number;
  #waiting = NOTHING;
  /** Undefined before the cells. */
  #rows: RowScanner | undefined;
  #parserOnly = false;

  constructor(events: SheetEvents, options: ExtractOptions, part: string) {
    this.#events = events;
    this.#reader = new XmlReader(events, options, part);
    this.#charsMax = options.meter.limits.textNodeChars;
  }

  write(chunk: Uint8Array): void {
    if (this.#parserOnly) {
      this.#reader.write(chunk);
      return;
    }
    const added = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const bytes = this.#waiting.length === 0 ? added : Buffer.concat([this.#waiting, added]);
    this.#waiting = NOTHING;
    if (this.#rows === undefined) this.#head(bytes);
    else this.#scan(this.#rows, bytes);
  }

  end(): void {
    this.#handOver(this.#waiting);
    this.#waiting = NOTHING;
    this.#reader.end();
  }

  #head(bytes: Buffer): void {
    const start = bytes.indexOf(CELLS_START);
    if (start === -1) {
      if (bytes.length > HEAD_MAX) this.#handOver(bytes);
      else this.#waiting = bytes;
      return;
    }
    const end = start + CELLS_START.length;
    const head = bytes.toString("latin1", 0, end);
    if (!isPlainHead(head)) {
      this.#handOver(bytes);
      return;
    }
    this.#reader.write(bytes.subarray(0, end));
    if (!this.#events.betweenRows) {
      this.#handOver(bytes.subarray(end));
      return;
    }
    this.#rows = new RowScanner(this.#events.cells, prefixesOf(head), this.#charsMax);
    this.#scan(this.#rows, bytes.subarray(end));
  }

  #scan(rows: RowScanner, bytes: Buffer): void {
    const rest = bytes.subarray(rows.scan(bytes));
    if (rows.odd || rest.length > ROW_MAX) this.#handOver(rest);
    else this.#waiting = rest;
  }

  #handOver(bytes: Buffer): void {
    this.#parserOnly = true;
    if (bytes.length > 0) this.#reader.write(bytes);
  }
}

/** UTF-8 by declaration or default, and nothing in it that could hide a tag. */
function isPlainHead(head: string): boolean {
  if (head.length < HEAD_MIN || head.includes("<!")) return false;
  if (!/^(?:\xef\xbb\xbf)?</.test(head)) return false;
  const declared = /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1];
  return declared === undefined || declared.toLowerCase() === "utf-8";
}

/** Prefixes that the root element binds. */
function prefixesOf(head: string): ReadonlySet<string> {
  const root = /<[A-Za-z_][^<>]*>/.exec(head)?.[0] ?? "";
  return new Set(
    [...root.matchAll(/\sxmlns:([A-Za-z][A-Za-z0-9]*)=["'][^"'\s]/g)].map((match) => match[1] ?? ""),
  );
}
