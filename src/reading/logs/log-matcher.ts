/**
 * A literal search text for logs: bytes for the kernel where bytes can decide, and the same judgement on decoded text.
 *
 * Guarantees: no pattern language; without `ignoreCase` exactly the characters asked for; with it ASCII letters in both cases, and where the
 * text holds letters of other scripts Unicode simple case folding, which the answer states. Bytes decide for UTF-8 and ASCII logs;
 * every other encoding, and Unicode folding, is searched on decoded text. Not covered: normalisation; `é` as one character and as two differ.
 */

import { compileNeedle } from "../kernel/needle.ts";
import type { Needle } from "../kernel/needle.ts";
import type { Span } from "../screening/rule.ts";

export class LogMatcher {
  readonly text: string;
  /** Undefined where case was heeded. */
  readonly caseFolding: "ascii" | "unicode" | undefined;
  /** Undefined where bytes of UTF-8 cannot decide. */
  readonly needle: Needle | undefined;
  readonly #pattern: RegExp | undefined;

  constructor(text: string, ignoreCase: boolean) {
    this.text = text;
    const folds = ignoreCase && hasCaseBeyondAscii(text);
    this.caseFolding = ignoreCase ? (folds ? "unicode" : "ascii") : undefined;
    this.needle = folds ? undefined : compileNeedle(Buffer.from(text, "utf8"), { ignoreCase });
    this.#pattern = ignoreCase
      ? new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), folds ? "giu" : "gi")
      : undefined;
  }

  test(text: string): boolean {
    return this.#from(text, 0) !== undefined;
  }

  /** The first place in the text that none of the spans (sorted) touches; undefined where there is none. */
  find(text: string, spans: readonly Span[] = []): Span | undefined {
    for (let found = this.#from(text, 0); found !== undefined; found = this.#from(text, found.start + 1)) {
      const { start, end } = found;
      if (!spans.some((span) => span.start < end && start < span.end)) return found;
    }
    return undefined;
  }

  #from(text: string, from: number): Span | undefined {
    if (this.#pattern === undefined) {
      const start = text.indexOf(this.text, from);
      return start < 0 ? undefined : { start, end: start + this.text.length };
    }
    this.#pattern.lastIndex = from;
    const match = this.#pattern.exec(text);
    return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
  }
}

/** Whether the text holds a letter beyond ASCII that has another case. */
function hasCaseBeyondAscii(text: string): boolean {
  for (const character of text) {
    if ((character.codePointAt(0) ?? 0) < 0x80) continue;
    if (character.toLowerCase() !== character || character.toUpperCase() !== character) return true;
  }
  return false;
}
