/**
 * The shared string table (ECMA-376 part 1, 18.4.9 sst) as UTF-8 in blocks, with a start and a length per string: a million strings cost
 * their bytes and not a million objects.
 *
 * Guarantees: strings come back as they were put in, escapes decoded; an index outside the table is undefined. The number of strings is
 * bounded (`limit_exceeded`), their bytes are by the limits on a part. Not covered: counting what is handed out, since a string may be used
 * by any number of cells: that is for whoever hands it out.
 */

import { limitExceeded } from "../../model/budget.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import type { OfficePackage, XmlEvents } from "../container/interfaces.ts";
import { parseXml } from "../container/xml.ts";
import { RichText, decodeEscapes } from "./rich-text.ts";

const BLOCK_BITS = 21;
const BLOCK = 1 << BLOCK_BITS;
const STRINGS_MAX = 16_000_000;

export class SharedStrings {
  readonly #blocks: Buffer[] = [];
  #starts = new Uint32Array(1024);
  #lengths = new Uint32Array(1024);
  #count = 0;
  /** Where the next string goes, in bytes over all blocks. */
  #end = 0;

  get count(): number {
    return this.#count;
  }

  add(text: string): void {
    if (this.#count === this.#starts.length) this.#grow();
    const bytes = Buffer.byteLength(text);
    const [start, block] = this.#place(bytes);
    block.write(text, start % BLOCK);
    this.#starts[this.#count] = start;
    this.#lengths[this.#count] = bytes;
    this.#count += 1;
  }

  text(index: number): string | undefined {
    if (!(index >= 0 && index < this.#count)) return undefined;
    const start = this.#starts[index] ?? 0;
    const within = start % BLOCK;
    const block = this.#blocks[start >>> BLOCK_BITS];
    return decodeEscapes(block?.toString("utf8", within, within + (this.#lengths[index] ?? 0)) ?? "");
  }

  /** A string never crosses blocks; one longer than a block has a larger one of its own, which stands for as many numbers as it fills. */
  #place(bytes: number): readonly [start: number, block: Buffer] {
    const last = this.#blocks.at(-1);
    const within = this.#end % BLOCK;
    if (last !== undefined && within > 0 && within + bytes <= BLOCK) {
      const start = this.#end;
      this.#end += bytes;
      return [start, last];
    }
    const spans = Math.max(1, Math.ceil(bytes / BLOCK));
    const block = Buffer.allocUnsafe(Math.max(bytes, BLOCK));
    const start = this.#blocks.length * BLOCK;
    for (let span = 0; span < spans; span += 1) this.#blocks.push(block);
    this.#end = spans > 1 ? this.#blocks.length * BLOCK : start + bytes;
    return [start, block];
  }

  #grow(): void {
    if (this.#count >= STRINGS_MAX)
      throw limitExceeded(`the workbook has more than ${STRINGS_MAX} shared strings`);
    const [starts, lengths] = [this.#starts, this.#lengths];
    this.#starts = new Uint32Array(starts.length * 2);
    this.#lengths = new Uint32Array(lengths.length * 2);
    this.#starts.set(starts);
    this.#lengths.set(lengths);
  }
}

/** Fills `strings`; where the part breaks off, those before the fault are in it. */
export async function readSharedStrings(
  container: OfficePackage,
  part: string,
  options: ExtractOptions,
  strings: SharedStrings,
): Promise<void> {
  const text = new RichText(options.meter.limits.textNodeChars);
  let inString = false;
  const events: XmlEvents = {
    open: (name) => {
      if (inString) text.open(name);
      else if (name === "si") {
        inString = true;
        text.start();
      }
    },
    close: (name) => {
      if (!inString) return;
      if (name === "si") {
        inString = false;
        strings.add(text.stored);
      } else text.close(name);
    },
    text: (content) => {
      if (inString) text.text(content);
    },
  };
  await parseXml(container.open(part), events, options, part);
}
