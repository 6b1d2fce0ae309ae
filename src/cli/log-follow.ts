/** `readback log tail -f`. */
import type { TailFlags } from "./log.ts";
export async function runFollow(_log: string, _flags: TailFlags, _color: string): Promise<void> {
  throw new Error("follow");
}
