/**
 * Values read straight from the bytes of a sheet part: addresses, numbers and text, as the XML parser and JavaScript would give them.
 *
 * Guarantees: the same result as by way of a string, or an answer that says "not here" (-1, NaN, undefined), after which the caller takes that way.
 * Not covered: validity of bytes that the caller has not looked at.
 */

import { isUtf8 } from "node:buffer";
import { COLUMNS, ROWS, placeOf } from "./cell-address.ts";

/** "B7" as a place; -1 for anything else, also for addresses with `$` or small letters. */
export function placeOfBytes(bytes: Buffer, from: number, to: number): number {
  let at = from;
  let column = 0;
  for (; at < to; at += 1) {
    const letter = (bytes[at] ?? 0) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
    if (column > COLUMNS) return -1;
  }
  if (column === 0 || at === to) return -1;
  let row = 0;
  for (; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    row = row * 10 + digit;
    if (row > ROWS) return -1;
  }
  return row === 0 ? -1 : placeOf(row, column);
}

/** Up to nine digits; -1 for anything else. */
export function wholeOfBytes(bytes: Buffer, from: number, to: number): number {
  if (to === from || to - from > 9) return -1;
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/**
 * Up to 15 digits with a sign and a point, which are exact: digits and power of ten are both whole numbers that a double holds, and one
 * division rounds once (W. D. Clinger, "How to read floating point numbers accurately", 1990). NaN for anything else.
 */
export function numberOfBytes(bytes: Buffer, from: number, to: number): number {
  const negative = bytes[from] === 45;
  const start = negative ? from + 1 : from;
  let digits = 0;
  let point = -1;
  let number = 0;
  for (let at = start; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      digits += 1;
    } else if (digit === -2 && point === -1) point = at;
    else return Number.NaN;
  }
  if (digits === 0 || digits > 15) return Number.NaN;
  const value = point === -1 ? number : number / (POWERS[to - point - 1] ?? Number.NaN);
  return negative ? -value : value;
}

const ENTITY = /&(?:(lt|gt|amp|quot|apos);|#(\d{1,7});|#x([0-9A-Fa-f]{1,6});)?/g;
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** XML 1.0, production 2 (Char). */
const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x1_0000 && code <= 0x10_ffff);

/** Character data of an element, without control characters; undefined where something in it is not allowed or not known. */
export function textOfBytes(bytes: Buffer, from: number, to: number): string | undefined {
  if (!isUtf8(bytes.subarray(from, to))) return undefined;
  const text = bytes.toString("utf8", from, to);
  if (text.includes("\ufffe") || text.includes("\uffff")) return undefined;
  if (!text.includes("&")) return text;
  let known = true;
  const decoded = text.replace(ENTITY, (_whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (isCharacter(code)) return String.fromCodePoint(code);
    known = false;
    return "";
  });
  return known ? decoded : undefined;
}
