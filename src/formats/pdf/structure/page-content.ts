/**
 * Content streams of a page, looked at without PDFium, which says nothing when one is damaged and reads only what comes before.
 *
 * Source: ISO 32000-1, 7.8.2 (content streams), annex A.1 (operators); RFC 1950 for the checksum at a Flate stream's end.
 * Guarantees: every answer may be "not known": encrypted files, other filters than Flate, streams beyond a cap.
 */

import { inflateSync } from "node:zlib";
import { isArray, isDictionary, PdfReference, StructureProblem } from "./lexer.ts";
import type { PdfValue } from "./lexer.ts";
import type { FoundObject, ObjectStore } from "./object-store.ts";

const LEAF_WINDOW = 2048;
const ONE_STREAM = /\/Contents\s+(\d{1,10})\s+\d+\s+R\b/;
const CONTENT_MAX = 16 * 1024 * 1024;

/** Operators that show something: text of some length, another object, a path. */
const SHOWS_TEXT = /(?:[^\s()]\s*\)|[0-9a-fA-F]\s*>)[\s\d.\-\])]*(?:Tj|TJ|'|")/;
const SHOWS_OBJECT = /(?:^|[\s\])>])(?:Do|sh|EI)(?=[\s/[(<]|$)/;
const SHOWS_PATH = /(?:^|\s)(?:re|l|c|v|y|h)\s+(?:S|s|f|F|f\*|B|B\*|b|b\*)(?=\s|$)/;

export class PageContent {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Whether the content holds operators that show something. */
  shows(leaf: number): boolean | undefined {
    return this.#ask(leaf, (found) => {
      const content = Buffer.from(this.#store.streamBytes(found, CONTENT_MAX)).toString("latin1");
      return [SHOWS_TEXT, SHOWS_OBJECT, SHOWS_PATH].some((operator) => operator.test(content));
    });
  }

  /** Whether a part of the content cannot be inflated to its end, or is not what was written. */
  broken(leaf: number): boolean | undefined {
    return this.#ask(leaf, (found) => {
      const { bytes, filter } = this.#store.encodedStream(found);
      return filter === "FlateDecode" && !isSound(bytes);
    });
  }

  #ask(leaf: number, question: (found: FoundObject) => boolean): boolean | undefined {
    if (this.#store.encrypted || leaf === 0) return undefined;
    try {
      return this.#parts(leaf)?.some((part) => this.#askPart(part, question));
    } catch (error) {
      if (error instanceof StructureProblem) return undefined;
      throw error;
    }
  }

  #askPart(part: PdfValue, question: (found: FoundObject) => boolean): boolean {
    const found = part instanceof PdfReference ? this.#store.object(part.number) : undefined;
    if (isArray(found?.value))
      return found.value.some((inner) => {
        const stream = inner instanceof PdfReference ? this.#store.object(inner.number) : undefined;
        return stream !== undefined && isDictionary(stream.value) && question(stream);
      });
    return found !== undefined && isDictionary(found.value) && question(found);
  }

  /** References to the streams of a page. */
  #parts(leaf: number): readonly PdfValue[] | undefined {
    const place = this.#store.place(leaf);
    if (place === undefined) return undefined;
    // Nearly every page names one stream; reading the whole dictionary costs ten times this.
    const raw = this.#store.rawBytes(leaf, place, LEAF_WINDOW);
    const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString("latin1");
    const only = ONE_STREAM.exec(text);
    if (only !== null && only.index === text.lastIndexOf("/Contents"))
      return [new PdfReference(Number(only[1]))];
    const page = this.#store.object(leaf)?.value;
    if (!isDictionary(page)) return undefined;
    const contents = page.get("Contents");
    const resolved = this.#store.resolve(contents);
    return isArray(resolved) ? resolved : contents === undefined ? [] : [contents];
  }
}

function isSound(bytes: Uint8Array): boolean {
  try {
    inflateSync(bytes, { maxOutputLength: CONTENT_MAX });
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return code !== "Z_DATA_ERROR" && code !== "Z_BUF_ERROR";
  }
}
