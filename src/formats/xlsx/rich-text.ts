/**
 * Strings of spreadsheet parts (ECMA-376 part 1, 18.4.8 si, 18.3.1.53 is, 18.7.7 text): runs joined in order, phonetic guides left out, and
 * characters written as `_xHHHH_` decoded (22.9.2.19 ST_Xstring).
 *
 * Guarantees: nothing between the runs is added or trimmed; a unit's text is bounded by the reader's limit (`limit_exceeded`).
 */

import { limitExceeded } from "../../model/budget.ts";

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(ESCAPED, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

/** Collects the `t` elements of one string; fed with the events between its start and its end. */
export class RichText {
  readonly #charsMax: number;
  #text = "";
  #inText = false;
  #phonetic = 0;

  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  start(): void {
    this.#text = "";
    this.#inText = false;
    this.#phonetic = 0;
  }

  open(name: string): void {
    if (name === "t") this.#inText = this.#phonetic === 0;
    else if (name === "rPh") this.#phonetic += 1;
  }

  close(name: string): void {
    if (name === "t") this.#inText = false;
    else if (name === "rPh") this.#phonetic -= 1;
  }

  text(text: string): void {
    if (!this.#inText) return;
    this.#text += text;
    if (this.#text.length > this.#charsMax)
      throw limitExceeded(`a string of the workbook has more than ${this.#charsMax} characters`);
  }

  /** As stored: escapes are still in it. */
  get stored(): string {
    return this.#text;
  }
}
