/** The walk against a naive twin on random trees with pipes, links, loops and odd names. */

import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openRoot } from "../../src/fs/root.ts";
import { walk } from "../../src/fs/walk.ts";
import type { WalkOptions, WalkOutcome } from "../../src/fs/walk.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-walk-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function walked(
  path: string,
  options: Partial<WalkOptions> & { pathCheck?: "kernel" | "best_effort" } = {},
): Promise<{ files: string[]; outcome: WalkOutcome }> {
  const { pathCheck, ...rest } = options;
  const root = openRoot("r", path, pathCheck === undefined ? {} : { pathCheck });
  const files: string[] = [];
  try {
    const outcome = await walk(root, { ms: 20_000, file: (file) => files.push(file), ...rest });
    return { files, outcome };
  } finally {
    root.close();
  }
}

/** Bytes as they are, one look for each name. */
function naive(path: Buffer, counts: Record<string, number>, files: string[], prefix = ""): void {
  for (const entry of readdirSync(path, { encoding: "buffer" })) {
    const place = Buffer.concat([path, Buffer.from("/"), entry]);
    const stats = lstatSync(place);
    const text = entry.toString("utf8");
    if (stats.isSymbolicLink()) counts["links"] = (counts["links"] ?? 0) + 1;
    else if (!stats.isFile() && !stats.isDirectory()) counts["special"] = (counts["special"] ?? 0) + 1;
    else if (!Buffer.from(text).equals(entry)) counts["unreadable"] = (counts["unreadable"] ?? 0) + 1;
    else if (stats.isFile()) files.push(prefix + text);
    else naive(place, counts, files, `${prefix}${text}/`);
  }
}

const NAMES = [
  "a",
  "b.txt",
  "é",
  "é",
  "名前.md",
  "tab\tname",
  "line\nend",
  " ",
  "-dash",
  "..x",
  "\\",
  "😀",
  Buffer.from([0x62, 0xff]),
  Buffer.from([0xc3]),
];

interface Node {
  readonly name: string | Buffer;
  readonly kind: "file" | "folder" | "link" | "loop" | "pipe";
  readonly children: readonly Node[];
}

const trees = fc.letrec<{ nodes: Node[]; node: Node }>((tie) => ({
  nodes: fc.uniqueArray(tie("node"), {
    maxLength: 6,
    selector: ({ name }) => Buffer.from(name as string).toString("hex"),
  }),
  node: fc.record({
    name: fc.constantFrom(...NAMES),
    kind: fc.constantFrom("file", "folder", "folder", "link", "loop", "pipe"),
    children: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constant([]), tie("nodes")),
  }) as fc.Arbitrary<Node>,
}));

function make(path: Buffer, nodes: readonly Node[]): void {
  for (const { name, kind, children } of nodes) {
    const place = Buffer.concat([path, Buffer.from("/"), Buffer.from(name as string)]);
    if (kind === "file") writeFileSync(place, "x");
    else if (kind === "link") symlinkSync("/etc", place);
    else if (kind === "loop") symlinkSync("..", place);
    else if (kind === "pipe") {
      // A name of bytes cannot be an argument as text.
      if (Buffer.from(place.toString()).equals(place)) execFileSync("mkfifo", ["--", place.toString()]);
    } else {
      mkdirSync(place);
      make(place, children);
    }
  }
}

test.each(["kernel", "best_effort"] as const)(
  "the same files and counts as the naive twin (%s)",
  async (pathCheck) => {
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(trees.nodes, async (nodes) => {
        turn += 1;
        const place = join(folder, String(turn));
        mkdirSync(place);
        make(Buffer.from(place), nodes);
        const counts: Record<string, number> = {};
        const expected: string[] = [];
        naive(Buffer.from(place), counts, expected);
        const { files, outcome } = await walked(place, { pathCheck });
        expect(files.toSorted()).toEqual(expected.toSorted());
        expect(outcome).toMatchObject({
          links: 0,
          special: 0,
          unreadable: 0,
          ...counts,
          files: expected.length,
        });
        expect(outcome.complete).toBe((counts["unreadable"] ?? 0) === 0);
      }),
      { numRuns: 40 },
    );
  },
);

test("ignore files of every folder count, nearer ones decide, and an ignored folder stays out", async () => {
  mkdirSync(join(folder, "out/deep"), { recursive: true });
  mkdirSync(join(folder, "in/.git"), { recursive: true });
  writeFileSync(join(folder, ".gitignore"), "*.log\n/out/\n");
  writeFileSync(join(folder, "in/.gitignore"), "!keep.log\nsecret.txt\n");
  writeFileSync(join(folder, "in/.ignore"), "*.tmp\n");
  for (const file of [
    "a.txt",
    "a.log",
    "out/b.txt",
    "out/deep/c.txt",
    "in/keep.log",
    "in/other.log",
    "in/secret.txt",
    "in/x.tmp",
    "in/y.txt",
    "in/.git/config",
  ])
    writeFileSync(join(folder, file), "");
  const { files, outcome } = await walked(folder);
  expect(files.toSorted()).toEqual([
    ".gitignore",
    "a.txt",
    "in/.gitignore",
    "in/.ignore",
    "in/keep.log",
    "in/y.txt",
  ]);
  expect(outcome).toMatchObject({ complete: true, ignored: 6 });
  const all = await walked(folder, { honourIgnoreFiles: false });
  expect(all.files).toHaveLength(13);
});

test("an ignore file that is a pipe or a link is not opened, and the walk says that it is not whole", async () => {
  execFileSync("mkfifo", [join(folder, ".gitignore")]);
  symlinkSync("/etc/passwd", join(folder, ".ignore"));
  writeFileSync(join(folder, "a.txt"), "");
  const { files, outcome } = await walked(folder);
  expect(files).toEqual(["a.txt"]);
  expect(outcome).toMatchObject({ complete: false, unreadable: 1 });
});

test("bounds of entries, depth and time, and an abort", async () => {
  for (const index of Array.from({ length: 30 }).keys()) {
    mkdirSync(join(folder, `f${index}`));
    writeFileSync(join(folder, `f${index}`, "a.txt"), "");
  }
  expect((await walked(folder, { entries: 40 })).outcome).toMatchObject({
    complete: false,
    stop: "size_budget",
  });
  const many = join(folder, "many");
  mkdirSync(many);
  for (const index of Array.from({ length: 2000 }).keys()) writeFileSync(join(many, `${index}`), "");
  expect((await walked(folder, { ms: 0 })).outcome).toMatchObject({ complete: false, stop: "time_budget" });
  await expect(walked(folder, { signal: AbortSignal.abort() })).rejects.toThrow("cancelled");
  const deep = join(folder, "deep");
  mkdirSync(join(deep, ...Array.from({ length: 230 }, () => "d")), { recursive: true });
  expect((await walked(deep)).outcome).toMatchObject({ complete: false, stop: "too_deep" });
});

test("a folder that becomes a link out while it is walked is not followed", async () => {
  const outside = mkdtempSync(join(tmpdir(), "readback-walk-out-"));
  writeFileSync(join(outside, "secret.txt"), "");
  mkdirSync(join(folder, "b"));
  writeFileSync(join(folder, "a.txt"), "");
  writeFileSync(join(folder, "b", "inside.txt"), "");
  const files: string[] = [];
  const root = openRoot("r", folder);
  const outcome = await walk(root, {
    ms: 10_000,
    file: (path) => {
      files.push(path);
      if (path !== "a.txt") return;
      renameSync(join(folder, "b"), join(folder, "was-b"));
      symlinkSync(outside, join(folder, "b"));
    },
  });
  root.close();
  rmSync(outside, { recursive: true });
  expect(files).toEqual(["a.txt"]);
  expect(outcome).toMatchObject({ complete: false, unreadable: 1 });
});
