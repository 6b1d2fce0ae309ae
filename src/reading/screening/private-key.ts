/**
 * Private keys in text armour (RFC 7468, RFC 4880 section 6.2, OpenSSH `PROTOCOL.key`, RFC 4716, PuTTY `.ppk`): whole, cut at either
 * end, on one line, with escaped line ends (JSON), quoted in source code, with a prefix on each line (logs, quotations), in a URL.
 *
 * Guarantees: from the marker that opens a key to the one that closes it, at most `KEY_LIMIT` characters; a key that is cut is hidden as
 * far as its base64 goes, and the half that stands before a closing marker likewise. One forward walk per marker that stops at the next
 * marker, so the work is linear. A marker that is only mentioned, with no key text behind it, is not a finding.
 * Not covered: a key cut at both ends, of which no marker is left.
 */

import type { Found, Span } from "./rule.ts";

export const KEY_LIMIT = 65_536;
/** Text between two pieces of key that is not key text: a log's prefix, a header of the armour. */
const GAP = 400;
const MARKER_BEFORE = 64;

/** A blank, as it is or in a URL. */
const BLANK = String.raw`(?: |\+|%20)`;
const DASHES = "[-–—]{1,5}";
const NAME = `(?:[A-Z0-9]{1,12}${BLANK}){0,3}`;
const WORDS = `PRIVATE${BLANK}KEY(?:${BLANK}BLOCK)?${BLANK}?${DASHES}`;
const BEGIN = new RegExp(`${DASHES}${BLANK}?BEGIN${BLANK}${NAME}$`);
const END_BEFORE = new RegExp(`${DASHES}${BLANK}?END${BLANK}${NAME}$`);
const BEHIND = new RegExp(WORDS, "y");
const BEHIND_REACH = 40;
const END_AT = new RegExp(`${DASHES}${BLANK}?END${BLANK}${NAME}${WORDS}`, "y");
const END_REACH = 112;
const MAC_AT = /Private-MAC: ?[0-9a-f]{40,64}/y;

/** Base64 characters of the standard alphabet. */
const IS_BODY = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
  IS_BODY[character.charCodeAt(0)] = 1;

const isBody = (code: number): boolean => code < 128 && IS_BODY[code] === 1;

/** Whether a run of base64 characters reads like a piece of a key, and not like a word, a path or a number. */
function isKeyText(piece: string): boolean {
  if (piece.length < 16) return false;
  if (!/[A-Z]/.test(piece) || !/[a-z]/.test(piece)) return false;
  return piece.length >= 40 || /\d/.test(piece);
}

/** A literal `\n`, `\r` or `\t` at `position`, any number of backslashes: its length, else 0. */
function escapeAt(text: string, position: number): number {
  let end = position;
  while (end - position < 8 && text.charCodeAt(end) === 92) end++;
  if (end === position) return 0;
  const letter = text.charCodeAt(end);
  return letter === 110 || letter === 114 || letter === 116 ? end - position + 1 : end - position;
}

interface Walk {
  /** Behind the closing marker, or behind the last key text. */
  readonly end: number;
  readonly closed: boolean;
  readonly keyText: boolean;
}

/** Walks over key text from `from`; "unfinished" where the text ends first. */
function walkBody(text: string, from: number, final: boolean, close: RegExp): Walk | "unfinished" {
  const limit = from + KEY_LIMIT;
  let position = from;
  let end = from;
  let keyText = false;
  let strayText = false;
  while (position < text.length && position < limit) {
    if (position - end > GAP) return { end, closed: false, keyText };
    const code = text.charCodeAt(position);
    if (code === 92) {
      position += escapeAt(text, position) || 1;
      continue;
    }
    if (isBody(code)) {
      let stop = position + 1;
      while (stop < text.length && stop < limit && isBody(text.charCodeAt(stop))) stop++;
      if (code === 80) {
        if (!final && text.length - position < END_REACH) return "unfinished";
        close.lastIndex = position;
        if (close.test(text)) return { end: close.lastIndex, closed: true, keyText: keyText || strayText };
      }
      const piece = text.slice(position, stop);
      if (isKeyText(piece)) {
        keyText = true;
        end = stop;
      } else if (keyText && isLastLine(text, end, position, stop)) end = stop;
      else if (piece.length >= 16 || (piece.length >= 8 && /\d/.test(piece))) strayText = true;
      position = stop;
      continue;
    }
    if (code === 45 || code === 0x2013 || code === 0x2014) {
      if (!final && text.length - position < END_REACH) return "unfinished";
      close.lastIndex = position;
      if (close.test(text)) return { end: close.lastIndex, closed: true, keyText: keyText || strayText };
      if (text.startsWith("-----BEGIN", position)) return { end, closed: false, keyText };
      let stop = position;
      while (stop < text.length && stop - position < 5 && text.charCodeAt(stop) === code) stop++;
      position = stop;
      continue;
    }
    position++;
  }
  if (position < limit && !final) return "unfinished";
  return { end, closed: false, keyText };
}

const endsLine = (text: string, position: number): boolean => {
  const code = text.charCodeAt(position);
  return position >= text.length || code === 10 || code === 13 || code === 92 || code === 34 || code === 39;
};

/** Whether the short piece from `position` to `stop` is the last line of a key that was cut: alone on the line behind one without padding. */
const isLastLine = (text: string, end: number, position: number, stop: number): boolean =>
  text.charCodeAt(end - 1) !== 61 &&
  endsLine(text, stop) &&
  /^[ \t\r\n"'+,\\nr]{1,24}$/.test(text.slice(end, position));

/**
 * Where key text that ends at `position` begins, walking backwards over pieces of base64 and line ends. With `partial` the first piece may
 * be of any length, because more of it may come.
 */
export function bodyStart(text: string, position: number, partial: boolean): number {
  const limit = Math.max(0, position - KEY_LIMIT);
  let start = position;
  let at = position;
  let first = true;
  while (at > limit) {
    // Separators: line ends, blanks, quotes, escaped line ends.
    let stop = at;
    for (; stop > limit; stop--) {
      const code = text.charCodeAt(stop - 1);
      if (
        code === 10 ||
        code === 13 ||
        code === 32 ||
        code === 9 ||
        code === 34 ||
        code === 39 ||
        code === 92
      )
        continue;
      const escaped = (code === 110 || code === 114) && text.charCodeAt(stop - 2) === 92;
      if (!escaped) break;
    }
    let begin = stop;
    while (begin > limit) {
      const code = text.charCodeAt(begin - 1);
      if (!isBody(code)) break;
      if ((code === 110 || code === 114) && text.charCodeAt(begin - 2) === 92) break;
      begin--;
    }
    if (begin === stop) break;
    const accepted =
      stop - begin >= 40 || isKeyText(text.slice(begin, stop)) || (first && (partial || stop - begin <= 64));
    if (!accepted) break;
    // A short last line alone is no key text: it counts only with what stands before it.
    if (partial || isKeyText(text.slice(begin, stop)) || !first) start = begin;
    first = false;
    at = begin;
  }
  return start;
}

/** Start of text at `position` that a closing marker still to come may turn into a key. */
export function openBodyStart(text: string, position: number): number {
  const marker = /[-–—]{1,5}[ +%20]{0,3}(?:E|EN|END(?:[ +%][A-Z0-9 +%]{0,48})?)?$/.exec(
    text.slice(Math.max(0, position - 80), position),
  );
  return bodyStart(text, position - (marker?.[0].length ?? 0), true);
}

/** At the words PRIVATE KEY of a marker. */
export function findPrivateKey(text: string, position: number, final: boolean): Found {
  if (!final && position + BEHIND_REACH > text.length) return "unfinished";
  BEHIND.lastIndex = position;
  if (!BEHIND.test(text)) return null;
  const behind = BEHIND.lastIndex;
  const before = text.slice(Math.max(0, position - MARKER_BEFORE), position);
  const begin = BEGIN.exec(before);
  if (begin === null) {
    const end = END_BEFORE.exec(before);
    if (end === null) return null;
    const marker = position - end[0].length;
    const start = bodyStart(text, marker, false);
    return start === marker ? null : { start, end: behind };
  }
  const start = position - begin[0].length;
  return judged(walkBody(text, behind, final, END_AT), start);
}

/** Earliest start of a key whose marker at `position` cannot be judged yet. */
export function earliestPrivateKey(text: string, position: number): number {
  const before = text.slice(Math.max(0, position - MARKER_BEFORE), position);
  const begin = BEGIN.exec(before);
  if (begin !== null) return position - begin[0].length;
  const end = END_BEFORE.exec(before);
  return end === null ? position : bodyStart(text, position - end[0].length, true);
}

function judged(walk: Walk | "unfinished", start: number): Found {
  if (walk === "unfinished") return walk;
  return walk.keyText ? { start, end: walk.end } : null;
}

/** At `Private-Lines:` of a PuTTY key: the lines, up to and with the MAC. */
export function findPuttyKey(text: string, position: number, final: boolean): Found {
  const from = position + "Private-Lines:".length;
  const walk = walkBody(text, from, final, MAC_AT);
  return judged(walk, from);
}

/** At the base64 form of `-----BEGIN `, as in kubeconfig files and secrets of Kubernetes: the whole base64 text, if it is a private key. */
export function findEncodedKey(text: string, position: number, final: boolean): Found {
  if (!final && position + 96 > text.length) return "unfinished";
  const head = text.slice(position, position + 88).replace(/[^A-Za-z0-9+/]/g, "");
  if (!Buffer.from(head, "base64").toString("latin1").includes("PRIVATE KEY")) return null;
  const limit = position + KEY_LIMIT;
  let end = position;
  for (let at = position; ;) {
    while (at < text.length && at < limit && isBody(text.charCodeAt(at))) at++;
    end = at;
    if (at >= limit) break;
    // Wrapped base64 goes on behind a line end, if what follows is long or ends its line.
    const next = /^(?:\\{1,4}[nr]|\r?\n)[ \t]{0,32}/.exec(text.slice(at, at + 48));
    if (!final && text.length - at < 128) return "unfinished";
    if (next === null || text.charCodeAt(at - 1) === 61) break;
    let stop = at + next[0].length;
    const begin = stop;
    while (stop < text.length && stop - begin < 40 && isBody(text.charCodeAt(stop))) stop++;
    if (stop - begin < 40 && !(stop > begin && endsLine(text, stop))) break;
    at = stop;
  }
  return { start: position, end } satisfies Span;
}
