import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "./built.ts";

const SAMPLES = fileURLToPath(new URL("../../samples", import.meta.url));
let program: string;
let folder: string;

beforeAll(async () => {
  program = await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), "readback-command-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });

describe("the command line", () => {
  test("prints its version and nothing else", () => {
    const { version } = JSON.parse(readFileSync(join(SAMPLES, "..", "package.json"), "utf8"));
    expect(run("--version")).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each([
    ["found and complete", 0, ["read", join(SAMPLES, "letter-ru.txt"), "--contains", "поставка"]],
    ["nothing and complete", 1, ["read", join(SAMPLES, "letter-ru.txt"), "--contains", "неустойка"]],
    ["a wrong range", 2, ["read", join(SAMPLES, "contract.pdf"), "--pages", "x"]],
    ["no such option", 2, ["read", "--nothing", "x"]],
    ["no file named", 2, ["read"]],
    ["partial, though found", 3, ["read", join(SAMPLES, "contract.pdf"), "--contains", "delivery is due"]],
    ["not there", 10, ["read", join(SAMPLES, "nothing.txt")]],
    ["a folder", 10, ["read", SAMPLES]],
    ["no log", 10, ["log", "tail", join(SAMPLES, "nothing.log")]],
  ])("%s ends with %i", (_name, status, args) => {
    expect(run(...args).status).toBe(status);
  });

  test("with --json stdout holds one JSON document and nothing else, also for failures", () => {
    for (const args of [
      ["read", join(SAMPLES, "budget.xlsx"), "--json"],
      ["read", join(SAMPLES, "nothing.txt"), "--json"],
      ["read", join(SAMPLES, "contract.pdf"), "--pages", "x", "--json"],
      ["log", "levels", join(SAMPLES, "oven.log"), "--json"],
    ]) {
      const { stdout } = run(...args);
      expect(stdout.trimEnd().split("\n")).toHaveLength(1);
      expect(() => JSON.parse(stdout)).not.toThrow();
    }
  });

  test("control characters of a file never reach the terminal raw", () => {
    const path = join(folder, "escapes.txt");
    writeFileSync(path, "red \u001b[31m bell \u0007 turn \u202e zero \u200b tag \u{e0041} end\r\nnext\n");
    const { stdout } = run("read", path);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
    expect(stdout).toContain("\\u{1b}[31m");
    expect(stdout).toContain("\\u{e0041}");
  });

  test("every help ends with an example and the exit codes", () => {
    for (const args of [["read"], ["log", "tail"], ["log", "search"], ["log", "levels"], ["mcp"], ["demo"]])
      expect(run(...args, "--help").stdout).toMatch(/Example[^]*[Ee]xit status/);
  });
});
