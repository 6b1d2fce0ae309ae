/**
 * Which encoding a file without a byte order mark is in, judged from its bytes only.
 *
 * Order (each step measured on real text): NUL pattern of UTF-16, ISO-2022-JP escapes, UTF-8, then the statistical detector with a fixed list
 * of encodings. UTF-8 wins as soon as its multi-byte sequences outweigh what is ill-formed: legacy text hardly ever forms them by chance,
 * and one broken byte in a UTF-8 log must not turn the whole log into mojibake.
 * Guarantees: the judgement depends on the bytes alone, not on how they are cut into chunks.
 * Not covered: UTF-16 without a mark in a text of one short line without any ASCII character; a file that changes between legacy encodings.
 */

import { isAscii } from "node:buffer";
import { ReadbackError } from "../../model/errors.ts";
import type { ByteSource, EncodingFacts } from "../../model/unit.ts";
import {
  DETECTABLE,
  encodingOf,
  UTF_16BE,
  UTF_16LE,
  UTF_32BE,
  UTF_32LE,
  UTF_8,
  WINDOWS_1252,
} from "./encodings.ts";
import { decoderFor } from "./decoders.ts";
import type { Encoding } from "./encodings.ts";
import { utf8Evidence } from "./utf8.ts";
import type { Utf8Evidence } from "./utf8.ts";

export interface Judgement {
  readonly encoding: Encoding;
  readonly how: EncodingFacts["how"];
  readonly confidence?: number;
}

/** Bytes looked at from the first suspicious one on, and at each of some later places. */
const FIRST_WINDOW = 65_536;
const LATER_WINDOW = 16_384;
const LATER_WINDOWS = 4;
/** Bytes given to the statistical detector: more does not make it better. */
const SAMPLE = 4096;
/** Well-formed sequences in a row that legacy text does not form by chance. */
const LEADING_SEQUENCES = 5;

const BOMS: readonly (readonly [readonly number[], Encoding])[] = [
  [[0xef, 0xbb, 0xbf], UTF_8],
  [[0xff, 0xfe, 0x00, 0x00], UTF_32LE],
  [[0x00, 0x00, 0xfe, 0xff], UTF_32BE],
  [[0xff, 0xfe], UTF_16LE],
  [[0xfe, 0xff], UTF_16BE],
];

/** The byte order mark that the bytes begin with. */
export function byteOrderMark(bytes: Uint8Array): { encoding: Encoding; length: number } | undefined {
  for (const [mark, encoding] of BOMS)
    if (mark.every((byte, index) => bytes[index] === byte)) return { encoding, length: mark.length };
  return undefined;
}

const isTextControl = (byte: number): boolean =>
  byte === 0 || (byte >= 0x08 && byte <= 0x0d) || byte === 0x1b || byte === 0x0e || byte === 0x0f;

/** Share and variety of control characters that no text uses. */
function foreignControls(bytes: Uint8Array): { share: number; kinds: number } {
  const seen = new Uint8Array(256);
  let foreign = 0;
  let kinds = 0;
  let other = 0;
  for (const byte of bytes) {
    if (byte === 0) continue;
    other += 1;
    if ((byte >= 0x20 && byte !== 0x7f) || isTextControl(byte)) continue;
    foreign += 1;
    if (seen[byte] === 0) kinds += 1;
    seen[byte] = 1;
  }
  return { share: other === 0 ? 0 : foreign / other, kinds };
}

/** Refuses bytes that are no text in any encoding of ours. One control character used as a separator (FIX, for instance) is text. */
export function refuseBinary(head: Uint8Array): void {
  const { share, kinds } = foreignControls(head);
  if (share > 0.05 && kinds >= 5)
    throw new ReadbackError("unsupported_format", "the file holds binary content and is not text", {
      hint: "if it is text in an unusual encoding, name it with `encoding`",
    });
}

/** UTF-16 without a mark: Latin characters with their zero byte on one side of the pairs, and characters that make sense together. */
export function judgeNulPattern(head: Uint8Array): Judgement | undefined {
  const units = head.length >> 1;
  if (units === 0 || !head.includes(0)) return undefined;
  let little = 0;
  let big = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    if (head[at + 1] === 0 && isPlain(head[at] ?? 0)) little += 1;
    if (head[at] === 0 && isPlain(head[at + 1] ?? 0)) big += 1;
  }
  for (const [latin, otherWay, encoding] of [
    [little, big, UTF_16LE],
    [big, little, UTF_16BE],
  ] as const) {
    if (latin === 0 || latin < units * 0.005) continue;
    const plain = latin >= units * 0.7 && otherWay * 10 <= latin;
    if (!plain && !implausibleBytes(head)) continue;
    if (plausibleUtf16(head.subarray(0, units * 2), encoding)) return { encoding, how: "nul_pattern" };
  }
  return undefined;
}

const isPlain = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte >= 0xa0 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Whether the bytes make no sense one by one. */
function implausibleBytes(head: Uint8Array): boolean {
  if (foreignControls(head).share > 0.05) return true;
  const { sequences, foreignBytes } = utf8Evidence(head, false);
  return foreignBytes > sequences;
}

/** Characters that no text holds: unassigned ones (a line end read the wrong way round is one), private ones, lone surrogates, controls. */
const FOREIGN_CHARACTER = /[\p{Cn}\p{Co}\uFFFD\x01-\x08\x0E-\x1A\x1C-\x1F\x7F-\x9F]/gu;

function plausibleUtf16(head: Uint8Array, encoding: Encoding): boolean {
  const text = new TextDecoder(encoding.name).decode(head);
  // A window's end may cut a pair in two.
  const foreign = text.slice(0, -1).match(FOREIGN_CHARACTER)?.length ?? 0;
  return foreign * 50 <= text.length;
}

/** Bytes from several places, starting with the first that is not ASCII. Sequences at cut edges are the caller's concern. */
function windows(source: ByteSource, from: number): Buffer[] {
  const found = [Buffer.from(source.readSync(from, FIRST_WINDOW))];
  const rest = source.size - from - FIRST_WINDOW;
  if (rest <= 0) return found;
  const step = Math.max(LATER_WINDOW, Math.floor(rest / LATER_WINDOWS));
  for (let at = from + FIRST_WINDOW; at < source.size && found.length <= LATER_WINDOWS; at += step)
    found.push(Buffer.from(source.readSync(at, LATER_WINDOW)));
  return found;
}

/** Lines with bytes beyond ASCII, about `limit` bytes. Whole lines, or parts that end where a character does: a sample with half characters in it misleads. */
function suspectLines(bytes: Buffer, limit: number): Buffer[] {
  const lines: Buffer[] = [];
  let taken = 0;
  for (let from = 0; from < bytes.length && taken < limit;) {
    const newline = bytes.indexOf(0x0a, from);
    let to = newline < 0 ? bytes.length : newline + 1;
    if (newline < 0 || to - from > limit) {
      const part = bytes.subarray(from, Math.min(to, from + limit));
      to = from + (part.findLastIndex((byte) => byte < 0x30) + 1 || part.length);
    }
    const line = bytes.subarray(from, to);
    if (!isAscii(line)) {
      lines.push(line);
      taken += line.length;
    }
    from = to;
  }
  return lines;
}

/** Judges a file whose first byte beyond ASCII stands at `from`, reading a bounded number of bytes from several places. */
export async function judgeBytes(source: ByteSource, from: number): Promise<Judgement> {
  const seen = windows(source, from);
  const evidence = seen.map((bytes, index) => utf8Evidence(bytes, index > 0));
  const total = (key: keyof Utf8Evidence): number => evidence.reduce((sum, each) => sum + each[key], 0);
  const sequences = total("sequences");
  const foreign = total("foreignBytes");
  if (sequences > 0) {
    if (total("illFormedBytes") === 0) return { encoding: UTF_8, how: "strict_utf8" };
    const outweighs =
      // Another program wrote lines of its own between ours.
      (total("pure") > 0 && total("pure") >= foreign) ||
      (sequences >= 8 && sequences >= foreign * 4) ||
      ((evidence[0]?.leading ?? 0) >= LEADING_SEQUENCES && sequences * 10 >= foreign);
    if (outweighs) return { encoding: UTF_8, how: "mostly_utf8" };
  }
  return judgeLegacy(sampleOf(source, from, seen));
}

function sampleOf(source: ByteSource, from: number, seen: readonly Buffer[]): Buffer {
  // The line before the first suspicious byte belongs to it: words may begin in ASCII.
  const before = Buffer.from(source.readSync(Math.max(0, from - 256), Math.min(256, from)));
  const lineStart = before.lastIndexOf(0x0a) + 1;
  const share = seen.length === 1 ? SAMPLE : SAMPLE / 2;
  const parts = suspectLines(Buffer.concat([before.subarray(lineStart), seen[0] ?? Buffer.alloc(0)]), share);
  for (const bytes of seen.slice(1))
    parts.push(...suspectLines(bytes.subarray(bytes.indexOf(0x0a) + 1), SAMPLE / 2 / LATER_WINDOWS));
  return Buffer.concat(parts);
}

async function judgeLegacy(sample: Buffer): Promise<Judgement> {
  const { chardet } = await import("jschardet");
  const candidates = chardet.detectAll(sample, {
    includeEncodings: Object.keys(DETECTABLE),
    compatNames: false,
    ignoreThreshold: true,
  });
  for (const candidate of candidates) {
    const encoding = encodingOf(DETECTABLE[candidate.encoding ?? ""] ?? "");
    if (!encoding) continue;
    const { text } = (await decoderFor(encoding)).decode(sample);
    if (mixesScripts(text)) continue;
    return { encoding, how: "detected", confidence: Math.round(candidate.confidence * 1000) / 1000 };
  }
  return { encoding: WINDOWS_1252, how: "detected", confidence: 0 };
}

/**
 * Whether most words beyond ASCII are made of two alphabets, or of letters and box drawing: no language does that, and a detector that counts
 * pairs of bytes does not see it (`modalita` with a Cyrillic last letter). Scripts that do stand next to Latin letters are left out.
 */
function mixesScripts(text: string): boolean {
  let words = 0;
  let mixed = 0;
  for (const [word] of text.matchAll(
    /[\p{L}\p{M}\u2500-\u259F]*[^\0-\x7F\P{L}][\p{L}\p{M}\u2500-\u259F]*/gu,
  )) {
    words += 1;
    const alphabet = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(word);
    if ((alphabet && /\p{Script=Latin}/u.test(word)) || /[\u2500-\u259F]/.test(word)) mixed += 1;
  }
  return mixed * 2 > words;
}
