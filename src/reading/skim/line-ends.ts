/**
 * One walk over the line ends of a block: how many there are, of which kind, and which of them something may go on behind.
 *
 * Guarantees: a CR before an LF is told as the text extractor tells it. Lines that may be halves of a divided word or of a divided anchor are
 * told by the position of the LF between them; the LF that ends a block is asked about with the next block, when what follows it is known.
 */

import type { Kernel } from "../kernel/kernel.ts";
import type { Divisions } from "./divisions.ts";
import type { BlockRange } from "./trigger.ts";

const LF = 10;
const CR = 13;
const HYPHEN = 0x2d;
const PAIRS = 0x1_0000;
const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === CR;

const AFTER_CR = 1;
const AFTER_HYPHEN = 2;
const MAY_GO_ON = 4;
const BESIDE_BLANK = 8;

export class LineEnds {
  lf = false;
  crlf = false;
  readonly #kernel: Kernel;
  /** By the bytes before and behind an LF: what has to be looked at there. */
  readonly #marks = new Uint8Array(PAIRS);
  readonly #divisions: Divisions | undefined;

  /** `divisions`: where an anchor may be divided; absent where nothing is screened. */
  constructor(kernel: Kernel, divisions: Divisions | undefined) {
    this.#kernel = kernel;
    this.#divisions = divisions;
    const pairs = divisions?.pairs;
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const before = pair >> 8;
      const behind = pair & 255;
      this.#marks[pair] =
        (before === CR ? AFTER_CR : 0) |
        (before === HYPHEN ? AFTER_HYPHEN : 0) |
        (pairs?.[pair] === 1 ? MAY_GO_ON : 0) |
        (pairs !== undefined && (isBlank(before) || isBlank(behind)) ? BESIDE_BLANK : 0);
    }
  }

  /** Walks the LFs in [from, end) and gives their number. */
  walk(
    { from, end }: BlockRange,
    tell: { hyphen: (lineEnd: number) => void; goesOn: (lineEnd: number) => void },
  ): number {
    const { bytes } = this.#kernel;
    const marks = this.#marks;
    if (from > 0) this.#goesOn(from - 1, tell.goesOn);
    let count = 0;
    let returns = 0;
    for (let start = from; start < end;) {
      const { positions, resume } = this.#kernel.positions(LF, start, end);
      for (let index = 0; index < positions.length; index += 1) {
        const at = positions[index]!;
        const before = at === 0 ? LF : bytes[at - 1]!;
        const mark = marks[(before << 8) | bytes[at + 1]!]!;
        if (mark === 0) continue;
        if ((mark & AFTER_CR) !== 0) returns += 1;
        if ((mark & AFTER_HYPHEN) !== 0) tell.hyphen(at);
        if ((mark & (MAY_GO_ON | BESIDE_BLANK)) !== 0 && at + 1 < end) this.#goesOn(at, tell.goesOn);
      }
      count += positions.length;
      start = resume;
    }
    if (returns > 0) this.crlf = true;
    if (returns < count) this.lf = true;
    return count;
  }

  #goesOn(at: number, tell: (lineEnd: number) => void): void {
    const divisions = this.#divisions;
    if (divisions === undefined) return;
    const { bytes } = this.#kernel;
    let before = at - 1;
    while (before >= 0 && isBlank(bytes[before]!)) before -= 1;
    let behind = at + 1;
    while (isBlank(bytes[behind]!)) behind += 1;
    if (before < 0) return;
    const beforeThat = before > 0 ? bytes[before - 1]! : 0;
    if (divisions.mayGoOn(beforeThat, bytes[before]!, bytes[behind]!, bytes[behind + 1]!)) tell(at);
  }
}
