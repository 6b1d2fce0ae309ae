/**
 * Hits in a stream of text lines, also across line ends. Lines are joined batch by batch and searched at once; the last lines of a batch
 * are held back until the next one, so that a phrase on a seam is found, and the seam never shows.
 */

import type { TextSpan } from "../../model/answer.ts";
import type { Unit } from "../../model/unit.ts";
import type { Needle } from "../interfaces.ts";

interface Sink {
  hit(unit: Unit, highlights: readonly TextSpan[]): void;
  context(unit: Unit): void;
}

interface Hit {
  first: number;
  last: number;
  spans: TextSpan[];
}

export class LineHits {
  readonly #needle: Needle;
  /** Characters that a hit may take from its first line on: the needle, with room for white space and hyphens that matching ignores. */
  readonly #reach: number;
  readonly #context: number;
  readonly #sink: Sink;
  #held: Unit[] = [];
  #before: Unit[] = [];
  #after = 0;

  constructor(needle: Needle, needleLength: number, context: number, sink: Sink) {
    this.#needle = needle;
    this.#reach = 2 * needleLength + 256;
    this.#context = context;
    this.#sink = sink;
  }

  take(lines: readonly Unit[]): void {
    const all = this.#held.length === 0 ? lines : [...this.#held, ...lines];
    this.#search(all, false);
  }

  finish(): void {
    this.#search(this.#held, true);
    this.#held = [];
  }

  /** Lines were passed over: the next ones do not follow the last ones. */
  break(): void {
    this.finish();
    this.#before = [];
    this.#after = 0;
  }

  #search(lines: readonly Unit[], last: boolean): void {
    const { text, starts } = join(lines);
    const hits = this.#hits(text, starts);
    let border = last ? lines.length : this.#border(lines);
    for (const hit of hits) if (hit.first < border && hit.last >= border) border = hit.last + 1;
    this.#walk(lines, border, hits, starts);
    this.#held = lines.slice(border);
  }

  /** The index of the first line to hold back. */
  #border(lines: readonly Unit[]): number {
    let chars = 0;
    let border = lines.length;
    while (border > 0 && chars < this.#reach) {
      border -= 1;
      chars += (lines[border]?.text?.length ?? 0) + 1;
    }
    return border;
  }

  #hits(text: string, starts: readonly number[]): Hit[] {
    const hits: Hit[] = [];
    let line = 0;
    for (const span of this.#needle.findAll(text)) {
      while (line + 1 < starts.length && (starts[line + 1] ?? 0) <= span.start) line += 1;
      let lastLine = line;
      while (lastLine + 1 < starts.length && (starts[lastLine + 1] ?? 0) < span.end) lastLine += 1;
      const previous = hits.at(-1);
      if (previous !== undefined && line <= previous.last) {
        previous.last = Math.max(previous.last, lastLine);
        previous.spans.push(span);
      } else hits.push({ first: line, last: lastLine, spans: [span] });
    }
    return hits;
  }

  #walk(lines: readonly Unit[], border: number, hits: readonly Hit[], starts: readonly number[]): void {
    let at = 0;
    for (const hit of hits) {
      if (hit.first >= border) break;
      this.#plain(lines, at, hit.first);
      for (const unit of this.#before) this.#sink.context(unit);
      this.#before = [];
      this.#emit(lines, hit, starts);
      this.#after = this.#context;
      at = hit.last + 1;
    }
    this.#plain(lines, at, border);
  }

  /** Lines without a hit: first the context owed to the hit before them, then what the next one may need. */
  #plain(lines: readonly Unit[], from: number, to: number): void {
    let at = from;
    for (; at < to && this.#after > 0; at += 1) {
      const unit = lines[at];
      if (unit !== undefined) this.#sink.context(unit);
      this.#after -= 1;
    }
    if (this.#context === 0 || at >= to) return;
    const kept = lines.slice(Math.max(at, to - this.#context), to);
    this.#before = [...this.#before, ...kept].slice(-this.#context);
  }

  #emit(lines: readonly Unit[], hit: Hit, starts: readonly number[]): void {
    const first = lines[hit.first];
    if (first === undefined || first.at.kind !== "line") return;
    const start = starts[hit.first] ?? 0;
    const highlights = hit.spans.map((span) => ({ start: span.start - start, end: span.end - start }));
    if (hit.first === hit.last) {
      this.#sink.hit(first, highlights);
      return;
    }
    const covered = lines.slice(hit.first, hit.last + 1);
    const end = covered.at(-1)?.at;
    const replacedBytes = covered.reduce((sum, unit) => sum + (unit.replacedBytes ?? 0), 0);
    this.#sink.hit(
      {
        ...first,
        at: {
          kind: "line",
          line: first.at.line,
          ...(end?.kind === "line" && end.line !== first.at.line ? { endLine: end.line } : {}),
        },
        text: join(covered).text,
        ...(replacedBytes === 0 ? {} : { replacedBytes }),
      },
      highlights,
    );
  }
}

/** The texts as the file has them: line feeds between lines, nothing between the pieces of one very long line. */
function join(lines: readonly Unit[]): { text: string; starts: number[] } {
  const starts: number[] = [];
  const parts: string[] = [];
  let at = 0;
  let previous = 0;
  for (const unit of lines) {
    const text = unit.text ?? "";
    const number = unit.at.kind === "line" ? unit.at.line : 0;
    if (parts.length > 0 && number !== previous) {
      parts.push("\n");
      at += 1;
    }
    starts.push(at);
    parts.push(text);
    at += text.length;
    previous = number;
  }
  return { text: parts.join(""), starts };
}
