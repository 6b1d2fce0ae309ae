/**
 * A filter over bytes for the secret rules, loaded when the first line is to be returned or judged. "May hold" is not certain, "holds none" is:
 * a text without any keyword of a rule has no finding of it, save where a keyword itself is broken over two lines.
 *
 * Few bytes are looked through by the hash of each keyword's last three bytes, which costs next to nothing to set up. Where a count goes
 * through many, the kernel's own filter is set up instead (ten milliseconds and some megabytes) and looks through a gigabyte in half a second.
 */

import { compileKeywords } from "../kernel/keyword-set.ts";
import type { KeywordSet } from "../kernel/keyword-set.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { KEYWORDS } from "../screening/rules.ts";
import type { Keyword } from "../screening/rules.ts";

/** Bytes after which the kernel's filter is worth setting up. */
const FEW_BYTES = 16 * 1024 * 1024;
const AT_ONCE = 256;
const TRIGRAM = 3;

interface Placed {
  /** Into KEYWORDS. */
  readonly index: number;
  /** Where its last three bytes start. */
  readonly offset: number;
}

const folded = (a: number, b: number, c: number): number => a | (b << 8) | (c << 16) | 0x20_20_20;
const hashOf = (trigram: number): number => Math.imul(trigram, 0x9e3779b1) >>> 16;

const bits = new Uint8Array(8192);
const byTrigram = new Map<number, Placed[]>();
for (const [index, { text }] of KEYWORDS.entries()) {
  // The last three bytes: marks such as `_`, `=` and `:` stand there, which are rarer than the letters at the start.
  const offset = text.length - TRIGRAM;
  const trigram = folded(text.charCodeAt(offset), text.charCodeAt(offset + 1), text.charCodeAt(offset + 2));
  const hash = hashOf(trigram);
  bits[hash >> 3] = (bits[hash >> 3] ?? 0) | (1 << (hash & 7));
  const known = byTrigram.get(trigram);
  if (known === undefined) byTrigram.set(trigram, [{ index, offset }]);
  else known.push({ index, offset });
}

const NONE: ReturnType<KeywordSet["at"]> = [];
/** What of `byTrigram` was asked for so far. */
const withBytes = new Map<number, ReturnType<KeywordSet["at"]>>();

/** The same for the kernel: its groups let everything pass, and the bits by hash decide. */
const BY_HASH: KeywordSet = {
  longest: Math.max(...KEYWORDS.map(({ text }) => text.length)),
  filter: "fingerprints",
  stride: 1,
  lead: 0,
  tables: new Uint8Array(3 * 32).fill(0xff),
  hashes: bits,
  at: (a, b, c) => {
    const trigram = folded(a, b, c);
    const known = byTrigram.get(trigram);
    if (known === undefined) return NONE;
    let members = withBytes.get(trigram);
    if (members === undefined) {
      members = known.map(({ index, offset }) => ({ ...bytesOf(index), index, offset }));
      withBytes.set(trigram, members);
    }
    return members;
  },
};

const bytesOf = (index: number): { bytes: Buffer; ignoreCase: boolean } => ({
  bytes: Buffer.from(KEYWORDS[index]?.text ?? "", "latin1"),
  ignoreCase: KEYWORDS[index]?.caseInsensitive === true,
});

let looked = 0;
let set = BY_HASH;

/** Whether the kernel's bytes in [from, end) may hold a secret; `hidden`: one that is hidden, not only reported. */
export function mayHoldSecret(kernel: Kernel, from: number, end: number, hidden: boolean): boolean {
  looked += Math.max(0, end - from);
  if (looked > FEW_BYTES && set === BY_HASH)
    set = compileKeywords(KEYWORDS.map((_, index) => bytesOf(index)));
  for (let at = from; at < end;) {
    const hits = kernel.findKeywords(set, at, end, AT_ONCE);
    for (const { position, keyword } of hits) {
      const found = KEYWORDS[keyword];
      if (found === undefined || (hidden && found.tier === "low")) continue;
      if (counts(kernel.bytes, position, end, found)) return true;
    }
    const last = hits.at(-1);
    if (last === undefined || hits.length < AT_ONCE) return false;
    at = last.position + 1;
  }
  return false;
}

/** The same for bytes that the kernel does not hold, whatever their tier. */
export function bytesMayHoldSecret(bytes: Buffer): boolean {
  for (let at = 0; at + TRIGRAM <= bytes.length; at += 1) {
    const trigram = folded(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
    const hash = hashOf(trigram);
    if ((((bits[hash >> 3] ?? 0) >> (hash & 7)) & 1) === 0) continue;
    for (const { index, offset } of byTrigram.get(trigram) ?? []) {
      const keyword = KEYWORDS[index];
      const start = at - offset;
      if (keyword === undefined || start < 0 || start + keyword.text.length > bytes.length) continue;
      if (standsAt(bytes, start, keyword) && counts(bytes, start, bytes.length, keyword)) return true;
    }
  }
  return false;
}

function standsAt(bytes: Buffer, start: number, { text, caseInsensitive }: Keyword): boolean {
  for (let index = 0; index < text.length; index += 1) {
    let byte = bytes[start + index] ?? 0;
    if (caseInsensitive && byte >= 0x41 && byte <= 0x5a) byte += 0x20;
    if (byte !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Some keywords only count with a character behind them in the same run of text. */
function counts(bytes: Buffer, position: number, end: number, { followedBy }: Keyword): boolean {
  if (followedBy === undefined) return true;
  const reach = bytes.toString("latin1", position, Math.min(end, position + followedBy.within + 8));
  const mark = reach.indexOf(followedBy.character);
  return mark >= 0 && !/\s/.test(reach.slice(0, mark));
}
