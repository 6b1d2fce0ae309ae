/**
 * The last lines of one log.
 *
 * Guarantees: at most the window is read from the end, and one byte before it, which decides whether the window's first line is whole; the
 * file's beginning is read only where the window is no text, to name what it is. N lines are what `tail -n N` prints: a final line end
 * starts no further line, blank lines count. Line numbers are told where the window is the whole file.
 * A compressed log is decompressed from its start (under the search budget), because its end cannot be found otherwise.
 */

import type { LogFile } from "../../fs/log-file.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { LogGap, LogLevel, LogLine } from "../../model/log-answer.ts";
import type { EncodingFacts } from "../../model/unit.ts";
import { textVerdict } from "../../formats/detection/plain-text.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { LineFilter } from "./line-filter.ts";
import type { ScanBudget, UnitShape } from "./line-reader.ts";
import { levelOfText, viewLine, withoutLineEnd } from "./line-view.ts";
import { refuseBinaryLog } from "./log-encoding.ts";
import type { LogEncoding } from "./log-encoding.ts";
import type { ByteRange, LogScreen, ScreenedLine } from "./log-screen.ts";
import type { SetFile } from "./log-set.ts";
import { openStream } from "./log-stream.ts";
import { lineTime } from "./timestamps.ts";

const SNIFF = 2048;
const PATTERN_BYTES = 4096;

export interface TailOptions {
  readonly name: string;
  readonly lines: number;
  readonly level: LogLevel | undefined;
  readonly since: number | undefined;
  readonly until: number | undefined;
  /** Bytes of the window. */
  readonly window: number;
  readonly maxLine: number;
  readonly screen: LogScreen;
  readonly budget: ScanBudget;
  /** Its bytes hold the window; for a larger one memory is allocated. */
  readonly kernel: Kernel;
  /** Fresh; judged here. */
  readonly encoding: LogEncoding;
  /** Leave out a last line that has no line end yet. */
  readonly wholeLinesOnly: boolean;
}

export interface TailOutcome {
  readonly encoding: EncodingFacts;
  readonly lines: readonly LogLine[];
  readonly wholeFile: boolean;
  readonly droppedPartial: boolean;
  readonly lastLineOpen: boolean;
  /** Offset behind the last line end of the window. */
  readonly endOffset: number;
  /** Lines up to there, where the log was read from its start. */
  readonly linesToEnd: number | null;
  readonly nulBytes: number;
  readonly gaps: readonly LogGap[];
  /** Everything that was returned or left out was screened. */
  readonly screenedWhole: boolean;
}

interface Window {
  readonly bytes: Buffer;
  /** Offset of its first byte. */
  readonly from: number;
  /** The window begins where the log does. */
  readonly whole: boolean;
  /** Line feeds before it, where the log was read from its start. */
  readonly linesBefore: number | null;
  /** The byte before it ends a line; true at the log's start. */
  readonly atLineStart: boolean;
  readonly gaps: readonly LogGap[];
}

function plainWindow(file: LogFile, options: TailOptions): Window {
  const from = Math.max(0, file.horizon - options.window);
  const length = file.horizon - from;
  // One byte before the window says whether its first line is whole.
  const lead = from > 0 ? 1 : 0;
  const buffer =
    options.kernel.bytes.length >= length + lead
      ? options.kernel.bytes
      : Buffer.allocUnsafeSlow(length + lead);
  const count = file.readAt(buffer.subarray(0, length + lead), from - lead);
  return {
    bytes: buffer.subarray(lead, count),
    from,
    whole: from === 0,
    linesBefore: from === 0 ? 0 : null,
    atLineStart: lead === 0 || buffer[0] === 0x0a,
    gaps: [],
  };
}

/** The end of a compressed log: decompressed from the start, the last bytes kept. */
async function streamedWindow(set: SetFile, options: TailOptions): Promise<Window> {
  const { budget } = options;
  const stream = await openStream(set.file, set.compression, 0);
  const held = Buffer.allocUnsafeSlow(options.window + 1 + 64 * 1024);
  let end = 0;
  let dropped = 0;
  let linesBefore = 0;
  try {
    for (;;) {
      if (budget.signal?.aborted === true || performance.now() >= budget.deadline || budget.bytes <= 0)
        throw new ReadbackError(
          "limit_exceeded",
          `log \`${options.name}\` is compressed and its end was not reached within the search budget`,
          { hint: "raise `READBACK_SEARCH_MS` or `READBACK_SEARCH_BYTES`, or search it instead" },
        );
      if (end > options.window + 1) {
        const excess = end - options.window - 1;
        for (let at = held.indexOf(0x0a); at >= 0 && at < excess; at = held.indexOf(0x0a, at + 1))
          linesBefore += 1;
        held.copyWithin(0, excess, end);
        end -= excess;
        dropped += excess;
      }
      const count = await stream.next(held.subarray(end, Math.min(held.length, end + budget.bytes)));
      if (count === 0) break;
      end += count;
      budget.bytes -= count;
      budget.scanned += count;
    }
  } finally {
    stream.close();
  }
  const whole = dropped === 0 && end <= options.window;
  const lead = whole ? 0 : Math.max(0, end - options.window);
  for (let at = held.indexOf(0x0a); at >= 0 && at < lead; at = held.indexOf(0x0a, at + 1)) linesBefore += 1;
  const damage = stream.damage;
  return {
    bytes: held.subarray(lead, end),
    from: dropped + lead,
    whole,
    linesBefore,
    atLineStart: lead === 0 || held[lead - 1] === 0x0a,
    gaps: damage === undefined ? [] : [{ reason: damage.reason, file: set.file.name, detail: damage.detail }],
  };
}

/** Refuses a log that is no text: by what the window holds, named by what the file begins with. */
function refuse(file: LogFile, window: Window): void {
  const head = window.bytes.subarray(0, SNIFF);
  if (window.whole) return refuseBinaryLog(head, file.name, window.bytes.length);
  if (textVerdict(head, false) !== "binary") return undefined;
  const begin = Buffer.alloc(SNIFF);
  refuseBinaryLog(begin.subarray(0, file.readAt(begin, 0)), file.name, file.horizon);
  return undefined;
}

/** Where lines start in the window, the end of the last one last. */
function lineBounds(window: Window, skip: number, shape: UnitShape): { starts: number[]; open: boolean } {
  const { bytes } = window;
  const { width, bigEndian } = shape;
  const feed = bigEndian ? width - 1 : 0;
  const phase = window.from % width;
  const starts: number[] = [skip];
  for (let at = bytes.indexOf(0x0a, skip); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    const start = at - feed;
    if (width > 1) {
      if ((start + phase) % width !== 0 || start < 0 || start + width > bytes.length) continue;
      if (bytes.subarray(start, start + width).some((byte, index) => index !== feed && byte !== 0)) continue;
    }
    starts.push(start + width);
  }
  const open = (starts.at(-1) ?? 0) < bytes.length;
  if (open) starts.push(bytes.length);
  return { starts, open };
}

export async function tailLog(set: SetFile, options: TailOptions): Promise<TailOutcome> {
  const { file, compression } = set;
  const window = compression === undefined ? plainWindow(file, options) : await streamedWindow(set, options);
  refuse(file, window);
  const { encoding } = options;
  const mark = window.whole ? await encoding.begin(window.bytes) : 0;
  if (!window.whole) {
    // The pattern is judged on the last bytes, from an even offset on, as the file's units stand.
    const late = Math.max(0, window.bytes.length - PATTERN_BYTES);
    await encoding.judgePattern(window.bytes.subarray(late + ((window.from + late) % 2)));
  }
  await encoding.lookAt(window.bytes);
  const { shape } = encoding;
  const { starts, open } = lineBounds(window, mark, shape);
  const atLineStart = window.whole || (shape.width === 1 && window.atLineStart);
  const droppedPartial = !atLineStart && window.bytes.length > 0;
  const first = droppedPartial ? 1 : 0;
  const chosen: number[] = [];
  const filter = new LineFilter(options);
  const text = (index: number): string => {
    const from = starts[index] ?? 0;
    const end = Math.min(starts[index + 1] ?? from, from + 4 * Math.max(options.maxLine, 4096));
    return withoutLineEnd(encoding.decode(window.bytes.subarray(from, end)).text);
  };
  const timeAbove = (index: number): number | undefined => {
    for (let above = index - 1; above >= first; above -= 1) {
      const time = lineTime(text(above), file.modifiedMs);
      if (time !== undefined) return time;
    }
    return undefined;
  };
  const lastIndex = starts.length - (open && options.wholeLinesOnly ? 3 : 2);
  for (let index = lastIndex; index >= first && chosen.length < options.lines; index -= 1) {
    if (!filter.open) {
      const line = text(index);
      if (!filter.takesLevel(levelOfText(line))) continue;
      if (!filter.takesTime(line, file.modifiedMs, () => timeAbove(index))) continue;
    }
    chosen.push(index);
  }
  chosen.reverse();
  const screened = await screenLines(options, window, encoding, {
    scope: { from: starts[first] ?? 0, end: window.bytes.length },
    lines: chosen.map((index) => ({ from: starts[index] ?? 0, end: starts[index + 1] ?? 0 })),
  });
  const lines = screened.map((line, place): LogLine => {
    const index = chosen[place] ?? 0;
    const lineNo = window.linesBefore === null ? null : window.linesBefore + index + 1;
    return viewLine(line, {
      screen: options.screen,
      name: options.name,
      lineNo,
      at: lineNo === null ? { kind: "part", part: "tail", item: place + 1 } : { kind: "line", line: lineNo },
      level: levelOfText(line.text),
      maxLine: options.maxLine,
      goesOn: false,
    });
  });
  const gaps = [...window.gaps];
  if (filter.undated > 0)
    gaps.push({
      reason: "undated",
      count: filter.undated,
      detail: "lines without a time that is known were left out",
    });
  return {
    encoding: encoding.facts,
    lines,
    wholeFile: window.whole,
    droppedPartial,
    lastLineOpen: open,
    endOffset: window.from + (open ? (starts.at(-2) ?? 0) : window.bytes.length),
    linesToEnd: window.linesBefore === null ? null : window.linesBefore + starts.length - (open ? 2 : 1),
    nulBytes: shape.width === 1 ? countNuls(window, options) : 0,
    gaps,
    screenedWhole: window.whole && options.screen.policy !== "off",
  };
}

/** Screens the lines, and loads for that what they need: a filter over bytes mostly shows that there is nothing to find. */
async function screenLines(
  { screen, kernel }: TailOptions,
  window: Window,
  encoding: LogEncoding,
  { scope, lines }: { scope: ByteRange; lines: readonly ByteRange[] },
): Promise<ScreenedLine[]> {
  if (lines.length === 0) return [];
  const { bytes } = window;
  if (bytes.buffer !== kernel.bytes.buffer) {
    await screen.loadAll();
    return screen.screen(bytes, scope, lines, encoding);
  }
  const shift = bytes.byteOffset - kernel.bytes.byteOffset;
  const shifted = ({ from, end }: ByteRange): ByteRange => ({ from: from + shift, end: end + shift });
  while (!screen.covers(kernel, shifted(scope), encoding)) await screen.load();
  return screen.screen(kernel.bytes, shifted(scope), lines.map(shifted), encoding);
}

function countNuls({ bytes }: Window, { kernel }: TailOptions): number {
  if (bytes.buffer === kernel.bytes.buffer) {
    const from = bytes.byteOffset - kernel.bytes.byteOffset;
    return kernel.countByte(0, from, from + bytes.length);
  }
  let count = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    let end = at + 1;
    while (end < bytes.length && bytes[end] === 0) end += 1;
    count += end - at;
    at = end - 1;
  }
  return count;
}
