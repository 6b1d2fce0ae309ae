/**
 * Text, code, Markdown and logs as lines.
 *
 * Guarantees: one pass, memory of one chunk, one batch and one piece of a line, whatever the file's size or its longest line; every line of
 * the file or of the asked range is a unit, with its number; bytes that could not be decoded are counted per line and named as one gap.
 * Encoding, line ends and flags are final in the last batch. A range is read from the start and no further than its last line, so `total`
 * is told only where the end was reached.
 * Not covered: text of gigabytes whose every line ends in a lone CR is scanned twice, to be sure that no LF stands in it.
 */

import { throwIfCancelled } from "../../model/errors.ts";
import type { Gap } from "../../model/coverage.ts";
import type { ByteSource, DocumentFacts, Extractor, ExtractOptions, UnitBatch } from "../../model/unit.ts";
import { asBuffer, decodeChunks, factsAfter } from "./decode.ts";
import { LineAssembler } from "./lines.ts";

const EVERYTHING = { from: 1, to: Number.POSITIVE_INFINITY };

export const textExtractor: Extractor = {
  format: "text",
  unit: "line",
  selections: ["lines"],
  extract: extractLines,
};

async function* extractLines(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const range = options.selection?.kind === "lines" ? options.selection : EVERYTHING;
  const decoded = await decodeChunks(source, options);
  const lines = new LineAssembler(range, (byteStart) =>
    holdsLineFeed(source, byteStart, decoded.facts.name, options.signal),
  );
  let first = true;
  const take = (): UnitBatch => {
    const batch = lines.take();
    if (!first) return batch;
    first = false;
    return { ...batch, facts: { encoding: decoded.facts } };
  };
  let toTheEnd = true;
  for await (const chunk of decoded.chunks) {
    lines.begin(chunk);
    while (lines.fill()) {
      yield take();
      throwIfCancelled(options.signal);
    }
    if (lines.done) {
      toTheEnd = false;
      break;
    }
  }
  if (toTheEnd) lines.finish();
  const flags = [
    ...(lines.hasNul ? ["nul_bytes"] : []),
    ...(lines.lastLineUnterminated ? ["last_line_unterminated"] : []),
  ];
  const facts: DocumentFacts = {
    encoding: factsAfter(decoded.facts, lines.replacedBytes),
    lineEnds: lines.lineEnds,
    flags,
  };
  yield {
    ...take(),
    ...(toTheEnd ? { total: lines.lines } : {}),
    gaps: undecodable(lines),
    facts,
  };
}

function undecodable(lines: LineAssembler): readonly Gap[] {
  if (lines.replacedLines === undefined) return [];
  return [
    { reason: "undecodable", extent: { unit: "line", ...lines.replacedLines }, count: lines.replacedBytes },
  ];
}

const SCAN = 1_048_576;

/** Whether an LF stands at or after a byte of the file, in an encoding of one, two or four bytes a unit. */
function holdsLineFeed(source: ByteSource, from: number, encoding: string, signal: AbortSignal): boolean {
  const width = encoding.startsWith("utf-16") ? 2 : encoding.startsWith("utf-32") ? 4 : 1;
  const place = encoding.endsWith("be") ? width - 1 : 0;
  // Chunks of a unit's width, so that none is cut in two.
  for (let position = from - (from % width); position < source.size; position += SCAN) {
    throwIfCancelled(signal);
    const bytes = asBuffer(source.readSync(position, SCAN));
    for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
      if (width === 1) return true;
      const unit = at - place;
      if (
        unit % width === 0 &&
        bytes.subarray(unit, unit + width).every((byte, k) => byte === (k === place ? 0x0a : 0))
      )
        return true;
    }
  }
  return false;
}
