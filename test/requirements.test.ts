import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./requirements.ts";

test("every promise has the tests that it names", () => {
  const missing: string[] = [];
  for (const { id, tests } of REQUIREMENTS) {
    if (tests.length === 0) missing.push(`${id}: no test`);
    for (const [file, words] of tests) {
      const path = fileURLToPath(new URL(file, import.meta.url));
      if (!existsSync(path)) missing.push(`${id}: no file ${file}`);
      else if (!readFileSync(path, "utf8").includes(words))
        missing.push(`${id}: no test "${words}" in ${file}`);
    }
  }
  expect(missing).toEqual([]);
});

test("ids are unique", () => {
  const ids = REQUIREMENTS.map((requirement) => requirement.id);
  expect(new Set(ids).size).toBe(ids.length);
});
