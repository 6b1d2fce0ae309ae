/** Which engine a kernel runs on: WebAssembly with SIMD where it is to be had, else JavaScript with the same results. */

import { KERNEL_BYTES } from "./kernel.ts";
import type { Kernel } from "./kernel.ts";
import { createScriptKernel } from "./script-kernel.ts";
import { createWasmKernel } from "./wasm-kernel.ts";

/**
 * A kernel with its own buffer of `size` bytes. Asking for "wasm" gives undefined where it cannot be had; without a wish, JavaScript stands
 * in.
 */
export function createKernel(): Kernel;
export function createKernel(engine: "wasm" | "javascript", size?: number): Kernel | undefined;
export function createKernel(engine?: "wasm" | "javascript", size = KERNEL_BYTES): Kernel | undefined {
  if (engine === "javascript") return createScriptKernel(size);
  const kernel = createWasmKernel(size);
  return kernel === undefined && engine === undefined ? createScriptKernel(size) : kernel;
}
