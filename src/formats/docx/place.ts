/**
 * A place that paragraphs collect in: the body, a table cell, a text box, a header, a note, a comment.
 *
 * Guarantees: one unit for each paragraph ("each") or one for all of them ("joined"); what a place holds back until it ends is bounded.
 */

import type { Limits } from "../../model/budget.ts";
import type { Locator, Region } from "../../model/locator.ts";
import type { CellFacts, Unit } from "../../model/unit.ts";
import { FieldStack } from "./fields.ts";
import type { ListCounters } from "./numbering.ts";
import { tooLong } from "./paragraph.ts";
import type { Channel, Paragraph } from "./paragraph.ts";

export interface PlaceOptions {
  readonly region: Region;
  readonly mode: "each" | "joined";
  /** The place of the next paragraph; called once for each. */
  readonly at: () => Locator;
  /** Takes finished units. */
  readonly out: (units: readonly Unit[]) => void;
  readonly counters: ListCounters;
  /** Where all text goes that is shown at its own place only: a box in a deleted run, a cell covered by another. */
  readonly veil?: Exclude<Channel, "current">;
  /** Fields of the story; a new story has its own. */
  readonly fields?: FieldStack;
  readonly label?: string;
  /** Paragraphs without text are units too. */
  readonly keepsEmpty?: boolean;
  readonly role: "body" | "cell" | "nested_cell" | "apart";
}

/** Held characters and units of a place, as a multiple of what one unit may hold. */
const HELD_FACTOR = 4;
const UNIT_COST = 64;

export class Place {
  readonly options: PlaceOptions;
  readonly fields: FieldStack;
  veil: Exclude<Channel, "current"> | undefined;
  mergedInto: string | undefined;
  readonly #limits: Limits;
  readonly #lines: string[] = [];
  readonly #labels: string[] = [];
  readonly #extras: Unit[] = [];
  #chars = 0;
  #held = 0;
  #at: Locator | undefined;

  constructor(options: PlaceOptions, limits: Limits) {
    this.options = options;
    this.fields = options.fields ?? new FieldStack();
    this.veil = options.veil;
    this.#limits = limits;
  }

  /** The place of the paragraph that starts. */
  nextAt(): Locator {
    if (this.options.mode === "each") return this.options.at();
    return (this.#at ??= this.options.at());
  }

  take(paragraph: Paragraph, label: string): void {
    const { region, mode, out, keepsEmpty } = this.options;
    const beside = [...paragraph.sideUnits(), ...paragraph.extras];
    if (mode === "joined") {
      this.#lines.push(paragraph.current);
      this.#labels.push(label);
      this.#chars += paragraph.current.length + 1;
      if (this.#chars > this.#limits.textNodeChars) throw tooLong(this.#limits.textNodeChars);
      this.hold(beside);
      return;
    }
    const own: Unit = {
      at: paragraph.at,
      region,
      text: paragraph.current,
      ...(label === "" ? {} : { numbering: label }),
      ...(this.options.label === undefined ? {} : { label: this.options.label }),
    };
    if (keepsEmpty === true || paragraph.current !== "" || label !== "") out([own]);
    out(beside);
  }

  /** Units that follow this place's own. */
  hold(units: readonly Unit[]): void {
    this.#held = held(units, this.#held, this.#limits);
    for (const unit of units) this.#extras.push(unit);
  }

  /** Ends the place. */
  finish(): void {
    const { region, mode, out, keepsEmpty, label } = this.options;
    if (mode === "each") return;
    const at = this.nextAt();
    const text = this.#lines.join("\n");
    const numbering = this.#labels.join("\n").trimEnd();
    const merged: CellFacts | undefined =
      this.mergedInto === undefined ? undefined : { value: null, type: "empty", mergedInto: this.mergedInto };
    if (keepsEmpty === true || text.trim() !== "")
      out([
        {
          at,
          region,
          text,
          joins: false,
          ...(numbering === "" ? {} : { numbering }),
          ...(label === undefined ? {} : { label }),
          ...(merged === undefined ? {} : { cell: merged }),
        },
      ]);
    out(this.#extras);
  }
}

/** The new sum of what waits, or `limit_exceeded`. */
export function held(units: readonly Unit[], before: number, limits: Limits): number {
  let sum = before;
  for (const unit of units) sum += (unit.text?.length ?? 0) + UNIT_COST;
  if (sum > HELD_FACTOR * limits.textNodeChars) throw tooLong(HELD_FACTOR * limits.textNodeChars);
  return sum;
}
