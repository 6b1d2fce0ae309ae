/** What the library promises: one visible set, one neutral answer, digests that can be recomputed, gaps that count what could not be read. */

import { createHash } from "node:crypto";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ReadbackError } from "../../src/model/errors.ts";
import type { Role } from "../../src/model/library-answer.ts";
import { createLibraryService } from "../../src/services/library.ts";
import type { LibraryService } from "../../src/services/library.ts";
import { TestLibrary } from "../support/library.ts";
import type { TestRecord } from "../support/library.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

interface Served {
  readonly library: TestLibrary;
  readonly service: LibraryService;
  readonly reports: string[];
}

function serve(records: readonly TestRecord[], documentBytes = 1024 * 1024, secrets = "redact"): Served {
  const library = new TestLibrary(records);
  const reports: string[] = [];
  const service = createLibraryService({
    libraries: [
      {
        key: "handbook",
        root: library.root,
        manifest: "manifest.json",
        secrets: secrets === "refuse" ? "refuse" : "redact",
      },
    ],
    documentBytes,
    report: (key, problem) => reports.push(`${key}: ${problem}`),
  });
  open.push(() => {
    service.close();
    library.remove();
  });
  return { library, service, reports };
}

async function refusal(work: Promise<unknown>): Promise<ReadbackError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof ReadbackError) return thrown;
    throw thrown;
  }
  throw new Error("it was answered");
}

const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
const as = (role: Role): { role: Role } => ({ role });

describe("reading", () => {
  it("gives the text without its byte order mark, line ends as they are, and a digest of exactly it", async () => {
    const { service } = serve([{ id: "a", text: "\ufeffone\r\ntwo\n\u{1f9ed} three" }]);
    const answer = await service.read({ id: "a" }, as("reader"));
    expect(answer.text).toBe("one\r\ntwo\n\u{1f9ed} three");
    expect(answer.digest).toBe(sha256(answer.text));
    expect(answer.version.sha256).toBe(sha256("\ufeffone\r\ntwo\n\u{1f9ed} three"));
    expect(answer.coverage.complete).toBe(true);
    expect(answer.nextOffset).toBeNull();
  });

  it("pages by code points; every page has the digest of the whole", async () => {
    const text = "ab\u{1f9ed}cdé\u{10ffff}xyz".repeat(50);
    const { service } = serve([{ id: "a", text }]);
    let all = "";
    let offset: number | null = 0;
    for (let pages = 0; offset !== null && pages < 1000; pages += 1) {
      const page = await service.read({ id: "a", offset }, { role: "reader", maxChars: 7 });
      expect(page.digest).toBe(sha256(text));
      expect(Array.from(page.text).length).toBeLessThanOrEqual(7);
      expect(page.characters).toBe(Array.from(text).length);
      expect(page.coverage.complete).toBe(page.nextOffset === null);
      all += page.text;
      offset = page.nextOffset;
    }
    expect(all).toBe(text);
    expect((await refusal(service.read({ id: "a", offset: 100_000 }, as("reader")))).code).toBe(
      "invalid_request",
    );
  });

  it("of a document that changed since the search gives the new text and says so", async () => {
    const { library, service } = serve([{ id: "a", text: "the old wording" }]);
    const [hit] = (await service.search({ query: "old wording" }, as("reader"))).results;
    writeFileSync(join(library.root, "a.txt"), "the new wording");
    const answer = await service.read({ id: "a", expectedSha256: hit?.digest }, as("reader"));
    expect(answer).toMatchObject({ text: "the new wording", matchesExpected: false });
    expect(answer.digest).toBe(sha256("the new wording"));
    const again = await service.read({ id: "a", expectedSha256: answer.digest.toUpperCase() }, as("reader"));
    expect(again.matchesExpected).toBe(true);
    expect("matchesExpected" in (await service.read({ id: "a" }, as("reader")))).toBe(false);
  });

  it("obeys an access that changed, and a file that was renamed, without a new start", async () => {
    const { library, service } = serve([{ id: "a", text: "words" }]);
    expect((await service.search({ query: "words" }, as("reader"))).results).toHaveLength(1);
    library.put([{ id: "a", text: "words", access: "editor" }]);
    expect((await refusal(service.read({ id: "a" }, as("reader")))).code).toBe("unavailable");
    renameSync(join(library.root, "a.txt"), join(library.root, "b.txt"));
    library.put([{ id: "a", path: "b.txt" }]);
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("words");
  });

  it("refuses what is too large, no text, or withheld, by the id and without the path", async () => {
    const { service } = serve(
      [
        { id: "large", text: "x".repeat(101) },
        { id: "fits", text: "x".repeat(100) },
        { id: "binary", text: Buffer.from("%PDF-1.7\n%\u00e2\u00e3\n") },
        { id: "secret", text: "key AKIAIOSFODNN7EXAMPLE end" },
      ],
      100,
      "refuse",
    );
    expect((await service.read({ id: "fits" }, as("reader"))).characters).toBe(100);
    for (const [id, code] of [
      ["large", "too_large"],
      ["binary", "unsupported_format"],
      ["secret", "withheld"],
    ] as const) {
      const error = await refusal(service.read({ id }, as("reader")));
      expect(error.code).toBe(code);
      expect(`${error.message}${error.hint ?? ""}`).not.toMatch(/\.txt|AKIA/);
    }
    const { results, coverage } = await service.search({ query: "AKIA" }, as("reader"));
    expect(results).toEqual([]);
    expect(coverage.gaps).toEqual([
      { reason: "too_large", count: 1 },
      { reason: "unreadable", count: 1 },
      { reason: "withheld", count: 1 },
    ]);
  });
});

describe("an id that may not be read", () => {
  it("gives one and the same answer, whatever the reason", async () => {
    const { library, service, reports } = serve([
      { id: "hidden", text: "secret plan", access: "editor" },
      { id: "gone" },
      { id: "absolute", path: "/etc/hostname" },
      { id: "climbs", path: "../readback.json" },
      { id: "folder", path: "." },
      { id: "link", path: "link.txt" },
      { id: "good", text: "good" },
    ]);
    symlinkSync(library.config, join(library.root, "link.txt"));
    const ids = ["unknown", "hidden", "gone", "absolute", "climbs", "folder", "link"];
    const errors = await Promise.all(ids.map((id) => refusal(service.read({ id }, as("reader")))));
    expect(new Set(errors.map((error) => JSON.stringify(error.facts()))).size).toBe(1);
    expect(errors[0]?.code).toBe("unavailable");
    expect(service.list("", 100, "reader").map(({ id }) => id)).toEqual(["good"]);
    expect(reports.join("\n")).toMatch(/`gone` cannot be opened/);
    expect(reports.join("\n")).not.toMatch(/`hidden`|`unknown`/);
    expect((await service.read({ id: "hidden" }, as("editor"))).text).toBe("secret plan");
  });

  it.each(["", "../x", "a/b", "-a", "a".repeat(65), "a b", "ä", "a\n", "a\0"])(
    "is asked wrongly when malformed: %j",
    async (id) => {
      const { service } = serve([{ id: "good", text: "good" }]);
      expect((await refusal(service.read({ id }, as("reader")))).code).toBe("invalid_request");
    },
  );
});

describe("searching", () => {
  it("finds in any script and case, phrases before words, and says how", async () => {
    const { service } = serve([
      { id: "words", text: "delivery is on the date below" },
      { id: "phrase", text: "first line\nThe Delivery\nDate is fixed" },
      { id: "cyrillic", text: "Поставка печи назначена" },
      { id: "thai", text: "กำหนดส่งมอบเตาอบวันที่" },
      { id: "chinese", text: "交货日期为2027年" },
    ]);
    const ids = async (query: string): Promise<(readonly [string, string])[]> =>
      (await service.search({ query }, as("reader"))).results.map((hit) => [hit.id, hit.matchedBy] as const);
    expect(await ids("delivery date")).toEqual([["phrase", "phrase"]]);
    expect(await ids("date delivery")).toEqual([
      ["words", "words"],
      ["phrase", "words"],
    ]);
    expect(await ids("ПОСТАВКА ПЕЧИ")).toEqual([["cyrillic", "phrase"]]);
    expect(await ids("ส่งมอบ")).toEqual([["thai", "phrase"]]);
    expect(await ids("日期")).toEqual([["chinese", "phrase"]]);
    expect(await ids("title of thai")).toEqual([["thai", "title"]]);
    const [hit] = (await service.search({ query: "delivery date" }, as("reader"))).results;
    expect(hit?.at).toEqual({ kind: "line", line: 2, endLine: 3 });
    expect(await ids("nowhere at all")).toEqual([]);
  });

  it("gives snippets of at most 280 characters that hold the hit and stand in the text", async () => {
    const text = `${"\u{1f9ed}way ".repeat(400)}needle${" \u{1f9ed}".repeat(400)}`;
    const { service } = serve([{ id: "a", text }]);
    const [hit] = (await service.search({ query: "needle" }, as("reader"))).results;
    expect(Array.from(hit?.snippet ?? "").length).toBeLessThanOrEqual(280);
    expect(hit?.snippet).toContain("needle");
    expect(text).toContain(hit?.snippet);
    expect(hit?.snippet).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
    expect(hit?.digest).toBe(sha256(text));
  });

  it("counts what could not be read, and a limit that kept documents out", async () => {
    const { service } = serve([
      { id: "a", text: "word" },
      { id: "b", text: "word" },
      { id: "c", text: "word", access: "editor" },
      { id: "gone" },
    ]);
    const answer = await service.search({ query: "word", limit: 1 }, as("reader"));
    expect(answer.results).toHaveLength(1);
    expect(answer.matchCount).toBe(2);
    expect(answer.coverage).toEqual({
      complete: false,
      stopReason: "match_limit",
      unit: "document",
      read: 2,
      total: 3,
      gaps: [{ reason: "unreadable", count: 1 }],
    });
    const spent = await service.search({ query: "word" }, { role: "reader", ms: 0 });
    expect(spent.coverage).toMatchObject({ complete: false, stopReason: "time_budget", read: 0 });
  });

  it.each(["", " ", "\u200b", "x".repeat(201)])("refuses a query that asks nothing: %j", async (query) => {
    const { service } = serve([{ id: "a", text: "word" }]);
    expect((await refusal(service.search({ query }, as("reader")))).code).toBe("invalid_request");
  });
});

describe("a manifest", () => {
  const record = { id: "a", title: "A", url: "u", path: "a.txt", access: "reader" };
  it.each([
    ["that is no JSON", '{\n "documents": [\n  {,}\n ]\n}', /line 3, column 4/],
    ["with an id twice", { documents: [record, record] }, /`a` twice/],
    ["with a key that is not known", { documents: [{ ...record, acces: "reader" }] }, /acces/],
    ["with a key twice", '{ "documents": [], "documents": [] }', /twice/],
    ["without an access", { documents: [{ ...record, access: undefined }] }, /access/],
    ["with a malformed id", { documents: [{ ...record, id: "../a" }] }, /documents\.0\.id/],
  ])("%s is told to the operator with its place, and is offline for clients", async (_name, value, told) => {
    const { library, service, reports } = serve([{ id: "a", text: "word" }]);
    library.manifest(value);
    for (const error of [
      await refusal(service.read({ id: "a" }, as("reader"))),
      await refusal(service.read({ id: "nobody" }, as("reader"))),
      await refusal(service.search({ query: "word" }, as("reader"))),
    ]) {
      expect(error.code).toBe("source_offline");
      expect(error.message).not.toMatch(/line|twice|acces|manifest/);
    }
    expect(reports.join("\n")).toMatch(told);
    library.put([{ id: "a", text: "word" }]);
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("word");
  });

  it("that is missing leaves the other libraries alone, and shows in what is not there", async () => {
    const broken = new TestLibrary([]);
    const whole = new TestLibrary([
      { id: "a", text: "word" },
      { id: "b", text: "word" },
    ]);
    rmSync(join(broken.root, "manifest.json"));
    const configs = [broken, whole].map(({ root }, index) => ({
      key: `k${index}`,
      root,
      manifest: "manifest.json",
      secrets: "redact" as const,
    }));
    const service = createLibraryService({
      libraries: configs,
      documentBytes: 1000,
      report: () => undefined,
    });
    open.push(() => {
      service.close();
      broken.remove();
      whole.remove();
    });
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("word");
    const found = await service.search({ query: "word" }, as("reader"));
    expect(found.results).toHaveLength(2);
    expect(found.coverage.complete).toBe(false);
    expect(found.coverage.gaps[0]).toMatchObject({ reason: "source_offline", count: 1 });
    expect((await refusal(service.read({ id: "nobody" }, as("reader")))).code).toBe("source_offline");
    // The first library is back, with an id that the second one has too.
    broken.put([{ id: "a", text: "mine" }]);
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("mine");
    const doubled = await service.search({ query: "word" }, as("reader"));
    expect(doubled.results.map(({ id }) => id)).toEqual(["b"]);
    expect(doubled.coverage.gaps).toMatchObject([{ reason: "unreadable", count: 1 }]);
    expect((await refusal(service.read({ id: "nobody" }, as("reader")))).code).toBe("unavailable");
  });

  it("of a folder that was exchanged is that of the new folder", async () => {
    const { library, service } = serve([{ id: "a", text: "old" }]);
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("old");
    const next = new TestLibrary([{ id: "a", text: "new edition" }]);
    open.push(() => next.remove());
    renameSync(library.root, `${library.root}-old`);
    renameSync(next.root, library.root);
    expect((await service.read({ id: "a" }, as("reader"))).text).toBe("new edition");
  });
});
