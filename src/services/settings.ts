/** Settings from the environment: flag > `READBACK_*` > default. A value that is no number is told, not ignored. */

import { ReadbackError } from "../model/errors.ts";

export function wholeSetting(name: string, fallback: number, least: number, most: number): number {
  const text = process.env[name];
  if (text === undefined || text.trim() === "") return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ReadbackError(
      "invalid_request",
      `the environment setting \`${name}\` must be a whole number from ${least} to ${most}`,
    );
  return value;
}

export function readSettings(): { readers: number } {
  return { readers: wholeSetting("READBACK_READERS", 2, 1, 16) };
}
