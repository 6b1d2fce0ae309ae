/**
 * The search within a line that is longer than LINE_MAX and comes in parts.
 *
 * Guarantees: a match on the seam of two parts is found; one that screening hides is none; what is shown around a match was screened.
 * Not covered: on decoded text (other encodings than UTF-8, Unicode folding) parts are looked through with 4 KiB on each side, and in
 * multi-byte legacy encodings the characters at the very edges of these may be misread.
 */

import type { Needle } from "../kernel/needle.ts";
import { CONTEXT, LOOKAHEAD } from "./line-reader.ts";
import type { LineReader, Region } from "./line-reader.ts";
import { AROUND, withoutLineEnd } from "./line-view.ts";
import type { LogEncoding } from "./log-encoding.ts";
import type { LogMatcher } from "./log-matcher.ts";
import type { ByteRange, LogScreen } from "./log-screen.ts";

/** Bytes on each side of a part that are looked at with it, and of text around a match that is judged. */
const PART_OVERLAP = 4096;

/** A line that comes in parts. */
export interface LongLine {
  readonly offset: number;
  /** Its first bytes, and what is looked at behind them. */
  readonly head: Buffer;
  matched: boolean;
}

/** Text around a match that stands beyond a line's head. */
export interface Around {
  readonly text: string;
}

export class LongLineSearch {
  readonly #reader: LineReader;
  readonly #encoding: LogEncoding;
  readonly #matcher: LogMatcher;
  readonly #screen: LogScreen;
  /** The log, for a refusal. */
  readonly #name: string;

  constructor(
    reader: LineReader,
    encoding: LogEncoding,
    { matcher, screen }: { readonly matcher: LogMatcher; readonly screen: LogScreen },
    name: string,
  ) {
    this.#reader = reader;
    this.#encoding = encoding;
    this.#matcher = matcher;
    this.#screen = screen;
    this.#name = name;
  }

  /** The text around the first match in a part that is not hidden. */
  find(region: Region, long: LongLine, lineNo: number): Around | "unprepared" | undefined {
    const matcher = this.#matcher;
    const screen = this.#screen;
    const { kernel, contextFrom } = this.#reader;
    const { needle } = matcher;
    const line = this.#lineInBuffer(region, long);
    const covered = (): boolean =>
      screen.covers(kernel, { from: contextFrom, end: region.valid }, this.#encoding);
    if (needle === undefined || !this.#encoding.isUtf8) {
      const piece = {
        from: Math.max(line.from, region.from - PART_OVERLAP),
        end: Math.min(line.end, region.end + PART_OVERLAP),
      };
      if (!matcher.test(this.#encoding.decode(kernel.bytes.subarray(piece.from, piece.end)).text))
        return undefined;
      return covered() ? this.#visible(piece, region, lineNo) : "unprepared";
    }
    for (let from = region.from; from < region.end;) {
      const hit = this.#hitInPart(needle, from, region);
      if (hit === undefined) return undefined;
      if (from === region.from && !covered()) return "unprepared";
      const piece = {
        from: Math.max(line.from, hit - PART_OVERLAP),
        end: Math.min(line.end, hit + needle.length + PART_OVERLAP),
      };
      const found = this.#visible(piece, region, lineNo);
      if (found !== undefined) return found;
      from = hit + 1;
    }
    return undefined;
  }

  /** No line is counted within a long one, so that the runtime's own search does where case is heeded. */
  #hitInPart(needle: Needle, from: number, region: Region): number | undefined {
    const { kernel } = this.#reader;
    const { valid, end } = region;
    if (needle.ignoreCase) {
      const result = kernel.search(needle, { from, end, valid, perLine: false, limit: 1 });
      return result.count === 0 ? undefined : result.position(0);
    }
    const last = Math.min(valid, end + needle.length - 1);
    const hit = kernel.bytes.subarray(from, last).indexOf(needle.folded);
    return hit < 0 ? undefined : from + hit;
  }

  /** What of the long line is in the buffer, in whole units from the part on. */
  #lineInBuffer(region: Region, long: LongLine): ByteRange {
    const reader = this.#reader;
    const { width } = reader.shape;
    const start = Math.max(reader.contextFrom, long.offset - reader.base);
    const lineEnd = region.last ? region.end : reader.firstLineEnd(region.end, region.valid);
    const end = lineEnd < 0 ? region.valid : lineEnd;
    return {
      from: region.from - Math.floor((region.from - start) / width) * width,
      end: region.from + Math.floor((end - region.from) / width) * width,
    };
  }

  /** A stretch of a long line: a short text around its first match that is not hidden, judged with what is around the stretch. */
  #visible(piece: ByteRange, region: Region, lineNo: number): Around | undefined {
    const matcher = this.#matcher;
    const screen = this.#screen;
    const { kernel, contextFrom, shape } = this.#reader;
    const whole = (bytes: number): number => Math.floor(bytes / shape.width) * shape.width;
    const window = {
      from: piece.from - whole(Math.min(CONTEXT, piece.from - contextFrom)),
      end: piece.end + whole(Math.min(LOOKAHEAD, region.valid - piece.end)),
    };
    const [line] = screen.screen(kernel.bytes, window, [piece], this.#encoding);
    const found = line && matcher.find(line.text, screen.hidden(line));
    if (line === undefined || found === undefined) return undefined;
    const start = Math.max(0, found.start - AROUND);
    const text = line.text.slice(start, found.end + AROUND);
    const spans = line.spans
      .filter((span) => span.start < start + text.length && span.end > start)
      .map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
    const at = { kind: "line", line: lineNo } as const;
    return { text: withoutLineEnd(screen.release({ text, replacements: [], spans }, this.#name, at)) };
  }
}
