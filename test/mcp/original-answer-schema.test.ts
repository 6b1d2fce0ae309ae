/** What the services answer passes the strict schemas that clients are told, through a real client. */

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOriginalsService } from "../../src/services/originals.ts";
import type { OriginalsService } from "../../src/services/originals.ts";
import { connectedTo, textOf } from "./connected.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;

let folder: string;
let originals: OriginalsService;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-tools-"));
  cpSync(SAMPLES, folder, { recursive: true });
  originals = createOriginalsService({ sources: [{ key: "s", path: folder }] });
});

afterAll(() => {
  originals.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const client = await connectedTo({ originals }, "full");
  const result = await client.callTool({ name, arguments: given });
  if (result.isError === true) throw new Error(textOf(result));
  return result.structuredContent as Record<string, unknown>;
}

test("discover, inspect, locate and check, each from the answer before", async () => {
  const found = await call("discover", { name: "*.log", modified_after: "2020-01-01" });
  const [candidate] = found["candidates"] as { token: string }[];
  const token = candidate?.token ?? "";
  const inspected = await call("inspect", { token });
  expect(inspected).toMatchObject({ verified: true, size_match: true, hash_match: null, source: "s" });
  const located = await call("locate_content", { token, text: "valve 3" });
  expect(located).toMatchObject({ places: [{ at: { line: 20 } }], match_count: 1 });
  const checked = await call("check_citations", {
    citations: [
      { quote: "valve 3 did not answer", citation: `${String(located["citation"])}#line=20` },
      { quote: "valve 4 did not answer", path: "oven.log", at: "line=20" },
      { quote: "any", path: "gone.txt" },
    ],
  });
  expect(checked).toMatchObject({
    results: [
      { verdict: "verbatim", same_version: true },
      { verdict: "altered", nearest: { at: { line: 20 } } },
      { verdict: "unverifiable", error: { code: "missing" } },
    ],
  });
});

test("what is wrong is refused with its code", async () => {
  await expect(call("inspect", {})).rejects.toThrow("ERROR invalid_request");
  await expect(call("inspect", { token: "a", path: "b" })).rejects.toThrow("ERROR invalid_request");
  await expect(call("inspect", { token: "abc" })).rejects.toThrow("ERROR invalid_request");
  await expect(call("discover", { modified_after: "yesterday!" })).rejects.toThrow("ERROR invalid_request");
});
