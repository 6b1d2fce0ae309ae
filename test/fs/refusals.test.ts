import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Root } from "../../src/fs/interfaces.ts";
import { openOriginal } from "../../src/fs/original.ts";
import { openRegular } from "../../src/fs/regular-file.ts";
import { openPersonal, openRoot } from "../../src/fs/root.ts";
import { failure, isLinux, openDescriptors, scratch, STRATEGIES } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

const NORMAL = "a normal file\n";

/** Runs something without root's rights over files, where this process has them. */
function asNobody(run: () => void): void {
  if (process.getuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    run();
  } finally {
    process.seteuid?.(0);
  }
}

describe.each(STRATEGIES)("what is refused, with %s containment", (pathCheck) => {
  let place: Scratch;
  let root: Root;
  let descriptors: number;

  beforeEach(() => {
    place = scratch();
    writeFileSync(place.at("normal.txt"), NORMAL);
    writeFileSync(join(place.path, "secret.txt"), "secret");
    root = openRoot("docs", place.docs, { pathCheck });
    descriptors = openDescriptors();
  });
  afterEach(() => {
    // Nothing stays open, and the next read works, whatever was refused before.
    expect(openDescriptors()).toBe(descriptors);
    const original = openOriginal(root, "normal.txt");
    expect(new TextDecoder().decode(original.source({ hold: true }).bytes)).toBe(NORMAL);
    original.seal();
    original.close();
    root.close();
    place.remove();
  });

  const refusal = (path: string) => failure(() => openRegular(root, path));

  it("a missing file, also below a file", () => {
    expect(refusal("gone.txt").code).toBe("missing");
    expect(refusal("no/such/gone.txt").code).toBe("missing");
    expect(refusal("normal.txt/inner.txt").code).toBe("missing");
  });

  it.runIf(isLinux)("ten named pipes, none of which is waited for", () => {
    for (let number = 0; number < 10; number += 1) {
      execFileSync("mkfifo", [place.at(`pipe${number}`)]);
      expect(refusal(`pipe${number}`)).toMatchObject({
        code: "not_a_file",
        message: `\`pipe${number}\` is a named pipe, not a regular file`,
      });
    }
  });

  it.runIf(isLinux)("a socket", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(place.at("socket"), resolve));
    expect(refusal("socket")).toMatchObject({ code: "not_a_file" });
    await new Promise((resolve) => server.close(resolve));
  });

  it.runIf(isLinux && process.getuid?.() === 0)("a device node (needs root to make one)", () => {
    const made = spawnSync("mknod", [place.at("zero"), "c", "1", "5"]);
    if (made.status !== 0) return;
    expect(refusal("zero")).toMatchObject({
      code: "not_a_file",
      message: expect.stringContaining("a device"),
    });
  });

  it("a folder, and the root itself", () => {
    mkdirSync(place.at("folder"));
    for (const path of ["folder", "folder/", ".", "folder/..", place.docs])
      expect(refusal(path), path).toMatchObject({ code: "not_a_file" });
  });

  it("links that lead out, with the same words whatever stands there", () => {
    symlinkSync(join(place.path, "secret.txt"), place.at("out"));
    symlinkSync("../secret.txt", place.at("out-relative"));
    symlinkSync("..", place.at("up"));
    symlinkSync("out", place.at("chain"));
    symlinkSync(join(place.path, "no-such-file"), place.at("nowhere"));
    symlinkSync("../no/such/file", place.at("nowhere-relative"));
    for (const name of [
      "out",
      "out-relative",
      "up",
      "up/secret.txt",
      "chain",
      "nowhere",
      "nowhere-relative",
    ]) {
      expect(refusal(name), name).toMatchObject({ code: "outside_sources" });
      expect(refusal(name).message).toBe(`\`${name}\` leads outside the source \`docs\``);
      expect(JSON.stringify(refusal(name))).not.toContain(place.path);
    }
  });

  it("a link to the process' own environment, and links through /proc", () => {
    symlinkSync("/proc/self/environ", place.at("environ"));
    symlinkSync("/proc/self/root/etc/passwd", place.at("magic"));
    symlinkSync("/proc/self/cwd", place.at("cwd"));
    for (const path of ["environ", "magic", "cwd/package.json"])
      expect(refusal(path).code, path).toBe("outside_sources");
  });

  it("links that lead to nothing inside, and loops", () => {
    symlinkSync("nothing", place.at("dangling"));
    symlinkSync("loop-b", place.at("loop-a"));
    symlinkSync("loop-a", place.at("loop-b"));
    symlinkSync("itself/x", place.at("itself"));
    for (const path of ["dangling", "loop-a", "itself", "itself/x"])
      expect(refusal(path).code, path).toBe("missing");
  });

  it("names beside the root that begin like it", () => {
    mkdirSync(join(place.path, "docs-evil"));
    writeFileSync(join(place.path, "docs-evil/f"), "evil");
    expect(refusal(join(place.path, "docs-evil/f")).code).toBe("outside_sources");
    expect(refusal(join(place.path, "secret.txt")).code).toBe("outside_sources");
    expect(refusal("../secret.txt").code).toBe("outside_sources");
  });

  it("paths that are too long", () => {
    expect(refusal("n".repeat(300)).code).toBe("invalid_request");
    expect(refusal("d/".repeat(3000)).code).toMatch(/^(invalid_request|missing)$/);
    expect(refusal("n".repeat(300)).message.length).toBeLessThan(250);
  });

  it.runIf(isLinux)("files of a pseudo file system, and roots on one", () => {
    for (const path of ["/proc", "/sys", "/proc/self"])
      expect(failure(() => openRoot("system", path, { pathCheck })).code, path).toBe("not_a_file");
    const whole = openRoot("all", "/", { pathCheck });
    for (const path of ["/proc/self/environ", "proc/version", "/sys/kernel/vmcoreinfo"])
      expect(failure(() => openRegular(whole, path)).code, path).toBe("not_a_file");
    whole.close();
  });

  it.runIf(isLinux)("what belongs to somebody else", () => {
    writeFileSync(place.at("private.txt"), "private");
    chmodSync(place.at("private.txt"), 0);
    mkdirSync(place.at("closed"));
    writeFileSync(place.at("closed/inner.txt"), "inner");
    chmodSync(place.at("closed"), 0);
    chmodSync(place.path, 0o755);
    try {
      asNobody(() => {
        expect(failure(() => openRoot("x", join(place.docs, "closed/inner"))).code).toBe("permission_denied");
        expect(refusal("private.txt").code).toBe("permission_denied");
        expect(refusal("closed/inner.txt").code).toBe("permission_denied");
        openRegular(root, "normal.txt").close();
      });
    } finally {
      chmodSync(place.at("closed"), 0o755);
    }
  });

  it("a root that is not there, is a file, goes away, or is replaced", () => {
    expect(failure(() => openRoot("gone", join(place.path, "gone"))).code).toBe("source_offline");
    expect(failure(() => openRoot("file", place.at("normal.txt"))).code).toBe("invalid_request");
    renameSync(place.docs, join(place.path, "moved"));
    expect(refusal("normal.txt").code).toBe("source_offline");
    mkdirSync(place.docs);
    writeFileSync(place.at("normal.txt"), "another");
    expect(failure(() => root.verify()).code).toBe("root_changed");
    expect(refusal("normal.txt")).toMatchObject({
      code: "root_changed",
      message: "the folder of the source `docs` was replaced by another one",
    });
    rmSync(place.docs, { recursive: true });
    renameSync(join(place.path, "moved"), place.docs);
    root.verify();
  });

  it.runIf(isLinux)("a file when the process can open no more", () => {
    const taken: number[] = [];
    try {
      for (;;) taken.push(openSync(place.at("normal.txt"), "r"));
    } catch {
      // Every descriptor is taken now, or the limit is too high to be reached here.
    }
    const code = failure(() => openRegular(root, "normal.txt")).code;
    for (const fd of taken) closeSync(fd);
    expect(code).toBe("limit_exceeded");
  });

  it("hard links are read and counted", () => {
    linkSync(join(place.path, "secret.txt"), place.at("hard.txt"));
    const file = openRegular(root, "hard.txt");
    expect(file.hardLinks).toBe(2);
    file.close();
  });

  it("a file of one TiB without blocks is opened at once", () => {
    writeFileSync(place.at("sparse"), "");
    truncateSync(place.at("sparse"), 2 ** 40);
    const original = openOriginal(root, "sparse");
    expect(original.source({ hold: true }).bytes).toBeUndefined();
    expect(original.head(16)).toEqual(new Uint8Array(16));
    expect(original.seal({ digest: false })).toMatchObject({ proof: "stat", sha256: null, size: 2 ** 40 });
    original.close();
  });

  it("names with newlines, control characters and two normal forms are told apart", () => {
    const composed = "é.txt".normalize("NFC");
    const decomposed = "é.txt".normalize("NFD");
    const names = ["a\n\u001b[31mb.txt", "\u202egpj.exe", composed, decomposed, "~$lock.docx", "C:x", "a\\b"];
    for (const name of names) writeFileSync(place.at(name), name);
    for (const name of names) {
      const original = openOriginal(root, name);
      expect(new TextDecoder().decode(original.source({ hold: true }).bytes)).toBe(name);
      original.close();
    }
  });
});

describe.each(STRATEGIES)("a person's own path, with %s containment", (pathCheck) => {
  let place: Scratch;
  beforeEach(() => {
    place = scratch();
  });
  afterEach(() => place.remove());
  const refusal = (path: string) => failure(() => openPersonal(path, { pathCheck }));

  it("is refused with a code, without an absolute path in the message", () => {
    symlinkSync("nothing", place.at("dangling"));
    expect(refusal(place.at("gone.txt"))).toMatchObject({
      code: "missing",
      message: "`gone.txt` does not exist",
    });
    expect(refusal(place.at("dangling")).code).toBe("missing");
    expect(refusal(place.docs).code).toBe("not_a_file");
    expect(refusal("").code).toBe("invalid_request");
    expect(refusal("a\0b").code).toBe("invalid_request");
    if (!isLinux) return;
    execFileSync("mkfifo", [place.at("pipe")]);
    expect(refusal(place.at("pipe")).code).toBe("not_a_file");
    expect(refusal("/proc/self/environ").code).toBe("not_a_file");
    expect(refusal("/dev/null").code).toBe("not_a_file");
  });

  it("notices that the link it came through was pointed elsewhere", () => {
    writeFileSync(place.at("one.txt"), "one");
    writeFileSync(place.at("two.txt"), "two");
    symlinkSync("one.txt", place.at("current"));
    const { root, relativePath } = openPersonal(place.at("current"), { pathCheck });
    expect(relativePath).toBe("one.txt");
    const file = openRegular(root, relativePath);
    file.recheck();
    rmSync(place.at("current"));
    symlinkSync("two.txt", place.at("current"));
    expect(failure(() => file.recheck()).code).toBe("changed_during_read");
    file.close();
    root.close();
  });

  it("may hold any name the system knows", () => {
    for (const name of ["%2e%2e", "~", "a\\..\\b"]) {
      writeFileSync(place.at(name), name);
      const { root, relativePath } = openPersonal(place.at(name), { pathCheck });
      const original = openOriginal(root, relativePath);
      expect(new TextDecoder().decode(original.source({ hold: true }).bytes)).toBe(name);
      original.close();
      root.close();
    }
  });
});
