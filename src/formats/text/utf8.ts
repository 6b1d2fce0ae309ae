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
  /** Those of them in lines without any ill-formed byte. */
  readonly pure: number;
  /** Those of them before the first ill-formed byte. */
  readonly leading: number;
  readonly illFormedBytes: number;
  /** Ill-formed bytes without surrogates written like characters (CESU-8), which only a writer of UTF-8 leaves behind. */
  readonly foreignBytes: number;
}

/** Counts what speaks for and against UTF-8. A sequence cut off by the end of the bytes speaks for neither; `skipHead` does the same for one cut off by their start. */
export function utf8Evidence(bytes: Uint8Array, skipHead: boolean): Utf8Evidence {
  const count = { sequences: 0, pure: 0, leading: 0, illFormedBytes: 0, foreignBytes: 0 };
  let inLine = 0;
  let lineIsPure = true;
  let at = 0;
  const end = bytes.length;
  if (skipHead) while (at < 3 && at < end && isContinuation(bytes[at])) at += 1;
  for (; at < end;) {
    const length = sequenceLength(bytes, at, end);
    if (length === 0) break;
    if (length === 1) {
      if (bytes[at] === 0x0a) {
        if (lineIsPure) count.pure += inLine;
        inLine = 0;
        lineIsPure = true;
      }
      at += 1;
    } else if (length > 1) {
      inLine += 1;
      count.sequences += 1;
      if (count.illFormedBytes === 0) count.leading += 1;
      at += length;
    } else {
      const surrogate = isSurrogate(bytes, at);
      const lost = surrogate ? 3 : -length;
      lineIsPure = false;
      count.illFormedBytes += lost;
      if (!surrogate) count.foreignBytes += lost;
      at += lost;
    }
  }
  if (lineIsPure) count.pure += inLine;
  return count;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const isSurrogate = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0xed &&
  (bytes[at + 1] ?? 0) >= 0xa0 &&
  isContinuation(bytes[at + 1]) &&
  isContinuation(bytes[at + 2]);
