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
