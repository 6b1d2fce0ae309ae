/** The engine's WebAssembly file inside the installed package @embedpdf/pdfium, found in the same way from sources and from the bundle. */

// The one file that formats/ reads by itself: a part of the program at a fixed place, never an original and never a name from outside.
// oxlint-disable-next-line no-restricted-imports
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export function readEngineFile(): Uint8Array {
  return readFileSync(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
}
