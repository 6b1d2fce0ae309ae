import fc from "fast-check";
import { expect, test } from "vitest";
import { ReadbackError } from "../../src/model/errors.ts";
import { decodeToken, encodeToken } from "../../src/model/token.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }).filter((it) => !it.includes("\0"));
const candidates = fc.record({
  source: text,
  path: text,
  size: fc.maxSafeNat(),
  mtimeNs: fc.bigInt({ min: -(10n ** 18n), max: 10n ** 19n }),
  root: fc.stringMatching(/^[0-9a-f]{32}$/),
});

function codeOf(token: string): string {
  try {
    decodeToken(token);
    return "accepted";
  } catch (thrown) {
    return thrown instanceof ReadbackError ? thrown.code : `threw ${String(thrown)}`;
  }
}

test("a token gives back what it was made of", () => {
  fc.assert(
    fc.property(candidates, (candidate) => {
      expect(decodeToken(encodeToken(candidate))).toEqual(candidate);
    }),
  );
});

test("one character changed, dropped or added is another candidate or refused, never a failure of another kind", () => {
  fc.assert(
    fc.property(candidates, fc.nat(), fc.stringMatching(/^[A-Za-z0-9_=. -]?$/), (candidate, at, sign) => {
      const token = encodeToken(candidate);
      const place = at % (token.length + 1);
      const edited = token.slice(0, place) + sign + token.slice(place + 1);
      if (edited === token) return;
      const code = codeOf(edited);
      expect(["invalid_request", "accepted"]).toContain(code);
      if (code === "accepted") expect(encodeToken(decodeToken(edited))).toBe(edited);
    }),
  );
});

test("whatever it is fed, the decoder refuses with `invalid_request` only", () => {
  const json = fc.json().map((it) => Buffer.from(it).toString("base64url"));
  const bytes = fc.uint8Array().map((it) => Buffer.from(it).toString("base64url"));
  fc.assert(
    fc.property(fc.oneof(fc.string(), json, bytes), (token) => {
      expect(codeOf(token)).toBe("invalid_request");
    }),
    { numRuns: 2000 },
  );
});

test.each([
  { v: 2 },
  { v: "1" },
  { source: "" },
  { path: "" },
  { path: "a\0b" },
  { path: 7 },
  { size: -1 },
  { size: 1.5 },
  { size: "3" },
  { mtime_ns: 5 },
  { mtime_ns: "05" },
  { mtime_ns: "1e3" },
  { root: "zz" },
  { more: 1 },
  { __proto__: null, path: ["a"] },
])("an edited field is refused: %j", (change) => {
  const fields = { v: 1, source: "s", path: "a.txt", size: 3, mtime_ns: "5", root: "0".repeat(32) };
  const token = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  expect(codeOf(token(fields))).toBe("accepted");
  expect(codeOf(token({ ...fields, ...change }))).toBe("invalid_request");
});
