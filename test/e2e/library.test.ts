/** The library on the command line, and the doctor: what an operator is told and a reader is not. */

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestLibrary } from "../support/library.ts";
import { ensureBuilt } from "./built.ts";

let program: string;
let library: TestLibrary;

beforeAll(async () => {
  program = await ensureBuilt();
  library = new TestLibrary([
    { id: "open", text: "The common word\nof everyone" },
    { id: "hidden", text: "The common word of editors", access: "editor" },
    { id: "broken" },
  ]);
});

afterAll(() => library.remove());

function run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  return { status, stdout, stderr };
}

it("a hidden, an unknown and a broken id are refused in the same bytes", () => {
  for (const more of [[], ["--json"]]) {
    const answers = ["hidden", "unknown", "broken"].map((id) =>
      run("library", "read", id, "--config", library.config, ...more),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(10);
  }
  expect(run("library", "read", "../x", "--config", library.config).status).toBe(2);
  const editor = run("library", "read", "hidden", "--role", "editor", "--config", library.config);
  expect(editor).toMatchObject({ status: 0 });
  expect(editor.stdout).toContain("of editors\n-- Title of hidden");
});

it("search says how much was looked at, in its exit status too", () => {
  const found = run("library", "search", "COMMON word", "--config", library.config);
  expect(found.status).toBe(3);
  expect(found.stdout).toMatch(/^open {2}Title of open/);
  expect(found.stdout).toContain("-- found in 1 document, 1 document of 2 looked at");
  expect(found.stdout).not.toContain("editors");
  const json = run("library", "search", "nothing here", "--json", "--config", library.config);
  expect(JSON.parse(json.stdout)).toMatchObject({ results: [], coverage: { complete: false } });
});

it("the doctor names what is wrong and where", () => {
  const broken = run("doctor", "--config", library.config);
  expect(broken.status).toBe(3);
  expect(broken.stdout).toMatch(/FAULT {2}library handbook: document `broken`: `broken\.txt` does not exist/);
  const file = join(library.folder, "wrong.json");
  writeFileSync(file, '{\n  "sources": { "a": { "root": 1 } }\n}');
  const wrong = run("doctor", "--config", file);
  expect(wrong.status).toBe(3);
  expect(wrong.stdout).toMatch(/FAULT {2}configuration: .*line 2, column \d+ \(sources\.a\.root\)/);
  mkdirSync(join(library.folder, "logs"));
  writeFileSync(join(library.folder, "logs", "app.log"), "INFO up\n");
  const sources = { server: { root: "logs", logs: { app: "app.log", gone: "gone.log" } } };
  writeFileSync(file, JSON.stringify({ sources, limits: { readers: 3 } }));
  const { findings, faults } = JSON.parse(run("doctor", "--json", "--config", file).stdout) as {
    findings: { subject: string; state: string; text: string }[];
    faults: number;
  };
  expect(faults).toBe(1);
  expect(findings.filter(({ state }) => state === "fault").map(({ subject }) => subject)).toEqual([
    "log gone",
  ]);
  expect(findings.map(({ text }) => text)).toContain("readers: 3 (configuration)");
  const overlap = run("doctor", library.root, "--config", library.config);
  expect(overlap.stdout).toMatch(/FAULT {2}sources: .*share files/);
});

it("logs are read by their configured names, with their own policy", () => {
  const folder = new TestLibrary([]);
  mkdirSync(join(folder.folder, "a"));
  mkdirSync(join(folder.folder, "b"));
  const line = "INFO key AKIAIOSFODNN7EXAMPLE\n";
  for (const path of ["a/app.log", "b/app.log", "b/other.log"])
    writeFileSync(join(folder.folder, path), line);
  const sources = {
    a: { root: "a", logs: { app: "app.log" } },
    b: { root: "b", logs: { app: "app.log", other: "other.log" }, secrets: "report" },
  };
  writeFileSync(folder.config, JSON.stringify({ sources }));
  const tail = (name: string) => run("log", "tail", name, "--config", folder.config);
  expect(tail("a.app").stdout).toContain("[REDACTED aws_access_key_id]");
  expect(tail("b.app").stdout).toContain("AKIA");
  expect(tail("other").stdout).toContain("AKIA");
  expect(tail("app").status).toBe(10);
  expect(tail(join(folder.folder, "b", "other.log")).stdout).toContain("[REDACTED");
  folder.remove();
});

it("a configuration that is not there is missing, not empty", () => {
  expect(run("library", "search", "x", "--config", join(library.folder, "none.json")).status).toBe(10);
});
