import { basename } from "node:path";
import { readFileSync } from "node:fs";
import { Meter } from "../../src/model/budget.ts";
import type { Limits } from "../../src/model/budget.ts";
import type { Gap } from "../../src/model/coverage.ts";
import type { ByteSource, DocumentFacts, Extractor, Selection, Unit } from "../../src/model/unit.ts";

/** A ByteSource over memory; `chunk` bounds what one call of `chunks` gives, so that seams can be moved. */
export function memorySource(bytes: Uint8Array, name = "file", chunk?: number): ByteSource {
  return {
    size: bytes.length,
    name,
    bytes,
    readSync: (position, length) => bytes.subarray(position, Math.min(bytes.length, position + length)),
    *chunks(size = 65_536) {
      const step = chunk ?? size;
      for (let at = 0; at < bytes.length; at += step)
        yield bytes.subarray(at, Math.min(bytes.length, at + step));
    },
  };
}

export interface Extracted {
  units: Unit[];
  gaps: Gap[];
  facts: DocumentFacts;
  counted: number;
  total: number | undefined;
}

export async function extractAll(
  extractor: Extractor,
  source: ByteSource,
  options: {
    selection?: Selection;
    encoding?: string;
    limits?: Limits;
    ms?: number;
    signal?: AbortSignal;
  } = {},
): Promise<Extracted> {
  const signal = options.signal ?? new AbortController().signal;
  const meter = new Meter({
    signal,
    ms: options.ms ?? 30_000,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  const result: Extracted = { units: [], gaps: [], facts: {}, counted: 0, total: undefined };
  for await (const batch of extractor.extract(source, {
    signal,
    meter,
    ...(options.selection === undefined ? {} : { selection: options.selection }),
    ...(options.encoding === undefined ? {} : { encoding: options.encoding }),
  })) {
    result.units.push(...batch.units);
    result.gaps.push(...(batch.gaps ?? []));
    result.counted += batch.counted;
    if (batch.total !== undefined) result.total = batch.total;
    result.facts = {
      ...result.facts,
      ...batch.facts,
      flags: [...(result.facts.flags ?? []), ...(batch.facts?.flags ?? [])],
    };
  }
  return result;
}

export function fixture(path: string): ByteSource {
  const url = new URL(`../fixtures/${path}`, import.meta.url);
  return memorySource(readFileSync(url), basename(path));
}
