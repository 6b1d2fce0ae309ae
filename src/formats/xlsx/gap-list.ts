/**
 * Gaps of one sheet, kept short: the first of a kind with their cells, the rest as one count.
 *
 * Guarantees: nothing is dropped: `count` of the last gap of a kind says how many more there are. Memory does not grow with the file.
 */

import type { Gap, GapReason } from "../../model/coverage.ts";

const NAMED_MAX = 20;

export class GapList {
  readonly #sheet: string;
  readonly #named: Gap[] = [];
  readonly #counts = new Map<string, { reason: GapReason; detail: string; seen: number; cell: string }>();

  constructor(sheet: string) {
    this.#sheet = sheet;
  }

  /** One cell that is not handed out as it is stored. */
  addCell(reason: GapReason, cell: string, detail: string): void {
    const key = `${reason} ${detail}`;
    const kind = this.#counts.get(key) ?? { reason, detail, seen: 0, cell };
    this.#counts.set(key, kind);
    kind.seen += 1;
    if (kind.seen === NAMED_MAX + 1) kind.cell = cell;
    if (kind.seen <= NAMED_MAX)
      this.#named.push({ reason, at: { kind: "sheetCell", sheet: this.#sheet, cell }, detail });
  }

  add(gap: Gap): void {
    this.#named.push(gap);
  }

  /** Those not taken yet. */
  take(): Gap[] {
    return this.#named.splice(0);
  }

  /** The counts of what was too many to be named; call once, at the end of the sheet. */
  rest(): Gap[] {
    return [...this.#counts.values()]
      .filter(({ seen }) => seen > NAMED_MAX)
      .map(({ reason, detail, seen, cell }) => ({
        reason,
        at: { kind: "sheetCell", sheet: this.#sheet, cell },
        count: seen - NAMED_MAX,
        detail: `${detail}, and further cells`,
      }));
  }
}
