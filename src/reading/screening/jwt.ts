/**
 * JSON Web Tokens in compact form (RFC 7515, RFC 7516, RFC 7519): signed (three parts), unsecured (two), encrypted (five).
 *
 * Guarantees: the whole token is one span, also where it is wrapped over lines; a signature that is shorter than its algorithm asks for
 * (RFC 7518) and ends at a line break is followed into the next line. A part is at most `PART_LIMIT` characters long.
 * Not covered: tokens whose header begins with white space inside its JSON.
 */

import { joseHeader } from "./judges.ts";
import type { Found } from "./rule.ts";

const PART_LIMIT = 16_384;
const WRAPS_MAX = 24;
const BREAK = /[ \t]{0,16}\r?\n[ \t]{0,16}/y;
const BREAK_REACH = 34;

/** Characters of a signature for each algorithm; RSA by its smallest allowed key. */
const SIGNATURE_LENGTH: Readonly<Record<string, number>> = {
  HS256: 43,
  HS384: 64,
  HS512: 86,
  ES256: 86,
  ES384: 128,
  ES512: 176,
  EdDSA: 86,
  RS256: 342,
  RS384: 342,
  RS512: 342,
  PS256: 342,
  PS384: 342,
  PS512: 342,
};

const isTokenCharacter = (code: number): boolean =>
  (code >= 48 && code <= 57) ||
  (code >= 65 && code <= 90) ||
  (code >= 97 && code <= 122) ||
  code === 45 ||
  code === 95;

interface Part {
  readonly end: number;
  readonly length: number;
  /** Without line breaks. */
  readonly text: string;
}

/** One part from `from`. `enough`: its length for which no further line is read; Infinity: lines are joined only if a dot ends the part. */
function readPart(text: string, from: number, final: boolean, enough: number): Part | "unfinished" {
  let end = from;
  let length = 0;
  let joined = "";
  let whole: Part | undefined;
  for (let wraps = 0; ; wraps++) {
    const start = end;
    while (end < text.length && length < PART_LIMIT && isTokenCharacter(text.charCodeAt(end))) {
      end++;
      length++;
    }
    joined += text.slice(start, end);
    if (length >= PART_LIMIT) break;
    if (end + BREAK_REACH > text.length && !final) return "unfinished";
    whole ??= { end, length, text: joined };
    if (text.charCodeAt(end) === 46 || wraps === WRAPS_MAX || length >= enough)
      return { end, length, text: joined };
    BREAK.lastIndex = end;
    if (!BREAK.test(text) || !isTokenCharacter(text.charCodeAt(BREAK.lastIndex))) break;
    end = BREAK.lastIndex;
  }
  // No dot came: where one had to come, the line breaks were not inside a token.
  const read = { end, length, text: joined };
  return enough === Infinity ? (whole ?? read) : read;
}

/** At `eyJ`. */
export function findJwt(text: string, position: number, final: boolean): Found {
  if (
    isTokenCharacter(text.charCodeAt(position - 1)) &&
    !ESCAPE.test(text.slice(Math.max(0, position - 6), position))
  )
    return null;
  const header = readPart(text, position, final, Infinity);
  if (header === "unfinished") return header;
  if (header.length < 10 || text.charCodeAt(header.end) !== 46) return null;
  const facts = joseHeader(header.text);
  const known = facts !== undefined && ("alg" in facts || "typ" in facts || "kid" in facts);
  const encrypted = typeof facts?.["enc"] === "string";
  const payload = readPart(text, header.end + 1, final, Infinity);
  if (payload === "unfinished") return payload;
  if (!encrypted && (payload.length < 8 || !payload.text.startsWith("ey"))) return null;
  let end = payload.end;
  let length = 0;
  const parts = encrypted ? 3 : 1;
  for (let part = 0; part < parts && text.charCodeAt(end) === 46; part++) {
    const last = part === parts - 1;
    const wanted = last ? signatureLength(encrypted, facts?.["alg"]) : Infinity;
    const next = readPart(text, end + 1, final, wanted);
    if (next === "unfinished") return next;
    if (next.length === 0) break;
    end = next.end;
    length = next.length;
  }
  return known || length >= 16 ? { start: position, end } : null;
}

/** Before a token an escape such as `\n` or `%3D` may stand. */
const ESCAPE = /[\\%][A-Za-z0-9]{1,5}$/;

/** Least length of the last part: a signature's, or the tag's of an encrypted token. */
function signatureLength(encrypted: boolean, algorithm: unknown): number {
  if (encrypted) return 22;
  return (typeof algorithm === "string" ? SIGNATURE_LENGTH[algorithm] : undefined) ?? 43;
}
