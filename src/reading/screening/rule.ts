/**
 * What a secret rule is, and the builders that the rule tables are written with.
 *
 * Guarantees: every rule is anchored by literal words of three or more characters (`anchors`), tries one sticky pattern (or one
 * hand-written walk) at an anchor, looks at most `after` characters to the right of the anchor's start and never across a line break,
 * and uses bounded quantifiers only, so that the work per anchor is bounded. Joining of wrapped lines is done outside (wrapped.ts).
 * The tables are written from the vendors' published token formats; each rule names its page in `source`.
 */

import { isFiller } from "./judges.ts";

/** High: hidden. Low: reported only, because the shape alone does not prove a secret. */
export type Tier = "high" | "low";

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly tier: Tier;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

interface RuleFacts {
  /** Snake case, shown in answers. */
  readonly kind: string;
  readonly tier: Tier;
  /** The vendor's page or the standard that publishes the format. */
  readonly source: string;
  readonly anchors: readonly string[];
  readonly ignoreCase: boolean;
  /** Characters one of which must follow the anchor, where that makes a short anchor rare; a set in the manner of `a-z0-9`. */
  readonly follow?: string;
  /** The anchor must not stand inside a word; an escape such as `\n`, `\u003d`, `%3D` before it is none. */
  readonly wordStart: boolean;
  /** Which kind names a span that several rules found: the smallest. Vendors 0, structures 1, named values 2. */
  readonly rank: number;
}

export interface PatternRule extends RuleFacts {
  readonly shape: "pattern";
  /** Sticky; group `value` is what is hidden, without it the whole match. Without indices the value ends the match. */
  readonly pattern: RegExp;
  /** Farthest character that the pattern looks at, counted from the anchor's start. */
  readonly after: number;
  /** How far before the anchor the value may begin: at most 256 characters. */
  readonly before: number;
  readonly judge: ((value: string) => boolean) | undefined;
  /** The value may be wrapped over lines: a token that begins at the anchor, or a value somewhere behind it. */
  readonly wraps: "token" | "value" | undefined;
  /** Sticky, tried behind the anchor: what may stand between it and a line break that a token is wrapped at. */
  readonly run: RegExp;
  /** Usual length of a match that begins like this one: a shorter one that ends at a line break is tried with the next lines. */
  readonly usual: (value: string) => number;
}

/** `unfinished`: the text ends before this can be judged. */
export type Found = Span | null | "unfinished";

export interface StructureRule extends RuleFacts {
  readonly shape: "structure";
  /** Judges an anchor at `position`; with `final` the text goes no further. */
  readonly find: (text: string, position: number, final: boolean) => Found;
  /** Where a span of an unfinished anchor may begin. */
  readonly earliest: (text: string, position: number) => number;
}

export type Rule = PatternRule | StructureRule;

export const BASE62 = "A-Za-z0-9";
export const URLSAFE = "A-Za-z0-9_-";
export const BASE64 = "A-Za-z0-9+/";
export const LOWER_HEX = "0-9a-f";
const ANY_TOKEN = "A-Za-z0-9_+/=.:%~$-";
export const ANY_HEX = "0-9A-Fa-f";

/**
 * The part of a value that stands before its anchor: `length` characters of one set, such as `{32}`, no more of that set before them,
 * unless an escape such as `\n` ends there. Looks behind from the anchor.
 */
export const head = (set: string, length: string): string =>
  String.raw`(?<=(?:(?<![${set}])|(?<=[\\%][A-Za-z0-9]{1,5}))(?<head>[${set}]${length}))`;

/** A quote, escaped or not. */
export const QUOTE = String.raw`\\{0,3}["'\x60]`;
/** Between a name and its value: `=`, `:`, `=>`, `:=`, `,`, `>` of an element, quotes, blanks. At most 45 characters. */
export const ASSIGN = String.raw`(?:${QUOTE})?\]?[ \t]{0,16}(?:=>|:=|={1,3}|:|,|>|%3[Dd])[ \t]{0,16}(?:${QUOTE})?`;
export const ASSIGN_REACH = 45;

const escapeLiteral = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

const anyOf = (words: readonly string[]): string =>
  words.length === 1 ? escapeLiteral(words[0] ?? "") : `(?:${words.map(escapeLiteral).join("|")})`;

const longest = (words: readonly string[]): number => Math.max(...words.map((word) => word.length));

interface Common {
  readonly kind: string;
  readonly source: string;
  readonly tier?: Tier;
  readonly rank?: number;
  readonly follow?: string;
}

/** A token with a vendor's prefix: anchor, then `min` to `max` characters of one set, hidden whole with its prefix. */
export function prefixed(
  facts: Common & {
    anchors: readonly string[];
    /** A character set such as `A-Za-z0-9`. */
    body: string;
    min: number;
    max?: number;
    /** Usual length of the body, where it may be longer than `min`. */
    usual?: number;
    /** Pattern that must stand between anchor and body, and its greatest length. */
    infix?: readonly [pattern: string, length: number];
    /** Pattern behind the body, and its greatest length. */
    tail?: readonly [pattern: string, length: number];
    judge?: (value: string) => boolean;
  },
): PatternRule {
  const max = facts.max ?? Math.max(facts.min, 255);
  const [infix, infixLength] = facts.infix ?? ["", 0];
  const [tail, tailLength] = facts.tail ?? ["", 0];
  const fixed = longest(facts.anchors) + infixLength;
  const { anchors } = facts;
  const anchorOf = (value: string): string => anchors.find((word) => value.startsWith(word)) ?? "";
  const usual = infixLength + (facts.usual ?? facts.min);
  return {
    shape: "pattern",
    kind: facts.kind,
    tier: facts.tier ?? "high",
    source: facts.source,
    anchors,
    ignoreCase: false,
    wordStart: true,
    ...(facts.follow === undefined ? {} : { follow: facts.follow }),
    rank: facts.rank ?? 0,
    pattern: new RegExp(`${anyOf(anchors)}${infix}[${facts.body}]{${facts.min},${max}}${tail}`, "y"),
    after: fixed + max + tailLength + 2,
    before: 0,
    judge: (value) => !isFiller(value.slice(anchorOf(value).length)) && (facts.judge?.(value) ?? true),
    wraps: "token",
    run: new RegExp(`[${facts.tail === undefined && infix === "" ? facts.body : ANY_TOKEN}]{0,${max}}`, "y"),
    usual: (value) => anchorOf(value).length + usual,
  };
}

/** A name, an assignment, a value: only the value is hidden. The name is the anchor; a suffix such as `_prod` may follow it. */
export function named(
  facts: Common & {
    anchors: readonly string[];
    /** Pattern of the value and its greatest length. */
    value: readonly [pattern: string, length: number];
    judge?: (value: string) => boolean;
    /** Pattern between name and value instead of the usual assignment, and its greatest length. */
    assign?: readonly [pattern: string, length: number];
    caseSensitive?: boolean;
    wraps?: boolean;
  },
): PatternRule {
  const [value, valueLength] = facts.value;
  const [assign, assignLength] = facts.assign ?? [`[A-Za-z0-9_-]{0,16}${ASSIGN}`, 16 + ASSIGN_REACH];
  return {
    shape: "pattern",
    kind: facts.kind,
    tier: facts.tier ?? "high",
    source: facts.source,
    anchors: facts.anchors,
    ignoreCase: facts.caseSensitive !== true,
    wordStart: false,
    rank: facts.rank ?? 2,
    pattern: new RegExp(
      `${insensitive(facts.anchors, facts.caseSensitive === true)}${assign}(?<value>${value})`,
      "y",
    ),
    after: longest(facts.anchors) + assignLength + valueLength + 2,
    before: 0,
    judge: facts.judge,
    wraps: facts.wraps === true ? "value" : undefined,
    run: new RegExp(`[^\\r\\n]{0,${assignLength + valueLength}}`, "y"),
    usual: () => 0,
  };
}

/** A shape that only counts near its vendor's name: the name, up to `gap` characters of the same line, the value. */
export function near(
  facts: Common & {
    anchors: readonly string[];
    gap: number;
    value: readonly [pattern: string, length: number];
    judge?: (value: string) => boolean;
  },
): PatternRule {
  return named({
    ...facts,
    rank: facts.rank ?? 0,
    assign: [String.raw`[^\r\n]{0,${facts.gap}}?(?<![A-Za-z0-9])`, facts.gap],
    value: [`${facts.value[0]}(?![A-Za-z0-9])`, facts.value[1] + 1],
  });
}

/** Any other pattern. It is tried at the anchor's first character. */
export function shaped(
  facts: Common & {
    anchors: readonly string[];
    ignoreCase?: boolean;
    wordStart?: boolean;
    pattern: string;
    after: number;
    before?: number;
    judge?: (value: string) => boolean;
    wraps?: boolean;
    usual?: number;
  },
): PatternRule {
  return {
    shape: "pattern",
    kind: facts.kind,
    tier: facts.tier ?? "high",
    source: facts.source,
    anchors: facts.anchors,
    ignoreCase: facts.ignoreCase ?? false,
    wordStart: facts.wordStart ?? false,
    ...(facts.follow === undefined ? {} : { follow: facts.follow }),
    rank: facts.rank ?? 0,
    pattern: new RegExp(facts.pattern, facts.ignoreCase === true ? "diy" : "dy"),
    after: facts.after,
    before: facts.before ?? 0,
    judge: facts.judge,
    wraps: facts.wraps === true ? "token" : undefined,
    run: new RegExp(`[${ANY_TOKEN}]{0,${facts.after}}`, "y"),
    usual: () => facts.usual ?? 0,
  };
}

/** The words in any letter case, the rest of a pattern untouched by the `i` flag. */
function insensitive(words: readonly string[], caseSensitive: boolean): string {
  if (caseSensitive) return anyOf(words);
  const folded = words.map((word) =>
    [...word]
      .map((letter) =>
        /[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : escapeLiteral(letter),
      )
      .join(""),
  );
  return folded.length === 1 ? (folded[0] ?? "") : `(?:${folded.join("|")})`;
}
