/**
 * The quick way for plain text: where each character stands for itself, a hit is found by one regular expression over the text as it is.
 *
 * Guarantees: a text in which folding does more than exchange single characters is `folded`; on any other text the expressions find exactly the
 * hits that comparing folded texts finds (proved by test over all characters, and by property). Their time grows with the text only: no
 * part of them can read the same characters in two ways.
 */

import { isHangul, Kind, kindOf, singleFold, writesNoSpaces } from "./characters.ts";

/** Ranges in which a character is its own letter, a case or width variant that `variantsOf` lists, or a space. Everything else is folded properly. */
const PLAIN_RANGES = [
  ["\0", "\xAC"],
  ["\xAE", "\u0148"],
  ["\u014A", "\u017E"],
  ["\u0180", "\u02FF"],
  ["\u0370", "\u0373"],
  ["\u0375", "\u037D"],
  ["\u037F", "\u0386"],
  ["\u0388", "\u03CE"],
  ["\u0400", "\u0482"],
  ["\u048A", "\u0586"],
  ["\u1E00", "\u1E9A"],
  ["\u1E9C", "\u1EFF"],
  ["\u2000", "\u200A"],
  ["\u2010", "\u2025"],
  ["\u2027", "\u2027"],
  ["\u202F", "\u205F"],
  ["\u2070", "\u20CF"],
  ["\u2190", "\u2328"],
  ["\u232B", "\u24B5"],
  ["\u24EA", "\u2ADB"],
  ["\u2ADD", "\u2BFF"],
  ["\u2E80", "\u3029"],
  ["\u3030", "\u3098"],
  ["\u309B", "\uA63F"],
  ["\uAC00", "\uD7A3"],
  ["\uFF01", "\uFF5E"],
] as const;

const inClass = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
/** One byte a unit for plain ones: an expression with as many ranges is ten times slower than this table. */
const PLAIN = new Uint8Array(0x10000);
for (const [from, to] of PLAIN_RANGES) PLAIN.fill(1, from.charCodeAt(0), to.charCodeAt(0) + 1);
const SPACE = 0x20;
const BEYOND_LATIN_1 = /[^\0-\xFF]/;
const SPACES = "\\t-\\r \\x85\\xA0\\u2000-\\u200A\\u202F\\u205F\\u3000";
/** A hyphen, or a Korean syllable, at a line end. */
const DIVIDED = new RegExp(`[-\\u2010\\u2011][\\n\\r]|[\\uAC00-\\uD7A3][${SPACES}]*[\\n\\r]`);

export const isPlainUnit = (unit: number): boolean => PLAIN[unit] === 1;

/**
 * How a text may be searched: "plain" by the quick expression, "divided" by the one for words divided at line ends, "folded" in no quick way.
 */
export function plainness(text: string): "plain" | "divided" | "folded" {
  const beyond = text.search(BEYOND_LATIN_1);
  if (beyond >= 0)
    for (let at = beyond; at < text.length; at += 1) if (PLAIN[text.charCodeAt(at)] === 0) return "folded";
  if (text.includes("\xAD")) return "folded";
  return (text.includes("\n") || text.includes("\r")) && DIVIDED.test(text) ? "divided" : "plain";
}

/** Variants that case and width alone do not give. */
const MORE_VARIANTS: Readonly<Record<string, string>> = {
  i: "\u0130\u0131",
  "'": "\u2018\u2019\u201A\u201B",
  '"': "\u201C\u201D\u201E\u201F",
  "-": "\u2010\u2011\u2212",
  "\u01C6": "\u01C5",
  "\u01C9": "\u01C8",
  "\u01CC": "\u01CB",
  "\u01F3": "\u01F2",
  "\u03BC": "\xB5",
  "\u03C3": "\u03C2",
  "\xDF": "\u1E9E",
};

/** The plain units that fold to a folded unit. */
export function variantsOf(folded: number): number[] {
  const character = String.fromCharCode(folded);
  const candidates = new Set([folded]);
  for (const form of [character.toUpperCase(), character.toLowerCase()])
    if (form.length === 1) candidates.add(form.charCodeAt(0));
  for (const form of MORE_VARIANTS[character] ?? "") candidates.add(form.charCodeAt(0));
  // Full-width ASCII.
  for (const unit of candidates) if (unit > 0x20 && unit < 0x7f) candidates.add(unit + 0xfee0);
  return [...candidates].filter(
    (unit) =>
      isPlainUnit(unit) &&
      (kindOf(unit) === Kind.single || kindOf(unit) === Kind.hyphen) &&
      singleFold(unit) === folded,
  );
}

/** Source of an expression that finds the folded needle in plain text; undefined when no plain text can hold it. */
export function plainExpression(folded: string): string | undefined {
  return expression(folded, (before, after) =>
    writesNoSpaces(before) || writesNoSpaces(after) ? `[${SPACES}]*` : "",
  );
}

/** A hyphen at a line end with all white space that follows. Nothing of it is given back, so it reads in one way only. */
const DIVISION = `[-\\u2010\\u2011][\\n\\r][${SPACES}]*(?![${SPACES}])`;
const KOREAN_LINE_END = `[${SPACES.replace("\\t-\\r", "\\t\\v\\f")}]*[\\n\\r][${SPACES}]*(?![${SPACES}])`;

/** The same for divided text; undefined for a needle with hyphens too, as a division may be one of them. */
export function dividedExpression(folded: string): string | undefined {
  if (folded.includes("-")) return undefined;
  const source = expression(folded, (before, after) => {
    if (writesNoSpaces(before)) return `[${SPACES}]*(?:${DIVISION})*`;
    if (writesNoSpaces(after)) return `(?:[${SPACES}]*|(?:${DIVISION})+)`;
    if (isHangul(before) && isHangul(after)) return `(?:${KOREAN_LINE_END}|(?:${DIVISION})+)?`;
    return `(?:${DIVISION})*`;
  });
  // White space of a division is none that a needle can begin with.
  return source?.startsWith("(?<!") === true ? `(?<![-\\u2010\\u2011](?=[\\n\\r]))${source}` : source;
}

function expression(folded: string, between: (before: number, after: number) => string): string | undefined {
  let source = "";
  let before = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if (at > 0 && unit !== SPACE) source += between(before, unit);
    before = unit;
    if (unit === SPACE) {
      // From the beginning of the run only: a long run would be tried from each of its spaces.
      source += at === 0 ? `(?<![${SPACES}])[${SPACES}]+` : `[${SPACES}]+`;
      continue;
    }
    const variants = variantsOf(unit);
    if (variants.length === 0) return undefined;
    source += `[${variants.map(inClass).join("")}]`;
  }
  return source;
}
