/**
 * Puts `[REDACTED <kind>]` in the place of secrets.
 *
 * Guarantees: all of a high-tier span goes, nothing else changes; with `keepLines` the line breaks inside a span stay, so that line numbers
 * of what follows do not move.
 */

import type { SecretSpan } from "./rule.ts";
import { scanText } from "./scan.ts";

export const redacted = (kind: string): string => `[REDACTED ${kind}]`;

/** `spans` are sorted and count from the beginning of a longer text, in which `text` stands at `offset`; one that began before it leaves no word. */
export function hideSpans(
  text: string,
  spans: readonly SecretSpan[],
  offset: number,
  keepLines: boolean,
): string {
  let out = "";
  let cursor = 0;
  for (const { start, end, kind } of spans) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, text.length);
    if (from >= text.length || to <= cursor) continue;
    out += text.slice(cursor, from);
    if (start >= offset) out += redacted(kind);
    if (keepLines) out += text.slice(from, to).replace(/[^\r\n]+/g, "");
    cursor = to;
  }
  return out + text.slice(cursor);
}

/** One text by itself, such as a title or a name: its high-tier secrets hidden, its line breaks kept. */
export function redactText(text: string): string {
  const spans = scanText(text).filter((span) => span.tier === "high");
  return spans.length === 0 ? text : hideSpans(text, spans, 0, true);
}
