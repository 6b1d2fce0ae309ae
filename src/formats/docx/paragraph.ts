/**
 * A paragraph while it is read: its text as shown, and apart from it what is stored in it but not shown.
 *
 * Guarantees: hidden, deleted and annotating text never mixes with the current text; neighbouring pieces of one kind are one piece.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import type { NumberingReference } from "./styles.ts";

/** Where text goes: shown, or beside it. `annotation` is the reading aid above a word (ruby). */
export type Channel = "current" | "hidden" | "deleted" | "annotation";

export interface SideText {
  readonly region: Region;
  text: string;
}

export interface RunProperties {
  vanish?: boolean;
  styleId?: string;
  font?: string;
}

export class Paragraph {
  readonly at: Locator;
  readonly sides: SideText[] = [];
  /** Units that stand in this paragraph (boxes, alternative texts) and follow it. */
  readonly extras: Unit[] = [];
  current = "";
  styleId: string | undefined;
  numbering: NumberingReference = {};
  markHidden = false;
  markDeleted = false;
  run: RunProperties = {};
  readonly #charsMax: number;
  #sideAt = -1;
  #chars = 0;

  constructor(at: Locator, charsMax: number) {
    this.at = at;
    this.#charsMax = charsMax;
  }

  add(text: string, channel: Channel): void {
    this.#chars += text.length;
    if (this.#chars > this.#charsMax) throw tooLong(this.#charsMax);
    if (channel === "current") {
      this.current += text;
      return;
    }
    const last = this.sides.at(-1);
    if (last !== undefined && last.region === channel && this.#sideAt === this.current.length)
      last.text += text;
    else this.sides.push({ region: channel, text });
    this.#sideAt = this.current.length;
  }

  /** Puts what was added since `from` into round brackets, unless it is one number or word. */
  group(from: number): void {
    const added = this.current.slice(from);
    if (added === "" || /^[\p{L}\p{N}\p{M}.,]+$/u.test(added)) return;
    this.current = `${this.current.slice(0, from)}(${added})`;
  }

  /** What stands beside the current text, as units at the paragraph's place. */
  sideUnits(): Unit[] {
    return this.sides.map(({ region, text }) => ({ at: this.at, region, text, joins: false }));
  }
}

export function tooLong(charsMax: number): Error {
  return limitExceeded(`a paragraph, table cell or note holds more than ${charsMax} characters`);
}
