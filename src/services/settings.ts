/** Settings from the environment: flag > `READBACK_*` > configuration > default. A value that is no number is told, not ignored. */

import type { Config } from "../catalog/config.ts";
import { ReadbackError } from "../model/errors.ts";

const READERS_DEFAULT = 2;

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
  return { readers: wholeSetting("READBACK_READERS", READERS_DEFAULT, 1, 16) };
}

/** Where a setting came from, for `readback doctor`. */
export interface Setting {
  readonly value: number;
  readonly origin: "environment" | "configuration" | "default";
}

export function readersSetting(config: Config): Setting {
  const { readers } = config.limits;
  const value = wholeSetting("READBACK_READERS", readers ?? READERS_DEFAULT, 1, 16);
  if ((process.env["READBACK_READERS"] ?? "").trim() !== "") return { value, origin: "environment" };
  return { value, origin: readers === null ? "default" : "configuration" };
}
