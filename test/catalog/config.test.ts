import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ReadbackError } from "../../src/model/errors.ts";
import { readConfig } from "../../src/catalog/config.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-config-"));
  mkdirSync(join(folder, "docs"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = (text: string) => {
  const file = join(folder, "readback.json");
  writeFileSync(file, text);
  return readConfig(file);
};
const refusal = (text: string): ReadbackError => {
  try {
    config(text);
  } catch (thrown) {
    if (thrown instanceof ReadbackError) return thrown;
    throw thrown;
  }
  throw new Error("accepted");
};

test("sources by key, paths relative to the configuration", () => {
  const found = config(
    JSON.stringify({
      sources: {
        handbook: { root: "docs", manifest: "manifest.json" },
        server: { root: "/var/log", logs: { app: "app.log" }, secrets: "refuse" },
      },
    }),
  );
  expect(found.sources).toEqual([
    { key: "handbook", root: join(folder, "docs"), manifest: "manifest.json", logs: {}, secrets: "redact" },
    { key: "server", root: "/var/log", manifest: null, logs: { app: "app.log" }, secrets: "refuse" },
  ]);
  expect(found.limits.libraryDocumentBytes).toBe(1024 * 1024);
});

test("a fault is told with its place", () => {
  expect(refusal('{\n  "sources": {\n    "a": }\n}').message).toContain("line 3, column 10");
  expect(refusal('{ "sources": { "a": { "rot": "x" } } }').message).toContain("sources.a");
  expect(refusal('{ "sources": { "a": { "root": 3 } } }').message).toContain("sources.a.root");
  expect(refusal('{ "surces": {} }').message).toContain("surces");
  expect(refusal("").code).toBe("invalid_request");
});

test("a byte order mark does no harm; other bytes than UTF-8 are damaged", () => {
  const file = join(folder, "bom.json");
  writeFileSync(file, "\ufeff{}");
  expect(readConfig(file).sources).toEqual([]);
  writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => readConfig(file)).toThrow(ReadbackError);
});
