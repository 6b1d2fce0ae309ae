/**
 * Passwords in URLs: `scheme://user:password@host` (RFC 3986 section 3.2.1), of any scheme. Found from the `@`.
 *
 * Guarantees: the whole password is hidden, also one with an unescaped `@`; user, host and scheme stay. Placeholders, variables, masks and
 * empty passwords are not findings.
 * Not covered: a password with an unescaped `/`, and for http and https also with an unescaped `?` or `#`, which end the authority.
 */

import { isPlaceholder } from "./judges.ts";
import type { Found, StructureRule } from "./rule.ts";

/** Characters between `://` and its `@`. */
export const URL_PASSWORD_REACH = 400;
/** Fewer characters are an example of syntax. */
const SHORTEST = 4;
const HOST_REACH = 80;
const USER_INFO = /^[^\s/:"'<>\x60]{0,128}:([^\s/"'<>\x60]{1,256})$/;
const SCHEME = /[A-Za-z][A-Za-z0-9+.-]{0,24}$/;
const HOST = /[A-Za-z0-9.-]{1,72}/y;
/** RFC 2606 and RFC 6761: names that documentation uses. */
const EXAMPLE_HOST =
  /^(?:.*\.)?(?:example(?:\.(?:com|org|net))?|test|invalid|host|hostname|server|domain\.com|mydomain\.com|myhost|proxy|localhost)$/i;

/** More `@` than this behind one `://` are no URL's. */
const SIGNS_MAX = 3;

/** Where the nearest `://` before `at` stands, with no white space or quote between, or -1. */
export function schemeBefore(text: string, at: number): number {
  const limit = Math.max(0, at - URL_PASSWORD_REACH);
  let signs = 0;
  for (let index = at - 1; index >= limit; index--) {
    const code = text.charCodeAt(index);
    if (code === 47)
      return index > 1 && text.charCodeAt(index - 1) === 47 && text.charCodeAt(index - 2) === 58
        ? index - 2
        : -1;
    if (code <= 32 || code === 34 || code === 39 || code === 60 || code === 62 || code === 96) return -1;
    if (code === 64 && ++signs > SIGNS_MAX) return -1;
  }
  return -1;
}

function find(text: string, at: number, final: boolean): Found {
  const separator = schemeBefore(text, at);
  if (separator < 0) return null;
  if (!final && at + HOST_REACH > text.length) return "unfinished";
  const scheme = SCHEME.exec(text.slice(Math.max(0, separator - 25), separator))?.[0];
  if (scheme === undefined) return null;
  const match = USER_INFO.exec(text.slice(separator + 3, at));
  const password = match?.[1];
  if (password === undefined) return null;
  if (/^https?$/i.test(scheme) && /[?#]/.test(password)) return null;
  HOST.lastIndex = at + 1;
  const host = HOST.exec(text)?.[0] ?? "";
  if (password.length < SHORTEST || isPlaceholder(password) || isMask(password)) return null;
  if (EXAMPLE_HOST.test(host) && /^[a-z]{1,12}$/.test(password)) return null;
  return { start: at - password.length, end: at };
}

/** A password that was hidden already, or a format's directive. */
const isMask = (password: string): boolean =>
  /^\*+|\*{3,}$|^%[a-zA-Z]$|^\[?REDACTED|^(.)\1*$/i.test(password) ||
  /[{}]/.test(password) ||
  /^\$/.test(password);

export const URL_PASSWORD: StructureRule = {
  shape: "structure",
  kind: "url_password",
  tier: "high",
  source: "RFC 3986 section 3.2.1: user information",
  anchors: ["@"],
  ignoreCase: false,
  wordStart: false,
  rank: 1,
  find,
  earliest: (text, position) => Math.max(0, schemeBefore(text, position)),
};
