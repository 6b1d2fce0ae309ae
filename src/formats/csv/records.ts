/**
 * Lines put together to records.
 *
 * Guarantees: every line's text is in exactly one unit, in order, whatever its quotes are: a quote that does not close takes no line with it. Its record is
 * then its own line, those it had reached for are records of one line each, and the place is named as damaged. Memory is bounded by what a quoted field
 * may span. Inner line ends stand as LF. A record with doubled quotes also has its plain
 * fields as its value. Not covered: line numbers of a file whose lines another one's parser would count otherwise.
 */

import type { Gap } from "../../model/coverage.ts";
import type { Locator } from "../../model/locator.ts";
import type { Unit } from "../../model/unit.ts";
import { QuoteScanner, withoutQuoting } from "./fields.ts";

/** What a quoted field may span before its quote counts as one that never closes. */
const SPAN_CHARS = 1024 * 1024;
const SPAN_LINES = 20_000;
/** A record up to this length is one unit, a longer one several that continue each other. */
const UNIT_CHARS = 65_536;
const GAPS_MAX = 20;

interface Piece {
  readonly text: string;
  readonly replacedBytes: number;
}

interface Line {
  readonly line: number;
  readonly pieces: Piece[];
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export class RecordAssembler {
  records = 0;
  malformed = false;
  /** Bytes lost in the units handed on. */
  replacedBytes = 0;
  /** Number of fields of the first record, and whether a later one has another. */
  columns: number | undefined;
  ragged = false;

  readonly #delimiter: string;
  readonly #range: LineRange;
  readonly #scanner: QuoteScanner;
  #units: Unit[] = [];
  #counted = 0;
  /** Lines of a record whose quoted field is still open; the last one may be unfinished. */
  #lines: Line[] = [];
  #chars = 0;
  #fields = 1;
  #unfinished: Line | undefined;
  #streaming = false;
  #gaps: Gap[] = [];
  #gapsLeftOut = 0;
  #lastLeftOut: Locator | undefined;
  #replacedLines: LineRange | undefined;
  #gapsNamed = 0;

  constructor(delimiter: string, range: LineRange) {
    this.#delimiter = delimiter;
    this.#scanner = new QuoteScanner(delimiter);
    this.#range = range;
  }

  /** Records that ended since the last call, and how many of them lie in the range. */
  take(): { units: readonly Unit[]; counted: number; gaps: readonly Gap[] } {
    const taken = { units: this.#units, counted: this.#counted, gaps: this.#gaps };
    this.#units = [];
    this.#counted = 0;
    this.#gaps = [];
    return taken;
  }

  get waiting(): number {
    return this.#units.length;
  }

  /** No record that starts at or behind this line is wanted. */
  isBehind(line: number): boolean {
    return line > this.#range.to && this.#lines.length === 0;
  }

  push(unit: Unit, line: number): void {
    if (this.#lines.length === 0 && unit.continued !== true && unit.text?.includes('"') === false) {
      this.#plainLine(unit, line);
      return;
    }
    const current = this.#unfinished ?? this.#start(line);
    const text = unit.text ?? "";
    current.pieces.push({ text, replacedBytes: unit.replacedBytes ?? 0 });
    this.#chars += text.length;
    if (!this.#scanner.scan(text)) this.#giveUpBefore();
    const goesOn = unit.continued === true;
    if (this.#streaming) this.#handOn(current, goesOn);
    if (!goesOn) {
      this.#unfinished = undefined;
      this.#endLine(current);
    } else if (!this.#streaming && this.#chars > SPAN_CHARS) this.#stream(current);
  }

  /** A line without quotes is a record. */
  #plainLine(unit: Unit, line: number): void {
    const text = unit.text ?? "";
    this.#scanner.startLine(false);
    this.#scanner.scan(text);
    this.#fields += this.#scanner.endLine().delimiters;
    this.#endRecord(line, line, text !== "");
    if (line < this.#range.from || line > this.#range.to) return;
    const at: Locator = { kind: "record", line, record: this.records };
    this.#add(line, [unitOf({ text, replacedBytes: unit.replacedBytes ?? 0 }, at, false)]);
  }

  finish(): void {
    if (this.#lines.length > 0) this.#giveUp();
  }

  /** What is known at the end only: broken places that were too many to be named, and bytes lost. */
  rest(): Gap[] {
    const gaps: Gap[] = [];
    if (this.#lastLeftOut !== undefined)
      gaps.push({ reason: "damaged", at: this.#lastLeftOut, count: this.#gapsLeftOut, detail: BROKEN });
    if (this.#replacedLines !== undefined)
      gaps.push({
        reason: "undecodable",
        extent: { unit: "line", ...this.#replacedLines },
        count: this.replacedBytes,
      });
    return gaps;
  }

  #start(line: number): Line {
    const started: Line = { line, pieces: [] };
    this.#unfinished = started;
    this.#scanner.startLine(this.#lines.length > 0);
    this.#lines.push(started);
    return started;
  }

  #endLine(current: Line): void {
    const { quoted, delimiters, malformed } = this.#scanner.endLine();
    this.#fields += delimiters;
    this.malformed ||= malformed;
    if (this.#streaming) {
      this.#streaming = false;
      if (quoted) this.#nameBroken(current.line);
      this.malformed ||= quoted;
      this.#endRecord(current.line, current.line, !quoted);
    } else if (!quoted) this.#close(true);
    else if (this.#chars > SPAN_CHARS || this.#lines.length > SPAN_LINES) this.#giveUp();
  }

  /** A line longer than a quoted field may span is a record alone, and handed on while it is read. */
  #stream(current: Line): void {
    if (this.#lines.length > 1) this.#giveUpBefore();
    this.#streaming = true;
    this.#handOn(current, true);
  }

  #handOn(current: Line, goesOn: boolean): void {
    const pieces = current.pieces.splice(0);
    if (current.line < this.#range.from || current.line > this.#range.to) return;
    const at: Locator = { kind: "record", line: current.line, record: this.records + 1 };
    this.#add(
      current.line,
      pieces.map((piece, index) => unitOf(piece, at, goesOn || index < pieces.length - 1)),
    );
  }

  /** The open field cannot have reached this line: those before it are single records, this one starts anew. */
  #giveUpBefore(): void {
    const current = this.#lines.pop();
    this.#giveUp();
    if (current === undefined) return;
    this.#lines.push(current);
    this.#scanner.startLine(false);
    for (const { text } of current.pieces) {
      this.#chars += text.length;
      this.#scanner.scan(text);
    }
  }

  /** The first line has a quote that does not close; each line becomes a record of its own. */
  #giveUp(): void {
    const lines = this.#lines;
    const [first] = lines;
    this.malformed = true;
    if (first !== undefined) this.#nameBroken(first.line);
    for (const line of lines) {
      this.#lines = [line];
      this.#close(false);
    }
  }

  #nameBroken(line: number): void {
    if (line > this.#range.to) return;
    const at = { kind: "record", line, record: this.records + 1 } as const;
    this.#gapsNamed += 1;
    if (this.#gapsNamed <= GAPS_MAX) this.#gaps.push({ reason: "damaged", at, detail: BROKEN });
    else {
      this.#gapsLeftOut += 1;
      this.#lastLeftOut = at;
    }
  }

  #close(whole: boolean): void {
    const lines = this.#lines;
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return;
    const isEmpty = lines.length === 1 && first.pieces.every(({ text }) => text === "");
    this.#endRecord(first.line, last.line, whole && !isEmpty);
    if (last.line < this.#range.from || first.line > this.#range.to) return;
    const at: Locator = {
      kind: "record",
      line: first.line,
      record: this.records,
      ...(last.line > first.line ? { endLine: last.line } : {}),
    };
    const units = unitsOf(lines, at);
    const [only] = units;
    // A search for what the doubled quotes stand for finds it in the value.
    if (whole && units.length === 1 && only?.text?.includes('""') === true)
      this.#add(last.line, [
        { ...only, cell: { value: withoutQuoting(only.text, this.#delimiter), type: "string" } },
      ]);
    else this.#add(last.line, units);
  }

  #add(lastLine: number, units: readonly Unit[]): void {
    for (const unit of units) {
      this.#units.push(unit);
      if (unit.replacedBytes === undefined) continue;
      this.replacedBytes += unit.replacedBytes;
      const from = unit.at.kind === "record" ? unit.at.line : lastLine;
      this.#replacedLines = { from: this.#replacedLines?.from ?? from, to: lastLine };
    }
  }

  /** `countsFields`: not for an empty line, which says nothing about the others, nor for one that is broken. */
  #endRecord(firstLine: number, lastLine: number, countsFields: boolean): void {
    if (countsFields) {
      this.columns ??= this.#fields;
      if (this.columns !== this.#fields) this.ragged = true;
    }
    this.#lines = [];
    this.#chars = 0;
    this.#fields = 1;
    this.records += 1;
    if (lastLine >= this.#range.from && firstLine <= this.#range.to) this.#counted += 1;
  }
}

const BROKEN = "a quote that does not close where a field can end: lines from here on are read one by one";

function unitsOf(lines: readonly Line[], at: Locator): Unit[] {
  const only = lines.length === 1 && lines[0]?.pieces.length === 1 ? lines[0].pieces[0] : undefined;
  if (only !== undefined) return [unitOf(only, at, false)];
  const pieces = lines.flatMap((line, index) =>
    line.pieces.map((piece, number) =>
      index < lines.length - 1 && number === line.pieces.length - 1
        ? { ...piece, text: `${piece.text}\n` }
        : piece,
    ),
  );
  const length = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const whole =
    length <= UNIT_CHARS
      ? [
          {
            text: pieces.map(({ text }) => text).join(""),
            replacedBytes: pieces.reduce((sum, { replacedBytes }) => sum + replacedBytes, 0),
          },
        ]
      : pieces;
  return whole.map((piece, index) => unitOf(piece, at, index < whole.length - 1));
}

function unitOf({ text, replacedBytes }: Piece, at: Locator, continued: boolean): Unit {
  const unit: { -readonly [Key in keyof Unit]: Unit[Key] } = { at, region: "body", text };
  if (replacedBytes > 0) unit.replacedBytes = replacedBytes;
  if (continued) unit.continued = true;
  return unit;
}
