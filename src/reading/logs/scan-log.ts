/**
 * One pass through the files of a log, from the start or from a cursor, under a budget.
 *
 * Guarantees: what stopped the pass is told, and `next` goes on exactly there; `complete` follows from no stop and no gap. The files are
 * compared with what they were at open when the pass is over (`changed_during_read`), before anything is returned.
 */

import { ReadbackError, throwIfCancelled } from "../../model/errors.ts";
import type { LogFileFacts, LogGap, LogStopReason } from "../../model/log-answer.ts";
import type { EncodingFacts } from "../../model/unit.ts";
import type { Version } from "../../model/version.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { cursorAt, decodeCursor, encodeCursor, isOfFile, stillHolds } from "./cursor.ts";
import type { Cursor } from "./cursor.ts";
import { LineReader } from "./line-reader.ts";
import type { Region, ScanBudget } from "./line-reader.ts";
import { LogEncoding, refuseBinaryLog } from "./log-encoding.ts";
import type { LogSet, SetFile } from "./log-set.ts";
import { openStream } from "./log-stream.ts";
import type { LogStream } from "./log-stream.ts";

/** What a pass does with each region. */
export interface Pass {
  /** Lines before the reader's position. */
  readonly lines: number;
  readonly long: { readonly offset: number; readonly matched: boolean } | undefined;
  /** The encoding must be judged by a region before it is taken. */
  readonly looksFirst: boolean;
  /** "full": no more is wanted. "unprepared": call `prepare`, then again. "undecided": judge the encoding, then again. */
  take(region: Region): "taken" | "full" | "unprepared" | "undecided";
  prepare(): Promise<void>;
}

/** Where a pass begins in a file. */
export interface PassStart {
  readonly lines: number;
  readonly long?: { readonly offset: number; readonly head: Buffer; readonly matched: boolean };
}

export interface ScanOptions {
  readonly kernel: Kernel;
  readonly set: LogSet;
  /** The log as the caller knows it. */
  readonly name: string;
  readonly rotated: boolean;
  readonly from: string | undefined;
  readonly budget: ScanBudget;
  /** Bytes of a line's beginning that a pass wants to see of a line it starts within. */
  readonly headBytes: number;
  readonly begin: (reader: LineReader, encoding: LogEncoding, file: SetFile, start: PassStart) => Pass;
  /** Nothing more is wanted, whatever follows. */
  readonly full: () => boolean;
}

export interface ScanOutcome {
  readonly encoding: EncodingFacts;
  readonly version: Version;
  readonly files: readonly LogFileFacts[] | undefined;
  readonly scannedLines: number;
  readonly scannedBytes: number;
  readonly stopReason: LogStopReason | null;
  readonly next: string | null;
  readonly gaps: readonly LogGap[];
}

function voided(name: string): ReadbackError {
  return new ReadbackError(
    "candidate_changed",
    `log \`${name}\` is no longer the one that \`from\` speaks of: it was rotated, truncated or replaced`,
    { hint: "search again without `from`" },
  );
}

/** The place to go on at: index of its file, and the cursor. */
async function placeOf(options: ScanOptions): Promise<{ index: number; cursor: Cursor | undefined }> {
  if (options.from === undefined) return { index: 0, cursor: undefined };
  const cursor = decodeCursor(options.from);
  const index = options.set.files.findIndex(({ file }) => isOfFile(cursor, file));
  const found = options.set.files[index];
  if (found === undefined || !(await stillHolds(cursor, found.file))) throw voided(options.name);
  return { index, cursor };
}

export async function scanLog(options: ScanOptions): Promise<ScanOutcome> {
  const { set, budget } = options;
  const { index: start, cursor } = await placeOf(options);
  const gaps: LogGap[] = [...set.gaps];
  for (const { file } of set.files) file.remember({ head: true });
  let encoding: EncodingFacts = { name: "utf-8", bom: false, how: "ascii" };
  let scannedLines = 0;
  let stopReason: LogStopReason | null = null;
  let next: string | null = null;
  for (const [index, file] of set.files.entries()) {
    if (index < start) continue;
    if (options.full() && file.file.horizon > 0) {
      stopReason = "limit";
      next = encodeCursor(
        await cursorAt(file.file, { offset: 0, lines: 0, compressed: file.compression !== undefined }),
      );
      break;
    }
    const own = index === start ? cursor : undefined;
    const outcome = await scanFile(options, file, own, gaps);
    if (outcome === undefined) continue;
    encoding = outcome.encoding;
    scannedLines += outcome.lines - (own?.lines ?? 0);
    if (outcome.stop === null) continue;
    stopReason = outcome.stop.reason;
    next = outcome.stop.next;
    break;
  }
  const versions = set.files.map(({ file, compression }) => ({
    file: file.name,
    ...(compression === undefined ? {} : { compression }),
    version: file.seal(),
  }));
  const version = versions.at(-1)?.version;
  if (version === undefined) throw new Error("a log set holds at least the log itself");
  return {
    encoding,
    version,
    files: options.rotated ? versions : undefined,
    scannedLines,
    scannedBytes: budget.scanned,
    stopReason,
    next,
    gaps,
  };
}

interface FileOutcome {
  readonly encoding: EncodingFacts;
  readonly lines: number;
  readonly stop: { readonly reason: LogStopReason; readonly next: string } | null;
}

/** One file; undefined where a rotated sibling turned out to be no log. */
async function scanFile(
  options: ScanOptions,
  set: SetFile,
  cursor: Cursor | undefined,
  gaps: LogGap[],
): Promise<FileOutcome | undefined> {
  const { file, compression } = set;
  const stream = await openStream(file, compression, cursor?.offset ?? 0);
  try {
    const encoding = new LogEncoding();
    const long = cursor?.long && (await headOf(options, set, stream, cursor));
    const reader = new LineReader(options.kernel, stream, options.budget, { inPart: long !== undefined });
    if (cursor !== undefined && cursor.offset > 0) {
      if (cursor.encoding !== undefined) await encoding.resume(cursor.encoding);
      if (compression !== undefined) await passOver(stream, cursor.offset, options.budget);
      reader.base = stream.position;
    } else {
      await reader.prime();
      try {
        refuseBinaryLog(
          reader.head,
          file.name,
          compression === undefined ? file.horizon : reader.head.length,
        );
      } catch (thrown) {
        if (!(thrown instanceof ReadbackError) || file === options.set.files.at(-1)?.file) throw thrown;
        gaps.push({ reason: "unreadable", file: file.name, detail: thrown.message });
        return undefined;
      }
      reader.skip(await encoding.begin(reader.head));
    }
    reader.shape = encoding.shape;
    const pass = options.begin(reader, encoding, set, {
      lines: cursor?.lines ?? 0,
      ...(long === undefined ? {} : { long }),
    });
    let wanted = true;
    for (;;) {
      const region = await reader.next();
      if (region === null) break;
      const look = (): Promise<void> => encoding.look(reader.kernel, region.from, region.end, region.valid);
      // A line in parts is judged before its first match, as its head is shown.
      if (pass.looksFirst || region.kind === "part") await look();
      let taken = pass.take(region);
      while (taken === "unprepared" || taken === "undecided") {
        await (taken === "undecided" ? look() : pass.prepare());
        taken = pass.take(region);
      }
      wanted = taken !== "full";
      if (!wanted) break;
    }
    if (stream.damage !== undefined)
      gaps.push({ reason: stream.damage.reason, file: file.name, detail: stream.damage.detail });
    // The limit reached with the log's last byte is no stop: everything was looked at.
    const ended = stream.size !== null && reader.offset >= stream.size && pass.long === undefined;
    const reason = wanted ? reader.stopReason : ended ? null : "limit";
    const facts = { encoding: encoding.facts, lines: pass.lines };
    if (reason === null) return { ...facts, stop: null };
    const place = {
      offset: reader.offset,
      lines: pass.lines,
      compressed: compression !== undefined,
      ...(pass.long === undefined ? {} : { long: pass.long }),
      ...(encoding.decided === undefined ? {} : { encoding: encoding.decided }),
    };
    return { ...facts, stop: { reason, next: encodeCursor(await cursorAt(file, place)) } };
  } finally {
    stream.close();
  }
}

/** The beginning of the line that the cursor stands in. */
async function headOf(
  options: ScanOptions,
  { file, compression }: SetFile,
  stream: LogStream,
  cursor: Cursor,
): Promise<NonNullable<PassStart["long"]>> {
  const long = cursor.long ?? { offset: cursor.offset, matched: false };
  const head = Buffer.alloc(Math.min(options.headBytes, cursor.offset - long.offset));
  if (compression === undefined) file.readAt(head, long.offset);
  else {
    await passOver(stream, long.offset, options.budget);
    let filled = 0;
    while (filled < head.length) {
      const count = await stream.next(head.subarray(filled));
      if (count === 0) break;
      filled += count;
    }
  }
  return { ...long, head };
}

/** Decompresses up to `offset` without looking at it: the cost of going on in a compressed file. */
async function passOver(stream: LogStream, offset: number, budget: ScanBudget): Promise<void> {
  const piece = Buffer.alloc(64 * 1024);
  let turn = performance.now();
  while (stream.position < offset) {
    const count = await stream.next(piece.subarray(0, Math.min(piece.length, offset - stream.position)));
    if (count === 0) return;
    if (performance.now() - turn < 20) continue;
    await new Promise<void>((resolve) => setImmediate(resolve));
    throwIfCancelled(budget.signal);
    turn = performance.now();
  }
}
