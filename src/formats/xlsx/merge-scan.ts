/**
 * The merges of a sheet before its cells are read, although the part lists them behind (ECMA-376 part 1, 18.3.1.99: sheetData, then mergeCells).
 *
 * Guarantees: the same merges as a full parse gives. The cells are skipped as bytes where nothing in them could hide their end: no comment, CDATA section or
 * processing instruction, and an encoding that keeps ASCII; otherwise all of it goes through the parser. A damaged part is an error here too.
 */

import { ReadbackError } from "../../model/errors.ts";
import type { ExtractOptions } from "../../model/unit.ts";
import { XmlReader } from "../container/xml.ts";
import { Merges } from "./merges.ts";

const CELLS_START = /<(?:[A-Za-z_][\w.-]*:)?sheetData(?:\s[^<>]*)?>/;
const END = "sheetData>";
/** What stands before the cells is short, except for column definitions. */
const HEAD_MAX = 1024 * 1024;
const OVERLAP = 64;

/** Bytes before and behind the cells; undefined where that cannot be told from the bytes. */
class CellSkipper {
  #head: Buffer | undefined = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #ended = false;
  failed = false;

  /** The part of `chunk` that stands outside the cells. */
  push(chunk: Buffer): Buffer {
    if (this.#ended) return chunk;
    if (this.#head !== undefined) {
      this.#head = Buffer.concat([this.#head, chunk]);
      const start = CELLS_START.exec(this.#head.toString("latin1"));
      if (start === null) {
        if (this.#head.length > HEAD_MAX) this.failed = true;
        return Buffer.alloc(0);
      }
      const at = start.index + start[0].length;
      const [before, after] = [this.#head.subarray(0, at), this.#head.subarray(at)];
      this.#head = undefined;
      this.failed = before.includes("<!");
      if (start[0].endsWith("/>")) {
        this.#ended = true;
        return Buffer.concat([before, after]);
      }
      return Buffer.concat([before, this.#skip(after)]);
    }
    return this.#skip(chunk);
  }

  get ended(): boolean {
    return this.#ended;
  }

  #skip(chunk: Buffer): Buffer {
    const cells = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const tag = endTag(cells);
    const inside = tag === -1 ? cells : cells.subarray(0, tag);
    if (inside.includes("<!") || inside.includes("<?")) this.failed = true;
    this.#ended = tag !== -1;
    if (tag !== -1) return cells.subarray(tag);
    this.#tail = cells.subarray(Math.max(0, cells.length - OVERLAP));
    return Buffer.alloc(0);
  }
}

/** Where `</sheetData>`, with or without a prefix, starts; -1 where there is none. The name may also stand in the text of a cell. */
function endTag(cells: Buffer): number {
  for (let at = cells.indexOf(END); at !== -1; at = cells.indexOf(END, at + 1)) {
    const tag = cells.lastIndexOf("</", at);
    if (tag !== -1 && /^<\/(?:[A-Za-z_][\w.-]*:)?$/.test(cells.toString("latin1", tag, at))) return tag;
  }
  return -1;
}

function reader(merges: Merges, options: ExtractOptions, part: string): XmlReader {
  let inside = false;
  return new XmlReader(
    {
      open: (name, attributes) => {
        if (name === "sheetData") inside = true;
        else if (!inside && name === "mergeCell") merges.add(attributes["ref"] ?? "");
      },
      close: (name) => {
        if (name === "sheetData") inside = false;
      },
    },
    options,
    part,
  );
}

/** `open` gives the part's bytes; it is called once, or twice where the bytes alone do not do. */
export async function scanMerges(
  open: () => AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  part: string,
): Promise<Merges> {
  const skipper = new CellSkipper();
  const merges = new Merges();
  const outside = reader(merges, options, part);
  try {
    for await (const chunk of open()) {
      options.meter.check(`the part \`${part}\``);
      outside.write(skipper.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)));
      if (skipper.failed) break;
    }
    if (skipper.ended && !skipper.failed) {
      outside.end();
      return merges;
    }
  } catch (error) {
    if (!(error instanceof ReadbackError) || error.code !== "damaged") throw error;
  }
  return scanWhole(open, options, part);
}

async function scanWhole(
  open: () => AsyncIterable<Uint8Array>,
  options: ExtractOptions,
  part: string,
): Promise<Merges> {
  const merges = new Merges();
  const whole = reader(merges, options, part);
  for await (const chunk of open()) {
    options.meter.check(`the part \`${part}\``);
    whole.write(chunk);
  }
  whole.end();
  return merges;
}
