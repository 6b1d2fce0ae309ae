import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ReadEntry } from "../../src/model/answer.ts";
import { CancelledError, ReadbackError } from "../../src/model/errors.ts";
import { createFileService } from "../../src/services/files.ts";
import type { FileService } from "../../src/services/files.ts";
import { setHooks } from "../../src/fs/hooks.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;

let folder: string;
let service: FileService;
let restore: (() => void) | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-test-"));
  mkdirSync(join(folder, "inside"));
  writeFileSync(join(folder, "inside", "a.txt"), "one\ntwo\nthree\n");
  writeFileSync(join(folder, "outside.txt"), "the outside text\n");
  symlinkSync(join(folder, "outside.txt"), join(folder, "inside", "link.txt"));
  service = createFileService();
});

afterEach(() => {
  restore?.();
  restore = undefined;
});

afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

const one = async (path: string, options: object = {}): Promise<ReadEntry> => {
  const { entries } = await service.read([{ path, ...options }]);
  const [entry] = entries;
  if (entry?.ok !== true) throw new Error(`refused: ${JSON.stringify(entry)}`);
  return entry;
};

describe("a batch", () => {
  test("entries come in the order asked, and one file's failure touches no other", async () => {
    const { entries } = await service.read(
      [
        join(SAMPLES, "contract.pdf"),
        join(folder, "not there"),
        join(SAMPLES, "budget.xlsx"),
        join(folder, "inside", "a.txt"),
      ].map((path) => ({ path, contains: "delivery" })),
    );
    expect(entries.map((entry) => entry.ok)).toEqual([true, false, true, true]);
    expect(entries[1]).toMatchObject({ ok: false, error: { code: "missing" } });
    expect(entries.map((entry) => (entry.ok ? entry.format : undefined))).toEqual([
      "pdf",
      undefined,
      "xlsx",
      "text",
    ]);
  });

  test("a wrong option of one file is that entry's error", async () => {
    const { entries } = await service.read([
      { path: join(folder, "inside", "a.txt"), contains: "one", lines: { from: 1 } },
      { path: join(folder, "inside", "a.txt"), pages: [{ from: 1, to: 1 }] },
      { path: join(folder, "inside", "a.txt") },
    ]);
    expect(entries.map((entry) => (entry.ok ? "ok" : entry.error.code))).toEqual([
      "invalid_request",
      "invalid_request",
      "ok",
    ]);
  });

  test("no file and a fifth file are wrong as a call", async () => {
    await expect(service.read([])).rejects.toThrow(ReadbackError);
    await expect(service.read(Array.from({ length: 5 }, () => ({ path: "a" })))).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

describe("modes of a text", () => {
  test("a small file is whole, with its digest", async () => {
    const entry = await one(join(folder, "inside", "a.txt"));
    expect(entry).toMatchObject({
      mode: "whole",
      passages: [{ at: { kind: "line", line: 1, endLine: 3 }, text: "one\ntwo\nthree" }],
      coverage: { complete: true, unit: "line", read: 3, total: 3 },
      version: {
        sha256: createHash("sha256").update("one\ntwo\nthree\n").digest("hex"),
        proof: "single_hash",
        size: 14,
      },
      secrets: { screened: "whole", found: 0 },
    });
  });

  test("an empty file is whole, complete and empty", async () => {
    const path = join(folder, "empty.txt");
    writeFileSync(path, "");
    expect(await one(path)).toMatchObject({
      mode: "whole",
      passages: [],
      coverage: { complete: true, total: 0 },
    });
  });

  test("a phrase that is not there is said only with complete coverage", async () => {
    const entry = await one(join(folder, "inside", "a.txt"), { contains: "four" });
    expect(entry).toMatchObject({
      mode: "contains",
      passages: [],
      matchCount: 0,
      coverage: { complete: true },
    });
  });

  test("a private key across lines never leaves, not in a sample, a range or a search", async () => {
    const path = join(folder, "key.txt");
    const body = Array.from({ length: 20 }, (_, index) => String.fromCharCode(65 + index).repeat(64));
    const dashes = "-".repeat(5);
    const lines = [
      "before",
      `${dashes}BEGIN RSA PRIVATE KEY${dashes}`,
      ...body,
      `${dashes}END RSA PRIVATE KEY${dashes}`,
      "after",
    ];
    writeFileSync(path, `${lines.join("\n")}\n`);
    for (const options of [{}, { lines: { from: 5, to: 8 } }, { contains: "after" }, { contains: "DDDD" }]) {
      const entry = await one(path, options);
      expect(JSON.stringify(entry.passages)).not.toMatch(/([A-T])\1{10}/);
      expect(entry.secrets.found).toBe(1);
    }
  });
});

test("a requested encoding is no way around screening", async () => {
  const path = join(folder, "token.txt");
  writeFileSync(path, `token ${["ghp", "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3"].join("_")} end\n`);
  for (const encoding of ["utf-16le", "utf-16be"]) {
    const { entries } = await service.read([{ path, encoding }]);
    expect(entries[0]).toMatchObject({ ok: false, error: { code: "withheld" } });
  }
  expect(await one(path, { encoding: "windows-1252" })).toMatchObject({ secrets: { found: 1 } });
});

describe("confinement", () => {
  test("an agent reads inside its roots and nowhere else", async () => {
    const confined = createFileService({ roots: [join(folder, "inside")] });
    try {
      const { entries } = await confined.read([
        { path: "a.txt" },
        { path: join(folder, "outside.txt") },
        { path: "../outside.txt" },
        { path: "link.txt" },
      ]);
      expect(entries.map((entry) => (entry.ok ? "ok" : entry.error.code))).toEqual([
        "ok",
        "outside_sources",
        "outside_sources",
        "outside_sources",
      ]);
      expect(JSON.stringify(entries)).not.toContain("the outside text");
      expect(JSON.stringify(entries.filter((entry) => !entry.ok).map((entry) => entry.error))).not.toContain(
        tmpdir(),
      );
    } finally {
      confined.close();
    }
  });
});

describe("change", () => {
  for (const moment of ["afterOpen", "duringRead", "afterRead", "beforeSeal"] as const)
    test(`a text rewritten at ${moment} gives no passage`, async () => {
      const path = join(folder, `changing-${moment}.txt`);
      writeFileSync(path, "line of text\n".repeat(50_000));
      let done = false;
      restore = setHooks({
        [moment]: (changed: string) => {
          if (done || !changed.endsWith(`changing-${moment}.txt`)) return;
          done = true;
          appendFileSync(changed, "one more line\n");
        },
      });
      const { entries } = await service.read([{ path, contains: "text" }]);
      expect(done).toBe(true);
      expect(entries[0]).toMatchObject({ ok: false, error: { code: "changed_during_read" } });
      expect(entries[0]).not.toHaveProperty("passages");
    });
});

describe("an end before the end", () => {
  test("a cancelled call stops and answers nothing", async () => {
    const path = join(folder, "long.txt");
    writeFileSync(path, "some line of a long text\n".repeat(2_000_000));
    const controller = new AbortController();
    const reading = service.read([{ path, contains: "absent" }], { signal: controller.signal });
    setTimeout(() => controller.abort(), 60);
    await expect(reading).rejects.toThrow(CancelledError);
  });

  test("a spent time budget is a stop reason for a search, and withholds what a sample would need", async () => {
    const path = join(folder, "long.txt");
    const { entries } = await service.read([{ path, contains: "absent" }], { ms: 30 });
    expect(entries[0]).toMatchObject({
      ok: true,
      coverage: { complete: false, stopReason: "time_budget" },
      version: { sha256: null, proof: "stat" },
    });
    const sampled = await service.read([{ path }], { ms: 30 });
    expect(sampled.entries[0]).toMatchObject({ ok: false, error: { code: "withheld" } });
  });
});
