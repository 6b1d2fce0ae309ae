/**
 * What a walk notices besides units: places of references, drawings to read later, and all that the answer does not speak for.
 *
 * Guarantees: the first reference to a note or comment is its anchor; each kind of thing left out becomes one gap with its count.
 */

import type { Gap } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import type { Channel } from "./paragraph.ts";

export interface DrawingReference {
  readonly region: "chart" | "smart_art";
  readonly relationshipId: string;
  /** The part that holds the reference. */
  readonly owner: string;
  readonly at: Locator;
}

export type LeftOut = "object" | "control" | "altChunk" | "subDoc";

const LEFT_OUT: Readonly<Record<LeftOut, Omit<Gap, "count">>> = {
  object: { region: "embedded_object", reason: "not_extracted", detail: "embedded objects" },
  control: { region: "embedded_object", reason: "not_extracted", detail: "ActiveX controls" },
  altChunk: {
    region: "body",
    reason: "not_extracted",
    detail: "content imported from another format (`altChunk`)",
  },
  subDoc: { region: "body", reason: "not_extracted", detail: "subdocuments" },
};

/** Places of characters without a Unicode meaning that are named one by one. */
const UNMAPPED_PLACES_MAX = 20;

export class StoryRecord {
  /** Paragraphs of the body that were read to their end. */
  bodyParagraphs = 0;
  /** Paragraphs of the body that were begun: they are numbered by this. */
  bodyStarted = 0;
  bodies = 0;
  missingNumbers = 0;
  pictures = 0;
  /** Whether any current text was written. */
  hasText = false;
  readonly drawings: DrawingReference[] = [];
  readonly #anchors = new Map<string, Locator>();
  readonly #flags = new Set<string>();
  readonly #leftOut = new Map<LeftOut, number>();
  readonly #unmapped = new Map<Locator, number>();
  #unmappedElsewhere = 0;

  get flags(): readonly string[] {
    return [...this.#flags];
  }

  flag(word: string): void {
    this.#flags.add(word);
  }

  wrote(channel: Channel): void {
    if (channel === "current") this.hasText = true;
    else if (channel === "hidden") this.#flags.add("hidden_text");
  }

  anchor(kind: "footnote" | "endnote" | "comment", id: string | undefined, at: Locator | undefined): void {
    const key = `${kind} ${id ?? ""}`;
    if (id !== undefined && at !== undefined && !this.#anchors.has(key)) this.#anchors.set(key, at);
  }

  anchorOf(kind: "footnote" | "endnote" | "comment", id: string | undefined): Locator | undefined {
    return this.#anchors.get(`${kind} ${id ?? ""}`);
  }

  drawing(reference: Omit<DrawingReference, "relationshipId">, relationshipId: string | undefined): void {
    if (relationshipId !== undefined) this.drawings.push({ ...reference, relationshipId });
  }

  leftOut(what: LeftOut): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
  }

  unmapped(count: number, at: Locator): void {
    if (count === 0) return;
    if (this.#unmapped.has(at) || this.#unmapped.size < UNMAPPED_PLACES_MAX)
      this.#unmapped.set(at, (this.#unmapped.get(at) ?? 0) + count);
    else this.#unmappedElsewhere += count;
  }

  gaps(): Gap[] {
    const gaps: Gap[] = [];
    for (const [what, count] of this.#leftOut) gaps.push({ ...LEFT_OUT[what], count });
    if (this.missingNumbers > 0)
      gaps.push({
        region: "numbering",
        reason: "not_extracted",
        count: this.missingNumbers,
        detail: "automatic numbers in a format that is not rendered",
      });
    for (const [at, count] of this.#unmapped) gaps.push({ at, reason: "unmapped_text", count });
    if (this.#unmappedElsewhere > 0)
      gaps.push({ region: "body", reason: "unmapped_text", count: this.#unmappedElsewhere });
    return gaps;
  }
}
