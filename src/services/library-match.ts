/**
 * Whether one document answers a query, how well, and with which snippet.
 *
 * Guarantees: a snippet is a piece of the text as it stands, at most SNIPPET_CHARS characters (code points), and holds the beginning of its
 * hit; comparing is that of `contains` (any script, any case). Words are looked for only where the phrase is not found.
 */

import type { TextSpan } from "../model/answer.ts";
import { ReadbackError } from "../model/errors.ts";
import type { MatchedBy } from "../model/library-answer.ts";
import { compileNeedle } from "../reading/matching/needle.ts";
import type { CompiledNeedle } from "../reading/matching/needle.ts";

export const SNIPPET_CHARS = 280;
const BEFORE = 90;
/** Hits that are counted to rank by; more make no difference. */
const HITS_COUNTED = 1000;

export interface TextMatch {
  readonly matchedBy: MatchedBy;
  readonly hits: number;
  readonly inTitle: boolean;
  readonly snippet: string;
  readonly line: number;
  readonly endLine: number;
}

export class LibraryQuery {
  readonly #phrase: CompiledNeedle;
  /** Empty where the query is one word. */
  readonly #words: readonly CompiledNeedle[];

  constructor(query: string) {
    try {
      this.#phrase = compileNeedle(query);
      const words = query.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
      this.#words = words.length < 2 ? [] : [...new Set(words)].map((word) => compileNeedle(word));
    } catch (thrown) {
      if (!(thrown instanceof ReadbackError)) throw thrown;
      throw new ReadbackError("invalid_request", "`query` must hold at least one visible character");
    }
  }

  match(title: string, text: string): TextMatch | null {
    const inTitle = this.#phrase.test(title);
    const spans = this.#phrase.findAll(text, HITS_COUNTED);
    const [first] = spans;
    if (first !== undefined)
      return { matchedBy: "phrase", hits: spans.length, inTitle, ...excerpt(text, first) };
    if (inTitle) return { matchedBy: "title", hits: 0, inTitle, ...excerpt(text, { start: 0, end: 0 }) };
    if (this.#words.length === 0) return null;
    let earliest: TextSpan | undefined;
    for (const word of this.#words) {
      const [span] = word.findAll(text, 1);
      if (span === undefined && !word.test(title)) return null;
      if (span !== undefined && (earliest === undefined || span.start < earliest.start)) earliest = span;
    }
    return {
      matchedBy: earliest === undefined ? "title" : "words",
      hits: 0,
      inTitle: earliest === undefined,
      ...excerpt(text, earliest ?? { start: 0, end: 0 }),
    };
  }
}

/** Better answers first: the phrase before the title alone before scattered words; then a title that holds it, then more hits. */
export function compareMatches(a: TextMatch, b: TextMatch): number {
  return RANK[a.matchedBy] - RANK[b.matchedBy] || Number(b.inTitle) - Number(a.inTitle) || b.hits - a.hits;
}

const RANK: Readonly<Record<MatchedBy, number>> = { phrase: 0, title: 1, words: 2 };

function excerpt(text: string, span: TextSpan): Pick<TextMatch, "snippet" | "line" | "endLine"> {
  let from = Math.max(0, span.start - BEFORE);
  if (from > 0) {
    // Not from the middle of a word, where a space is near.
    const space = text.slice(from, span.start).search(/\s/u);
    if (space >= 0 && space < 30) from += space + 1;
    else if (isTrail(text.charCodeAt(from))) from += 1;
  }
  // A code point takes at most two units.
  const piece = Array.from(text.slice(from, from + SNIPPET_CHARS * 2)).slice(0, SNIPPET_CHARS);
  const last = piece.at(-1);
  if (last?.length === 1 && isLead(last.charCodeAt(0))) piece.pop();
  const line = lineAt(text, span.start);
  return {
    snippet: piece.join(""),
    line,
    endLine: line + breaks(text.slice(span.start, span.end)),
  };
}

const isTrail = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
const isLead = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function breaks(text: string): number {
  return text.match(/\r\n|\n|\r/g)?.length ?? 0;
}

function lineAt(text: string, at: number): number {
  const inside = text[at - 1] === "\r" && text[at] === "\n" ? 1 : 0;
  return 1 + breaks(text.slice(0, at)) - inside;
}
