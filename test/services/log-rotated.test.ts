/** Rotated and compressed siblings: their order, their content, cut-off ends, and what is said of those that were not looked at. */

import { gzipSync } from "node:zlib";
import { readFileSync, utimesSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { oldestFirst, rotatedName, siblingsOf } from "../../src/reading/logs/rotation.ts";
import { failureOf, LogFolder } from "./log-fixture.ts";

let folder: LogFolder;
beforeEach(() => {
  folder = new LogFolder();
});
afterEach(() => folder.remove());

/** `(printf 'one needle\ntwo\n' | zstd; printf 'three needle\n' | zstd --no-check) | base64`: two frames, one with a checksum. */
const ZSTD = Buffer.from("KLUv/QRYeQAAb25lIG5lZWRsZQp0d28KjD+cwCi1L/0AWGkAAHRocmVlIG5lZWRsZQo=", "base64");

describe("names", () => {
  it.each([
    ["app.log", "app.log.1", true],
    ["app.log", "app.log.12.gz", true],
    ["app.log", "app.log-20261130", true],
    ["app.log", "app.log-20261130.zst", true],
    ["app.log", "app.log.2026-11-30", true],
    ["app.log", "app.log.2026-11-30.3.gz", true],
    ["app.log", "app-2026-11-30.log", true],
    ["app.log", "app-2026-11-30.log.gz", true],
    ["app.log", "app.1.log", true],
    ["app.log", "app.log.old", true],
    ["app.log", "app.log.moved", true],
    ["app.log", "app.log.gz", true],
    ["syslog", "syslog.1", true],
    ["app.log", "app.log", false],
    ["app.log", "application.log", false],
    ["app.log", "app.log.conf", false],
    ["app.log", "app-errors.log", false],
    ["app.log", "my-app.log.1", false],
    ["app.log", "app.logger", false],
  ])("%s and %s: %s", (log, name, expected) => {
    expect(rotatedName(log, name) !== undefined).toBe(expected);
  });

  it("orders numbers falling, dates rising, and the rest by time", () => {
    const order = (names: string[], times: number[] = names.map(() => 0)): string[] =>
      oldestFirst(
        siblingsOf("app.log", names).map((rotated) => ({
          rotated,
          modifiedMs: times[names.indexOf(rotated.name)] ?? 0,
        })),
      ).map((file) => file.rotated.name);
    expect(order(["app.log.1", "app.log.10.gz", "app.log.2.gz"])).toEqual([
      "app.log.10.gz",
      "app.log.2.gz",
      "app.log.1",
    ]);
    expect(order(["app.log-20261130", "app.log-20261128.gz", "app.log-20261129"])).toEqual([
      "app.log-20261128.gz",
      "app.log-20261129",
      "app.log-20261130",
    ]);
    expect(order(["app.log.1", "app.log.old", "app.log-20261130"], [30, 10, 20])).toEqual([
      "app.log.old",
      "app.log-20261130",
      "app.log.1",
    ]);
  });
});

describe("a rotated set", () => {
  const make = (): void => {
    folder.write("app.log.3.gz", gzipSync("oldest needle\nb\n"));
    folder.write("app.log.2.zst", ZSTD);
    folder.write("app.log.1", "e\nyesterday needle\n");
    folder.write("app.log", "today needle\n");
  };

  it("is searched oldest first, each line saying its file and its number there", async () => {
    make();
    const answer = await folder.service().search({ log: "app", text: "needle", rotated: true });
    expect(answer.matches.map((line) => [line.file, line.lineNo, line.text])).toEqual([
      ["app.log.3.gz", 1, "oldest needle"],
      ["app.log.2.zst", 1, "one needle"],
      ["app.log.2.zst", 3, "three needle"],
      ["app.log.1", 2, "yesterday needle"],
      ["app.log", 1, "today needle"],
    ]);
    expect(answer).toMatchObject({ complete: true, scannedLines: 8 });
    expect(answer.files?.map((file) => [file.file, file.compression])).toEqual([
      ["app.log.3.gz", "gzip"],
      ["app.log.2.zst", "zstd"],
      ["app.log.1", undefined],
      ["app.log", undefined],
    ]);
    expect(answer.siblings).toBeUndefined();
  });

  it("names the siblings that were not asked for", async () => {
    make();
    const answer = await folder.service().search({ log: "app", text: "needle" });
    expect(answer.matches.map((line) => [line.file, line.lineNo])).toEqual([[undefined, 1]]);
    expect(answer.siblings).toEqual(["app.log.1", "app.log.2.zst", "app.log.3.gz"]);
    expect((await folder.service().tail({ log: "app" })).siblings).toHaveLength(3);
  });

  it("goes on from file to file, one line at a time", async () => {
    make();
    const seen: string[] = [];
    let from: string | undefined;
    do {
      const answer = await folder
        .service()
        .search({ log: "app", text: "needle", rotated: true, limit: 1, from });
      seen.push(...answer.matches.map((line) => `${line.file}:${line.lineNo}`));
      from = answer.next ?? undefined;
    } while (from !== undefined);
    expect(seen).toEqual([
      "app.log.3.gz:1",
      "app.log.2.zst:1",
      "app.log.2.zst:3",
      "app.log.1:2",
      "app.log:1",
    ]);
  });

  it("counts levels over the set", async () => {
    folder.write("app.log.1.gz", gzipSync("10:00 ERROR a\n10:01 INFO b\n"));
    folder.write("app.log", "10:02 ERROR c\n");
    const answer = await folder.service().levels({ log: "app", rotated: true });
    expect(answer.levels).toMatchObject({ ERROR: 2, INFO: 1 });
  });

  it("says what of it could not be read", async () => {
    make();
    folder.write(
      "app.log.4",
      Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100, 0x81)]),
    );
    const answer = await folder.service().search({ log: "app", text: "needle", rotated: true });
    expect(answer.matches).toHaveLength(5);
    expect(answer.complete).toBe(false);
    expect(answer.gaps).toEqual([expect.objectContaining({ reason: "unreadable", file: "app.log.4" })]);
  });

  it("orders by time where the names do not tell", async () => {
    folder.write("app.log", "needle 3\n");
    utimesSync(folder.write("app.log.old", "needle 1\n"), 1000, 1000);
    utimesSync(folder.write("app.log.1", "needle 2\n"), 2000, 2000);
    const answer = await folder.service().search({ log: "app", text: "needle", rotated: true });
    expect(answer.matches.map((line) => line.text)).toEqual(["needle 1", "needle 2", "needle 3"]);
  });
});

describe("a compressed log", () => {
  const members = Buffer.concat([gzipSync("member one\n"), gzipSync("member two\nlast\n")]);

  it("gives all its members, and its last lines with their numbers", async () => {
    folder.write("app.log", members);
    const service = folder.service();
    expect((await service.search({ log: "app", text: "member two" })).matches).toMatchObject([{ lineNo: 2 }]);
    const last = await service.tail({ log: "app", lines: 2 });
    expect(last.lines.map((line) => [line.lineNo, line.text])).toEqual([
      [2, "member two"],
      [3, "last"],
    ]);
    expect((await service.levels({ log: "app" })).levels.OTHER).toBe(3);
  });

  it("that is cut off or damaged gives what comes before, and says so", async () => {
    const whole = gzipSync(
      Array.from({ length: 5000 }, (_, index) => `needle ${index} ${Math.sin(index)}`).join("\n"),
    );
    const service = folder.service();
    folder.write("app.log", whole.subarray(0, whole.length >> 1));
    const cut = await service.search({ log: "app", text: "needle", countOnly: true });
    expect(cut.complete).toBe(false);
    expect(cut.gaps).toEqual([expect.objectContaining({ reason: "damaged" })]);
    expect(cut.matchCount).toBeGreaterThan(1000);
    expect(cut.matchCount).toBeLessThan(5000);
    const broken = Buffer.from(whole);
    broken.fill(0xff, whole.length - 2000, whole.length - 1000);
    folder.write("app.log", broken);
    const damaged = await service.search({ log: "app", text: "needle", countOnly: true });
    expect(damaged.gaps).toEqual([expect.objectContaining({ reason: "damaged" })]);
    expect(damaged.matchCount).toBeGreaterThan(1000);
    folder.write("app.log", ZSTD.subarray(0, ZSTD.length - 8));
    const frame = await service.search({ log: "app", text: "needle" });
    expect(frame).toMatchObject({ complete: false, gaps: [expect.objectContaining({ reason: "damaged" })] });
  });

  it("counts decompressed bytes against the budget, and goes on behind them", async () => {
    const content = "line with a needle in it\n".repeat(100_000);
    const bomb = gzipSync(content);
    expect(bomb.length).toBeLessThan(20_000);
    folder.write("app.log", bomb);
    const service = folder.service({ searchBytes: 1_000_000 });
    let count = 0;
    let calls = 0;
    let from: string | undefined;
    do {
      const answer = await service.search({ log: "app", text: "needle", countOnly: true, from });
      expect(answer.scannedBytes).toBeLessThanOrEqual(1_000_000);
      count += answer.matchCount ?? 0;
      calls += 1;
      from = answer.next ?? undefined;
    } while (from !== undefined);
    expect(count).toBe(100_000);
    expect(calls).toBe(3);
    expect(await failureOf(service.tail({ log: "app" }))).toMatchObject({ code: "limit_exceeded" });
  });

  it("takes a budget that ends with the content for no excess", async () => {
    folder.write("app.log", gzipSync("a\nneedle\n"));
    expect(await folder.service({ searchBytes: 9 }).search({ log: "app", text: "needle" })).toMatchObject({
      complete: true,
    });
    expect(await folder.service({ searchBytes: 8 }).search({ log: "app", text: "needle" })).toMatchObject({
      complete: false,
      stopReason: "size_budget",
    });
  });

  it("of many blocks is the same as what was compressed", async () => {
    // Made with `zstd -19` of the text below.
    const content = Array.from({ length: 40_000 }, (_, index) => `line ${index} of ${index % 7} needle`);
    const path = new URL("../fixtures/logs/many-blocks.log.zst", import.meta.url);
    folder.write("app.log", readFileSync(path));
    const service = folder.service();
    const last = await service.tail({ log: "app", lines: 200 });
    expect(last.lines.map((line) => line.text)).toEqual(content.slice(-200));
    const found = await service.search({ log: "app", text: "line 31234 of" });
    expect(found.matches).toMatchObject([{ lineNo: 31_235, text: content[31_234] }]);
    expect(found).toMatchObject({
      scannedLines: 40_000,
      scannedBytes: content.join("\n").length + 1,
      complete: true,
    });
  });

  it("that holds no log is refused by name", async () => {
    const tar = Buffer.alloc(1024);
    tar.write("file.txt", 0);
    tar.write("0000644\0", 100);
    tar.write("ustar\0", 257);
    folder.write("app.log", gzipSync(tar));
    expect((await failureOf(folder.service().search({ log: "app", text: "a" }))).message).toMatch(/tar/i);
  });
});
