/** The lines of a page or slide that hold hits, with context lines; windows that overlap merge into one. */

import type { TextSpan } from "../../model/answer.ts";

export interface Excerpt {
  readonly text: string;
  readonly highlights: readonly TextSpan[];
}

/** `spans` in order and inside `text`. */
export function excerpts(text: string, spans: readonly TextSpan[], context: number): Excerpt[] {
  const starts = lineStarts(text);
  const windows: { from: number; to: number; spans: TextSpan[] }[] = [];
  for (const span of spans) {
    const from = Math.max(0, lineOf(starts, span.start) - context);
    const to = Math.min(starts.length - 1, lineOf(starts, Math.max(span.start, span.end - 1)) + context);
    const last = windows.at(-1);
    if (last !== undefined && from <= last.to) {
      last.to = Math.max(last.to, to);
      last.spans.push(span);
    } else windows.push({ from, to, spans: [span] });
  }
  return windows.map((window) => {
    const start = starts[window.from] ?? 0;
    const next = starts[window.to + 1];
    const end = next === undefined ? text.length : next - 1;
    return {
      text: text.slice(start, end),
      highlights: window.spans.map((span) => ({ start: span.start - start, end: span.end - start })),
    };
  });
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
