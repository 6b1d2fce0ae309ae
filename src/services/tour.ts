/** A file that changes while it is read, made for real: a large temporary text and a writer that appends to it meanwhile. */

import { appendToScratch, removeScratch, writeScratch } from "../fs/scratch.ts";

const LINES = 700_000;
const WRITE_EVERY_MS = 5;

export async function withChangingFile<T>(use: (path: string) => Promise<T>): Promise<T> {
  const path = writeScratch("growing.txt", "The oven is warm and the dough is resting.\n".repeat(LINES));
  const writer = setInterval(
    () => appendToScratch(path, "One more line about the delivery.\n"),
    WRITE_EVERY_MS,
  );
  try {
    return await use(path);
  } finally {
    clearInterval(writer);
    removeScratch(path);
  }
}
