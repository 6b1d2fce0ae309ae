import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";

const README = readFileSync(fileURLToPath(new URL("../../README.md", import.meta.url)), "utf8");
let program: string;

beforeAll(async () => {
  program = await ensureBuilt();
});

/** A clone's files have its own times; everything else of a transcript must be the same. */
const timeless = (text: string): string =>
  text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "TIME").trim();

function transcript(name: string): string {
  const found = new RegExp(
    `<!-- ${name}:begin -->\\n\`\`\`console\\n([^]*?)\\n\`\`\`\\n<!-- ${name}:end -->`,
  ).exec(README);
  return found?.[1] ?? "";
}

const run = (...args: string[]): string =>
  execFileSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });

test("the tour's transcript in the README is what it prints", { timeout: 60_000 }, () => {
  expect(timeless(transcript("demo"))).toBe(timeless(run("demo")));
});

test("the first transcript is a part of the tour", () => {
  expect(transcript("first")).toContain("delivery is due");
  expect(timeless(transcript("demo"))).toContain(timeless(transcript("first")));
});

test("both commands are in the README as they must be typed", () => {
  expect(README).toContain("npm install && npx readback demo");
  expect(README).toContain("npm install && npm test");
});
