/**
 * Bytes of an XML part as text, by byte order mark, byte pattern or declaration (XML 1.0, appendix F; OPC allows UTF-8 and UTF-16: ECMA-376 part 2, 8.1.4).
 *
 * Guarantees: a character is never cut by a chunk edge; bytes that are not in the encoding throw `damaged`, nothing is replaced silently.
 * Not covered: encodings that OPC does not allow, except ISO 8859-1 and ASCII, are refused as `damaged`.
 */

import { isUtf8 } from "node:buffer";
import { ReadbackError } from "../../model/errors.ts";

const HEAD_LENGTH = 160;
const EMPTY = new Uint8Array(0);

interface Decoding {
  /** `last`: no more bytes follow, so that a character cut off at the end is an error. */
  decode(bytes: Uint8Array, last: boolean): string;
}

export class XmlDecoder {
  readonly #partName: string;
  #head: Uint8Array = EMPTY;
  #decoding: Decoding | undefined;

  constructor(partName: string) {
    this.#partName = partName;
  }

  push(bytes: Uint8Array): string {
    if (this.#decoding !== undefined) return this.#decoding.decode(bytes, false);
    this.#head = this.#head.length === 0 ? bytes : joined(this.#head, bytes);
    return this.#head.length < HEAD_LENGTH ? "" : this.#start(false);
  }

  end(): string {
    return this.#decoding === undefined ? this.#start(true) : this.#decoding.decode(EMPTY, true);
  }

  #start(last: boolean): string {
    const head = this.#head;
    this.#head = EMPTY;
    this.#decoding = this.#choose(head);
    return this.#decoding.decode(head, last);
  }

  #choose(head: Uint8Array): Decoding {
    const [first = 0, second = 0] = head;
    if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0))
      return new Utf16("utf-16le", this.#partName);
    if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c))
      return new Utf16("utf-16be", this.#partName);
    const start = Buffer.from(head.subarray(0, HEAD_LENGTH)).toString("latin1");
    const declared = /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/
      .exec(start)?.[1]
      ?.toLowerCase();
    if (declared === "iso-8859-1") return { decode: (bytes) => Buffer.from(bytes).toString("latin1") };
    if (declared !== undefined && !["utf-8", "utf8", "us-ascii", "ascii"].includes(declared))
      throw new ReadbackError(
        "damaged",
        `the part \`${this.#partName}\` declares a character encoding that Office containers do not allow`,
      );
    return new Utf8(this.#partName);
  }
}

class Utf8 implements Decoding {
  readonly #partName: string;
  #rest: Uint8Array = EMPTY;
  #started = false;

  constructor(partName: string) {
    this.#partName = partName;
  }

  decode(bytes: Uint8Array, last: boolean): string {
    const all = this.#rest.length === 0 ? bytes : joined(this.#rest, bytes);
    const end = last ? all.length : wholeCharacters(all);
    this.#rest = end === all.length ? EMPTY : all.slice(end);
    let whole = all.subarray(0, end);
    if (!isUtf8(whole)) throw undecodable(this.#partName);
    if (!this.#started && whole.length > 0) {
      this.#started = true;
      if (whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf) whole = whole.subarray(3);
    }
    return Buffer.from(whole.buffer, whole.byteOffset, whole.length).toString("utf8");
  }
}

class Utf16 implements Decoding {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #partName: string;

  constructor(label: "utf-16le" | "utf-16be", partName: string) {
    this.#decoder = new TextDecoder(label, { fatal: true });
    this.#partName = partName;
  }

  decode(bytes: Uint8Array, last: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream: !last });
    } catch {
      throw undecodable(this.#partName);
    }
  }
}

/** Where the last character starts that may go on behind the end; the length when none does. */
function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function undecodable(partName: string): ReadbackError {
  return new ReadbackError("damaged", `the part \`${partName}\` holds bytes that are not in its encoding`);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
