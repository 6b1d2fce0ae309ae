// Assembles src/reading/kernel/scan.wat into src/reading/kernel/kernel-bytes.ts (checked in; a test says when it is stale).
//   node scripts/build-kernel.mjs           writes the file
//   node scripts/build-kernel.mjs --check   exit 1 where the file is not what the source assembles to
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const source = new URL("../src/reading/kernel/scan.wat", import.meta.url);
const target = new URL("../src/reading/kernel/kernel-bytes.ts", import.meta.url);

/** The TypeScript file that the WebAssembly text assembles to. */
export async function kernelFile() {
  const toolkit = await wabt();
  const module = toolkit.parseWat("scan.wat", readFileSync(source, "utf8"), { simd: true });
  try {
    module.resolveNames();
    module.validate({ simd: true });
    const { buffer } = module.toBinary({ write_debug_names: false });
    const lines = Buffer.from(buffer)
      .toString("base64")
      .match(/.{1,96}/g)
      .map((line) => `  "${line}",`);
    return `/** Made by scripts/build-kernel.mjs from scan.wat: do not edit. The assembled WebAssembly module, as base64. */

export const KERNEL_BASE64: string = [
${lines.join("\n")}
].join("");
`;
  } finally {
    module.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await kernelFile();
  if (process.argv.includes("--check")) {
    if (readFileSync(target, "utf8") !== text) {
      console.error(
        "`src/reading/kernel/kernel-bytes.ts` is not what `scan.wat` assembles to\nhint: run `node scripts/build-kernel.mjs`",
      );
      process.exitCode = 1;
    }
  } else writeFileSync(target, text);
}
