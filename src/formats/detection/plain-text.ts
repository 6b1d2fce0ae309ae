/**
 * Whether bytes are text. Judged by what text cannot hold, not by a list of encodings: control characters, and what no UTF-8 or
 * UTF-16 text has. NUL bytes alone do not make a file binary: a log whose writer kept its offset over a truncation begins with megabytes
 * of them, and lists separated by NUL are text.
 *
 * Guarantees: random or compressed bytes of some hundred bytes and more are "binary"; text in UTF-8, UTF-16 with a byte order mark or with
 * Latin letters, and the one-byte and East Asian encodings is "text". Not covered: a few dozen random bytes may pass for text in a legacy
 * encoding; binary that follows a text beyond the bytes given is not seen.
 */

export type TextVerdict = "text" | "nul_only" | "binary";

/** Controls that occur in texts: BEL to CR, SO and SI (ISO-2022), SUB (end mark of DOS), ESC (terminal colours, ISO-2022). */
const TEXT_CONTROLS = new Set([7, 8, 9, 10, 11, 12, 13, 14, 15, 26, 27]);
/** Separators that some text formats stand on: SOH (FIX messages), FS, GS, RS, US. */
const SEPARATORS = new Set([1, 28, 29, 30, 31]);

interface ByteCounts {
  nuls: number;
  controls: number;
  separators: number;
  printable: number;
  high: number;
  evenNuls: number;
  oddNuls: number;
}

function countBytes(bytes: Uint8Array): ByteCounts {
  const counts = { nuls: 0, controls: 0, separators: 0, printable: 0, high: 0, evenNuls: 0, oddNuls: 0 };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0) {
      counts.nuls += 1;
      if (at % 2 === 0) counts.evenNuls += 1;
      else counts.oddNuls += 1;
    } else if (byte >= 0x80) counts.high += 1;
    else if (byte >= 0x20 && byte !== 0x7f) counts.printable += 1;
    else if (SEPARATORS.has(byte)) counts.separators += 1;
    else if (!TEXT_CONTROLS.has(byte)) counts.controls += 1;
  }
  return counts;
}

/** `whole` is false where the bytes are cut off, so that a character may be cut at the end. */
export function textVerdict(bytes: Uint8Array, whole: boolean): TextVerdict {
  if (bytes.length === 0) return "text";
  const mark = byteOrderMark(bytes);
  if (mark === "utf-8") return "text";
  if (mark !== undefined) return utf16Holds(bytes.subarray(2), mark) ? "text" : "binary";
  const counts = countBytes(bytes);
  if (counts.nuls === bytes.length) return "nul_only";
  const pattern = nulPattern(counts, bytes.length);
  if (pattern !== undefined && utf16Holds(bytes, pattern)) return "text";
  const rest = bytes.length - counts.nuls;
  if (counts.nuls > 0)
    return counts.controls + counts.separators <= rest / 500 && mostlyReadable(bytes, counts, whole)
      ? "text"
      : "binary";
  if (utf8Faults(bytes, whole) === 0)
    return counts.controls <= rest / 20 && counts.separators <= rest / 3 ? "text" : "binary";
  return counts.controls <= rest / 50 &&
    counts.separators <= rest / 20 &&
    (counts.controls === 0 || mostlyReadable(bytes, counts, whole))
    ? "text"
    : "binary";
}

/** Where high bytes are more than a sprinkling, they must be UTF-8. */
function mostlyReadable(bytes: Uint8Array, counts: ByteCounts, whole: boolean): boolean {
  return counts.high <= counts.printable / 5 || utf8Faults(bytes, whole) <= counts.high / 50;
}

type Utf16 = "utf-16le" | "utf-16be";

function byteOrderMark(bytes: Uint8Array): "utf-8" | Utf16 | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** In UTF-16 the zero bytes stand on one side of the pairs: of each Latin letter, of line ends and spaces in other scripts. */
function nulPattern(counts: ByteCounts, length: number): Utf16 | undefined {
  const enough = Math.max(2, length * 0.0025);
  if (counts.oddNuls >= enough && counts.evenNuls <= counts.oddNuls * 0.02) return "utf-16le";
  if (counts.evenNuls >= enough && counts.oddNuls <= counts.evenNuls * 0.02) return "utf-16be";
  return undefined;
}

/** Whether the units are characters that text is made of. NUL is passed over: padding. */
function utf16Holds(bytes: Uint8Array, order: Utf16): boolean {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2));
  let faults = 0;
  let characters = 0;
  for (const character of new TextDecoder(order, { ignoreBOM: true }).decode(even)) {
    if (character === "\0") continue;
    characters += 1;
    const code = character.codePointAt(0) ?? 0;
    if (
      code < 0x80 ? code < 0x20 && !TEXT_CONTROLS.has(code) && !SEPARATORS.has(code) : FOREIGN.test(character)
    )
      faults += 1;
  }
  return faults <= characters / 50;
}

/** Unassigned, private, C1 controls, and what stands for a lone surrogate. */
const FOREIGN = /[\p{Cn}\p{Co}\p{Cs}\uFFFD\u0080-\u0084\u0086-\u009F]/u;

/** Bytes that cannot stand where they stand in UTF-8 (RFC 3629), surrogates counted as faults. */
function utf8Faults(bytes: Uint8Array, whole: boolean): number {
  let faults = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const length =
      byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
    let taken = 1;
    while (taken < length && at + taken < bytes.length && ((bytes[at + taken] ?? 0) & 0xc0) === 0x80)
      taken += 1;
    const cut = !whole && at + taken === bytes.length && taken < length;
    if ((length === 0 || taken < length) && !cut) faults += 1;
    at += taken;
  }
  return faults;
}
