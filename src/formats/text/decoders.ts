/**
 * Decoders that take a file's bytes chunk by chunk and tell what they could not decode.
 *
 * Guarantees: the text does not depend on where chunks are cut; a byte that is no text becomes U+FFFD and is counted, a U+FFFD that the
 * file holds is not. One UTF-8 replacement may stand for up to three bytes, a UTF-16 one stands for two, a legacy one for one.
 * Not exact: in ISO-2022-JP the count is that of replacement characters; a U+FFFD written in GB18030 counts as a lost byte.
 */

import { isAscii, isUtf8 } from "node:buffer";
import type { Encoding } from "./encodings.ts";
import { decodeIllFormed, unfinishedTail } from "./utf8.ts";
import type { DecodedText, Replacement } from "./utf8.ts";

export interface ChunkDecoder {
  /** Text of these bytes and of those kept back before. */
  decode(bytes: Buffer): DecodedText;
  /** Text of what was kept back, as no more bytes follow. */
  end(): DecodedText;
  /** Bytes kept back; null where the decoder does not tell. */
  readonly pending: number | null;
}

const NOTHING: DecodedText = { text: "", replacements: [] };
const LONE_SURROGATE = /\p{Surrogate}/gu;

const joined = (head: Buffer, tail: Buffer): Buffer =>
  head.length === 0 ? tail : Buffer.concat([head, tail]);

class Utf8Decoder implements ChunkDecoder {
  #kept: Buffer = Buffer.alloc(0);

  get pending(): number {
    return this.#kept.length;
  }

  decode(bytes: Buffer): DecodedText {
    if (this.#kept.length === 0 && isAscii(bytes))
      return { text: bytes.toString("latin1"), replacements: [] };
    const all = joined(this.#kept, bytes);
    const tail = unfinishedTail(all);
    const whole = tail === 0 ? all : all.subarray(0, all.length - tail);
    // A copy: the chunk's memory is used again.
    this.#kept = Buffer.from(all.subarray(all.length - tail));
    return isUtf8(whole) ? { text: whole.toString("utf8"), replacements: [] } : decodeIllFormed(whole);
  }

  end(): DecodedText {
    const rest = this.#kept;
    this.#kept = Buffer.alloc(0);
    return rest.length === 0 ? NOTHING : decodeIllFormed(rest);
  }
}

class Utf16Decoder implements ChunkDecoder {
  readonly #bigEndian: boolean;
  #kept: Buffer = Buffer.alloc(0);

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  get pending(): number {
    return this.#kept.length;
  }

  decode(bytes: Buffer): DecodedText {
    const all = joined(this.#kept, bytes);
    let whole = all.length & ~1;
    const high = all[whole - (this.#bigEndian ? 2 : 1)];
    // The first half of a pair waits for the second.
    if (whole >= 2 && high !== undefined && (high & 0xfc) === 0xd8) whole -= 2;
    this.#kept = Buffer.from(all.subarray(whole));
    return this.#text(all.subarray(0, whole));
  }

  end(): DecodedText {
    // An odd byte, the first half of a pair, or both together: one replacement, as the WHATWG decoder has it.
    const lost = this.#kept.length;
    this.#kept = Buffer.alloc(0);
    return lost === 0 ? NOTHING : { text: "\uFFFD", replacements: [{ at: 0, bytes: lost }] };
  }

  #text(bytes: Buffer): DecodedText {
    const text = (this.#bigEndian ? Buffer.from(bytes).swap16() : bytes).toString("utf16le");
    const replacements: Replacement[] = [];
    const clean = text.replace(LONE_SURROGATE, (_lone, at: number) => {
      replacements.push({ at, bytes: 2 });
      return "\uFFFD";
    });
    return { text: clean, replacements };
  }
}

class Utf32Decoder implements ChunkDecoder {
  readonly #bigEndian: boolean;
  #kept: Buffer = Buffer.alloc(0);

  constructor(bigEndian: boolean) {
    this.#bigEndian = bigEndian;
  }

  get pending(): number {
    return this.#kept.length;
  }

  decode(bytes: Buffer): DecodedText {
    const all = joined(this.#kept, bytes);
    const whole = all.length & ~3;
    this.#kept = Buffer.from(all.subarray(whole));
    const replacements: Replacement[] = [];
    let text = "";
    for (let at = 0; at < whole; at += 4) {
      const code = this.#bigEndian ? all.readUInt32BE(at) : all.readUInt32LE(at);
      if (code <= 0x10ffff && (code & 0x1ff800) !== 0xd800) text += String.fromCodePoint(code);
      else {
        replacements.push({ at: text.length, bytes: 4 });
        text += "\uFFFD";
      }
    }
    return { text, replacements };
  }

  end(): DecodedText {
    const lost = this.#kept.length;
    this.#kept = Buffer.alloc(0);
    return lost === 0 ? NOTHING : { text: "\uFFFD", replacements: [{ at: 0, bytes: lost }] };
  }
}

/** Keeps its own state from chunk to chunk. */
class PlatformDecoder implements ChunkDecoder {
  readonly pending = null;
  readonly #decoder: InstanceType<typeof TextDecoder>;

  constructor(name: string) {
    this.#decoder = new TextDecoder(name, { ignoreBOM: true });
  }

  decode(bytes: Buffer): DecodedText {
    return counted(this.#decoder.decode(bytes, { stream: true }));
  }

  end(): DecodedText {
    return counted(this.#decoder.decode());
  }
}

/** Bytes held back at most while no character is known to end. */
const KEPT = 262_144;

/**
 * Encodings of one and two bytes. Each call decodes whole characters, cut where one is sure to end: iconv-lite's own streaming loses characters
 * where a broken sequence spans two writes.
 */
class LegacyDecoder implements ChunkDecoder {
  readonly #decode: (bytes: Buffer) => string;
  readonly #singleByte: boolean;
  #kept: Buffer = Buffer.alloc(0);

  constructor(decode: (bytes: Buffer) => string, singleByte: boolean) {
    this.#decode = decode;
    this.#singleByte = singleByte;
  }

  get pending(): number {
    return this.#kept.length;
  }

  decode(bytes: Buffer): DecodedText {
    const all = joined(this.#kept, bytes);
    let cut = all.length;
    if (!this.#singleByte) {
      cut = characterEnd(all);
      if (cut === 0 && all.length > KEPT) cut = all.length;
    }
    if (cut < all.length || this.#kept.length > 0) this.#kept = Buffer.from(all.subarray(cut));
    return cut === 0 ? NOTHING : counted(this.#decode(all.subarray(0, cut)));
  }

  end(): DecodedText {
    const rest = this.#kept;
    this.#kept = Buffer.alloc(0);
    return rest.length === 0 ? NOTHING : counted(this.#decode(rest));
  }
}

/**
 * The last place where a character surely ends in GB18030, Big5, Shift_JIS, EUC-JP and EUC-KR: after a byte below 0x30, which is never a part
 * of a longer one, or after two bytes below 0x80, of which only the first may be. 0 when there is none.
 */
function characterEnd(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= 0; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x30 || (byte < 0x80 && at > 0 && (bytes[at - 1] ?? 0) < 0x80)) return at + 1;
  }
  return 0;
}

/** Each U+FFFD of a legacy decoder stands for one byte. */
function counted(text: string): DecodedText {
  const replacements: Replacement[] = [];
  for (let at = text.indexOf("\uFFFD"); at >= 0; at = text.indexOf("\uFFFD", at + 1))
    replacements.push({ at, bytes: 1 });
  return { text, replacements };
}

/** Loads iconv-lite on first need only. */
export async function decoderFor(encoding: Encoding): Promise<ChunkDecoder> {
  switch (encoding.decoder) {
    case "utf8":
      return new Utf8Decoder();
    case "utf16le":
    case "utf16be":
      return new Utf16Decoder(encoding.decoder === "utf16be");
    case "utf32le":
    case "utf32be":
      return new Utf32Decoder(encoding.decoder === "utf32be");
    case "platform":
      return new PlatformDecoder(encoding.decoderName);
    case "iconv":
    case "iconv_multibyte":
      break;
  }
  const { default: iconv } = await import("iconv-lite");
  return new LegacyDecoder(
    (bytes) => iconv.decode(bytes, encoding.decoderName, { stripBOM: false }),
    encoding.decoder === "iconv",
  );
}
