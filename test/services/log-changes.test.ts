/** A log that is missing, unreadable, rotated, truncated or replaced, between calls and during them: each outcome is stated, none is an empty success. */

import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setHooks } from "../../src/fs/hooks.ts";
import type { LogService } from "../../src/services/logs.ts";
import { failureOf, LogFolder } from "./log-fixture.ts";

let folder: LogFolder;
let restore: () => void;
beforeEach(() => {
  folder = new LogFolder();
  restore = () => undefined;
});
afterEach(() => {
  restore();
  folder.remove();
});

const TOOLS: [string, (service: LogService) => Promise<unknown>][] = [
  ["tail", (service) => service.tail({ log: "app" })],
  ["search", (service) => service.search({ log: "app", text: "needle" })],
  ["levels", (service) => service.levels({ log: "app" })],
];

describe.each(TOOLS)("%s", (_, call) => {
  it("names likely siblings of a log that is gone", async () => {
    for (const name of [
      "app.log.1",
      "app.log.moved",
      "app.log-20261130.gz",
      "app-2026-11-30.log",
      "application.log",
      "app.log.d",
    ])
      folder.write(name, "needle\n");
    const failure = await failureOf(call(folder.service()));
    expect(failure).toMatchObject({
      code: "missing",
      message: "log `app` not found; it may have been renamed or rotated",
    });
    for (const name of ["app.log.1", "app.log.moved", "app.log-20261130.gz", "app-2026-11-30.log"])
      expect(failure.hint).toContain(`\`${name}\``);
    expect(failure.hint).not.toContain("application.log");
    expect(failure.hint).not.toContain("app.log.d");
  });

  it("says that nothing of a similar name is there", async () => {
    expect(await failureOf(call(folder.service()))).toMatchObject({
      code: "missing",
      hint: expect.stringContaining("no file of a similar name"),
    });
  });

  it("refuses a folder, a link out of the source, and a picture, by name", async () => {
    mkdirSync(folder.file("app.log"));
    expect(await failureOf(call(folder.service()))).toMatchObject({ code: "not_a_file" });
    rmSync(folder.file("app.log"), { recursive: true });
    symlinkSync("/etc/passwd", folder.file("app.log"));
    expect(await failureOf(call(folder.service()))).toMatchObject({ code: "outside_sources" });
    unlinkSync(folder.file("app.log"));
    const noise = Buffer.from(
      Array.from({ length: 400_000 }, (_byte, index) => (index * 2_654_435_761) >>> 13),
    );
    const png = Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), noise]);
    folder.write("app.log", png);
    const picture = await failureOf(call(folder.service()));
    expect(picture.code).toBe("media_refused");
    expect(picture.message).toContain("PNG");
    folder.write("app.log", Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(500, 7)]));
    expect((await failureOf(call(folder.service()))).message).toContain("ZIP");
  });

  it.skipIf(process.getuid?.() === 0)("says that it may not be read", async () => {
    folder.write("app.log", "needle\n");
    chmodSync(folder.file("app.log"), 0);
    expect(await failureOf(call(folder.service()))).toMatchObject({ code: "permission_denied" });
  });

  const content = "needle and more of it\n".repeat(40_000);
  it.each<[string, (path: string) => void, RegExp]>([
    ["renamed", (path) => renameSync(path, `${path}.1`), /renamed or removed/],
    [
      "rotated",
      (path) => {
        renameSync(path, `${path}.1`);
        writeFileSync(path, "needle new\n");
      },
      /rotated, so that its name stands for another file/,
    ],
    ["removed", (path) => unlinkSync(path), /renamed or removed/],
    ["truncated", (path) => truncateSync(path, 10), /truncated/],
    [
      "emptied and written anew to the same size",
      (path) => {
        truncateSync(path, 0);
        writeFileSync(path, "another line of text\n".repeat(42_000));
      },
      /emptied and written anew/,
    ],
  ])("%s while it is read", async (_name, change, says) => {
    folder.write("app.log", content);
    let done = false;
    restore = setHooks({
      beforeSeal: (path) => {
        if (!done) change(path);
        done = true;
      },
    });
    const failure = await failureOf(call(folder.service()));
    expect(failure.code).toBe("changed_during_read");
    expect(failure.message).toMatch(says);
  });

  it("reads a log that grows up to its size at open", async () => {
    folder.write("app.log", "10:00 INFO needle\n".repeat(3));
    restore = setHooks({ afterOpen: (path) => appendFileSync(path, "10:00 ERROR needle\n".repeat(5)) });
    const answer = await call(folder.service());
    expect(JSON.stringify(answer)).not.toContain('ERROR","text');
    expect(answer).toMatchObject({ version: { size: 54, proof: "stat", sha256: null } });
  });
});

it("a log truncated between two reads of one search is a change, not a short log", async () => {
  folder.write("app.log", "needle and more of it\n".repeat(40_000));
  let reads = 0;
  restore = setHooks({
    duringRead: (path) => {
      reads += 1;
      if (reads === 3) truncateSync(path, 300_000);
    },
  });
  expect(await failureOf(folder.service().search({ log: "app", text: "absent" }))).toMatchObject({
    code: "changed_during_read",
  });
});

describe("a cursor", () => {
  const old = Array.from({ length: 3000 }, (_, index) => `old line ${index} needle`).join("\n");
  const start = async (service: LogService): Promise<string> => {
    const answer = await service.search({ log: "app", text: "needle", limit: 5 });
    if (answer.next === null) throw new Error("the search was to stop");
    return answer.next;
  };

  it.each<[string, (path: string) => void]>([
    [
      "rotated",
      (path) => {
        renameSync(path, `${path}.1`);
        writeFileSync(path, old);
      },
    ],
    ["truncated", (path) => truncateSync(path, 20)],
    [
      "copied and truncated",
      (path) => {
        copyFileSync(path, `${path}.1`);
        truncateSync(path, 0);
      },
    ],
    [
      "copied, truncated and grown past the place",
      (path) => {
        copyFileSync(path, `${path}.1`);
        truncateSync(path, 0);
        appendFileSync(path, old.replaceAll("old", "new"));
      },
    ],
    [
      "removed and made again with the same inode, perhaps",
      (path) => {
        unlinkSync(path);
        writeFileSync(path, old.replaceAll("old", "new"));
      },
    ],
    [
      "written over before the place",
      (path) => writeFileSync(path, old.replace("line 4", "LINE 4"), { flag: "r+" }),
    ],
  ])("is void for a log that was %s", async (_, change) => {
    const path = folder.write("app.log", old);
    const service = folder.service();
    const from = await start(service);
    change(path);
    for (const call of [
      service.search({ log: "app", text: "needle", from }),
      service.levels({ log: "app", from }),
    ])
      expect(await failureOf(call)).toMatchObject({ code: "candidate_changed" });
  });

  it("holds for a log that has grown", async () => {
    const path = folder.write("app.log", old);
    const service = folder.service();
    const from = await start(service);
    appendFileSync(path, "\nthe last needle\n");
    const answer = await service.search({ log: "app", text: "last needle", from });
    expect(answer.matches.map((line) => line.lineNo)).toEqual([3001]);
  });

  it("holds no text of the log, and goes with another text too", async () => {
    folder.write("app.log", old);
    const service = folder.service();
    const from = await start(service);
    expect(Buffer.from(from, "base64url").toString()).not.toContain("needle");
    const answer = await service.search({ log: "app", text: "line 7 ", from });
    expect(answer.matches.map((line) => line.lineNo)).toEqual([8]);
  });

  it("is void for another log", async () => {
    folder.write("app.log", old);
    folder.write("other.log", old);
    const service = folder.service();
    const from = await start(service);
    expect(await failureOf(service.search({ log: "other", text: "needle", from }))).toMatchObject({
      code: "candidate_changed",
    });
  });

  it("goes on in a rotated file when the rotated set is asked for", async () => {
    const path = folder.write("app.log", old);
    const service = folder.service();
    const from = await start(service);
    renameSync(path, `${path}.1`);
    writeFileSync(path, "new needle\n");
    const numbers: [string | undefined, number | null][] = [];
    let next: string | undefined = from;
    do {
      const answer = await service.search({
        log: "app",
        text: "needle",
        limit: 50,
        rotated: true,
        from: next,
      });
      numbers.push(
        ...answer.matches.map((line): [string | undefined, number | null] => [line.file, line.lineNo]),
      );
      next = answer.next ?? undefined;
    } while (next !== undefined);
    expect(numbers[0]).toEqual(["app.log.1", 6]);
    expect(numbers.length).toBe(2996);
    expect(numbers.at(-1)).toEqual(["app.log", 1]);
  });
});
