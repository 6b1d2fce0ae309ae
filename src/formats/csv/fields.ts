/**
 * Where a line of delimiter-separated text leaves the quoting of RFC 4180 (section 2, rules 5 to 7).
 *
 * Guarantees: one look at each character; a line without a quote is only searched for delimiters. A quote opens only at the start of a field; a
 * doubled one inside is text; text behind a closing quote is taken as part of the field where the field began on the same line, and is `broken`
 * where it began on an earlier one: then it was no closing quote but the next field's opening one. Not covered: backslashes as escapes.
 */

const QUOTE = 34;

export interface LineState {
  /** Within a quoted field at the end of the line. */
  readonly quoted: boolean;
  /** Delimiters met outside quotes. */
  readonly delimiters: number;
  /** Text behind a closing quote. */
  readonly malformed: boolean;
}

export class QuoteScanner {
  readonly #delimiter: string;
  readonly #code: number;
  #quoted = false;
  /** At the start of a field, or behind a quote within a quoted one: a piece of a line may end there. */
  #atStart = true;
  #afterQuote = false;
  #fromEarlierLine = false;
  #delimiters = 0;
  #malformed = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#code = delimiter.charCodeAt(0);
  }

  /** A line starts; `within`: the record goes on inside a quoted field. */
  startLine(within: boolean): void {
    this.#quoted = within;
    this.#fromEarlierLine = within;
    this.#atStart = !within;
    this.#afterQuote = false;
    this.#delimiters = 0;
    this.#malformed = false;
  }

  /** A piece of the line; false when the field open at the start of the line does not end where a field can. */
  scan(text: string): boolean {
    if (!this.#quoted && !this.#afterQuote && !text.includes('"')) {
      this.#countDelimiters(text);
      return true;
    }
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (this.#afterQuote) {
        this.#afterQuote = false;
        if (code === QUOTE) this.#quoted = true;
        else if (code === this.#code) this.#endField();
        else if (this.#fromEarlierLine) return false;
        else this.#malformed = true;
      } else if (this.#quoted) {
        // Most of a long quoted text is skipped at once.
        const next = text.indexOf('"', at);
        if (next === -1) return true;
        at = next;
        this.#quoted = false;
        this.#afterQuote = true;
      } else if (this.#atStart && code === QUOTE) {
        this.#quoted = true;
        this.#atStart = false;
      } else {
        // A quote within a plain field is text: only its end counts.
        const next = text.indexOf(this.#delimiter, at);
        if (next !== at) this.#atStart = false;
        if (next === -1) return true;
        at = next;
        this.#endField();
      }
    }
    return true;
  }

  endLine(): LineState {
    return { quoted: this.#quoted, delimiters: this.#delimiters, malformed: this.#malformed };
  }

  #endField(): void {
    this.#delimiters += 1;
    this.#atStart = true;
    this.#fromEarlierLine = false;
  }

  #countDelimiters(text: string): void {
    let last = -1;
    for (let at = text.indexOf(this.#delimiter); at !== -1; at = text.indexOf(this.#delimiter, at + 1)) {
      this.#delimiters += 1;
      last = at;
    }
    if (last !== -1) this.#fromEarlierLine = false;
    if (text !== "") this.#atStart = last === text.length - 1;
  }
}

/** The record with the quoting undone: its fields as they were before they were written, with the delimiter between them. */
export function withoutQuoting(record: string, delimiter: string): string {
  let plain = "";
  let quoted = false;
  let atStart = true;
  for (let at = 0; at < record.length; at += 1) {
    const character = record[at] ?? "";
    if (quoted) {
      if (character !== '"') plain += character;
      else if (record[at + 1] === '"') {
        plain += character;
        at += 1;
      } else quoted = false;
    } else if (character === '"' && atStart) {
      quoted = true;
      atStart = false;
    } else {
      plain += character;
      atStart = character === delimiter;
    }
  }
  return plain;
}
