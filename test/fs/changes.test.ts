/** What happens to a file between its opening and its seal: at each hook, each kind of change, whichever way the bytes are taken. */

import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { setHooks } from "../../src/fs/hooks.ts";
import type { Hooks, Original, Root } from "../../src/fs/interfaces.ts";
import { openOriginal } from "../../src/fs/original.ts";
import { openRoot } from "../../src/fs/root.ts";
import { failure, scratch, STRATEGIES } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

const SIZE = 600_000;

const CHANGES: Readonly<Record<string, (path: string) => void>> = {
  "rewritten in place": (path) => writeFileSync(path, Buffer.alloc(SIZE, "b")),
  "one byte changed, times put back": (path) => {
    const { atime, mtime } = statSync(path);
    writeFileSync(path, Buffer.alloc(SIZE, "c"), { flag: "r+" });
    utimesSync(path, atime, mtime);
  },
  "replaced by renaming": (path) => {
    writeFileSync(`${path}.new`, Buffer.alloc(SIZE, "a"));
    renameSync(`${path}.new`, path);
  },
  deleted: (path) => unlinkSync(path),
  "deleted and made anew": (path) => {
    unlinkSync(path);
    writeFileSync(path, Buffer.alloc(SIZE, "a"));
  },
  "renamed away": (path) => renameSync(path, `${path}.away`),
  truncated: (path) => truncateSync(path, 10),
  grown: (path) => appendFileSync(path, "more"),
  "made a link to a copy": (path) => {
    renameSync(path, `${path}.copy`);
    writeFileSync(`${path}.other`, Buffer.alloc(SIZE, "a"));
    symlinkSync(`${path}.other`, path);
  },
  "its rights changed": (path) => chmodSync(path, 0o600),
};

/** Ways to take the bytes. */
const WAYS: Readonly<Record<string, (original: Original) => void>> = {
  held: (original) => void original.source({ hold: true }).readSync(5, 5),
  "in order": (original) => {
    for (const chunk of original.source({ hold: false }).chunks()) void chunk;
  },
  "in order, given up": (original) => {
    for (const chunk of original.source({ hold: false }).chunks(1000)) {
      void chunk;
      break;
    }
  },
  "at random": (original) => void original.source({ hold: false }).readSync(SIZE - 10, 5),
};

describe.each(STRATEGIES)("with %s containment", (pathCheck) => {
  let place: Scratch;
  let root: Root;
  let path: string;
  beforeEach(() => {
    place = scratch();
    path = place.at("folder/file.bin");
    writeFileSync(path, Buffer.alloc(SIZE, "a"), { mode: 0o644 });
    root = openRoot("docs", place.docs, { pathCheck });
  });
  afterEach(() => {
    root.close();
    place.remove();
  });

  function read(way: (original: Original) => void, hooks: Hooks): void {
    const original = openOriginal(root, "folder/file.bin", hooks);
    try {
      way(original);
      original.seal();
    } finally {
      original.close();
    }
  }

  describe.each(Object.entries(CHANGES))("a file that is %s", (_, change) => {
    describe.each(["afterOpen", "duringRead", "afterRead", "beforeSeal"] as const)("at %s", (moment) => {
      it.each(Object.entries(WAYS))("read %s is changed_during_read", (__, way) => {
        let fired = 0;
        const hooks: Hooks = {
          [moment]: (at: string) => {
            expect(at).toBe(path);
            fired += 1;
            if (fired === 1) change(at);
          },
        };
        expect(failure(() => read(way, hooks))).toMatchObject({ code: "changed_during_read" });
        expect(fired).toBeGreaterThan(0);
      });
    });
  });

  it("a file left alone is not, and hooks for all reads are called in order", () => {
    const moments: string[] = [];
    const put = setHooks({
      afterOpen: () => moments.push("open"),
      duringRead: (_, bytes) => moments.push(`read ${bytes}`),
      afterRead: () => moments.push("whole"),
      beforeSeal: () => moments.push("seal"),
    });
    try {
      for (const way of Object.values(WAYS)) read(way, {});
    } finally {
      put();
    }
    expect(moments.slice(0, 6)).toEqual([
      "open",
      "read 262144",
      "read 524288",
      "read 600000",
      "whole",
      "seal",
    ]);
    read((original) => void original.source({ hold: true }), {});
    expect(moments.filter((moment) => moment === "open")).toHaveLength(4);
  });

  it("a folder on the way, exchanged", () => {
    const hooks: Hooks = {
      beforeSeal: () => {
        renameSync(join(place.docs, "folder"), join(place.docs, "former"));
        mkdirSync(join(place.docs, "folder"));
        writeFileSync(path, Buffer.alloc(SIZE, "a"));
      },
    };
    expect(failure(() => read(() => {}, hooks)).code).toBe("changed_during_read");
  });

  it("the root exchanged, moved, or gone", () => {
    const moved = join(place.path, "moved");
    const exchange: Hooks = {
      beforeSeal: () => {
        renameSync(place.docs, moved);
        mkdirSync(join(place.docs, "folder"), { recursive: true });
        writeFileSync(path, Buffer.alloc(SIZE, "a"));
      },
    };
    expect(failure(() => read(() => {}, exchange)).code).toBe("root_changed");
    rmSync(place.docs, { recursive: true });
    renameSync(moved, place.docs);
    const linked: Hooks = {
      beforeSeal: () => {
        renameSync(place.docs, moved);
        symlinkSync(moved, place.docs);
      },
    };
    expect(failure(() => read(() => {}, linked)).code).toBe("root_changed");
    rmSync(place.docs);
    expect(failure(() => read(() => {}, {})).code).toBe("source_offline");
  });

  it("a read that was refused once works when the file is left alone", () => {
    let times = 0;
    const hooks: Hooks = { afterRead: () => void (times++ === 0 && appendFileSync(path, "x")) };
    expect(failure(() => read((original) => void original.source({ hold: true }), hooks)).code).toBe(
      "changed_during_read",
    );
    read((original) => void original.source({ hold: true }), hooks);
  });
});
