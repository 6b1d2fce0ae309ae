/**
 * The `f` element of a cell as stored (ECMA-376 part 1, 18.3.1.40 f): its own text, or a reference to the text of another cell.
 *
 * Guarantees: a follower refers to the definition that stood before it; the text of definitions that are kept is bounded (`limit_exceeded`).
 */

import { limitExceeded } from "../../model/budget.ts";

/** Formula text that others of the sheet refer to by number. */
export interface SharedFormula {
  readonly place: number;
  readonly text: string;
}

export interface StoredFormula {
  readonly kind: "normal" | "array" | "table" | "follower";
  /** As stored; of a data table its `r1` and `r2` as arguments; "" of a follower. */
  readonly text: string;
  /** The formula that a follower shares; undefined where the sheet defines none. */
  readonly shared?: SharedFormula | undefined;
}

const SHARED_CHARS_MAX = 16 * 1024 * 1024;
const isTrue = (text: string | undefined): boolean => text === "1" || text === "true";

/** Those of one sheet, in the order of its cells. */
export class StoredFormulas {
  readonly #shared = new Map<string, SharedFormula>();
  #sharedChars = 0;

  of(text: string, attributes: Readonly<Record<string, string>>, place: number): StoredFormula {
    const { t: type, si: index, r1 = "", r2 = "", dt2D: two, dtr: byRow } = attributes;
    if (type === "shared" && index !== undefined) {
      if (text === "") return { kind: "follower", text, shared: this.#shared.get(index) };
      this.#sharedChars += text.length;
      if (this.#sharedChars > SHARED_CHARS_MAX)
        throw limitExceeded(`the shared formulas of a sheet have more than ${SHARED_CHARS_MAX} characters`);
      this.#shared.set(index, { place, text });
    }
    if (type === "dataTable")
      return { kind: "table", text: isTrue(two) ? `${r1},${r2}` : isTrue(byRow) ? `${r1},` : `,${r1}` };
    return { kind: type === "array" ? "array" : "normal", text };
  }
}
