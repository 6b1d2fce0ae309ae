/**
 * Paragraphs of DrawingML text (ECMA-376 part 1, 21.1.2 text): runs and fields joined, line breaks as line feeds, paragraphs one per line.
 *
 * Not covered: automatic bullets and numbers, which are not stored as text.
 */

import { limitExceeded } from "../../model/budget.ts";

const CHARS_MAX = 32 * 1024 * 1024;

/** Bounds the text of everything drawn on one sheet. */
export class DrawingBudget {
  #chars = 0;

  add(chars: number): void {
    this.#chars += chars;
    if (this.#chars > CHARS_MAX) throw limitExceeded("the drawings of a sheet have too much text");
  }
}

export class Paragraphs {
  readonly #budget: DrawingBudget;
  #lines: string[] = [];
  #line = "";
  #inText = false;

  constructor(budget: DrawingBudget) {
    this.#budget = budget;
  }

  open(name: string): void {
    if (name === "p") this.#line = "";
    else if (name === "t") this.#inText = true;
    else if (name === "br") this.#line += "\n";
  }

  close(name: string): void {
    if (name === "t") this.#inText = false;
    else if (name === "p") {
      this.#lines.push(this.#line);
      this.#line = "";
    }
  }

  text(text: string): void {
    if (!this.#inText) return;
    this.#budget.add(text.length);
    this.#line += text;
  }

  /** The text since the last call; blank lines at its ends are left out. */
  take(): string {
    const text = this.#lines.join("\n").replace(/^\s*\n|\n\s*$/g, "");
    this.#lines = [];
    this.#line = "";
    return text.trim() === "" ? "" : text;
  }
}
