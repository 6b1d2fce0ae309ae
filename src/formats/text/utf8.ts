/**
 * UTF-8 byte by byte: how far a run of bytes is valid, and where and how many bytes of it are not.
 *
 * Guarantees: an ill-formed sequence is cut as the WHATWG decoder cuts it (one U+FFFD for each maximal subpart; Encoding Standard,
 * section 8.1.1; Unicode 16, section 3.9, table 3-7), and its bytes are counted, so that both the number of replacement characters and the
 * number of lost bytes are exact. A U+FFFD that the file itself holds is an ordinary character.
 */

/** One undecodable run: U+FFFD at `at` (UTF-16 units into the text) stands for `bytes` bytes. */
export interface Replacement {
  readonly at: number;
  readonly bytes: number;
}

export interface DecodedText {
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

const NONE: readonly Replacement[] = [];

/**
 * Length of the well-formed sequence at `at`; minus the length of the ill-formed subpart there; 0 when the bytes end within a sequence
 * that is well-formed so far.
 */
export function sequenceLength(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let k = 1; k < length; k += 1) {
    if (at + k >= end) return 0;
    const byte = bytes[at + k] ?? 0;
    if (byte < (k === 1 ? low : 0x80) || byte > (k === 1 ? high : 0xbf)) return -k;
  }
  return length;
}

/** Bytes at the end that begin a character which the next bytes may finish: 0 to 3. */
export function unfinishedTail(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let back = 1; back <= 3 && back <= end; back += 1) {
    const byte = bytes[end - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return sequenceLength(bytes, end - back, end) === 0 ? back : 0;
  }
  return 0;
}

/** Decodes bytes of which some are known to be ill-formed. An unfinished sequence at the end counts as ill-formed. */
export function decodeIllFormed(bytes: Buffer): DecodedText {
  const replacements: Replacement[] = [];
  let text = "";
  let from = 0;
  let at = 0;
  const end = bytes.length;
  while (at < end) {
    const length = sequenceLength(bytes, at, end);
    if (length > 0) {
      at += length;
      continue;
    }
    const lost = length === 0 ? end - at : -length;
    if (at > from) text += bytes.toString("utf8", from, at);
    replacements.push({ at: text.length, bytes: lost });
    text += "\uFFFD";
    at += lost;
    from = at;
  }
  if (end > from) text += bytes.toString("utf8", from, end);
  return { text, replacements: replacements.length === 0 ? NONE : replacements };
}

export interface Utf8Evidence {
  /** Well-formed sequences of two and more bytes. */
  readonly sequences: number;
  readonly illFormedBytes: number;
  /** Ill-formed bytes that are not even shaped like UTF-8: without surrogates, overlong forms and code points too large. */
  readonly shapelessBytes: number;
  /** Well-formed sequences before the first ill-formed byte. */
  readonly leading: number;
}

/** Counts what speaks for and against UTF-8. A sequence cut off by the end of the bytes speaks for neither; `skipHead` does the same for one cut off by their start. */
export function utf8Evidence(bytes: Uint8Array, skipHead: boolean): Utf8Evidence {
  let sequences = 0;
  let illFormedBytes = 0;
  let shapelessBytes = 0;
  let leading = 0;
  let at = 0;
  const end = bytes.length;
  if (skipHead) while (at < 3 && at < end && isContinuation(bytes[at])) at += 1;
  while (at < end) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) break;
    if (length > 0) {
      if (length > 1) sequences += 1;
      if (illFormedBytes === 0) leading = sequences;
      at += length;
      continue;
    }
    const shaped = shapedLength(bytes, at);
    illFormedBytes += shaped === 0 ? -length : shaped;
    if (shaped === 0) shapelessBytes -= length;
    at += shaped === 0 ? -length : shaped;
  }
  return { sequences, illFormedBytes, shapelessBytes, leading };
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

/** Length of what looks like a sequence although it is ill-formed: a lead byte with all its continuation bytes, else 0. */
function shapedLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc0 || lead > 0xfd) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : lead < 0xfc ? 5 : 6;
  for (let k = 1; k < length; k += 1) if (!isContinuation(bytes[at + k])) return 0;
  return length;
}
