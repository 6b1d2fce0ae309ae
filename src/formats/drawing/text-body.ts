/**
 * The paragraphs of a DrawingML text body (`p:txBody`, `dgm:t`, `c:rich`…): runs and fields as stored, breaks as line ends, formulas by
 * their letters. Source: ECMA-376 part 1, 21.1.2 (text), 22.1.2 (math text).
 *
 * Guarantees: text only from runs, never from properties. Not covered: automatic list numbers, which are not stored; their paragraphs are counted
 * where the paragraph or its body says so, not where a layout or master does.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { Meter } from "../../model/budget.ts";

export class TextBody {
  readonly #meter: Meter;
  #paragraphs: string[] = [];
  #current: string | undefined;
  #inRun = false;
  #numbered = false;
  /** Levels that the body's own list style numbers, and the one that is being read. */
  #numberedLevels = new Set<number>();
  #styleLevel: number | undefined;
  #chars = 0;
  /** Paragraphs with text that a viewer shows a number before. */
  numberedParagraphs = 0;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, namespace: string): void {
    if (namespace !== "a" && namespace !== "m") return;
    if (name === "t") this.#inRun = true;
    else if (namespace === "m") return;
    else if (name === "p") {
      this.#current = "";
      this.#numbered = this.#numberedLevels.has(0);
    } else if (name === "br") this.#add("\n");
    else if (name === "pPr") this.#numbered = this.#numberedLevels.has(Number(attributes["lvl"] ?? 0));
    else if (this.#current === undefined) this.#style(name);
    else if (name === "buAutoNum") this.#numbered = true;
    else if (name === "buNone" || name === "buChar" || name === "buBlip") this.#numbered = false;
  }

  #style(name: string): void {
    const level = /^lvl([1-9])pPr$/.exec(name)?.[1];
    if (level !== undefined) this.#styleLevel = Number(level) - 1;
    else if (name === "buAutoNum" && this.#styleLevel !== undefined)
      this.#numberedLevels.add(this.#styleLevel);
  }

  close(name: string, namespace: string): void {
    if (name === "t" && (namespace === "a" || namespace === "m")) this.#inRun = false;
    else if (name === "p" && namespace === "a" && this.#current !== undefined) {
      if (this.#numbered && this.#current.trim() !== "") this.numberedParagraphs += 1;
      this.#paragraphs.push(this.#current);
      this.#current = undefined;
    }
  }

  text(text: string): void {
    if (this.#inRun) this.#add(text);
  }

  /** The paragraphs so far, without empty ones at the end; starts anew. */
  take(): string[] {
    if (this.#current !== undefined) this.#paragraphs.push(this.#current);
    const paragraphs = this.#paragraphs;
    while (paragraphs.at(-1)?.trim() === "") paragraphs.pop();
    this.#paragraphs = [];
    this.#current = undefined;
    this.#inRun = false;
    this.#numberedLevels.clear();
    this.#styleLevel = undefined;
    return paragraphs;
  }

  #add(text: string): void {
    this.#chars += text.length;
    if (this.#chars > this.#meter.limits.textNodeChars)
      throw limitExceeded(`one part holds more than ${this.#meter.limits.textNodeChars} characters of text`);
    this.#current = (this.#current ?? "") + text;
  }
}
