/**
 * Text chunks cut into line units.
 *
 * Guarantees: LF and CRLF end a line; NEL, VT, FF, U+2028 and U+2029 never do; a lone CR does only in a file that holds no LF at all. A last
 * line without an end is a line, a last line end begins none. Units do not depend on where chunks are cut, and no unit is longer than
 * `PIECE` characters: a longer line comes as several units of the same number, all but the last with `continued`. A cut never divides a
 * surrogate pair.
 */

import type { DocumentFacts, Unit } from "../../model/unit.ts";
import type { TextChunk } from "./decode.ts";
import type { Replacement } from "./utf8.ts";

/** Characters of a line that are held at once. */
export const PIECE = 65_536;
const BATCH_LINES = 256;
const BATCH_CHARS = 8 * PIECE;

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const CR = 13;
const isHighSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xd800;

export class LineAssembler {
  /** Lines finished so far, wanted or not. */
  lines = 0;
  /** Whether a wanted line holds U+0000. */
  hasNul = false;
  /** Bytes lost in wanted lines, and the first and last such line. */
  replacedBytes = 0;
  replacedLines: LineRange | undefined;
  lastLineUnterminated = false;

  /** Finished units that were not taken yet. */
  #units: Unit[] = [];
  #chars = 0;
  #counted = 0;

  readonly #range: LineRange;
  readonly #lineFeedAhead: (byteStart: number) => boolean;
  /** Undefined as long as neither LF nor CR has been met. */
  #crEnds: boolean | undefined;
  #lf = false;
  #crlf = false;

  /** The unfinished line, or its last unfinished piece, and the bytes lost in it. */
  #open = "";
  #openReplacements: Replacement[] = [];

  #text = "";
  #at = 0;
  #replacements: readonly Replacement[] = [];
  #replacementsUsed = 0;
  /** Whether the chunk, or the unfinished line before it, holds U+0000. */
  #mayHoldNul = false;

  /** `lineFeedAhead` tells whether an LF stands at or after a byte: asked at most once, where a CR comes before every LF. */
  constructor(range: LineRange, lineFeedAhead: (byteStart: number) => boolean) {
    this.#range = range;
    this.#lineFeedAhead = lineFeedAhead;
  }

  /** True when nothing that follows is wanted. */
  get done(): boolean {
    return this.lines >= this.#range.to;
  }

  get lineEnds(): NonNullable<DocumentFacts["lineEnds"]> {
    if (this.#lf) return this.#crlf ? "mixed" : "lf";
    if (this.#crlf) return "crlf";
    return this.#crEnds === true ? "cr" : "none";
  }

  /** The finished units, and how many lines of the wanted range they end. */
  take(): { units: readonly Unit[]; counted: number } {
    const batch = { units: this.#units, counted: this.#counted };
    this.#units = [];
    this.#counted = 0;
    this.#chars = 0;
    return batch;
  }

  begin(chunk: TextChunk): void {
    this.#text = chunk.text;
    this.#at = 0;
    this.#replacements = chunk.replacements;
    this.#replacementsUsed = 0;
    this.#mayHoldNul = chunk.text.includes("\0") || (this.#mayHoldNul && this.#open !== "");
    if (this.#crEnds !== undefined) return;
    if (chunk.text.includes("\n")) this.#crEnds = false;
    else if (chunk.text.includes("\r")) this.#crEnds = !this.#lineFeedAhead(chunk.byteStart);
  }

  /** Works on the chunk until a batch is full; false when the chunk is used up or nothing more is wanted. */
  fill(): boolean {
    const text = this.#text;
    const mark = this.#crEnds === true ? "\r" : "\n";
    while (!this.done) {
      if (this.#units.length >= BATCH_LINES || this.#chars >= BATCH_CHARS) return true;
      const end = text.indexOf(mark, this.#at);
      const stop = end < 0 ? text.length : end;
      if (this.#open.length + stop - this.#at > PIECE) this.#cutPiece();
      else if (end < 0) {
        this.#keep(stop);
        return false;
      } else this.#endLine(end);
    }
    return false;
  }

  /** No more chunks: a last line without an end is a line. */
  finish(): void {
    if (this.#open === "" || this.done) return;
    this.lastLineUnterminated = true;
    this.#closeLine(this.#open, lostBytes(this.#openReplacements));
  }

  #endLine(end: number): void {
    const at = this.#at;
    this.#at = end + 1;
    let replaced = 0;
    if (this.#replacements.length > 0) replaced += this.#takeReplacements(end, 0, undefined);
    // Whether a CR stands before is asked of the chunk, not of the cut out line: a third faster.
    let stop = end;
    const open = this.#open;
    if (this.#crEnds === false) {
      const before =
        end > at ? this.#text.charCodeAt(end - 1) : open === "" ? 0 : open.charCodeAt(open.length - 1);
      if (before === CR) {
        this.#crlf = true;
        stop -= 1;
      } else this.#lf = true;
    }
    if (open === "") this.#closeLine(this.#text.slice(at, stop), replaced);
    else
      this.#closeLine(
        stop < at ? open.slice(0, -1) : open + this.#text.slice(at, stop),
        replaced + lostBytes(this.#openReplacements),
      );
  }

  #closeLine(text: string, replaced: number): void {
    this.#emit(text, replaced, false);
    this.lines += 1;
    if (this.lines >= this.#range.from) this.#counted += 1;
    this.#open = "";
    if (this.#openReplacements.length > 0) this.#openReplacements = [];
  }

  #keep(stop: number): void {
    if (this.#replacements.length > 0)
      this.#takeReplacements(stop, this.#open.length - this.#at, this.#openReplacements);
    this.#open += this.#text.slice(this.#at, stop);
    this.#at = stop;
  }

  /** Takes up to one character more than a piece, so as not to end within a surrogate pair, and hands on a piece. */
  #cutPiece(): void {
    this.#keep(this.#at + PIECE + 1 - this.#open.length);
    const open = this.#open;
    const cut = isHighSurrogate(open.charCodeAt(PIECE - 1)) ? PIECE - 1 : PIECE;
    const later = this.#openReplacements.findIndex(({ at }) => at >= cut);
    const rest = later < 0 ? [] : this.#openReplacements.splice(later);
    this.#emit(open.slice(0, cut), lostBytes(this.#openReplacements), true);
    this.#open = open.slice(cut);
    this.#openReplacements = rest.map(({ at, bytes }) => ({ at: at - cut, bytes }));
  }

  /** Passes the chunk's replacements before `stop`: their bytes, and with `into` the replacements themselves, moved by `shift`. */
  #takeReplacements(stop: number, shift: number, into: Replacement[] | undefined): number {
    let bytes = 0;
    for (;;) {
      const next = this.#replacements[this.#replacementsUsed];
      if (next === undefined || next.at >= stop) return bytes;
      this.#replacementsUsed += 1;
      bytes += next.bytes;
      into?.push({ at: next.at + shift, bytes: next.bytes });
    }
  }

  #emit(text: string, replaced: number, continued: boolean): void {
    const line = this.lines + 1;
    if (line < this.#range.from) return;
    const at = { kind: "line", line } as const;
    this.#chars += text.length;
    if (replaced === 0 && !continued) this.#units.push({ at, region: "body", text });
    else
      this.#units.push({
        at,
        region: "body",
        text,
        ...(replaced === 0 ? {} : { replacedBytes: replaced }),
        ...(continued ? { continued } : {}),
      });
    if (this.#mayHoldNul && !this.hasNul) this.hasNul = text.includes("\0");
    if (replaced === 0) return;
    this.replacedBytes += replaced;
    this.replacedLines = { from: this.replacedLines?.from ?? line, to: line };
  }
}

function lostBytes(replacements: readonly Replacement[]): number {
  let lost = 0;
  for (const { bytes } of replacements) lost += bytes;
  return lost;
}
