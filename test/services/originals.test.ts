/** Tokens and what happened to their files since; fragments; faults at each moment of a read. */

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setHooks } from "../../src/fs/hooks.ts";
import type { Hooks } from "../../src/fs/interfaces.ts";
import { decodeToken, encodeToken } from "../../src/model/token.ts";
import { createOriginalsService } from "../../src/services/originals.ts";
import type { OriginalsService } from "../../src/services/originals.ts";

const SAMPLES = new URL("../../samples/", import.meta.url).pathname;
const CASES = new URL("../fixtures/cases/files/", import.meta.url).pathname;

let folder: string;
let root: string;
let file: string;
let service: OriginalsService;
let restore: (() => void) | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-originals-"));
  root = join(folder, "papers");
  mkdirSync(root);
  mkdirSync(join(folder, "other"));
  file = join(root, "lease.txt");
  writeFileSync(file, "the first line\nthe delivery date is 14 March\n");
  writeFileSync(join(folder, "other", "lease.txt"), "the first line\nthe delivery date is 14 March\n");
  service = createOriginalsService({
    sources: [
      { key: "papers", path: root },
      { key: "other", path: join(folder, "other") },
    ],
  });
});

afterEach(() => {
  restore?.();
  restore = undefined;
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function tokenOf(name: string): Promise<string> {
  const { candidates } = await service.discover({ source: "papers", name });
  const [candidate] = candidates;
  if (candidate === undefined) throw new Error("not discovered");
  return candidate.token;
}

async function codes(token: string): Promise<string[]> {
  const outcomes = [
    () => service.inspect({ token }),
    () => service.locateContent({ token }, { text: "delivery" }),
    async () => {
      const [result] = await service.checkCitations([{ quote: "delivery", target: { token } }]);
      if (result?.error !== undefined) throw result.error;
    },
  ].map(async (call) => {
    try {
      await call();
      return "ok";
    } catch (thrown) {
      return (thrown as { code?: string }).code ?? String(thrown);
    }
  });
  return [...new Set(await Promise.all(outcomes))];
}

test("discover, inspect and locate one file", async () => {
  const found = await service.discover({ name: "*.txt" });
  expect(found).toMatchObject({ matchCount: 2, coverage: { complete: true, stopReason: null } });
  const token = await tokenOf("lease");
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  expect(await service.inspect({ token })).toMatchObject({
    verified: true,
    sizeMatch: true,
    hashMatch: null,
    version: { sha256 },
    source: "papers",
    path: "lease.txt",
    citation: `readback://papers/lease.txt?sha256=${sha256}`,
  });
  expect(await service.locateContent({ token }, { text: "Delivery  date" })).toMatchObject({
    places: [{ at: { kind: "line", line: 2 }, text: "the delivery date is 14 March", cut: false }],
    matchCount: 1,
    coverage: { complete: true },
  });
});

describe("a token", () => {
  test.each<[string, () => void, string]>([
    ["whose file is the same", () => undefined, "ok"],
    ["whose file grew", () => appendFileSync(file, "more"), "candidate_changed"],
    ["whose file was truncated", () => truncateSync(file, 5), "candidate_changed"],
    [
      "whose file was rewritten",
      () => writeFileSync(file, "x".repeat(statSync(file).size)),
      "candidate_changed",
    ],
    [
      "whose file was swapped for another",
      () => {
        writeFileSync(join(root, "new"), "x".repeat(60));
        renameSync(join(root, "new"), file);
      },
      "candidate_changed",
    ],
    ["whose file is gone", () => rmSync(file), "missing"],
    [
      "whose file became a folder",
      () => {
        rmSync(file);
        mkdirSync(file);
      },
      "not_a_file",
    ],
    [
      "whose file became a pipe",
      () => {
        rmSync(file);
        execFileSync("mkfifo", [file]);
      },
      "not_a_file",
    ],
    [
      "whose file became a link out",
      () => {
        writeFileSync(join(folder, "out.txt"), "delivery");
        rmSync(file);
        symlinkSync(join(folder, "out.txt"), file);
      },
      "outside_sources",
    ],
    ["whose root was moved away", () => renameSync(root, join(folder, "moved")), "source_offline"],
    [
      "whose root was replaced by a copy",
      () => {
        renameSync(root, join(folder, "moved"));
        cpSync(join(folder, "moved"), root, { recursive: true, preserveTimestamps: true });
      },
      "root_changed",
    ],
    [
      "whose root was replaced by a link",
      () => {
        renameSync(root, join(folder, "moved"));
        symlinkSync(join(folder, "other"), root);
      },
      "root_changed",
    ],
    [
      "whose root is reached through a link to where it was moved",
      () => {
        renameSync(root, join(folder, "moved"));
        symlinkSync(join(folder, "moved"), root);
      },
      "root_changed",
    ],
  ])("%s", async (_, change, code) => {
    const token = await tokenOf("lease");
    utimesSync(file, new Date(), new Date());
    const fresh = await tokenOf("lease");
    expect(await codes(token)).toEqual(["candidate_changed"]);
    change();
    expect(await codes(fresh)).toEqual([code]);
  });

  test("edited: each field is compared with what stands there", async () => {
    const candidate = decodeToken(await tokenOf("lease"));
    const edited = (change: object): Promise<string[]> => codes(encodeToken({ ...candidate, ...change }));
    expect(await edited({ size: 1 })).toEqual(["candidate_changed"]);
    expect(await edited({ mtimeNs: candidate.mtimeNs + 1n })).toEqual(["candidate_changed"]);
    expect(await edited({ source: "other" })).toEqual(["root_changed"]);
    expect(await edited({ source: "nobody's" })).toEqual(["unavailable"]);
    expect(await edited({ root: "0".repeat(32) })).toEqual(["root_changed"]);
    expect(await edited({ path: "../other/lease.txt" })).toEqual(["outside_sources"]);
    expect(await edited({ path: file.replace("papers", "other") })).toEqual(["outside_sources"]);
    expect(await edited({ path: "missing.txt" })).toEqual(["missing"]);
  });

  test("made by hand for media is refused before a byte is read", async () => {
    const candidate = decodeToken(await tokenOf("lease"));
    let opened = 0;
    restore = setHooks({ afterOpen: () => (opened += 1) });
    writeFileSync(join(root, "photo.JPG"), "delivery");
    expect(await codes(encodeToken({ ...candidate, path: "photo.JPG" }))).toEqual(["media_refused"]);
    expect(opened).toBe(0);
    writeFileSync(join(root, "photo.txt"), Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));
    restore();
    expect(await codes(await tokenOf("photo.txt"))).toEqual(["media_refused"]);
  });

  test("replaced with the same size and times: the digest tells", async () => {
    const token = await tokenOf("lease");
    const [before] = await service.checkCitations([{ quote: "delivery", target: { token } }]);
    const { atimeNs, mtimeNs } = statSync(file, { bigint: true });
    writeFileSync(file, readFileSync(file, "utf8").replace("14", "15"));
    const seconds = (ns: bigint): string =>
      `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, "0")}`;
    execFileSync("touch", ["-m", "-d", `@${seconds(mtimeNs)}`, file]);
    execFileSync("touch", ["-a", "-d", `@${seconds(atimeNs)}`, file]);
    const [after] = await service.checkCitations([
      { quote: "the delivery date is 14 March", target: { token }, sha256: before?.version?.sha256 ?? "" },
    ]);
    expect(after).toMatchObject({ verdict: "altered", sameVersion: false });
  });
});

describe("a file that changes while it is read", () => {
  const moments: (keyof Hooks)[] = ["afterOpen", "duringRead", "afterRead", "beforeSeal"];
  const changes: [string, (path: string) => void][] = [
    ["is rewritten", (path) => writeFileSync(path, "x".repeat(44))],
    ["grows", (path) => appendFileSync(path, "delivery")],
    ["is truncated", (path) => truncateSync(path, 3)],
    [
      "is swapped",
      (path) => {
        writeFileSync(`${path}.new`, "the delivery");
        renameSync(`${path}.new`, path);
      },
    ],
    ["is removed", (path) => rmSync(path)],
  ];
  test.each(moments.flatMap((moment) => changes.map(([how, change]) => [moment, how, change] as const)))(
    "%s: %s",
    async (moment, _, change) => {
      for (const call of [
        (token: string) => service.inspect({ token }),
        (token: string) => service.locateContent({ token }, { text: "delivery" }),
      ]) {
        writeFileSync(file, "the first line\nthe delivery date is 14 March\n");
        const token = await tokenOf("lease");
        let done = false;
        restore = setHooks({
          [moment]: (path: string) => {
            if (done || path !== file) return;
            done = true;
            change(path);
          },
        });
        const outcome = await call(token).then(
          () => "answered",
          (thrown: { code?: string }) => thrown.code,
        );
        restore();
        expect(done).toBe(true);
        // A change right after opening may be seen by the token's own comparison first.
        expect(["changed_during_read", "candidate_changed"]).toContain(outcome);
      }
    },
  );
});

test("locate: at most ten places, fragments of at most 280 characters, and the rest is said", async () => {
  writeFileSync(
    file,
    Array.from({ length: 15 }, () => `${"😀".repeat(300)} needle ${"y".repeat(400)}`).join("\n"),
  );
  const answer = await service.locateContent({ path: "papers/lease.txt" }, { text: "needle" });
  expect(answer.places).toHaveLength(10);
  for (const { text, cut } of answer.places) {
    expect(text.length).toBeLessThanOrEqual(280);
    expect(text).toContain("needle");
    expect(Buffer.from(text).toString()).toBe(text);
    expect(cut).toBe(true);
  }
  expect(answer).toMatchObject({ matchCount: 15, coverage: { complete: false, stopReason: "match_limit" } });
  await expect(
    service.locateContent({ path: "papers/lease.txt" }, { text: "needle", limit: 11 }),
  ).rejects.toMatchObject({ code: "invalid_request" });
});

test("locate in documents: page, cell, slide; a scan needs OCR and is not said to be without the text", async () => {
  cpSync(SAMPLES, root, { recursive: true });
  cpSync(join(CASES, "P06-all-scan.pdf"), join(root, "scan.pdf"));
  const at = async (path: string, text: string): Promise<unknown> =>
    (await service.locateContent({ path }, { text })).places[0]?.at;
  expect(await at("contract.pdf", "delivery date")).toMatchObject({ page: 3 });
  expect(await at("budget.xlsx", "26,880")).toMatchObject({ sheet: "Payments", cell: "C3" });
  expect(await at("briefing.pptx", "Crane in front")).toMatchObject({ slide: 2 });
  expect(await at("schedule.docx", "First bread")).toMatchObject({ table: 1, row: 4, column: 1 });
  expect(await service.locateContent({ path: "scan.pdf" }, { text: "x" })).toMatchObject({
    places: [],
    ocrRequired: true,
    coverage: { complete: false },
  });
});

test("discover: type, time, limit, ignored files; a source that is not there is a gap", async () => {
  writeFileSync(join(root, "a.pdf"), "");
  writeFileSync(join(root, "Draft_v2.PDF"), "");
  writeFileSync(join(root, "song.mp3"), "");
  writeFileSync(join(root, "old.md"), "");
  writeFileSync(join(root, ".gitignore"), "ignored.*\n");
  writeFileSync(join(root, "ignored.pdf"), "");
  symlinkSync(file, join(root, "link.pdf"));
  utimesSync(join(root, "old.md"), 1_000_000, 1_000_000);
  const paths = async (request: object): Promise<string[]> =>
    (await service.discover({ source: "papers", ...request })).candidates.map(({ path }) => path);
  expect(await paths({ type: "pdf" })).toEqual(["Draft_v2.PDF", "a.pdf"]);
  expect(await paths({ name: "draft" })).toEqual(["Draft_v2.PDF"]);
  expect(await paths({ name: "?.p*" })).toEqual(["a.pdf"]);
  expect(await paths({ modifiedBefore: 2_000_000_000 })).toEqual(["old.md"]);
  expect(await paths({ type: "pdf", includeIgnored: true })).toContain("ignored.pdf");
  const all = await service.discover({ source: "papers" });
  expect(all.skipped).toEqual({ ignored: 1, links: 1, special: 0, media: 1 });
  expect(all.candidates.find(({ path }) => path === "Draft_v2.PDF")?.versionRole).toBe("draft");
  expect(await service.discover({ source: "papers", limit: 1 })).toMatchObject({
    matchCount: 5,
    coverage: { complete: false, stopReason: "match_limit" },
  });
  rmSync(join(folder, "other"), { recursive: true });
  expect((await service.discover({})).coverage).toMatchObject({
    complete: false,
    gaps: [{ reason: "source_offline" }],
  });
  await expect(service.discover({ source: "other" })).rejects.toMatchObject({ code: "source_offline" });
  await expect(service.discover({ source: "none" })).rejects.toMatchObject({ code: "unavailable" });
  await expect(service.inspect({ path: "nowhere.txt" })).rejects.toMatchObject({ code: "source_offline" });
});
