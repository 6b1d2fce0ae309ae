/** Draws random text in the alphabets of secrets, from a seed, so that what failed can be drawn again. */

export type Random = (below: number) => number;

/** A small generator (Lehmer), so that a failing token can be drawn again. */
export function seeded(seed: number): Random {
  let state = (seed % 2147483646) + 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return Math.floor((state / 2147483647) * below);
  };
}

export const DIGITS = "0123456789";
export const LOWER = "abcdefghijklmnopqrstuvwxyz";
export const UPPER = LOWER.toUpperCase();
export const BASE62 = DIGITS + LOWER + UPPER;
export const URLSAFE = `${BASE62}-_`;
export const BASE64 = `${BASE62}+/`;
export const HEX = `${DIGITS}abcdef`;

export const draw = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");

/** The characters of `alphabet` that are of `kind`, or all of it where there are none. */
const among = (alphabet: string, kind: string): string =>
  [...alphabet].filter((character) => kind.includes(character)).join("") || alphabet;

/** Holds letters of both cases and a digit, as random text of a vendor nearly always does, and no filler. */
export const mixed = (random: Random, alphabet: string, length: number): string =>
  `${draw(random, alphabet, length - 3)}${draw(random, among(alphabet, LOWER), 1)}${draw(random, among(alphabet, UPPER), 1)}${draw(random, among(alphabet, DIGITS), 1)}`;

export const base64url = (text: string): string => Buffer.from(text, "utf8").toString("base64url");
export const uuid = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => draw(random, HEX, length)).join("-");

export const keyBody = (random: Random, lines: number, lineEnd: string): string =>
  [
    ...Array.from({ length: lines }, () => draw(random, BASE64, 61) + "aZ4"),
    `${draw(random, BASE64, 21)}Q==`,
  ].join(lineEnd);

export function privateKey(random: Random, label: string, lines = 25, lineEnd = "\n"): string {
  const dashes = "-".repeat(5);
  return [
    `${dashes}BEGIN ${label}${dashes}`,
    keyBody(random, lines, lineEnd),
    `${dashes}END ${label}${dashes}`,
  ].join(lineEnd);
}

export function jwt(random: Random, algorithm = "HS256", signature = 43): string {
  return [
    base64url(JSON.stringify({ alg: algorithm, typ: "JWT" })),
    base64url(
      JSON.stringify({ sub: draw(random, DIGITS, 10), name: draw(random, LOWER, 8), iat: 1516239022 }),
    ),
    draw(random, URLSAFE, signature),
  ].join(".");
}
