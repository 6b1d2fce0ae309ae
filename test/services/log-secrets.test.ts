/** Screening of log lines: nothing leaks, a search is no oracle, ordinary lines stay as they are. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failureOf, LogFolder } from "./log-fixture.ts";

let folder: LogFolder;
beforeEach(() => {
  folder = new LogFolder();
});
afterEach(() => folder.remove());

// Made-up values of the right shape; joined here so that no scanner takes this file for a leak.
const TOKEN = ["ghp", "R4nd0mMadeUpT0kenF0rTests0nly1234567"].join("_").padEnd(40, "x");
const BODY = Array.from({ length: 12 }, (_, line) =>
  Array.from(
    { length: 64 },
    (_c, column) =>
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[
        (line * 37 + column * column * 11 + column) % 64
      ],
  ).join(""),
);
const KEY = ["-----BEGIN RSA PRIVATE KEY-----", ...BODY, "-----END RSA PRIVATE KEY-----"].join("\n");
const LOG = `10:00 INFO start\n10:01 INFO push with ${TOKEN} done\n${KEY}\n10:02 INFO end\n`;

describe("redact", () => {
  it("hides a token and a key in returned lines, and tells kinds, never values", async () => {
    folder.write("app.log", LOG);
    const answer = await folder.service().tail({ log: "app", lines: 200 });
    const all = JSON.stringify(answer);
    expect(all).not.toContain(TOKEN.slice(0, 12));
    for (const line of BODY) expect(all).not.toContain(line.slice(0, 16));
    expect(answer.lines[1]?.text).toBe("10:01 INFO push with [REDACTED github_token] done");
    expect(answer.lines.at(-1)?.text).toBe("10:02 INFO end");
    expect(answer.lines[4]?.text).toBe("[REDACTED private_key]");
    expect(answer.secrets.found).toBeGreaterThan(1);
  });

  it("is no oracle: parts of a secret are not found, nor is the word that stands for it, nor is anything counted", async () => {
    folder.write("app.log", LOG);
    const service = folder.service();
    for (const text of [
      TOKEN,
      TOKEN.slice(0, 8),
      TOKEN.slice(5, 15),
      BODY[3]?.slice(10, 30) ?? "",
      "REDACTED",
      "PRIVATE KEY",
      "[R",
    ]) {
      const found = await service.search({ log: "app", text });
      expect([found.matches.length, found.complete], text).toEqual([0, true]);
      const counted = await service.search({ log: "app", text, countOnly: true });
      expect(counted.matchCount, text).toBe(0);
      const folded = await service.search({
        log: "app",
        text: text.toLowerCase(),
        ignoreCase: true,
        countOnly: true,
      });
      expect(folded.matchCount, text).toBe(0);
    }
    const beside = await service.search({ log: "app", text: "push with" });
    expect(beside.matches.map((line) => line.text)).toEqual([
      "10:01 INFO push with [REDACTED github_token] done",
    ]);
    // A line that holds the text both inside and outside of a secret is a match.
    folder.write("app.log", `ghp is a prefix, ${TOKEN} is a token\n`);
    expect((await service.search({ log: "app", text: "ghp", countOnly: true })).matchCount).toBe(1);
  });

  it.each([1, 20, 60, 200, 300])(
    "knows the middle of a key that begins before a chunk's end (%i lines before it)",
    async (lines) => {
      const filler = `10:00 INFO ${"x".repeat(1000)}\n`.repeat(Math.max(0, lines));
      const before = "y".repeat(262_144 - filler.length - 300 > 0 ? 262_144 - filler.length - 300 : 10);
      folder.write("app.log", `${before}\n${filler}${KEY}\n10:02 end\n`);
      const text = BODY[5]?.slice(0, 20) ?? "";
      expect(await folder.service().search({ log: "app", text })).toMatchObject({
        matches: [],
        complete: true,
      });
    },
  );

  it("holds in a line of many chunks, and around its match", async () => {
    const line = `${"x".repeat(400_000)} needle ${TOKEN} ${"y".repeat(400_000)} needle`;
    folder.write("app.log", `${line}\n`);
    const service = folder.service();
    const answer = await service.search({ log: "app", text: "needle" });
    expect(answer.matches).toHaveLength(1);
    expect(answer.matches[0]?.around).toContain("needle [REDACTED github_token]");
    expect(JSON.stringify(answer)).not.toContain(TOKEN.slice(0, 12));
    expect((await service.search({ log: "app", text: TOKEN.slice(3, 20) })).matches).toEqual([]);
  });

  it("holds in UTF-16, where the filter over bytes cannot see", async () => {
    folder.write("app.log", Buffer.from(`\uFEFF${LOG}`, "utf16le"));
    const service = folder.service();
    expect((await service.search({ log: "app", text: TOKEN.slice(5, 15) })).matches).toEqual([]);
    expect((await service.search({ log: "app", text: TOKEN.slice(5, 15), countOnly: true })).matchCount).toBe(
      0,
    );
    expect(JSON.stringify(await service.tail({ log: "app" }))).not.toContain(TOKEN.slice(0, 12));
  });

  it("holds in compressed logs and large windows", async () => {
    const { gzipSync } = await import("node:zlib");
    folder.write("app.log", gzipSync(LOG));
    const service = folder.service({ tailBytes: 4 * 1024 * 1024 });
    expect(JSON.stringify(await service.tail({ log: "app" }))).not.toContain(TOKEN.slice(0, 12));
    expect((await service.search({ log: "app", text: TOKEN.slice(5, 15) })).matches).toEqual([]);
    folder.write("app.log", "10:00 INFO filler\n".repeat(60_000) + LOG);
    expect(JSON.stringify(await service.tail({ log: "app" }))).not.toContain(TOKEN.slice(0, 12));
  });
});

describe("other policies", () => {
  it("refuse: a returned line with a secret is withheld by kind and place, others are answered", async () => {
    folder.write("app.log", LOG);
    const service = folder.service({}, "refuse");
    const failure = await failureOf(service.search({ log: "app", text: "push with" }));
    expect(failure.code).toBe("withheld");
    expect(failure.message).toContain("`github_token` at L2");
    expect(failure.message).not.toContain(TOKEN.slice(0, 12));
    expect((await service.search({ log: "app", text: "10:00" })).matches).toHaveLength(1);
    expect((await service.search({ log: "app", text: TOKEN.slice(5, 15) })).matches).toEqual([]);
    expect(await failureOf(service.tail({ log: "app" }))).toMatchObject({ code: "withheld" });
  });

  it("report: the text is untouched and searched, findings are told", async () => {
    folder.write("app.log", LOG);
    const answer = await folder.service({}, "report").search({ log: "app", text: TOKEN });
    expect(answer.matches[0]?.text).toContain(TOKEN);
    expect(answer.secrets).toMatchObject({ policy: "report", found: 1 });
    expect(answer.secrets.findings).toEqual([
      { kind: "github_token", at: { kind: "line", line: 2 }, count: 1 },
    ]);
  });

  it("off: nothing is looked for", async () => {
    folder.write("app.log", LOG);
    const answer = await folder.service({}, "off").search({ log: "app", text: TOKEN });
    expect(answer.matches[0]?.text).toContain(TOKEN);
    expect(answer.secrets).toMatchObject({ policy: "off", found: 0 });
  });
});
