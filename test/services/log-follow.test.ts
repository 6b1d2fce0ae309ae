/** Following: what is appended, through rotation, truncation and absence. Each look is made by the test, none waits for a clock. */

import { appendFileSync, renameSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { followLog } from "../../src/services/log-follow.ts";
import type { FollowEvent } from "../../src/services/log-follow.ts";
import type { LogTailRequest } from "../../src/model/log-request.ts";
import { failureOf, LogFolder, SETTINGS } from "./log-fixture.ts";

let folder: LogFolder;
let controller: AbortController;
beforeEach(() => {
  folder = new LogFolder();
  controller = new AbortController();
});
afterEach(() => {
  controller.abort();
  folder.remove();
});

const shown = (event: FollowEvent): string =>
  event.kind === "line" ? `${event.line.lineNo ?? "?"} ${event.line.text}` : event.kind;

/** Follows, and does the steps one after the other, each when everything before has been seen: as many events as the step says. */
async function follow(
  request: Partial<LogTailRequest>,
  first: number,
  steps: readonly [() => void, number][],
): Promise<string[]> {
  const service = folder.service();
  const events = followLog(
    service,
    { log: "app", ...request },
    { settings: SETTINGS, signal: controller.signal, every: 2 },
  );
  const seen: string[] = [];
  const take = async (count: number): Promise<void> => {
    for (let taken = 0; taken < count; taken += 1) {
      const next = await events.next();
      if (next.done === true) return;
      seen.push(shown(next.value));
    }
  };
  await take(first);
  for (const [step, count] of steps) {
    step();
    await take(count);
  }
  controller.abort();
  expect((await events.next()).done).toBe(true);
  return seen;
}

it("gives the last lines, then what is appended, whole lines only", async () => {
  const path = folder.write("app.log", "a\nb\nc\nopen");
  expect(
    await follow({ lines: 2 }, 2, [
      [() => appendFileSync(path, " and closed\nd\nhalf"), 2],
      [() => appendFileSync(path, " line\n"), 1],
    ]),
  ).toEqual(["2 b", "3 c", "4 open and closed", "5 d", "6 half line"]);
});

it("reads a rotated file to its end before the new one", async () => {
  const path = folder.write("app.log", "a\n");
  expect(
    await follow({}, 1, [
      [
        () => {
          appendFileSync(path, "last of the old\nunfinished");
          renameSync(path, `${path}.1`);
          writeFileSync(path, "first of the new\n");
        },
        4,
      ],
      [() => appendFileSync(path, "more\n"), 1],
    ]),
  ).toEqual(["1 a", "2 last of the old", "3 unfinished", "rotated", "1 first of the new", "2 more"]);
});

it.each<[string, string[], (path: string) => void]>([
  [
    "shrunk",
    ["1 new"],
    (path) => {
      truncateSync(path, 0);
      appendFileSync(path, "new\n");
    },
  ],
  [
    "grown beyond the place that was read",
    ["1 new", `2 ${"x".repeat(500)}`],
    (path) => {
      truncateSync(path, 0);
      appendFileSync(path, `new\n${"x".repeat(500)}\n`);
    },
  ],
])("tells a truncation when the log has %s", async (_, lines, change) => {
  const path = folder.write("app.log", "one line\nanother line\n");
  const seen = await follow({}, 2, [[() => change(path), 1 + lines.length]]);
  expect(seen).toEqual(["1 one line", "2 another line", "truncated", ...lines]);
});

it("tells that a log is gone, once, and that it is back", async () => {
  const path = folder.write("app.log", "a\n");
  const other = folder.write("other.log", "b\n");
  expect(
    await follow({}, 1, [
      [() => unlinkSync(path), 1],
      [() => renameSync(other, path), 2],
    ]),
  ).toEqual(["1 a", "gone", "back", "1 b"]);
});

it("gives lines of the wanted level only, and hides secrets", async () => {
  const token = ["ghp", "R4nd0mMadeUpT0kenF0rTests0nly1234567"].join("_").padEnd(40, "x");
  const path = folder.write("app.log", "10:00 ERROR a\n10:01 INFO b\n");
  expect(
    await follow({ level: "ERROR" }, 1, [
      [() => appendFileSync(path, `10:02 INFO c\n10:03 ERROR ${token} d\n`), 1],
    ]),
  ).toEqual(["1 10:00 ERROR a", "4 10:03 ERROR [REDACTED github_token] d"]);
});

it("gives the head of a line that does not end, once", async () => {
  const path = folder.write("app.log", "a\n");
  const seen = await follow({}, 1, [
    [() => appendFileSync(path, "x".repeat(200_000)), 1],
    [() => appendFileSync(path, `${"y".repeat(200_000)}\nnext\n`), 1],
  ]);
  expect(seen.map((line) => line.length)).toEqual([3, 2002, 6]);
  expect(seen[2]).toBe("3 next");
});

it("follows UTF-16", async () => {
  const path = folder.write("app.log", Buffer.from("\uFEFFодин\n", "utf16le"));
  expect(
    await follow({}, 1, [
      [() => appendFileSync(path, Buffer.from("два\nтри", "utf16le")), 1],
      [() => appendFileSync(path, Buffer.from("\n", "utf16le")), 1],
    ]),
  ).toEqual(["1 один", "2 два", "3 три"]);
});

it("refuses a log that is missing, or compressed", async () => {
  const start = (): Promise<unknown> =>
    followLog(folder.service(), { log: "app" }, { settings: SETTINGS, signal: controller.signal }).next();
  expect(await failureOf(start())).toMatchObject({ code: "missing" });
  folder.write("app.log", gzipSync("a\n"));
  expect(await failureOf(start())).toMatchObject({ code: "invalid_request" });
});
