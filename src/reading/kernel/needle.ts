/**
 * A needle compiled for the kernel: its bytes, which of them may differ in case, and the two of them to look at first.
 *
 * Guarantees: with `ignoreCase` exactly the ASCII letters match in both cases; other bytes match themselves. Case of other scripts is
 * not the kernel's. The probes are the two bytes that are rarest in logs and program text, which decides how often a place must be
 * looked at twice, never what is found.
 */

export const NEEDLE_MAX = 1024;

export interface Needle {
  readonly length: number;
  /** Letters in lower case where case is ignored. */
  readonly folded: Uint8Array;
  /** 0x20 where the byte is a letter and case is ignored, else 0. `(byte | mask) === folded` is a match. */
  readonly mask: Uint8Array;
  readonly ignoreCase: boolean;
  readonly firstProbe: number;
  readonly secondProbe: number;
}

export function isAsciiLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/** How common a byte is in logs, 0 rare to 255 common: letters by English use, digits and the marks of dates and paths above capitals. */
const COMMON: Uint8Array = (() => {
  const rank = new Uint8Array(256).fill(8);
  const order = ' e0t1aoi2nsr3l-d:4.c5m/,p6u7h8f9gby_=w\tv"[]k()\r{}';
  for (let index = 0; index < order.length; index += 1) rank[order.charCodeAt(index)] = 250 - index * 4;
  for (const [letters, value] of [
    ["EITANOSRDLCF", 70],
    ["MPUGBHWVYKXJQZ", 40],
    ["xjqz", 45],
  ] as const)
    for (const letter of letters) rank[letter.charCodeAt(0)] = value;
  for (let byte = 0x80; byte < 0x100; byte += 1) rank[byte] = 30;
  // Lead bytes of Latin, Greek, Cyrillic and common CJK text stand in every other place of such text.
  for (const lead of [0xc3, 0xce, 0xcf, 0xd0, 0xd1, 0xe3, 0xe4, 0xe5, 0xe6, 0xe7, 0xe8, 0xe9])
    rank[lead] = 120;
  rank[0x0a] = 200;
  return rank;
})();

/** How common a byte is; with `ignoreCase` the sum over both cases of a letter. */
export function commonness(byte: number, ignoreCase: boolean): number {
  const own = COMMON[byte] ?? 0;
  return ignoreCase && isAsciiLetter(byte) ? own + (COMMON[byte ^ 0x20] ?? 0) : own;
}

export function compileNeedle(bytes: Uint8Array, options: { ignoreCase: boolean }): Needle {
  const { length } = bytes;
  if (length < 1 || length > NEEDLE_MAX)
    throw new RangeError(`a needle is 1 to ${NEEDLE_MAX} bytes long, not ${length}`);
  if (bytes.includes(0x0a)) throw new RangeError("a needle holds no line feed");
  const mask = bytes.map((byte) => (options.ignoreCase && isAsciiLetter(byte) ? 0x20 : 0));
  const folded = bytes.map((byte, index) => byte | (mask[index] ?? 0));
  let firstProbe = 0;
  let secondProbe = -1;
  const cost = (index: number): number => commonness(folded[index] ?? 0, options.ignoreCase);
  for (let index = 1; index < length; index += 1) if (cost(index) < cost(firstProbe)) firstProbe = index;
  // The second probe is another byte where there is one: the same byte twice says little more than once.
  for (let index = 0; index < length; index += 1) {
    if (index === firstProbe) continue;
    const same = folded[index] === folded[firstProbe] ? 256 : 0;
    if (
      secondProbe < 0 ||
      cost(index) + same < cost(secondProbe) + (folded[secondProbe] === folded[firstProbe] ? 256 : 0)
    )
      secondProbe = index;
  }
  return {
    length,
    folded,
    mask,
    ignoreCase: options.ignoreCase,
    firstProbe,
    secondProbe: Math.max(secondProbe, 0),
  };
}

/**
 * The same needle with the probes that are rarest in a sample of what is searched: the first byte, and the one that stands least often
 * beside it. Logs repeat themselves, so that a look at some kilobytes says more than any table. Never changes what is found.
 */
export function withProbes(needle: Needle, sample: Uint8Array): Needle {
  const { folded, mask, length } = needle;
  const counts = new Uint32Array(256);
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  const occurs = (index: number): number => {
    const byte = folded[index] ?? 0;
    return (counts[byte] ?? 0) + (mask[index] === 0 ? 0 : (counts[byte ^ 0x20] ?? 0));
  };
  // Where the sample holds neither, the table decides.
  const rank = (index: number): number => commonness(folded[index] ?? 0, needle.ignoreCase) / 1024;
  let firstProbe = 0;
  for (let index = 1; index < length; index += 1)
    if (occurs(index) + rank(index) < occurs(firstProbe) + rank(firstProbe)) firstProbe = index;
  if (length === 1) return needle;
  const beside = new Uint32Array(length);
  const probe = folded[firstProbe] ?? 0;
  const probeMask = mask[firstProbe] ?? 0;
  for (let at = firstProbe; at + length - firstProbe <= sample.length; at += 1) {
    if (((sample[at] ?? 0) | probeMask) !== probe) continue;
    for (let index = 0; index < length; index += 1)
      if (((sample[at - firstProbe + index] ?? 0) | (mask[index] ?? 0)) === folded[index])
        beside[index] = (beside[index] ?? 0) + 1;
  }
  let secondProbe = firstProbe === 0 ? 1 : 0;
  const cost = (index: number): number => (beside[index] ?? 0) + (occurs(index) + rank(index)) / 1e6;
  for (let index = 0; index < length; index += 1)
    if (index !== firstProbe && cost(index) < cost(secondProbe)) secondProbe = index;
  return { ...needle, firstProbe, secondProbe };
}
