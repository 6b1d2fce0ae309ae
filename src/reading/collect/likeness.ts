/**
 * The stretch of a text that is most like a quote, by words in their order.
 *
 * A window as long as the quote slides over the words and counts those of the quote (as many times as the quote has them); the best windows are then
 * compared word by word: the longest common sequence, for its length against the longer of the two. Guarantees: a stretch with one word or
 * number altered, added or left out is found. Not covered: other orders of the same words count for what stays in order only.
 */

import type { Unit } from "../../model/unit.ts";

/** Scripts that write no spaces count by character. Points and commas belong to a word between digits only. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{N}\p{M}_]+(?:(?:(?<=\p{N})[.,:](?=\p{N})|['’/-])[\p{L}\p{N}\p{M}_]+)*/gu;
/** Below this share of common words a text is another one. */
const LIKE = 0.6;

const SIGNS_AT_END = /[^\s\p{L}\p{N}\p{M}]*$/u;
const SIGNS_AT_START = /^[^\s\p{L}\p{N}\p{M}]*/u;

interface Word {
  readonly folded: string;
  readonly unit: Unit;
  readonly start: number;
  readonly end: number;
}

export interface Like {
  readonly units: readonly Unit[];
  readonly text: string;
  readonly likeness: number;
}

function folded(word: string): string {
  return word.normalize("NFKC").toLowerCase();
}

function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) => folded(word));
}

export class Likeness {
  readonly #quote: readonly string[];
  /** Whether the quote has signs before its first word and after its last: the file's are shown with it then. */
  readonly #edges: { readonly before: boolean; readonly after: boolean };
  readonly #wanted = new Map<string, number>();
  readonly #have = new Map<string, number>();
  /** The window and, before it, what an extension to the left may need. */
  #words: Word[] = [];
  #from = 0;
  #overlap = 0;
  /** The best window so far waits for the words behind it. */
  #waiting: { overlap: number; words: Word[]; more: number } | null = null;
  #bestOverlap = 0;
  #best: Like | null = null;
  #bestFirst: Word | undefined;

  constructor(quote: string) {
    this.#quote = wordsOf(quote);
    this.#edges = {
      before: /^\s*[^\s\p{L}\p{N}]/u.test(quote),
      after: /[^\s\p{L}\p{N}\p{M}]\s*$/u.test(quote),
    };
    for (const word of this.#quote) this.#wanted.set(word, (this.#wanted.get(word) ?? 0) + 1);
  }

  take(unit: Unit): void {
    const length = this.#quote.length;
    if (length < 2) return;
    for (const match of (unit.text ?? "").matchAll(WORD)) {
      const [text] = match;
      const word = { folded: folded(text), unit, start: match.index, end: match.index + text.length };
      this.#push(word, length);
    }
  }

  finish(): Like | null {
    this.#judge();
    return this.#best;
  }

  #push(word: Word, length: number): void {
    this.#words.push(word);
    this.#add(word.folded);
    if (this.#words.length - this.#from > length) {
      const dropped = this.#words[this.#from];
      if (dropped !== undefined) this.#remove(dropped.folded);
      this.#from += 1;
    }
    const waiting = this.#waiting;
    if (waiting !== null) {
      waiting.words.push(word);
      waiting.more -= 1;
    }
    if (this.#overlap >= Math.max(1, Math.floor(length * LIKE)) && this.#overlap >= this.#bestOverlap) {
      const margin = Math.ceil(length / 2) + 2;
      if (waiting === null || this.#overlap > waiting.overlap) {
        // What waited with fewer common words may still be the better one in order: it is compared where it is over.
        if (waiting !== null && waiting.more <= length) this.#judge();
        const begin = Math.max(0, this.#from - margin);
        this.#waiting = { overlap: this.#overlap, words: this.#words.slice(begin), more: margin };
      }
    }
    if (this.#waiting !== null && this.#waiting.more <= 0) this.#judge();
    if (this.#words.length > 4 * length + 64) {
      const spare = this.#from - (length + 8);
      this.#words = this.#words.slice(spare);
      this.#from -= spare;
    }
  }

  #add(word: string): void {
    const wanted = this.#wanted.get(word);
    if (wanted === undefined) return;
    const have = (this.#have.get(word) ?? 0) + 1;
    this.#have.set(word, have);
    if (have <= wanted) this.#overlap += 1;
  }

  #remove(word: string): void {
    const wanted = this.#wanted.get(word);
    if (wanted === undefined) return;
    const have = this.#have.get(word) ?? 0;
    this.#have.set(word, have - 1);
    if (have <= wanted) this.#overlap -= 1;
  }

  #judge(): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null) return;
    const aligned = align(this.#quote, waiting.words);
    if (aligned === null) return;
    const { first, last, common } = aligned;
    const words = waiting.words.slice(first, last + 1);
    const likeness = common / Math.max(this.#quote.length, words.length);
    const enough = this.#quote.length < 4 ? 0.5 : LIKE;
    const best = this.#best?.likeness ?? 0;
    // The same stretch, of which more words were there to be seen by now.
    const goesOn = likeness === best && words[0] === this.#bestFirst;
    if (likeness < enough || likeness < best || (likeness === best && !goesOn)) return;
    this.#bestFirst = words[0];
    this.#bestOverlap = Math.max(this.#bestOverlap, Math.min(waiting.overlap, common));
    this.#best = { likeness, units: unitsOf(words), text: textOf(words, this.#edges) };
  }
}

/**
 * The part of the words that has most in common with the quote, in order, with least between: an alignment whose ends in the words are free
 * (Smith and Waterman 1981 with +2 for a common word, -1 for another, an added or a missing one; whole quote, free ends of the text).
 */
function align(
  quote: readonly string[],
  words: readonly Word[],
): { first: number; last: number; common: number } | null {
  const columns = words.length + 1;
  let scores = new Int32Array(columns);
  let starts = Int32Array.from({ length: columns }, (_, column) => column);
  let commons = new Int32Array(columns);
  for (const [row, word] of quote.entries()) {
    const nextScores = new Int32Array(columns);
    const nextStarts = new Int32Array(columns);
    const nextCommons = new Int32Array(columns);
    nextScores[0] = -(row + 1);
    for (let column = 1; column < columns; column += 1) {
      const same = words[column - 1]?.folded === word;
      let score = (scores[column - 1] ?? 0) + (same ? 2 : -1);
      let start = starts[column - 1] ?? 0;
      let common = (commons[column - 1] ?? 0) + (same ? 1 : 0);
      const missing = (scores[column] ?? 0) - 1;
      if (missing > score) [score, start, common] = [missing, starts[column] ?? 0, commons[column] ?? 0];
      const added = (nextScores[column - 1] ?? 0) - 1;
      if (added > score)
        [score, start, common] = [added, nextStarts[column - 1] ?? 0, nextCommons[column - 1] ?? 0];
      nextScores[column] = score;
      nextStarts[column] = start;
      nextCommons[column] = common;
    }
    [scores, starts, commons] = [nextScores, nextStarts, nextCommons];
  }
  let end = 0;
  for (let column = 1; column < columns; column += 1)
    // Of two ends that are as good, the later one: a last word altered is shown as the file has it.
    if (end === 0 || (scores[column] ?? 0) >= (scores[end] ?? 0)) end = column;
  const first = starts[end] ?? 0;
  return end === 0 || first >= end ? null : { first, last: end - 1, common: commons[end] ?? 0 };
}

function unitsOf(words: readonly Word[]): Unit[] {
  return [...new Set(words.map(({ unit }) => unit))];
}

/** The original's own characters from the first word to the last. */
function textOf(
  words: readonly Word[],
  edges: { readonly before: boolean; readonly after: boolean },
): string {
  const units = unitsOf(words);
  const first = words[0];
  const last = words.at(-1);
  return units
    .map((unit) => {
      const text = unit.text ?? "";
      let from = 0;
      let to = text.length;
      if (unit === first?.unit) {
        from = first.start;
        if (edges.before) from -= SIGNS_AT_END.exec(text.slice(Math.max(0, from - 3), from))?.[0].length ?? 0;
      }
      if (unit === last?.unit) {
        to = last.end;
        if (edges.after) to += SIGNS_AT_START.exec(text.slice(to, to + 3))?.[0].length ?? 0;
      }
      return text.slice(from, to);
    })
    .join("\n");
}
