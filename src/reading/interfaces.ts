/** The two seams of reading: matching, and screening of what extractors hand on. */

import type { SecretFinding, SecretPolicy, TextSpan } from "../model/answer.ts";
import type { Unit } from "../model/unit.ts";

/** A compiled search text. Folding: simple case folding in any script, NFC, ligatures and presentation forms, soft and line-end hyphens, white space runs. */
export interface Needle {
  /** Hits in the text, in order, not overlapping, as spans of the text's own UTF-16 units. */
  findAll(text: string, limit?: number): TextSpan[];
  /** Whether the text holds a hit; cheaper than `findAll`. */
  test(text: string): boolean;
}

/** Screens units in document order. Units come back in the same order, redacted, as soon as nothing that follows can change them. */
export interface Screener {
  /** Takes the next units; returns those (of this or earlier calls) that are final. */
  push(units: readonly Unit[]): Unit[];
  /** Units without anything of interest are passed over: returns the rest of those that came before. */
  break(): Unit[];
  /** No more units: returns the rest. */
  finish(): Unit[];
  readonly found: number;
  /** At most 20, in document order. */
  readonly findings: readonly SecretFinding[];
  readonly policy: SecretPolicy;
}
