/**
 * From the path a caller sent to one root and a path below it.
 *
 * Guarantees: an absolute path belongs to the longest root above it, also when it uses another name of the root (a link to it); a relative
 * path to the first root that has something there, then to the root whose key is its first component. Which paths are there outside
 * the roots never shows: whatever is found or fails out there is the same `outside_sources`, which names the sources, not their paths.
 * Not covered: containment, which the opening itself proves.
 */

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { ReadbackError } from "../model/errors.ts";
import type { Root } from "./interfaces.ts";
import { below, judgePath } from "./path-rules.ts";

export interface Resolved {
  readonly root: Root;
  readonly relativePath: string;
}

const KEYS_SHOWN = 8;

function keysOf(roots: readonly Root[]): string {
  const keys = roots.slice(0, KEYS_SHOWN).map((root) => `\`${root.key}\``);
  if (roots.length > KEYS_SHOWN) keys.push(`${roots.length - KEYS_SHOWN} more`);
  return keys.join(", ");
}

function outsideAll(roots: readonly Root[]): ReadbackError {
  const what = roots.length === 1 ? "the source" : "the sources";
  return new ReadbackError("outside_sources", `the path lies outside ${what} ${keysOf(roots)}`, {
    hint: "only files inside the configured sources can be read; give a path relative to one of them",
  });
}

/** The longest root above an absolute path, by the names that roots are known by. */
function longest(roots: readonly Root[], path: string): Resolved | null {
  let best: (Resolved & { readonly length: number }) | null = null;
  for (const root of roots) {
    for (const name of [root.path, root.commitment().realPath]) {
      const relativePath = below(name, path);
      if (relativePath !== null && (best === null || name.length > best.length))
        best = { root, relativePath, length: name.length };
    }
  }
  return best === null ? null : { root: best.root, relativePath: best.relativePath };
}

/** An absolute path by its real name: that of the file, or of its folder when the file is not there. */
function byRealName(roots: readonly Root[], path: string): Resolved | null {
  const folder = dirname(path);
  for (const [part, rest] of [
    [path, ""],
    [folder, path.slice(folder.length)],
  ] as const) {
    try {
      return longest(roots, `${realpathSync.native(part)}${rest}`);
    } catch {
      continue;
    }
  }
  return null;
}

function has(root: Root, relativePath: string): boolean {
  try {
    return root.look(relativePath) !== null;
  } catch {
    return false;
  }
}

export function resolveInRoots(roots: readonly Root[], path: string): Resolved {
  const [first] = roots;
  if (first === undefined)
    throw new ReadbackError("outside_sources", "no source is configured, so no file can be read", {
      hint: "start the server with the folders that may be read",
    });
  const judged = judgePath(path);
  if (judged.kind === "invalid")
    throw new ReadbackError("invalid_request", `the path cannot be used: ${judged.why}`, {
      hint: "give a path relative to a source, with forward slashes",
    });
  if (judged.kind === "outside") throw outsideAll(roots);
  if (judged.kind === "absolute") {
    const found = longest(roots, judged.path) ?? byRealName(roots, judged.path);
    if (found === null) throw outsideAll(roots);
    return found;
  }
  if (roots.length === 1) return { root: first, relativePath: judged.path };
  for (const root of roots) if (has(root, judged.path)) return { root, relativePath: judged.path };
  const slash = judged.path.indexOf("/");
  const keyed = roots.find((root) => root.key === judged.path.slice(0, Math.max(0, slash)));
  if (keyed !== undefined) return { root: keyed, relativePath: judged.path.slice(slash + 1) };
  return { root: first, relativePath: judged.path };
}
