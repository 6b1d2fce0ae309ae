/**
 * The search through one log: regions of the reader in, matching lines out.
 *
 * Guarantees: line numbers are true from the log's start (or from the cursor's); a line is counted once, however often it matches; a match
 * on a seam is found; what is hidden by screening is not matched. A match in a line longer than LINE_MAX gives the line's head.
 */

import { isAscii } from "node:buffer";
import type { LogLine } from "../../model/log-answer.ts";
import { HITS_MAX } from "../kernel/kernel.ts";
import { withProbes } from "../kernel/needle.ts";
import type { Needle } from "../kernel/needle.ts";
import type { LineFilter } from "./line-filter.ts";
import type { LineReader, Region } from "./line-reader.ts";
import { CONTEXT, LOOKAHEAD } from "./line-reader.ts";
import { countNuls, keptBytes, levelOfText, viewLine, withoutLineEnd } from "./line-view.ts";
import type { LogEncoding } from "./log-encoding.ts";
import { LongLineSearch } from "./long-line-search.ts";
import type { LongLine } from "./long-line-search.ts";
import type { LogMatcher } from "./log-matcher.ts";
import type { ByteRange, LogScreen, ScreenedLine } from "./log-screen.ts";
import { lineTime, TIME_CHARS } from "./timestamps.ts";

/** Bytes of a log by which the search chooses what to look at first. */
const SAMPLE_BYTES = 8192;

export interface SearchOptions {
  readonly matcher: LogMatcher;
  readonly filter: LineFilter;
  readonly screen: LogScreen;
  readonly limit: number;
  readonly countOnly: boolean;
  readonly maxLine: number;
}

/** What a search has found so far, over all files of a set. */
export interface SearchFindings {
  readonly matches: LogLine[];
  matchCount: number;
  nulBytes: number;
}

export interface SearchedFile {
  readonly name: string;
  /** Set in a rotated set. */
  readonly file: string | undefined;
  /** When the log was last changed. */
  readonly reference: number;
}

/** `unprepared`: `prepare` must come first. `undecided`: the encoding must be judged by the region first. */
export type Taken = "taken" | "full" | "unprepared" | "undecided";

interface NumberedLine extends ByteRange {
  readonly number: number;
}

export class SearchScan {
  /** Whether the encoding decides how the text is looked for, so that it must be judged before a region is taken. */
  readonly looksFirst: boolean;
  /** Lines before the reader's position. */
  lines: number;
  readonly #reader: LineReader;
  readonly #encoding: LogEncoding;
  readonly #options: SearchOptions;
  readonly #file: SearchedFile;
  readonly #findings: SearchFindings;
  readonly #longLines: LongLineSearch;
  #long: LongLine | undefined;
  /** The matcher's needle, with probes that suit this log. */
  #needle: Needle | undefined;
  /** The region that the encoding was last judged by. */
  #judged: Region | undefined;
  /** Where a region that is taken once more was left. */
  #begunAt: number | undefined;

  constructor(
    reader: LineReader,
    encoding: LogEncoding,
    options: SearchOptions,
    file: SearchedFile,
    findings: SearchFindings,
    start: { lines: number; long?: { offset: number; head: Buffer; matched: boolean } },
  ) {
    this.#reader = reader;
    this.#encoding = encoding;
    this.#options = options;
    this.#file = file;
    this.#findings = findings;
    this.lines = start.lines;
    this.looksFirst = !isAscii(Buffer.from(options.matcher.text)) || options.matcher.needle === undefined;
    this.#longLines = new LongLineSearch(reader, encoding, options, file.name);
    this.#long = start.long === undefined ? undefined : { ...start.long };
  }

  /** The long line that the reader stands in. */
  get long(): { offset: number; matched: boolean } | undefined {
    return this.#long;
  }

  get #full(): boolean {
    return !this.#options.countOnly && this.#findings.matches.length >= this.#options.limit;
  }

  /** Takes one region; "full" when the limit was reached, the reader then stands behind the last match's line. */
  take(region: Region): Taken {
    if (region.kind === "part") return this.#takePart(region);
    const bytesDecide = this.#options.matcher.needle !== undefined && this.#encoding.isUtf8;
    const taken = bytesDecide ? this.#takeBytes(region) : this.#takeDecoded(region);
    if (taken === "taken" || taken === "full") this.#begunAt = undefined;
    if (taken === "taken" && region.open && bytesDecide) this.lines += 1;
    return taken;
  }

  /** More of the screening is needed than is loaded; `take` then goes on where it was. */
  async prepare(): Promise<void> {
    await this.#options.screen.load();
  }

  #takeBytes(region: Region): Taken {
    const { matcher, countOnly, limit, filter, screen } = this.#options;
    const { kernel } = this.#reader;
    if (matcher.needle === undefined) return this.#takeDecoded(region);
    this.#needle ??= withProbes(
      matcher.needle,
      kernel.bytes.subarray(region.from, Math.min(region.end, region.from + SAMPLE_BYTES)),
    );
    const needle = this.#needle;
    for (let from = this.#begunAt ?? region.from; from < region.end;) {
      const wanted = countOnly ? HITS_MAX : Math.min(HITS_MAX, limit - this.#findings.matches.length);
      const { end } = region;
      const result = kernel.search(needle, { from, end, valid: end, perLine: true, limit: wanted });
      const { count, resume, lineEnds, nulPossible } = result;
      // As long as all was ASCII nothing was decided, and nothing had to be.
      if (result.nonAsciiPossible && !this.#encoding.isDecided && this.#judged !== region) {
        this.#judged = region;
        this.#begunAt = from;
        return "undecided";
      }
      if (countOnly && filter.open && !screen.hides) this.#findings.matchCount += count;
      else if (count > 0) {
        const lines: NumberedLine[] = [];
        for (let index = 0; index < count; index += 1) {
          const start = result.lineStart(index);
          const lineEnd = this.#reader.firstLineEnd(result.position(index), end);
          lines.push({
            from: start < 0 ? from : start,
            end: lineEnd < 0 ? end : lineEnd + 1,
            number: this.lines + result.lineEndsBefore(index) + 1,
          });
        }
        if (!this.#judge(region, lines)) {
          this.#begunAt = from;
          return "unprepared";
        }
      }
      if (nulPossible) this.#findings.nulBytes += kernel.countByte(0, from, resume);
      this.lines += lineEnds;
      from = resume;
      if (this.#full) {
        if (from < end) this.#reader.giveBack(from, false);
        else if (region.open) this.lines += 1;
        return "full";
      }
    }
    return "taken";
  }

  /** Other encodings, and Unicode folding: the region as text first, line by line only where something is found. */
  #takeDecoded(region: Region): Taken {
    const reader = this.#reader;
    const { bytes } = reader.kernel;
    if (this.#begunAt === undefined) {
      const whole = this.#encoding.decode(bytes.subarray(region.from, region.end)).text;
      this.#findings.nulBytes += countNuls(whole);
      if (!this.#options.matcher.test(whole)) {
        this.lines += reader.countLineEnds(region.from, region.end) + (region.open ? 1 : 0);
        return "taken";
      }
    }
    for (let from = this.#begunAt ?? region.from; from < region.end;) {
      const lineEnd = reader.firstLineEnd(from, region.end);
      const end = lineEnd < 0 ? region.end : lineEnd + reader.shape.width;
      const matches = this.#options.matcher.test(this.#encoding.decode(bytes.subarray(from, end)).text);
      if (matches && !this.#judge(region, [{ from, end, number: this.lines + 1 }])) {
        this.#begunAt = from;
        return "unprepared";
      }
      this.lines += 1;
      from = end;
      if (this.#full) {
        if (from < region.end) reader.giveBack(from, false);
        return "full";
      }
    }
    return "taken";
  }

  /** Lines that hold the text: screened, filtered, counted, and kept. False where screening must be loaded first; nothing was done then. */
  #judge(region: Region, lines: readonly NumberedLine[]): boolean {
    const { screen, filter, countOnly } = this.#options;
    const { kernel, contextFrom } = this.#reader;
    const first = lines[0]?.from ?? region.from;
    const last = lines.at(-1)?.end ?? region.end;
    const window = {
      from: Math.max(contextFrom, this.#lineStartBefore(first - CONTEXT)),
      end: Math.min(region.valid, last + LOOKAHEAD),
    };
    // Where lines are only counted, only hidden secrets matter, and mostly there are none near by.
    const counted = countOnly && screen.prepared && !screen.mayHold(kernel, window, this.#encoding);
    if (counted && filter.open) {
      this.#findings.matchCount += lines.length;
      return true;
    }
    if (!counted && !screen.covers(kernel, window, this.#encoding)) return false;
    const screened = counted
      ? lines.map(({ from, end }) => ({
          ...this.#encoding.decode(kernel.bytes.subarray(from, end)),
          spans: [],
        }))
      : screen.screen(kernel.bytes, window, lines, this.#encoding);
    for (const [index, line] of screened.entries()) this.#keep(line, lines[index]);
    return true;
  }

  #keep(line: ScreenedLine, place: NumberedLine | undefined): void {
    const { screen, matcher, filter, countOnly, maxLine } = this.#options;
    if (place === undefined || matcher.find(line.text, screen.hidden(line)) === undefined) return;
    const level = levelOfText(line.text);
    if (!filter.takesLevel(level)) return;
    if (!filter.takesTime(line.text, this.#file.reference, () => this.#timeAbove(place.from))) return;
    this.#findings.matchCount += 1;
    if (countOnly) return;
    this.#findings.matches.push(
      viewLine(line, {
        screen,
        name: this.#file.name,
        lineNo: place.number,
        at: { kind: "line", line: place.number },
        level,
        maxLine,
        goesOn: false,
        file: this.#file.file,
        matcher,
      }),
    );
  }

  /** A position that begins a line or at least a character, at or before `position`. */
  #lineStartBefore(position: number): number {
    const from = Math.max(this.#reader.contextFrom, position);
    const lineEnd = this.#reader.firstLineEnd(from, Math.max(from, position + CONTEXT));
    return lineEnd < 0 || position <= this.#reader.contextFrom ? from : lineEnd + this.#reader.shape.width;
  }

  /** The time of the nearest dated line above, as far back as the buffer goes. */
  #timeAbove(from: number): number | undefined {
    const reader = this.#reader;
    const { width } = reader.shape;
    const floor = reader.contextFrom;
    for (let end = from; end > floor;) {
      const before = reader.lastLineEnd(floor, end - width);
      const start = before < 0 ? floor : before + width;
      const head = reader.kernel.bytes.subarray(start, Math.min(end, start + TIME_CHARS * width));
      const time = lineTime(withoutLineEnd(this.#encoding.decode(head).text), this.#file.reference);
      if (time !== undefined) return time;
      end = start;
    }
    return undefined;
  }

  #takePart(region: Region): Taken {
    const { kernel, base, shape } = this.#reader;
    if (region.first || this.#long === undefined) {
      const kept = Math.min(region.valid, region.from + keptBytes(this.#options.maxLine) + LOOKAHEAD);
      this.#long = {
        offset: base + region.from,
        head: Buffer.from(kernel.bytes.subarray(region.from, kept)),
        matched: false,
      };
    }
    const long = this.#long;
    if (!long.matched) {
      const found = this.#longLines.find(region, long, this.lines + 1);
      if (found === "unprepared") return found;
      if (found !== undefined) {
        if (!this.#keepLong(long, found.text)) return "unprepared";
        long.matched = true;
      }
    }
    if (shape.width === 1) this.#findings.nulBytes += this.#reader.countNuls(region.from, region.end);
    if (region.last) {
      this.lines += 1;
      this.#long = undefined;
    }
    return this.#full ? "full" : "taken";
  }

  /** The beginning of a long line that holds the text. False where screening must be loaded first; nothing was done then. */
  #keepLong(long: LongLine, around: string): boolean {
    const { filter, screen, countOnly, matcher, maxLine } = this.#options;
    if (!screen.coversBytes(long.head, this.#encoding)) return false;
    const end = Math.min(long.head.length, keptBytes(maxLine));
    const window = { from: 0, end: long.head.length };
    const [head] = screen.screen(long.head, window, [{ from: 0, end }], this.#encoding);
    if (head === undefined) return true;
    const level = levelOfText(head.text);
    if (!filter.takesLevel(level)) return true;
    if (!filter.takesTime(head.text, this.#file.reference, () => undefined)) return true;
    this.#findings.matchCount += 1;
    if (countOnly) return true;
    const number = this.lines + 1;
    this.#findings.matches.push(
      viewLine(head, {
        screen,
        name: this.#file.name,
        lineNo: number,
        at: { kind: "line", line: number },
        level,
        maxLine,
        goesOn: true,
        file: this.#file.file,
        matcher,
        around,
      }),
    );
    return true;
  }
}
