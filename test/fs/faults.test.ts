/** Errors of the operating system at every single call of a read (curl's torture test): each is a coded error or harmless, nothing stays open. */

import { writeFileSync } from "node:fs";
import type * as fs from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Root } from "../../src/fs/interfaces.ts";
import { openOriginal } from "../../src/fs/original.ts";
import { openRegular } from "../../src/fs/regular-file.ts";
import { openRoot } from "../../src/fs/root.ts";
import { ReadbackError } from "../../src/model/errors.ts";
import type { Version } from "../../src/model/version.ts";
import { failure, isLinux, openDescriptors, scratch, STRATEGIES } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

type Call = (...args: unknown[]) => unknown;
/** Stands between fs/ and the system: gets the call's name, its arguments, and what makes it. */
type Interference = (name: string, call: () => unknown, args: unknown[]) => unknown;

const interference = vi.hoisted((): { current: Interference | undefined } => ({ current: undefined }));

vi.mock("node:fs", async (original) => {
  const real = await original<typeof fs>();
  const wrapped =
    (name: string, call: Call): Call =>
    (...args) => {
      const { current } = interference;
      return current === undefined ? call(...args) : current(name, () => call(...args), args);
    };
  const names = [
    "openSync",
    "readSync",
    "fstatSync",
    "statSync",
    "lstatSync",
    "statfsSync",
    "readlinkSync",
  ] as const;
  const calls: Record<string, unknown> = {};
  for (const name of names) calls[name] = wrapped(name, (...args) => Reflect.apply(real[name], real, args));
  const native = wrapped("realpathSync", (...args) => Reflect.apply(real.realpathSync.native, real, args));
  return { ...real, ...calls, realpathSync: Object.assign(native, { native }) };
});

const during = <T>(interfere: Interference, run: () => T): T => {
  interference.current = interfere;
  try {
    return run();
  } finally {
    interference.current = undefined;
  }
};

const fault = (code: string): never => {
  throw Object.assign(new Error(`${code}: a foreign text with /an/absolute/path`), { code });
};

/** Puts something in the place of one read. */
function failingRead(at: number, how: () => number): Interference {
  let reads = 0;
  return (name, call) => (name === "readSync" && (reads += 1) === at ? how() : call());
}

/** What a store through a mapped page does, and a FUSE mount with cached attributes: no sign but the content. */
function storing(from: number): Interference {
  let reads = 0;
  return (name, call, args) => {
    const result = call();
    const [, buffer] = args;
    if (name === "readSync" && (reads += 1) >= from && buffer instanceof Uint8Array) buffer.fill(98, 0, 1);
    return result;
  };
}

/** Another type of file system. */
function on(type: bigint): Interference {
  return (name, call) => (name === "statfsSync" ? { type } : call());
}

function withoutProc(name: string, call: () => unknown, args: unknown[]): unknown {
  return name === "readlinkSync" && String(args[0]).startsWith("/proc/self/fd/") ? fault("ENOENT") : call();
}

const CONTENT = Buffer.alloc(600_000, "a");

describe.each(STRATEGIES)("with %s containment", (pathCheck) => {
  let place: Scratch;
  let root: Root;
  beforeEach(() => {
    place = scratch();
    writeFileSync(place.at("folder/file.bin"), CONTENT);
    root = openRoot("docs", place.docs, { pathCheck });
  });
  afterEach(() => {
    root.close();
    place.remove();
  });

  function read(hold = false): Version {
    const original = openOriginal(root, "folder/file.bin");
    try {
      const source = original.source({ hold });
      if (!hold) source.readSync(500_000, 10);
      return original.seal();
    } finally {
      original.close();
    }
  }

  /** With the root opened anew: it remembers its file system. */
  function readAnew(): Version {
    root.close();
    root = openRoot("docs", place.docs, { pathCheck });
    return read(true);
  }

  const CODES = {
    EIO: ["source_offline"],
    EACCES: ["permission_denied", "source_offline"],
    ENOENT: ["missing", "changed_during_read", "source_offline"],
    ELOOP: ["missing", "changed_during_read", "source_offline", "outside_sources"],
    ESTALE: ["missing", "changed_during_read", "source_offline"],
    EMFILE: ["limit_exceeded", "source_offline"],
    ENOMEM: ["limit_exceeded", "source_offline"],
    ETIMEDOUT: ["source_offline"],
  } as const;

  it.each(Object.entries(CODES))("%s at each call in turn is a coded error", (code, expected) => {
    let calls = 0;
    during(
      (_, call) => ((calls += 1), call()),
      () => read(),
    );
    expect(calls).toBeGreaterThan(10);
    const before = openDescriptors();
    for (let failing = 1; failing <= calls; failing += 1) {
      let made = 0;
      const at = `call ${failing} of ${calls}`;
      try {
        during(
          (_, call) => ((made += 1) === failing ? fault(code) : call()),
          () => read(),
        );
        expect.unreachable(`${at} failed without any error`);
      } catch (error) {
        if (!(error instanceof ReadbackError)) throw error;
        expect(expected, at).toContain(error.code);
        expect(JSON.stringify(error.facts()), at).not.toContain("/an/absolute/path");
        expect(JSON.stringify(error.facts()), at).not.toContain(place.path);
      }
    }
    expect(openDescriptors()).toBe(before);
    expect(read().proof).toBe("double_hash");
  });

  it("interrupted and short reads are continued", () => {
    const expected = read(true);
    let turn = 0;
    const version = during(
      (name, call, args) => {
        if (name !== "readSync") return call();
        turn += 1;
        if (turn % 3 === 0) fault("EINTR");
        if (turn % 3 === 1) args[3] = Math.min(Number(args[3]), 1 + (turn % 9) * 1000);
        return call();
      },
      () => read(true),
    );
    expect(version).toEqual(expected);
    expect(turn).toBeGreaterThan(6);
  });

  it("a read error names the byte, an early end is a change", () => {
    expect(
      failure(() =>
        during(
          failingRead(2, () => fault("EIO")),
          () => read(true),
        ),
      ),
    ).toEqual({
      code: "source_offline",
      message: "`folder/file.bin` could not be read: its storage reported an error at byte 262144",
      hint: "check the drive or the network share, then try again",
    });
    for (const at of [1, 2, 3])
      expect(
        failure(() =>
          during(
            failingRead(at, () => 0),
            () => read(true),
          ),
        ).code,
      ).toBe("changed_during_read");
  });

  it("content that changes while every stat stays the same is found where two passes were made", () => {
    for (const from of [2, 3, 4, 5])
      expect(
        failure(() => during(storing(from), () => read())),
        `from read ${from}`,
      ).toMatchObject({
        code: "changed_during_read",
      });
    // One pass cannot see it: its digest is that of the bytes handed out, and the proof says "single_hash".
    const original = openOriginal(root, "folder/file.bin");
    original.head(100);
    // A prefix handed out before the pass is held against it.
    expect(failure(() => during(storing(1), () => original.source({ hold: true }))).code).toBe(
      "changed_during_read",
    );
    original.close();
  });

  it.runIf(isLinux)(
    "a network, FUSE, overlay or unknown file system gets a second pass; a pseudo one is refused",
    () => {
      for (const type of [0x65735546n, 0x6969n, 0xfe534d42n, 0x01021997n, 0x794c7630n, 0x4d44n, 0x1n])
        expect(during(on(type), readAnew).proof, type.toString(16)).toBe("double_hash");
      for (const type of [0xef53n, 0x9123683en, 0x58465342n, 0x01021994n])
        expect(during(on(type), readAnew).proof, type.toString(16)).toBe("single_hash");
      for (const type of [0x9fa0n, 0x62656572n])
        expect(failure(() => during(on(type), readAnew)).code).toBe("not_a_file");
    },
  );
});

it.runIf(isLinux)("without /proc the root is opened by the best effort", () => {
  const place = scratch();
  writeFileSync(place.at("file.txt"), "text");
  const before = openDescriptors();
  const root = during(withoutProc, () => openRoot("docs", place.docs));
  expect(root.pathCheck).toBe("best_effort");
  expect(openDescriptors()).toBe(before);
  openRegular(root, "file.txt").close();
  root.close();
  place.remove();
});
