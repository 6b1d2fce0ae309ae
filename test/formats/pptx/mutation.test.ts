/** Changed files: a deck or a coded error, never a crash, and nothing passed off as whole that is not. */

import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { pptxExtractor } from "../../../src/formats/pptx/extractor.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import { extractAll, fixture, memorySource } from "../../support/extract.ts";

const folder = new URL("../../fixtures/cases/real/", import.meta.url);
const decks = readdirSync(folder).filter((name) => name.endsWith(".pptx"));

it.each(decks)("%s with one byte changed", async (name) => {
  const bytes = fixture(`cases/real/${name}`).bytes ?? new Uint8Array();
  const whole = await extractAll(pptxExtractor, memorySource(bytes));
  const step = Math.ceil(bytes.length / 120);
  for (let at = 0; at < bytes.length; at += step) {
    const changed = Uint8Array.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    try {
      const got = await extractAll(pptxExtractor, memorySource(changed));
      const lost = got.units.length < whole.units.length;
      // What is missing now is named, unless the change hit the parts that say what there is.
      if (lost && got.total === whole.total)
        expect(got.gaps.map(({ reason }) => reason)).toContain("damaged");
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(ReadbackError);
    }
  }
});
