import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openRegular } from "../../src/fs/regular-file.ts";
import { openPersonal, openRoot } from "../../src/fs/root.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-open-"));
  mkdirSync(join(folder, "docs/sub"), { recursive: true });
  writeFileSync(join(folder, "docs/sub/a.txt"), "hello");
  writeFileSync(join(folder, "secret.txt"), "secret");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const text = (file: ReturnType<typeof openRegular>): string => {
  const buffer = new Uint8Array(100);
  const count = file.readAt(buffer, 0);
  file.close();
  return new TextDecoder().decode(buffer.subarray(0, count));
};

describe.each(["kernel", "best_effort"] as const)("opening with %s containment", (pathCheck) => {
  it("reads a file below the root, by relative and absolute path", () => {
    const root = openRoot("docs", join(folder, "docs"), { pathCheck });
    expect(root.pathCheck).toBe(pathCheck);
    expect(text(openRegular(root, "sub/a.txt"))).toBe("hello");
    expect(text(openRegular(root, join(folder, "docs/sub/a.txt")))).toBe("hello");
    root.close();
  });

  it("follows a link that stays inside, however it is written", () => {
    const root = openRoot("docs", join(folder, "docs"), { pathCheck });
    symlinkSync("sub", join(folder, "docs/dirlink"));
    symlinkSync(join(folder, "docs/sub/a.txt"), join(folder, "docs/absolute"));
    symlinkSync("../sub/../sub/a.txt", join(folder, "docs/sub/climb"));
    for (const path of ["dirlink/a.txt", "absolute", "sub/climb", "dirlink/climb"]) {
      const file = openRegular(root, path);
      expect(file.viaLink).toBe(true);
      expect(text(file)).toBe("hello");
    }
    root.close();
  });

  it("opens a person's own path", () => {
    symlinkSync(join(folder, "docs/sub/a.txt"), join(folder, "mine"));
    const { root, relativePath } = openPersonal(join(folder, "mine"), { pathCheck });
    expect(relativePath).toBe("a.txt");
    const file = openRegular(root, relativePath);
    file.recheck();
    expect(text(file)).toBe("hello");
    root.close();
  });
});
