/**
 * Finds secrets in text, whole or in chunks.
 *
 * Guarantees: `scanText` and a stream scanner fed with any chunking of the same text give the same spans; spans are sorted, do not overlap,
 * and cover the whole value; where several rules find the same text, one span covers all of it, named by the most specific rule. A span is
 * given once nothing that follows can change it; `settled` says up to where that is so. Work is linear in the text: one pass for the
 * anchors, and a bounded look at each anchor.
 * Not covered: a secret that no rule describes; one written in another encoding (base64 of a token, compressed data).
 */

import { ANCHORS, BREAK_BLANKS } from "./anchors.ts";
import type { Hit } from "./anchors.ts";
import { openBodyStart } from "./private-key.ts";
import type { PatternRule, Rule, SecretSpan, Span } from "./rule.ts";
import { RULES } from "./rules.ts";
import { WRAP_REACH, breaksLine, matchAt, matchWrapped } from "./wrapped.ts";

/** An anchor that begins before the end of the text by at least so much is seen whole. */
const LOOKAHEAD = ANCHORS.longest + 2 * BREAK_BLANKS + 2;
/** The part of a value that stands before its anchor is shorter than this (URL passwords are the longest). */
const HOLD = 260;
/** Text before a held position that patterns look back at. */
const CONTEXT = 512;
/** Shorter text cannot hold a secret. */
const SHORTEST_SECRET = 8;

interface Raw extends Span {
  readonly rule: Rule;
}

export interface StreamScanner {
  /** Takes the next text; gives the spans that are final now, by offsets from the beginning of the stream. */
  push(chunk: string): SecretSpan[];
  /** No more text: gives the rest. */
  finish(): SecretSpan[];
  /** No span that is given later begins before this offset. */
  readonly settled: number;
}

export function scanText(text: string): SecretSpan[] {
  if (text.length < SHORTEST_SECRET) return [];
  const hits = ANCHORS.find(text, 0, text.length);
  if (hits.length === 0) return [];
  const judged = new Judge();
  for (const hit of hits) judged.take(hit, text, 0, true);
  return resolve(judged.spans, Infinity).final;
}

export function createStreamScanner(): StreamScanner {
  return new Scanner();
}

class Scanner implements StreamScanner {
  #text = "";
  /** Offset of the text's first character. */
  #base = 0;
  /** Anchors that begin before this are known. */
  #scanned = 0;
  #pending: Hit[] = [];
  readonly #judge = new Judge();
  settled = 0;

  push(chunk: string): SecretSpan[] {
    if (chunk === "") return [];
    this.#text += chunk;
    return this.#advance(false);
  }

  finish(): SecretSpan[] {
    return this.#advance(true);
  }

  #advance(final: boolean): SecretSpan[] {
    const text = this.#text;
    const from = this.#scanned - this.#base;
    const to = final ? text.length : Math.max(from, text.length - LOOKAHEAD);
    if (to > from) {
      for (const hit of ANCHORS.find(text, from, to))
        this.#pending.push({ ...hit, position: hit.position + this.#base });
      this.#scanned = to + this.#base;
    }
    let done = 0;
    for (const hit of this.#pending) {
      if (!this.#judge.take(hit, text, this.#base, final)) break;
      done++;
    }
    if (done > 0) this.#pending = this.#pending.slice(done);
    const { final: spans, rest, settled } = resolve(this.#judge.spans, final ? Infinity : this.#frontier());
    this.#judge.spans = rest;
    this.settled = final ? this.#base + text.length : Math.max(this.settled, settled);
    this.#trim();
    return spans;
  }

  /** Before this offset no secret can begin any more that is not known yet. */
  #frontier(): number {
    const text = this.#text;
    const scanned = this.#scanned - this.#base;
    let frontier = Math.min(Math.max(0, scanned - HOLD), openBodyStart(text, scanned));
    for (const { position, rule } of this.#pending) {
      frontier = Math.min(frontier, earliestOf(RULES[rule] as Rule, text, position - this.#base));
    }
    return frontier + this.#base;
  }

  /** Forgets text that nothing looks at any more. */
  #trim(): void {
    const first = this.#pending[0]?.position ?? this.#scanned;
    const keep = Math.min(this.settled, this.#scanned, first) - CONTEXT;
    const cut = keep - this.#base;
    // Cutting each time would copy the rest each time.
    if (cut < 4096 && cut * 2 < this.#text.length) return;
    if (cut <= 0) return;
    this.#text = this.#text.slice(cut);
    this.#base = keep;
  }
}

function earliestOf(rule: Rule, text: string, position: number): number {
  return rule.shape === "structure" ? rule.earliest(text, position) : position - rule.before;
}

/** Judges anchors one after the other, in order of position. */
class Judge {
  spans: Raw[] = [];
  /** Where the last span of each rule ends: an anchor inside it is part of it. */
  readonly #ends = new Map<Rule, number>();

  /** False where the text does not go far enough yet. */
  take(hit: Hit, text: string, base: number, final: boolean): boolean {
    const rule = RULES[hit.rule] as Rule;
    if (hit.position < (this.#ends.get(rule) ?? 0)) return true;
    const position = hit.position - base;
    const found =
      rule.shape === "structure"
        ? rule.find(text, position, final)
        : findPattern(rule, text, position, hit.split, final);
    if (found === "unfinished") return false;
    if (found !== null) {
      const span = { start: found.start + base, end: found.end + base, rule };
      this.spans.push(span);
      this.#ends.set(rule, span.end);
    }
    return true;
  }
}

function findPattern(
  rule: PatternRule,
  text: string,
  position: number,
  split: boolean,
  final: boolean,
): Span | null | "unfinished" {
  const reach = rule.wraps !== undefined ? rule.after + WRAP_REACH : rule.after;
  if (!final && position + reach > text.length) return "unfinished";
  const raw = split ? null : matchAt(rule, text, position);
  if (rule.wraps === undefined) return raw;
  if (raw === null)
    return split || breaksLine(rule, text, position) ? matchWrapped(rule, text, position, null) : null;
  if (
    raw.end - raw.start >= rule.usual(text.slice(raw.start, raw.end)) ||
    !/[ \t\r\n]/.test(text.charAt(raw.end))
  )
    return raw;
  return matchWrapped(rule, text, position, raw);
}

interface Resolved {
  readonly final: SecretSpan[];
  readonly rest: Raw[];
  readonly settled: number;
}

/** Joins spans that overlap, high before low, and gives those that end before `frontier`, which no later span can change. */
function resolve(spans: readonly Raw[], frontier: number): Resolved {
  if (spans.length === 0) return { final: [], rest: [], settled: frontier };
  const sorted = spans.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const high = join(sorted.filter((span) => span.rule.tier === "high"));
  const low = join(sorted.filter((span) => span.rule.tier === "low"));
  let settled = frontier;
  for (const { start, end } of [...high, ...low].toSorted((a, b) => b.start - a.start))
    if (start < settled && end > settled) settled = start;
  const final = [
    ...high.filter(({ end }) => end <= settled),
    ...low.filter((span) => span.end <= settled && !high.some((other) => overlap(span, other))),
  ]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, rule }) => ({ start, end, kind: rule.kind, tier: rule.tier }));
  return { final, rest: sorted.filter((span) => span.end > settled), settled };
}

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;

/** Unions of overlapping spans, named by the rule of smallest rank, then by the longest span. */
function join(sorted: readonly Raw[]): Raw[] {
  const joined: Raw[] = [];
  let longest = 0;
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) {
      joined.push(span);
      longest = span.end - span.start;
      continue;
    }
    const length = span.end - span.start;
    const better = span.rule.rank < last.rule.rank || (span.rule.rank === last.rule.rank && length > longest);
    if (better) longest = length;
    joined[joined.length - 1] = {
      start: last.start,
      end: Math.max(last.end, span.end),
      rule: better ? span.rule : last.rule,
    };
  }
  return joined;
}
