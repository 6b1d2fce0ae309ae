/** The contract of the log tools on real files: outcomes, limits, fields (specification: logs). */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLogService, logSettings } from "../../src/services/logs.ts";
import { failureOf, LogFolder, SETTINGS } from "./log-fixture.ts";

let folder: LogFolder;
beforeEach(() => {
  folder = new LogFolder();
});
afterEach(() => folder.remove());

const tail = async (content: string | Uint8Array, request: object = {}, settings: object = {}) => {
  folder.write("app.log", content);
  return folder.service(settings).tail({ log: "app", ...request });
};
const textsOf = (answer: { lines: readonly { text: string }[] }): string[] =>
  answer.lines.map((line) => line.text);

describe("tail", () => {
  it.each<[string, string, number, string[], boolean]>([
    ["a final line end starts no line", "a\nb\n", 5, ["a", "b"], false],
    ["a last line without an end is a line", "a\nb", 1, ["b"], true],
    ["blank lines count", "a\n\n\n", 2, ["", ""], false],
    ["CRLF", "a\r\nb\r\n", 5, ["a", "b"], false],
    ["a lone CR ends nothing", "a\rb\nc\n", 5, ["a\rb", "c"], false],
    [
      "NUL, NEL, VT, FF and U+2028 end nothing",
      "a\0b\u0085c\u000bd\u000ce\u2028f\n",
      5,
      ["a\0b\u0085c\u000bd\u000ce\u2028f"],
      false,
    ],
    ["only a line end", "\n", 3, [""], false],
    ["nothing", "", 3, [], false],
  ])("%s", async (_, content, lines, expected, open) => {
    const answer = await tail(content, { lines });
    expect(textsOf(answer)).toEqual(expected);
    expect(answer.lastLineOpen).toBe(open);
    expect(answer.wholeFile).toBe(true);
    expect(answer.droppedPartial).toBe(false);
  });

  it("keeps the window's first line when the byte before it ends a line, and drops and says a partial one", async () => {
    const whole = await tail("1234\n6789\nabcd\n", { lines: 10 }, { tailBytes: 10 });
    expect(textsOf(whole)).toEqual(["6789", "abcd"]);
    expect(whole).toMatchObject({ wholeFile: false, droppedPartial: false });
    expect(whole.lines.map((line) => line.lineNo)).toEqual([null, null]);
    const partial = await tail("1234\n6789\nabcd\n", { lines: 10 }, { tailBytes: 9 });
    expect(textsOf(partial)).toEqual(["abcd"]);
    expect(partial).toMatchObject({ wholeFile: false, droppedPartial: true });
    const all = await tail("1234\n6789\nabcd\n", { lines: 10 }, { tailBytes: 15 });
    expect(all.lines.map((line) => line.lineNo)).toEqual([1, 2, 3]);
    expect(all.wholeFile).toBe(true);
  });

  it("drops a window's start within a character with its line, and invents no lost byte", async () => {
    const answer = await tail("ééé\nñ\n", { lines: 10 }, { tailBytes: 6 });
    expect(textsOf(answer)).toEqual(["ñ"]);
    expect(answer).toMatchObject({ droppedPartial: true, replacedBytes: 0 });
  });

  it("counts lost bytes per line and in total over the returned lines, and no U+FFFD that stands there", async () => {
    const bad = Buffer.concat([
      Buffer.from("é\n"),
      Buffer.from([0x61, 0xff, 0xfe, 0x0a]),
      Buffer.from("é\uFFFD\n"),
    ]);
    const answer = await tail(bad);
    expect(answer.lines.map((line) => line.replacedBytes)).toEqual([0, 2, 0]);
    expect(answer.replacedBytes).toBe(2);
    const last = await tail(bad, { lines: 1 });
    expect(last.replacedBytes).toBe(0);
  });

  it("returns the wanted level only, and cuts long lines on a character", async () => {
    const answer = await tail("10:00 INFO a\n10:01 ERROR b\n    at x\n10:02 ERROR c\n", {
      level: "error",
      lines: 1,
    });
    expect(textsOf(answer)).toEqual(["10:02 ERROR c"]);
    const long = await tail(`${"x".repeat(9)}😀${"y".repeat(20)}\n`, {}, { maxLine: 10 });
    expect(long.lines[0]).toMatchObject({ text: "x".repeat(9), cut: true });
  });

  it("takes a window larger than its own buffer", async () => {
    const content = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join("\n");
    const answer = await tail(content, { lines: 2 }, { tailBytes: 8 * 1024 * 1024 });
    expect(answer.lines.map((line) => [line.lineNo, line.text])).toEqual([
      [59_999, "line 59998"],
      [60_000, "line 59999"],
    ]);
  });

  it.each([
    [{ lines: 0 }, "lines"],
    [{ lines: 201 }, "lines"],
    [{ lines: 1.5 }, "lines"],
    [{ level: "LOUD" }, "level"],
    [{ since: "yesterday" }, "since"],
  ])("refuses %j", async (request, argument) => {
    const failure = await failureOf(tail("a\n", request));
    expect(failure.code).toBe("invalid_request");
    expect(failure.message).toContain(`\`${argument}\``);
  });
});

describe("search", () => {
  const search = async (
    content: string | Uint8Array,
    text: string,
    request: object = {},
    settings: object = {},
  ) => {
    folder.write("app.log", content);
    return folder.service(settings).search({ log: "app", text, ...request });
  };

  it("gives true line numbers, counts what it saw, and is complete", async () => {
    const answer = await search("a needle\nb\nneedle needle\nlast needle", "needle");
    expect(answer.matches.map((line) => [line.lineNo, line.text])).toEqual([
      [1, "a needle"],
      [3, "needle needle"],
      [4, "last needle"],
    ]);
    expect(answer).toMatchObject({ scannedLines: 4, complete: true, stopReason: null, next: null });
  });

  it("says when nothing is there, and when nothing was found in a part", async () => {
    expect(await search("a\nb\n", "needle")).toMatchObject({ matches: [], complete: true, scannedLines: 2 });
    const part = await search(`${"x".repeat(99)}\n`.repeat(2000), "needle", {}, { searchBytes: 5000 });
    expect(part).toMatchObject({ matches: [], complete: false, stopReason: "size_budget", scannedLines: 50 });
    const late = await search("a needle\n", "needle", {}, { searchMs: 0 });
    expect(late).toMatchObject({ matches: [], complete: false, stopReason: "time_budget", scannedLines: 0 });
  });

  it("takes a byte budget that ends with the file for no excess", async () => {
    const content = "a\nneedle\n";
    expect(await search(content, "needle", {}, { searchBytes: content.length })).toMatchObject({
      complete: true,
      stopReason: null,
      scannedLines: 2,
    });
    expect(await search(content, "needle", {}, { searchBytes: content.length - 1 })).toMatchObject({
      complete: false,
      stopReason: "size_budget",
      scannedLines: 1,
    });
    expect(await search("", "needle", {}, { searchBytes: 0 })).toMatchObject({
      complete: true,
      scannedLines: 0,
    });
  });

  it("goes on exactly where it stopped, whatever stopped it", async () => {
    const content = Array.from(
      { length: 5000 },
      (_, index) => `line ${index + 1}${index % 7 === 0 ? " needle" : ""}`,
    ).join("\n");
    folder.write("app.log", content);
    for (const [settings, limit] of [
      [{ searchBytes: 1500 }, 50],
      [{}, 3],
      [{ searchBytes: 700 }, 2],
    ] as const) {
      const service = folder.service(settings);
      const seen: (number | null)[] = [];
      let scanned = 0;
      let from: string | undefined;
      do {
        const answer = await service.search({ log: "app", text: "needle", limit, from });
        seen.push(...answer.matches.map((line) => line.lineNo));
        scanned += answer.scannedLines;
        expect(answer.complete).toBe(answer.next === null);
        from = answer.next ?? undefined;
      } while (from !== undefined);
      expect(seen).toEqual(Array.from({ length: 715 }, (_, index) => index * 7 + 1));
      expect(scanned).toBe(5000);
    }
  });

  it("counts on without returning lines", async () => {
    const answer = await search("needle\n".repeat(500), "needle", { countOnly: true, limit: 1 });
    expect(answer).toMatchObject({ matches: [], matchCount: 500, complete: true });
    const limited = await search("needle\n".repeat(500), "needle", { limit: 1 });
    expect(limited).toMatchObject({ complete: false, stopReason: "limit", scannedLines: 1 });
    expect(limited.matchCount).toBeUndefined();
  });

  it("finds on seams of a line of many chunks, keeps its head, and counts it once", async () => {
    const line = Buffer.alloc(3 * 1024 * 1024, "x");
    for (const at of [65_536 - 3, 262_144 - 4, 1_500_000, 2_900_000]) line.write("needle", at);
    folder.write("app.log", Buffer.concat([Buffer.from("first\n"), line, Buffer.from("\nneedle after\n")]));
    const answer = await folder.service().search({ log: "app", text: "needle" });
    expect(answer.matches.map((match) => [match.lineNo, match.cut, match.text.length])).toEqual([
      [2, true, 2000],
      [3, false, 12],
    ]);
    expect(answer.matches[0]?.around).toContain("needle");
    expect(answer.scannedLines).toBe(3);
  });

  it("finds one match of a long line whose budget ends in it, and does not find it twice", async () => {
    const line = Buffer.alloc(1024 * 1024, "x");
    line.write("needle", 300_000);
    line.write("needle", 700_000);
    folder.write("app.log", Buffer.concat([Buffer.from("first\n"), line, Buffer.from("\nlast needle\n")]));
    const service = folder.service({ searchBytes: 200_000 });
    const found: [number | null, string][] = [];
    let from: string | undefined;
    let calls = 0;
    do {
      const answer = await service.search({ log: "app", text: "needle", from });
      found.push(
        ...answer.matches.map((match): [number | null, string] => [match.lineNo, match.text.slice(0, 4)]),
      );
      if (answer.next !== null) expect(answer.stopReason).toBe("size_budget");
      from = answer.next ?? undefined;
      calls += 1;
    } while (from !== undefined);
    expect(found).toEqual([
      [2, "xxxx"],
      [3, "last"],
    ]);
    expect(calls).toBeGreaterThan(5);
  });

  it("heeds case, or folds ASCII, or folds by Unicode, and says which", async () => {
    const content = "Größe\ngröße\nGRÖSSE\nGRÖßE\nERROR\nerror\n";
    expect((await search(content, "größe")).matches.map((line) => line.lineNo)).toEqual([2]);
    expect((await search(content, "größe")).caseFolding).toBeUndefined();
    const unicode = await search(content, "größe", { ignoreCase: true });
    expect(unicode.matches.map((line) => line.lineNo)).toEqual([1, 2, 4]);
    expect(unicode.caseFolding).toBe("unicode");
    const ascii = await search(content, "Error", { ignoreCase: true });
    expect(ascii.matches.map((line) => line.lineNo)).toEqual([5, 6]);
    expect(ascii.caseFolding).toBe("ascii");
  });

  it("takes the text as it is: no pattern language", async () => {
    expect((await search("a.c\nabc\na[b]c*\n", "a.c")).matches.map((line) => line.lineNo)).toEqual([1]);
    expect(
      (await search("a.c\nabc\nA[b]c*\n", "a[b]c*", { ignoreCase: true })).matches.map((line) => line.lineNo),
    ).toEqual([3]);
  });

  it("takes every mark as it is, in any case and script", async () => {
    const marks = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    for (const mark of marks)
      for (const text of [`a${mark}b`, `é${mark}É`]) {
        const wanted = text.toUpperCase();
        const answer = await search(`x\n${text.toLowerCase()}\na.b\n`, wanted, { ignoreCase: true });
        const numbers = answer.matches.map((line) => line.lineNo);
        expect(numbers, text).toEqual(text === "a.b" ? [2, 3] : [2]);
      }
  });

  it("filters by level and by time; a line without a time belongs to the one above", async () => {
    const content = [
      "    needle before any time",
      "2026-04-01T09:00:00Z ERROR needle early",
      "2026-04-01T10:00:00Z ERROR needle in time",
      "    at needle (trace of the line above)",
      "2026-04-01T11:00:00Z INFO needle late",
    ].join("\n");
    const byLevel = await search(content, "needle", { level: "ERROR" });
    expect(byLevel.matches.map((line) => line.lineNo)).toEqual([2, 3]);
    const byTime = await search(content, "needle", {
      since: "2026-04-01T09:30:00Z",
      until: "2026-04-01T10:30:00Z",
    });
    expect(byTime.matches.map((line) => line.lineNo)).toEqual([3, 4]);
    expect(byTime.complete).toBe(false);
    expect(byTime.gaps).toEqual([expect.objectContaining({ reason: "undated", count: 1 })]);
    const counted = await search(content, "needle", { since: "2026-04-01T10:00:00Z", countOnly: true });
    expect(counted.matchCount).toBe(3);
  });

  it.each([
    ["", "text"],
    ["x".repeat(101), "text"],
    ["a\nb", "text"],
    ["a\0b", "text"],
  ])("refuses the text %j", async (text, argument) => {
    const failure = await failureOf(search("a\n", text));
    expect(failure).toMatchObject({ code: "invalid_request" });
    expect(failure.message).toContain(`\`${argument}\``);
  });

  it("refuses limits and cursors that are none", async () => {
    expect(await failureOf(search("a\n", "a", { limit: 51 }))).toMatchObject({ code: "invalid_request" });
    for (const from of ["x", "", "W10", Buffer.from("[1,2]").toString("base64url"), "x".repeat(2000)])
      expect(await failureOf(search("a\n", "a", { from })), from).toMatchObject({ code: "invalid_request" });
  });

  it("takes a text of 100 characters of four bytes", async () => {
    const text = "😀".repeat(100);
    expect((await search(`a\n${text}\n`, text)).matches.map((line) => line.lineNo)).toEqual([2]);
  });

  it("counts NUL bytes of what it looked at", async () => {
    const answer = await search(Buffer.concat([Buffer.alloc(20_000), Buffer.from("a\nneedle\n")]), "needle");
    expect(answer.matches.map((line) => line.lineNo)).toEqual([2]);
    expect(answer.nulBytes).toBe(20_000);
  });
});

describe("encodings are searched by meaning", () => {
  const text = "первая строка\nвторая строка: Ошибка диска\nтретья строка\n";
  const utf16 = (big: boolean, mark: boolean): Buffer => {
    const bytes = Buffer.from((mark ? "\uFEFF" : "") + text, "utf16le");
    return big ? bytes.swap16() : bytes;
  };
  const windows1251 = Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0);
      return code < 0x80 ? code : code - 0x410 + 0xc0;
    }),
  );

  it.each<[string, Buffer, string]>([
    ["UTF-8", Buffer.from(text), "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`), "utf-8"],
    ["UTF-16 little-endian", utf16(false, true), "utf-16le"],
    ["UTF-16 big-endian", utf16(true, true), "utf-16be"],
    ["UTF-16 without a mark", utf16(false, false), "utf-16le"],
    ["windows-1251", windows1251, "windows-1251"],
  ])("%s", async (_, content, name) => {
    folder.write("app.log", content);
    const service = folder.service();
    const found = await service.search({ log: "app", text: "Ошибка" });
    expect(found.matches.map((line) => [line.lineNo, line.text])).toEqual([
      [2, "вторая строка: Ошибка диска"],
    ]);
    expect(found).toMatchObject({ complete: true, scannedLines: 3, encoding: { name }, replacedBytes: 0 });
    const folded = await service.search({ log: "app", text: "ОШИБКА", ignoreCase: true });
    expect(folded.matches.map((line) => line.lineNo)).toEqual([2]);
    const last = await service.tail({ log: "app", lines: 2 });
    expect(textsOf(last)).toEqual(["вторая строка: Ошибка диска", "третья строка"]);
    expect((await service.levels({ log: "app" })).levels.OTHER).toBe(3);
  });

  it("goes on in a log in UTF-16", async () => {
    folder.write("app.log", Buffer.from(`\uFEFF${"строка needle\n".repeat(40)}`, "utf16le"));
    const service = folder.service();
    const first = await service.search({ log: "app", text: "needle", limit: 30 });
    const rest = await service.search({
      log: "app",
      text: "needle",
      limit: 30,
      from: first.next ?? undefined,
    });
    expect(rest.matches.map((line) => line.lineNo)).toEqual([31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
    expect(rest).toMatchObject({ complete: true, encoding: { name: "utf-16le", bom: true } });
  });

  it("does not let one bad line spoil the others", async () => {
    const bytes = Buffer.concat([
      Buffer.from("café\n"),
      Buffer.from([0x63, 0xe9, 0x0a]),
      Buffer.from("привет\n"),
    ]);
    folder.write("app.log", bytes);
    const answer = await folder.service().search({ log: "app", text: "привет" });
    expect(answer.matches.map((line) => line.lineNo)).toEqual([3]);
    expect(answer.encoding.how).toBe("mostly_utf8");
  });
});

describe("levels", () => {
  it("counts each line once, and goes on where a budget stopped", async () => {
    const lines = ["10:00 INFO a", "10:01 ERROR b", "    at x.y(z)", "10:02 WARN c", "no level"];
    folder.write("app.log", `${lines.join("\n")}\n`.repeat(400));
    const whole = await folder.service().levels({ log: "app" });
    expect(whole.levels).toEqual({
      TRACE: 0,
      DEBUG: 0,
      INFO: 400,
      WARN: 400,
      ERROR: 400,
      FATAL: 0,
      OTHER: 800,
    });
    expect(whole).toMatchObject({ scannedLines: 2000, complete: true });
    const service = folder.service({ searchBytes: 3000 });
    const sum = { ...whole.levels, INFO: 0, WARN: 0, ERROR: 0, OTHER: 0 };
    let from: string | undefined;
    do {
      const answer = await service.levels({ log: "app", from });
      for (const level of ["INFO", "WARN", "ERROR", "OTHER"] as const) sum[level] += answer.levels[level];
      from = answer.next ?? undefined;
    } while (from !== undefined);
    expect(sum).toEqual(whole.levels);
  });

  it("reports progress and ends when it is cancelled", async () => {
    folder.write("app.log", "10:00 INFO a line of some length\n".repeat(400_000));
    const controller = new AbortController();
    const progress: number[] = [];
    const call = folder.service().levels(
      { log: "app" },
      {
        signal: controller.signal,
        onProgress: (bytes) => {
          progress.push(bytes);
          controller.abort();
        },
      },
    );
    await expect(call).rejects.toMatchObject({ name: "CancelledError" });
    expect(progress.length).toBe(1);
    expect(progress[0]).toBeGreaterThan(0);
  });
});

describe("which log", () => {
  it("may be left out where there is only one", async () => {
    folder.write("app.log", "a\n");
    const one = createLogService({
      logs: { app: { root: folder.path, path: "app.log" } },
      settings: SETTINGS,
    });
    expect((await one.tail({})).log).toBe("app");
    one.close();
    const failure = await failureOf(folder.service().tail({}));
    expect(failure).toMatchObject({ code: "invalid_request" });
    expect(failure.hint).toContain("`app`, `other`");
  });

  it("is unavailable by any other name, a path included", async () => {
    folder.write("secret.log", "a\n");
    for (const log of ["none", folder.file("secret.log"), "../app.log", "__proto__", "toString"])
      expect(await failureOf(folder.service().tail({ log })), log).toMatchObject({
        code: "unavailable",
        message: "no log of that name is available",
      });
  });

  it("is a path for a person", async () => {
    const path = folder.write("mine.log", "a\n");
    const service = createLogService({ personal: true, settings: SETTINGS });
    expect(await service.tail({ log: path })).toMatchObject({ log: "mine.log", wholeFile: true });
    service.close();
  });
});

describe("handed cases", () => {
  it("T18, T20: one line of 3 MiB and a sparse log, as their generators make them", async () => {
    const head = Buffer.from("2026-04-01T10:00:00Z INFO start\n");
    const long = Buffer.alloc(3 * 1024 * 1024, "x");
    long.write("needle-at-the-seam", 17 * 65_536 - head.length - 7);
    folder.write(
      "app.log",
      Buffer.concat([head, long, Buffer.from("\n2026-04-01T10:00:01Z ERROR after the long line\n")]),
    );
    const service = folder.service();
    expect((await service.search({ log: "app", text: "needle-at-the-seam" })).matches).toMatchObject([
      { lineNo: 2, cut: true },
    ]);
    expect((await service.search({ log: "app", text: "after the long line" })).matches).toMatchObject([
      { lineNo: 3, level: "ERROR" },
    ]);
  });

  it("real logs: numbers and counts of grep", async () => {
    const real = new URL("../fixtures/cases/real/", import.meta.url);
    const entries: {
      id: string;
      file: string;
      truth: {
        ask: { op: string; text: string; lines: number };
        expect: { count?: number; first_line?: number | null; last_line?: number | null; lines?: string[] };
      }[];
    }[] = JSON.parse(readFileSync(new URL("../real.json", real), "utf8"));
    let asked = 0;
    for (const entry of entries.filter(({ file }) => /\.log$/.test(file))) {
      folder.write("app.log", readFileSync(new URL(entry.file.replace("real/", ""), real)));
      // What screening hides is not the question here.
      const service = folder.service({}, "off");
      for (const { ask, expect: want } of entry.truth) {
        if (ask.op === "tail")
          expect(textsOf(await service.tail({ log: "app", lines: ask.lines })), entry.id).toEqual(want.lines);
        if (ask.op !== "search_log" || want.count === undefined) continue;
        asked += 1;
        const counted = await service.search({ log: "app", text: ask.text, countOnly: true });
        expect(counted.matchCount, `${entry.id} ${ask.text}`).toBe(want.count);
        const numbers: (number | null)[] = [];
        let from: string | undefined;
        do {
          const page = await service.search({ log: "app", text: ask.text, limit: 50, from });
          numbers.push(...page.matches.map((line) => line.lineNo));
          from = page.next ?? undefined;
        } while (from !== undefined);
        expect([numbers[0] ?? null, numbers.at(-1) ?? null], entry.id).toEqual([
          want.first_line,
          want.last_line,
        ]);
      }
    }
    expect(asked).toBeGreaterThan(4);
  });
});

describe("settings", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("come from the environment, and a value that is no number is told", () => {
    expect(logSettings()).toEqual({
      tailBytes: 262_144,
      searchBytes: 2 ** 30,
      searchMs: 2000,
      maxLine: 2000,
    });
    for (const [name, value] of Object.entries({
      TAIL_BYTES: "10",
      SEARCH_BYTES: "0",
      SEARCH_MS: "0",
      MAX_LINE: "50",
    }))
      vi.stubEnv(`READBACK_${name}`, value);
    expect(logSettings()).toEqual({ tailBytes: 10, searchBytes: 0, searchMs: 0, maxLine: 50 });
    vi.stubEnv("READBACK_SEARCH_MS", "soon");
    expect(() => logSettings()).toThrow(/`READBACK_SEARCH_MS`/);
  });
});

it("a path inside the roots is a log for an agent, one outside is not", async () => {
  folder.write("deep.log", "a\n");
  const service = createLogService({ roots: [folder.path], settings: SETTINGS });
  expect((await service.tail({ log: "deep.log" })).lines).toHaveLength(1);
  expect((await service.tail({ log: folder.file("deep.log") })).lines).toHaveLength(1);
  expect(await failureOf(service.tail({ log: "/etc/passwd" }))).toMatchObject({ code: "outside_sources" });
  expect(await failureOf(service.tail({ log: "../x.log" }))).toMatchObject({ code: "outside_sources" });
  expect(await failureOf(service.tail({ log: "gone.log" }))).toMatchObject({ code: "missing" });
  service.close();
});
