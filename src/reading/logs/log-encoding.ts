/**
 * Which encoding a log is in, judged from the bytes as they come, and its lines as text.
 *
 * Guarantees: a byte order mark or the NUL pattern of UTF-16 decides at once, else the first byte beyond ASCII, however late; binary content
 * is refused by name. Undecodable bytes are counted one by one. Not covered: a log whose encoding changes on the way (what does not fit the
 * first one is counted as undecodable); ISO-2022-JP, which looks like ASCII.
 */

import { isAscii, isUtf8 } from "node:buffer";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, EncodingFacts } from "../../model/unit.ts";
import { sniff } from "../../formats/detect.ts";
import { decoderFor } from "../../formats/text/decoders.ts";
import type { ChunkDecoder } from "../../formats/text/decoders.ts";
import { byteOrderMark, judgeBytes, judgeNulPattern } from "../../formats/text/detect.ts";
import { encodingOf, UTF_8 } from "../../formats/text/encodings.ts";
import type { Encoding } from "../../formats/text/encodings.ts";
import { decodeIllFormed } from "../../formats/text/utf8.ts";
import type { DecodedText } from "../../formats/text/utf8.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { UnitShape } from "./line-reader.ts";

/** Every signature that a log could be mistaken for stands in so many bytes. */
const SNIFF_BYTES = 2048;
const HOW: readonly EncodingFacts["how"][] = ["bom", "strict_utf8", "mostly_utf8", "nul_pattern", "detected"];
/** Enough to see on which side of the pairs zero bytes stand. */
const PATTERN_BYTES = 4096;

/** Bytes in memory as a source for the detector. */
function sourceOf(bytes: Buffer, name: string): ByteSource {
  return {
    size: bytes.length,
    name,
    bytes,
    readSync: (position, length) => bytes.subarray(position, position + length),
    *chunks() {
      yield bytes;
    },
  };
}

/** Refuses a log that is no text, naming what it is. `size` is that of the whole file. */
export function refuseBinaryLog(head: Buffer, name: string, size: number): void {
  const sniffed = sniff(head.subarray(0, SNIFF_BYTES), "log", size);
  const say = (what: string): ReadbackError =>
    new ReadbackError("unsupported_format", `log \`${name}\` is ${what}, not a log`, {
      hint: "name a text log, or a `.gz` or `.zst` file of one",
    });
  switch (sniffed.kind) {
    case "refused":
      throw new ReadbackError(sniffed.error.code, `log \`${name}\` is no log: ${sniffed.error.message}`, {
        hint: sniffed.error.hint,
      });
    case "pdf":
      throw say("a PDF document");
    case "zip":
      throw say("a ZIP archive or an Office document");
    case "compound":
      throw say("an Office document of the old kind");
    default:
  }
}

/** Share of zero bytes, by a look at 64 places. */
function zeroShare(bytes: Buffer): number {
  const step = Math.max(1, Math.floor(bytes.length / 64) | 1);
  let zero = 0;
  let looks = 0;
  for (let at = 0; at < bytes.length; at += step) {
    looks += 1;
    if (bytes[at] === 0) zero += 1;
  }
  return looks === 0 ? 0 : zero / looks;
}

export class LogEncoding {
  #encoding: Encoding = UTF_8;
  #how: EncodingFacts["how"] = "ascii";
  #confidence: number | undefined;
  #bom = false;
  #decided = false;
  #decoder: ChunkDecoder | undefined;

  /** What was decided in an earlier call, as `decided` wrote it. */
  async resume(decided: string): Promise<void> {
    const [name = "", how] = decided.split(":");
    const encoding = encodingOf(name);
    if (encoding === undefined) return;
    this.#bom = how === "bom";
    await this.#decide(encoding, HOW.find((word) => word === how) ?? "requested");
  }

  /** Looks at a log's first bytes; returns how many of them are a byte order mark. */
  async begin(head: Buffer): Promise<number> {
    const mark = byteOrderMark(head);
    if (mark !== undefined) {
      this.#bom = true;
      await this.#decide(mark.encoding, "bom");
      return mark.length;
    }
    await this.judgePattern(head);
    return 0;
  }

  /** Recognises UTF-16 without a mark. */
  async judgePattern(head: Buffer): Promise<void> {
    // More than half of the bytes are zero in no text of UTF-16: a hole that a truncation left.
    if (zeroShare(head.subarray(0, PATTERN_BYTES)) > 0.6) return;
    const pattern = judgeNulPattern(head.subarray(0, PATTERN_BYTES));
    if (pattern !== undefined) await this.#decide(pattern.encoding, pattern.how);
  }

  /** Looks at bytes that come next, as long as all before were ASCII. */
  async look(kernel: Kernel, from: number, end: number, valid: number): Promise<void> {
    if (this.#decided) return;
    const at = kernel.findNonAscii(from, end);
    if (at >= end) return;
    const judged = await judgeBytes(sourceOf(kernel.bytes.subarray(0, valid), "log"), at);
    this.#confidence = judged.confidence;
    await this.#decide(judged.encoding, judged.how);
  }

  /** The same for bytes that stand in a buffer of their own. */
  async lookAt(bytes: Buffer): Promise<void> {
    if (this.#decided || isAscii(bytes)) return;
    const judged = await judgeBytes(
      sourceOf(bytes, "log"),
      bytes.findIndex((byte) => byte >= 0x80),
    );
    this.#confidence = judged.confidence;
    await this.#decide(judged.encoding, judged.how);
  }

  async #decide(encoding: Encoding, how: EncodingFacts["how"]): Promise<void> {
    this.#encoding = encoding;
    this.#how = how;
    this.#decided = true;
    this.#decoder = encoding.decoder === "utf8" ? undefined : await decoderFor(encoding);
  }

  get facts(): EncodingFacts {
    return {
      name: this.#encoding.name,
      bom: this.#bom,
      how: this.#how,
      ...(this.#confidence === undefined ? {} : { confidence: this.#confidence }),
    };
  }

  /** What was decided, for a cursor; undefined as long as nothing was seen but ASCII. */
  get decided(): string | undefined {
    return this.#decided ? `${this.#encoding.name}:${this.#how}` : undefined;
  }

  get isDecided(): boolean {
    return this.#decided;
  }

  get isUtf8(): boolean {
    return this.#encoding.decoder === "utf8";
  }

  get shape(): UnitShape {
    switch (this.#encoding.decoder) {
      case "utf16le":
      case "utf16be":
        return { width: 2, bigEndian: this.#encoding.decoder === "utf16be" };
      case "utf32le":
      case "utf32be":
        return { width: 4, bigEndian: this.#encoding.decoder === "utf32be" };
      default:
        return { width: 1, bigEndian: false };
    }
  }

  /** Bytes that begin and end at characters, as text. */
  decode(bytes: Buffer): DecodedText {
    const decoder = this.#decoder;
    if (decoder === undefined) {
      if (isAscii(bytes)) return { text: bytes.toString("latin1"), replacements: [] };
      return isUtf8(bytes) ? { text: bytes.toString("utf8"), replacements: [] } : decodeIllFormed(bytes);
    }
    const head = decoder.decode(bytes);
    const tail = decoder.end();
    if (tail.text === "") return head;
    return {
      text: head.text + tail.text,
      replacements: [
        ...head.replacements,
        ...tail.replacements.map(({ at, bytes: lost }) => ({ at: at + head.text.length, bytes: lost })),
      ],
    };
  }
}
