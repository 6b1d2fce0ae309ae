import { Meter } from "../../../src/model/budget.ts";
import type { Limits } from "../../../src/model/budget.ts";
import { LIMITS } from "../../../src/model/budget.ts";
import { ReadbackError } from "../../../src/model/errors.ts";
import type { ExtractOptions } from "../../../src/model/unit.ts";
import type { OfficePackage } from "../../../src/formats/container/interfaces.ts";

export function extractOptions(limits: Partial<Limits> = {}, ms = 30_000): ExtractOptions {
  const { signal } = new AbortController();
  return { signal, meter: new Meter({ signal, ms, limits: { ...LIMITS, ...limits } }) };
}

export async function partBytes(opened: OfficePackage, part: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.open(part)) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function partText(opened: OfficePackage, part: string): Promise<string> {
  return (await partBytes(opened, part)).toString("utf8");
}

/** The coded error of a call that must fail; anything else fails the test. */
export async function failure(run: () => Promise<unknown>): Promise<ReadbackError> {
  try {
    await run();
  } catch (error) {
    if (error instanceof ReadbackError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
