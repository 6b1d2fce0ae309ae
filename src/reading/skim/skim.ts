/**
 * The quick way of `contains` through a large UTF-8 text: bytes are looked through block by block, and only the lines around what may be a
 * hit or a secret become units, with their true numbers.
 *
 * Guarantees: the units, given to screener and collector with a break at each `skipped`, give the passages, counts and findings that all
 * units of the file would; encoding, line ends, flags and totals are those of the text extractor. One pass in order, one fixed buffer.
 * What cannot be skimmed exactly ends in `SkimGivenUp`: other encodings, ill-formed bytes, a line longer than a block, context lines so
 * long that they are not in the buffer any more.
 * Not covered: a hit with so much white space in it that it is longer than the needle's `reach`.
 */

import { isUtf8 } from "node:buffer";
import { throwIfCancelled } from "../../model/errors.ts";
import type {
  ByteSource,
  DocumentFacts,
  EncodingFacts,
  ExtractOptions,
  UnitBatch,
} from "../../model/unit.ts";
import { decodeChunks } from "../../formats/text/decode.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { NEEDLE_MAX } from "../kernel/needle.ts";
import type { AsciiPiece } from "../matching/ascii-piece.ts";
import type { CompiledNeedle } from "../matching/needle.ts";
import { LineEnds } from "./line-ends.ts";
import { NeedleWatch } from "./needle-watch.ts";
import { KEY_BYTES, SecretWatch } from "./secret-watch.ts";
import { SkimStretches } from "./stretches.ts";
import { SkimGivenUp } from "./trigger.ts";
import type { BlockRange, Trigger } from "./trigger.ts";

const KIB = 1024;
/** Bytes after which a skim that has read more than half of them gives up: it costs more than it saves. */
const TRIAL = 4 * KIB * KIB;

export interface SkimSizes {
  /** Bytes of one block; also the longest line. */
  readonly block: number;
  /** Bytes that are kept before a block. */
  readonly lookBack: number;
  /** Bytes that a private key may reach back. */
  readonly keyBytes: number;
}

export const SKIM_SIZES: SkimSizes = { block: 256 * KIB, lookBack: 192 * KIB, keyBytes: KEY_BYTES };

/** Bytes of the buffer: what is kept, an unfinished line, a block, and room so that the kept bytes are seldom moved. */
export function skimBytes(sizes: SkimSizes): number {
  return sizes.lookBack + 4 * sizes.block;
}

export interface SkimBatch extends UnitBatch {
  /** True where lines between the units before and these were passed over. */
  readonly skipped?: boolean;
}

export interface SkimOptions extends ExtractOptions {
  readonly needle: CompiledNeedle;
  readonly context: number;
  /** False where the policy is not to look for secrets. */
  readonly screened: boolean;
  readonly kernel: Kernel;
  readonly sizes?: SkimSizes;
}

/** The piece of a needle that can be skimmed for. */
export function skimmablePiece(needle: CompiledNeedle): AsciiPiece | undefined {
  const piece = needle.asciiPiece();
  return piece === undefined || piece.bytes.length > NEEDLE_MAX ? undefined : piece;
}

export async function* skimLines(source: ByteSource, options: SkimOptions): AsyncGenerator<SkimBatch> {
  const opened = (await decodeChunks(source, options)).facts;
  if (opened.name !== "utf-8" || !["ascii", "requested", "bom"].includes(opened.how))
    throw new SkimGivenUp("another encoding than UTF-8");
  const sizes = options.sizes ?? SKIM_SIZES;
  const skim = new Skim(source.size, options, sizes, opened.bom ? 3 : 0);
  for (const chunk of source.chunks(sizes.block)) {
    throwIfCancelled(options.signal);
    for (const batch of skim.take(chunk)) yield { ...batch, facts: { encoding: encodingOf(opened, skim) } };
  }
  for (const batch of skim.finish()) yield batch;
  yield { units: [], counted: 0, total: skim.lines, facts: factsOf(opened, skim) };
}

/** As judged by the text extractor: ASCII says nothing, and what is well-formed to the end was UTF-8 from its first other byte on. */
function encodingOf(opened: EncodingFacts, { ascii }: Skim): EncodingFacts {
  return opened.how === "ascii" && !ascii ? { ...opened, how: "strict_utf8" } : opened;
}

function factsOf(opened: EncodingFacts, skim: Skim): DocumentFacts {
  const { lf, crlf } = skim.lineEnds;
  return {
    encoding: encodingOf(opened, skim),
    lineEnds: lf ? (crlf ? "mixed" : "lf") : crlf ? "crlf" : "none",
    flags: [...(skim.hasNul ? ["nul_bytes"] : []), ...(skim.unterminated ? ["last_line_unterminated"] : [])],
  };
}

class Skim {
  lines = 0;
  ascii = true;
  hasNul = false;
  unterminated = false;
  readonly lineEnds: LineEnds;
  readonly #kernel: Kernel;
  readonly #sizes: SkimSizes;
  readonly #reach: number;
  readonly #needle: NeedleWatch;
  readonly #secrets: SecretWatch;
  readonly #stretches: SkimStretches;
  /** Bytes of the file that are no text. */
  #mark: number;
  #left: number;
  #filled = 0;
  #looked = 0;
  #tried = false;
  /** Where the block that was not looked at yet begins. */
  #next = 0;

  constructor(size: number, options: SkimOptions, sizes: SkimSizes, mark: number) {
    const piece = skimmablePiece(options.needle);
    if (piece === undefined) throw new SkimGivenUp("a needle without a piece of ASCII");
    this.#kernel = options.kernel;
    this.#sizes = sizes;
    this.#reach = options.needle.reach;
    this.#needle = new NeedleWatch(options.kernel, piece);
    this.#secrets = new SecretWatch(options.kernel, options.screened, sizes.keyBytes);
    this.lineEnds = new LineEnds(options.kernel, this.#secrets.divisions);
    this.#stretches = new SkimStretches(options.kernel, options.context);
    this.#mark = mark;
    this.#left = size;
  }

  /** The next bytes of the file. */
  *take(chunk: Uint8Array): Generator<SkimBatch> {
    this.#left -= chunk.length;
    const marked = Math.min(this.#mark, chunk.length);
    this.#mark -= marked;
    this.#append(marked === 0 ? chunk : chunk.subarray(marked));
    const end = this.#kernel.bytes.subarray(0, this.#filled).lastIndexOf(10) + 1;
    if (end <= this.#next) {
      if (this.#filled - this.#next > this.#sizes.block) throw new SkimGivenUp("a line longer than a block");
      return;
    }
    yield* this.#look(end, this.#left === 0 && end === this.#filled);
  }

  /** No more bytes: what stands behind the last line end is a line. */
  *finish(): Generator<SkimBatch> {
    if (this.lines === 0) throw new SkimGivenUp("a file without LF");
    if (this.#next < this.#filled) {
      this.unterminated = true;
      yield* this.#look(this.#filled, true);
    }
    yield* this.#stretches.finish(this.#filled);
  }

  #append(chunk: Uint8Array): void {
    const { bytes } = this.#kernel;
    if (this.#filled + chunk.length > Math.min(bytes.length, skimBytes(this.#sizes))) {
      const kept = Math.max(0, this.#next - this.#sizes.lookBack);
      this.#stretches.drop(kept);
      bytes.copyWithin(0, kept, this.#filled);
      this.#next -= kept;
      this.#filled -= kept;
    }
    bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
  }

  /** Looks through the lines from the last block's end to `end`. */
  *#look(end: number, last: boolean): Generator<SkimBatch> {
    const kernel = this.#kernel;
    const from = this.#next;
    const ascii = kernel.findNonAscii(from, end) === end;
    if (!ascii) {
      this.ascii = false;
      if (!isUtf8(kernel.bytes.subarray(from, end))) throw new SkimGivenUp("ill-formed bytes");
    }
    const block: BlockRange = { from, end, valid: last ? end : this.#filled, last, ascii };
    const triggers: Trigger[] = [];
    const reach = this.#reach;
    let near: { from: number; to: number; before: number; after: number } | undefined;
    const tellNeedle = (at: number, to: number): void => {
      // Places so near that their stretches touch are told as one: there may be one in each line.
      if (near !== undefined && at >= near.from && at <= near.to + 2 * reach) near.to = Math.max(near.to, to);
      else triggers.push((near = { from: at, to, before: reach, after: reach }));
    };
    // A secret's mark is text that is searched too.
    const tellSecret = (trigger: Trigger): void => {
      triggers.push({ ...trigger, before: trigger.before + reach, after: trigger.after + reach });
    };
    if (this.#needle.look(block, tellNeedle) && !this.hasNul)
      this.hasNul = kernel.countByte(0, from, end) > 0;
    const divided: number[] = [];
    const count = this.lineEnds.walk(block, {
      hyphen: (at) => {
        if (this.#needle.dividedAt(kernel.bytes[at - 1] ?? 0, kernel.bytes[at - 2] ?? 0)) tellNeedle(at, at);
      },
      goesOn: (at) => divided.push(at),
    });
    this.#secrets.look(block, tellSecret);
    for (const at of divided) this.#secrets.lookAtLineEnd(at, block, tellSecret);
    this.lines += count + (end > from && kernel.bytes[end - 1] !== 10 ? 1 : 0);
    this.#next = end;
    yield* this.#stretches.take(triggers, end);
    this.#looked += end - from;
    if (!this.#tried && this.#looked >= TRIAL) {
      this.#tried = true;
      if (this.#stretches.bytes > TRIAL / 2) throw new SkimGivenUp("a needle that stands nearly everywhere");
    }
    yield { units: [], counted: count + (end > from && kernel.bytes[end - 1] !== 10 ? 1 : 0) };
  }
}
