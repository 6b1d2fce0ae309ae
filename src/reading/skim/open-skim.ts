/**
 * Whether a file is worth skimming, and the skim itself, loaded only then: `contains` in a large text, where the kernel has its SIMD
 * instructions. Everything else is read in the ordinary way, with the same results.
 */

import type { SecretPolicy } from "../../model/answer.ts";
import type { Want } from "../../model/request.ts";
import type { ByteSource, ExtractOptions, FormatName } from "../../model/unit.ts";
import { compileNeedle } from "../matching/needle.ts";
import type { SkimBatch } from "./skim.ts";

export type { SkimBatch } from "./skim.ts";
export { SkimGivenUp } from "./trigger.ts";

/** Smaller files are read before the skim is set up. */
const SMALLEST = 2 * 1024 * 1024;

export async function openSkim(
  want: Want,
  format: FormatName,
  source: ByteSource,
  options: ExtractOptions & { readonly policy: SecretPolicy },
): Promise<AsyncIterable<SkimBatch> | undefined> {
  if (want.kind !== "contains" || format !== "text" || source.size < SMALLEST) return undefined;
  const needle = compileNeedle(want.text);
  const { createKernel } = await import("../kernel/create-kernel.ts");
  const { SKIM_SIZES, skimBytes, skimLines, skimmablePiece } = await import("./skim.ts");
  if (skimmablePiece(needle) === undefined) return undefined;
  const kernel = createKernel("wasm", skimBytes(SKIM_SIZES));
  if (kernel === undefined) return undefined;
  return skimLines(source, {
    ...options,
    needle,
    context: want.context,
    screened: options.policy !== "off",
    kernel,
  });
}
