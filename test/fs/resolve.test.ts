import { symlinkSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Root } from "../../src/fs/interfaces.ts";
import { resolveInRoots } from "../../src/fs/resolve.ts";
import { openRoot } from "../../src/fs/root.ts";
import { failure, scratch } from "./scratch.ts";
import type { Scratch } from "./scratch.ts";

describe("a path and the root it belongs to", () => {
  let place: Scratch;
  let roots: Root[];
  beforeEach(() => {
    place = scratch();
    for (const path of ["docs/a.txt", "docs/inner/b.txt", "notes/a.txt", "notes/c.txt", "aside/x.txt"]) {
      mkdirSync(join(place.path, path, ".."), { recursive: true });
      writeFileSync(join(place.path, path), path);
    }
    symlinkSync("notes", join(place.path, "alias"));
    roots = [
      openRoot("docs", join(place.path, "docs")),
      openRoot("inner", join(place.path, "docs/inner")),
      openRoot("notes", join(place.path, "notes")),
    ];
  });
  afterEach(() => {
    for (const root of roots) root.close();
    place.remove();
  });

  const refused = (path: string) => failure(() => resolveInRoots(roots, path));
  const resolved = (path: string): string => {
    const { root, relativePath } = resolveInRoots(roots, path);
    return `${root.key}:${relativePath}`;
  };

  it("absolute: the longest root above it, by any of its names", () => {
    expect(resolved(join(place.path, "docs/a.txt"))).toBe("docs:a.txt");
    expect(resolved(join(place.path, "docs/inner/b.txt"))).toBe("inner:b.txt");
    expect(resolved(join(place.path, "docs/gone.txt"))).toBe("docs:gone.txt");
    expect(resolved(join(place.path, "alias/c.txt"))).toBe("notes:c.txt");
    expect(resolved(join(place.path, "alias/gone.txt"))).toBe("notes:gone.txt");
    const byAlias = openRoot("alias", join(place.path, "alias"));
    expect(resolveInRoots([byAlias], join(place.path, "notes/c.txt")).relativePath).toBe("c.txt");
    expect(resolveInRoots([byAlias], join(place.path, "alias/c.txt")).relativePath).toBe("c.txt");
    byAlias.close();
  });

  it("relative: the first root that has it, then the root named first in it, then the first root", () => {
    expect(resolved("a.txt")).toBe("docs:a.txt");
    expect(resolved("c.txt")).toBe("notes:c.txt");
    expect(resolved("inner/b.txt")).toBe("docs:inner/b.txt");
    expect(resolved("notes/a.txt")).toBe("notes:a.txt");
    expect(resolved("./notes//a.txt")).toBe("notes:a.txt");
    expect(resolved("gone.txt")).toBe("docs:gone.txt");
  });

  it("outside: one refusal that names the sources' keys, whatever stands there", () => {
    const there = refused(join(place.path, "aside/x.txt"));
    expect(there).toEqual({
      code: "outside_sources",
      message: "the path lies outside the sources `docs`, `inner`, `notes`",
      hint: "only files inside the configured sources can be read; give a path relative to one of them",
    });
    for (const path of ["../aside/x.txt", join(place.path, "aside/gone"), join(place.path, "gone/gone"), "/"])
      expect(refused(path)).toEqual(there);
    expect(failure(() => resolveInRoots([], "a.txt")).code).toBe("outside_sources");
    expect(refused("a\0").code).toBe("invalid_request");
  });
});
