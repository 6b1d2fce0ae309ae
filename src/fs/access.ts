/** Who may open what: a confined access (an agent's; roots held open) or a personal one (a person's own rights decide). */

import { basename } from "node:path";
import type { Original, Root } from "./interfaces.ts";
import { openOriginal } from "./original.ts";
import { resolveInRoots } from "./resolve.ts";
import { openPersonal, openRoot } from "./root.ts";

export type Access =
  | { readonly kind: "roots"; readonly roots: readonly Root[] }
  | { readonly kind: "personal" };

export const PERSONAL: Access = { kind: "personal" };

/** A folder with the key that its configuration gives it. */
export interface NamedRoot {
  readonly key: string;
  readonly path: string;
}

/** Where none is configured, the key of each folder is its name, made unique. */
export function namedRoots(paths: readonly (string | NamedRoot)[]): NamedRoot[] {
  const keys = new Set<string>();
  return paths.map((entry) => {
    const path = typeof entry === "string" ? entry : entry.path;
    const base = typeof entry === "string" ? basename(path) || "root" : entry.key;
    let key = base;
    for (let copy = 2; keys.has(key); copy += 1) key = `${base}-${copy}`;
    keys.add(key);
    return { key, path };
  });
}

/** Roots by path, named as `namedRoots` says. Throws `source_offline` for a folder that is not there. */
export function openRoots(paths: readonly (string | NamedRoot)[]): Access {
  const roots: Root[] = [];
  try {
    for (const { key, path } of namedRoots(paths)) roots.push(openRoot(key, path));
  } catch (thrown) {
    for (const root of roots) root.close();
    throw thrown;
  }
  return { kind: "roots", roots };
}

/** An original and the key of the root that it was opened in; null for a person's own path. */
export interface OpenedFor {
  readonly original: Original;
  readonly key: string | null;
}

/** Opens one file for this access. The caller closes the original, which closes a personal root with it. */
export function openFor(access: Access, path: string): OpenedFor {
  if (access.kind === "roots") {
    const { root, relativePath } = resolveInRoots(access.roots, path);
    return { original: openOriginal(root, relativePath), key: root.key };
  }
  const personal = openPersonal(path);
  try {
    const original = openOriginal(personal.root, personal.relativePath);
    return { original: closingAlso(original, personal.root), key: null };
  } catch (thrown) {
    personal.root.close();
    throw thrown;
  }
}

export function closeAccess(access: Access): void {
  if (access.kind === "roots") for (const root of access.roots) root.close();
}

function closingAlso(original: Original, root: Root): Original {
  const close = original.close.bind(original);
  original.close = () => {
    close();
    root.close();
  };
  return original;
}
