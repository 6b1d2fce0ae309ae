/**
 * Flate streams of structure: inflated under a cap, with the PNG predictors undone that cross-reference streams use.
 *
 * Source: ISO 32000-1, 7.4.4 (FlateDecode), 7.4.4.4 (predictors); PNG, section 9 (filters).
 * Not covered: the TIFF predictor, samples of other than one byte: `StructureProblem`.
 */

import { constants, inflateSync } from "node:zlib";
import { StructureProblem } from "./lexer.ts";
import type { PdfDictionary } from "./lexer.ts";

export function inflated(raw: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateSync(raw, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    throw new StructureProblem("a stream cannot be inflated");
  }
}

/** Undoes the PNG predictors of 7.4.4.4. */
export function unpredict(bytes: Uint8Array, parameters: PdfDictionary): Uint8Array {
  const predictor = parameters.get("Predictor") ?? 1;
  if (predictor === 1) return bytes;
  const columns = parameters.get("Columns") ?? 1;
  const plain = [parameters.get("Colors") ?? 1, parameters.get("BitsPerComponent") ?? 8];
  if (typeof predictor !== "number" || predictor < 10 || typeof columns !== "number" || columns < 1)
    throw new StructureProblem("a stream's predictor is not known");
  if (plain[0] !== 1 || plain[1] !== 8) throw new StructureProblem("a stream's predictor is not known");
  const rows = Math.floor(bytes.length / (columns + 1));
  const out = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const filter = bytes[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const raw = bytes[row * (columns + 1) + 1 + column] ?? 0;
      const at = row * columns + column;
      const left = column > 0 ? (out[at - 1] ?? 0) : 0;
      const up = row > 0 ? (out[at - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (out[at - columns - 1] ?? 0) : 0;
      out[at] = raw + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
