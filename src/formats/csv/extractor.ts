/**
 * CSV and TSV as records (RFC 4180, with the delimiters that programs write in its place).
 *
 * Guarantees: encoding, line ends, line numbers and lost bytes as for plain text, of which this is a view; a record has its number and its
 * lines, quoted fields may span them; text is the record's own, quotes and delimiters included. Rows of unequal length and broken quotes are
 * told (`ragged_rows`, `malformed_csv`) and lose nothing. A range of lines gives every record that touches it.
 * Not covered: single cells, types, which record is a header.
 */

import { ReadbackError } from "../../model/errors.ts";
import type {
  ByteSource,
  DocumentFacts,
  ExtractOptions,
  Extractor,
  Unit,
  UnitBatch,
} from "../../model/unit.ts";
import { factsAfter } from "../text/decode.ts";
import { textExtractor } from "../text/extractor.ts";
import { guessDelimiter } from "./delimiter.ts";
import { RecordAssembler } from "./records.ts";
import type { LineRange } from "./records.ts";

const EVERYTHING: LineRange = { from: 1, to: Number.POSITIVE_INFINITY };
const BATCH_RECORDS = 256;
/** What is looked at to find the delimiter. */
const SAMPLE_LINES = 200;
const SAMPLE_CHARS = 65_536;

async function* extract(source: ByteSource, options: ExtractOptions): AsyncGenerator<UnitBatch> {
  const { selection, ...rest } = options;
  if (selection !== undefined && selection.kind !== "lines")
    throw new ReadbackError("invalid_request", "a CSV file can be narrowed by lines only");
  const range: LineRange = selection ?? EVERYTHING;
  let records: RecordAssembler | undefined;
  let sample: Unit[] = [];
  let sampleChars = 0;
  let facts: DocumentFacts = {};
  let wholeFile = true;
  for await (const batch of textExtractor.extract(source, rest)) {
    facts = { ...facts, ...batch.facts };
    if (records === undefined) {
      sample.push(...batch.units);
      for (const { text } of batch.units) sampleChars += text?.length ?? 0;
      if (batch.total === undefined && sample.length < SAMPLE_LINES && sampleChars < SAMPLE_CHARS) {
        if (batch.facts !== undefined) yield { units: [], counted: 0, facts: batch.facts };
        continue;
      }
      records = startRecords(sample, range);
    }
    const units = sample.length > 0 ? sample : batch.units;
    sample = [];
    let noneFollows = false;
    for (const unit of units) {
      const line = unit.at.kind === "line" ? unit.at.line : 0;
      noneFollows = records.isBehind(line);
      if (noneFollows) break;
      records.push(unit, line);
      if (records.waiting >= BATCH_RECORDS) yield records.take();
    }
    yield { ...records.take(), ...(batch.facts === undefined ? {} : { facts: batch.facts }) };
    if (noneFollows) {
      wholeFile = false;
      break;
    }
  }
  if (records === undefined) return;
  records.finish();
  const last = records.take();
  const { encoding } = facts;
  yield {
    ...last,
    gaps: [...last.gaps, ...records.rest()],
    ...(wholeFile ? { total: records.records } : {}),
    facts: {
      // Where the text was left before its end, it has not said this itself.
      ...(encoding === undefined ? {} : { encoding: factsAfter(encoding, records.replacedBytes) }),
      flags: [...(records.malformed ? ["malformed_csv"] : []), ...(records.ragged ? ["ragged_rows"] : [])],
    },
  };
}

function startRecords(sample: readonly Unit[], range: LineRange): RecordAssembler {
  const lines = sample.filter(({ continued }) => continued !== true).map(({ text }) => text ?? "");
  return new RecordAssembler(guessDelimiter(lines.slice(0, SAMPLE_LINES)), range);
}

export const csvExtractor: Extractor = {
  format: "csv",
  unit: "record",
  selections: ["lines"],
  extract,
};
