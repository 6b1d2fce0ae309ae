/**
 * A file's bytes as text, chunk by chunk, with the encoding told and every undecodable byte counted. For text, CSV and all other formats that
 * are plain text on disk.
 *
 * Guarantees: one pass in order, memory of one chunk; the same text however the chunks are cut; a byte order mark is no part of the text.
 * As long as a file is ASCII no decision is taken: the first byte beyond it, however late, is what the encoding is judged by.
 * Not covered: one encoding is used to the end of the file; what does not fit it is counted in `replacedBytes`.
 */

import { isAscii } from "node:buffer";
import { throwIfCancelled } from "../../model/errors.ts";
import type { Meter } from "../../model/budget.ts";
import type { ByteSource, EncodingFacts } from "../../model/unit.ts";
import { decoderFor } from "./decoders.ts";
import type { ChunkDecoder } from "./decoders.ts";
import { byteOrderMark, judgeBytes, judgeNulPattern, refuseBinary } from "./detect.ts";
import type { Judgement } from "./detect.ts";
import { ISO_2022_JP, requestedEncoding, UTF_16BE } from "./encodings.ts";
import type { Replacement } from "./utf8.ts";

export interface TextChunk {
  readonly text: string;
  /** Offset in the file of the text's first byte. In a multi-byte legacy encoding a character on the seam may have begun up to 3 bytes before. */
  readonly byteStart: number;
  /** Bytes that stand as U+FFFD in this chunk. */
  readonly replacedBytes: number;
  /** The same one by one: where in `text`, and how many bytes. */
  readonly replacements: readonly Replacement[];
}

export interface DecodedFile {
  /** True to the text handed out so far; final when `chunks` has ended. See `factsAfter`. */
  readonly facts: EncodingFacts;
  /** U+0000 seen so far. */
  readonly nulBytes: number;
  readonly replacedBytes: number;
  /** Once only. */
  readonly chunks: AsyncIterable<TextChunk>;
}

export interface DecodeOptions {
  readonly encoding?: string | undefined;
  readonly signal: AbortSignal;
  readonly meter: Meter;
  readonly chunkSize?: number;
}

const HEAD = 65_536;
const NONE: readonly Replacement[] = [];

/** Opens the text of a source. Throws `invalid_request` for an unknown `encoding`, `unsupported_format` for bytes that are no text. */
export async function decodeChunks(source: ByteSource, options: DecodeOptions): Promise<DecodedFile> {
  const head = Buffer.from(source.readSync(0, HEAD));
  const mark = byteOrderMark(head);
  if (options.encoding !== undefined) {
    const asked = requestedEncoding(options.encoding);
    const turned = /^utf-?16$/i.test(options.encoding.trim()) && mark?.encoding === UTF_16BE;
    const encoding = turned ? UTF_16BE : asked;
    const own = mark?.encoding === encoding ? mark.length : 0;
    return new Decoding(source, options, { encoding, how: "requested" }, own);
  }
  if (mark) return new Decoding(source, options, { encoding: mark.encoding, how: "bom" }, mark.length);
  const judgement = judgeNulPattern(head);
  if (!judgement) refuseBinary(head);
  return new Decoding(source, options, judgement, 0);
}

/** The facts once it is known how many bytes of what was read did not fit: UTF-8 with lost bytes was not strict. */
export function factsAfter(facts: EncodingFacts, replacedBytes: number): EncodingFacts {
  return facts.how === "strict_utf8" && replacedBytes > 0 ? { ...facts, how: "mostly_utf8" } : facts;
}

class Decoding implements DecodedFile {
  readonly chunks: AsyncIterable<TextChunk>;
  readonly #source: ByteSource;
  readonly #options: DecodeOptions;
  readonly #markLength: number;
  #judgement: Judgement | undefined;
  #nulBytes = 0;
  #replacedBytes = 0;

  constructor(
    source: ByteSource,
    options: DecodeOptions,
    judgement: Judgement | undefined,
    markLength: number,
  ) {
    this.#source = source;
    this.#options = options;
    this.#judgement = judgement;
    this.#markLength = markLength;
    this.chunks = this.#decode();
  }

  get facts(): EncodingFacts {
    const judged = this.#judgement;
    if (!judged) return { name: "utf-8", bom: false, how: "ascii" };
    return {
      name: judged.encoding.name,
      bom: this.#markLength > 0,
      how: judged.how,
      ...(judged.confidence === undefined ? {} : { confidence: judged.confidence }),
    };
  }

  get nulBytes(): number {
    return this.#nulBytes;
  }

  get replacedBytes(): number {
    return this.#replacedBytes;
  }

  async *#decode(): AsyncGenerator<TextChunk> {
    let decoder: ChunkDecoder | undefined = this.#judgement && (await decoderFor(this.#judgement.encoding));
    const escapes = new EscapeWatch(this.#source);
    let position = 0;
    let skip = this.#markLength;
    for (const chunk of this.#source.chunks(this.#options.chunkSize)) {
      throwIfCancelled(this.#options.signal);
      let bytes = asBuffer(chunk);
      const skipped = Math.min(skip, bytes.length);
      skip -= skipped;
      bytes = bytes.subarray(skipped);
      let start = position + skipped;
      position += chunk.length;
      if (!decoder) {
        const plain = escapes.plainLength(bytes, start);
        if (plain > 0) yield this.#chunk(bytes.toString("latin1", 0, plain), start, NONE);
        if (plain === bytes.length) continue;
        start += plain;
        bytes = bytes.subarray(plain);
        this.#judgement = await this.#judge(bytes, start);
        decoder = await decoderFor(this.#judgement.encoding);
      }
      const kept = decoder.pending ?? 0;
      const { text, replacements } = decoder.decode(bytes);
      if (text !== "") yield this.#chunk(text, start - kept, replacements);
    }
    if (decoder) {
      const kept = decoder.pending ?? 0;
      const { text, replacements } = decoder.end();
      if (text !== "") yield this.#chunk(text, position - kept, replacements);
    }
  }

  async #judge(bytes: Buffer, start: number): Promise<Judgement> {
    if (bytes[0] === ESCAPE) return { encoding: ISO_2022_JP, how: "escape_sequence" };
    return judgeBytes(this.#source, start);
  }

  #chunk(text: string, byteStart: number, replacements: readonly Replacement[]): TextChunk {
    let replacedBytes = 0;
    for (const { bytes } of replacements) replacedBytes += bytes;
    this.#replacedBytes += replacedBytes;
    this.#nulBytes += nulsIn(text);
    return { text, byteStart, replacedBytes, replacements };
  }
}

function nulsIn(text: string): number {
  let count = 0;
  let at = text.indexOf("\0");
  if (at < 0) return 0;
  for (; at < text.length; at += 1) if (text.charCodeAt(at) === 0) count += 1;
  return count;
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const ESCAPE = 0x1b;
/** Escapes to JIS X 0208 and 0212. `ESC ( B` alone is what terminals write, so it proves nothing. */
const JIS_ESCAPE = /^\x1b\$(?:[@B]|\(D)/;
const ESCAPE_LENGTH = 4;

/** Finds where plain ASCII ends: at a byte beyond it, or at an escape that opens ISO-2022-JP text. */
class EscapeWatch {
  readonly #source: ByteSource;
  /** False once an escape has been seen that no ISO-2022-JP text follows. */
  #watching = true;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  plainLength(bytes: Buffer, start: number): number {
    let plain = bytes.length;
    if (!isAscii(bytes)) plain = bytes.findIndex((byte) => byte >= 0x80);
    for (
      let at = bytes.indexOf(ESCAPE);
      this.#watching && at >= 0 && at < plain;
      at = bytes.indexOf(ESCAPE, at + 1)
    ) {
      const sequence = asBuffer(this.#source.readSync(start + at, ESCAPE_LENGTH)).toString("latin1");
      if (!JIS_ESCAPE.test(sequence)) continue;
      if (isAscii(this.#source.readSync(start + at, HEAD))) return at;
      this.#watching = false;
    }
    return plain;
  }
}
