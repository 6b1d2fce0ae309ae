/** The hostile texts are scanned to their end, whole and in pieces, with the same result. How fast is measured in bench/screening.mjs. */

import { expect, test } from "vitest";
import { createStreamScanner, scanText } from "../../../src/reading/screening/scan.ts";
import { PATHOLOGICAL } from "./pathological.ts";

test.each(PATHOLOGICAL)("%s", (_name, text) => {
  const whole = scanText(text);
  const scanner = createStreamScanner();
  const spans = [];
  for (let at = 0; at < text.length; at += 40_009) spans.push(...scanner.push(text.slice(at, at + 40_009)));
  spans.push(...scanner.finish());
  expect(spans).toEqual(whole);
  for (const { start, end } of whole) {
    expect(start).toBeLessThan(end);
    expect(end).toBeLessThanOrEqual(text.length);
  }
});
