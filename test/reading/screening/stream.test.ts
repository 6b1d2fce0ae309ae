/** Any chunking of a text gives what the whole text gives. */

import fc from "fast-check";
import { expect, test } from "vitest";
import type { SecretSpan } from "../../../src/reading/screening/rule.ts";
import { createStreamScanner, scanText } from "../../../src/reading/screening/scan.ts";
import { POSITIVES, jwt, privateKey, seeded, textOf } from "./positives.ts";

/** Feeds the pieces and checks on the way that nothing is given late: no span before what was said to be settled. */
function scanPieces(pieces: readonly string[]): SecretSpan[] {
  const scanner = createStreamScanner();
  const spans: SecretSpan[] = [];
  let settled = 0;
  let length = 0;
  const take = (found: SecretSpan[]): void => {
    for (const span of found) expect(span.start).toBeGreaterThanOrEqual(settled);
    spans.push(...found);
    expect(scanner.settled).toBeGreaterThanOrEqual(settled);
    settled = scanner.settled;
  };
  for (const piece of pieces) {
    take(scanner.push(piece));
    length += piece.length;
    expect(settled).toBeLessThanOrEqual(length);
  }
  take(scanner.finish());
  expect(settled).toBe(length);
  return spans;
}

function cut(text: string, places: readonly number[]): string[] {
  const sorted = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...sorted].map((place, index) => text.slice(place, sorted[index] ?? text.length));
}

const KEY = "PRIVATE " + "KEY";
const DASHES = "-".repeat(5);
const PROSE = [
  "The quick brown fox jumps over the lazy dog. ",
  "2026-11-30T12:00:00Z INFO request id=7f3a\n",
  "\n",
  "\r\n    ",
  "    ",
  '", "',
  "\\n",
  "%3D",
  "user@host ://a:",
  "@",
  "TWFueSBoYW5kcyBtYWtlIGxpZ2h0IHdvcmsuTWFueSBoYW5kcyBtYWtlIGxpZ2h0\n",
  `${DASHES}BEGIN ${KEY}${DASHES}`,
  `${DASHES}BEGIN RSA ${KEY}${DASHES}\n`,
  `\n${DASHES}END ${KEY}${DASHES}`,
  `https://${"u".repeat(110)}:${"p1".repeat(120)}@host `,
  "eyJ",
  "eyJhbGciOiJIUzI1NiJ9.",
  `${DASHES}BEGIN%20${KEY.replace(" ", "%20")}${DASHES}%0A`,
  `%0A${DASHES}END%20EC%20${KEY.replace(" ", "%20")}${DASHES}`,
  `${DASHES}END `,
  "password = ",
  "aws_secret_access_key: ",
  "ghp" + "_",
  "AK" + "IA",
  "authorization: bearer ",
];

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PROSE) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(POSITIVES.length - 1), fc.nat(1_000_000))
      .map(([index, seed]) => textOf((POSITIVES[index] as (typeof POSITIVES)[number]).make(seeded(seed)))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(POSITIVES.length - 1), fc.nat(1_000_000), fc.nat(5000), fc.nat(5000))
      .map(([index, seed, from, length]) => {
        const text = textOf((POSITIVES[index] as (typeof POSITIVES)[number]).make(seeded(seed)));
        const start = from % text.length;
        return text.slice(start, start + 1 + (length % text.length));
      }),
  },
  // Wrapped over lines, as in the text of a page.
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.nat(POSITIVES.length - 1),
        fc.nat(1_000_000),
        fc.array(fc.nat(5000), { minLength: 1, maxLength: 4 }),
      )
      .map(([index, seed, places]) => {
        const text = textOf((POSITIVES[index] as (typeof POSITIVES)[number]).make(seeded(seed)));
        return cut(text, places).join(places.length % 2 === 0 ? "\n" : " \r\n    ");
      }),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
);

test("any chunking of any text equals the whole scan", () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 9 }),
      fc.array(fc.nat(1_000_000), { maxLength: 12 }),
      (pieces, places) => {
        const text = pieces.join("");
        expect(scanPieces(cut(text, places))).toEqual(scanText(text));
      },
    ),
    { numRuns: 10_000 },
  );
}, 240_000);

test("a text given character by character equals the whole scan", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const text = pieces.join("");
      expect(scanPieces([...text].length === text.length ? [...text] : text.split(""))).toEqual(
        scanText(text),
      );
    }),
    { numRuns: 60 },
  );
}, 120_000);

test.each([
  ["a token", "ghp" + "_" + "x7Kq".repeat(9)],
  ["a JSON Web Token", jwt(seeded(7))],
  ["a private key", privateKey(seeded(8), `RSA ${KEY}`, 12)],
  ["a private key on one line", privateKey(seeded(9), KEY, 12, "\\n")],
  ["a password in a URL", "postgres://shop:" + "s3cr3tW0rd@db.internal/shop"],
  ["a long password in a URL", `https://${"u".repeat(120)}:${"p-1!".repeat(64)}@db.internal/shop`],
  ["a connection string", "Server=db;User Id=sa;" + "Password=s3cr3tW0rd;Encrypt=true"],
])("%s that a chunk border splits at any of its offsets is found whole", (_name, secret) => {
  const text = `${"log line without anything of note\n".repeat(20)}value: ${secret} and more text\n${"more lines\n".repeat(40)}`;
  const whole = scanText(text);
  expect(whole).toHaveLength(1);
  const start = text.indexOf(secret);
  for (let offset = -2; offset <= secret.length + 160; offset++)
    expect(scanPieces([text.slice(0, start + offset), text.slice(start + offset)])).toEqual(whole);
});

test("clean text is settled but for a tail", () => {
  const scanner = createStreamScanner();
  const line = "2026-11-30 12:00:00 INFO  server started, 4 workers, no errors so far\n";
  for (let count = 0; count < 200; count++) scanner.push(line);
  expect(scanner.settled).toBeGreaterThan(200 * line.length - 512);
});
