/** The checked-in module is what its source assembles to. */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { kernelFile } from "../../../scripts/build-kernel.mjs";

it("`kernel-bytes.ts` is the assembly of `scan.wat`", async () => {
  const path = new URL("../../../src/reading/kernel/kernel-bytes.ts", import.meta.url);
  expect(readFileSync(path, "utf8")).toBe(await kernelFile());
});
