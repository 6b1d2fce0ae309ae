/**
 * What a folder's `.gitignore` and `.ignore` leave out (format: gitignore(5); `.ignore` after `.gitignore`, as ripgrep and fd read them).
 *
 * Guarantees: rules count for their own folder and below; what a rule of a nearer folder says decides over one from farther up; an ignored folder
 * is not entered, so that nothing below it can be taken in again. Only a regular file of at most 1 MiB is read. Not covered: rules above the
 * root, git's own configuration.
 */

import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import ignore from "ignore";
import type { Ignore } from "ignore";

export const IGNORE_FILES: ReadonlySet<string> = new Set([".gitignore", ".ignore"]);
const RULES_BYTES = 1024 * 1024;

export interface IgnoreRules {
  /** Length of the folder's relative path with its slash. */
  readonly from: number;
  readonly rules: Ignore;
  readonly above: IgnoreRules | null;
}

/** The rules of one folder on top of those above; null where a file of rules is there and cannot be taken as one. */
export function rulesIn(
  directory: string,
  names: readonly string[],
  from: number,
  above: IgnoreRules | null,
): IgnoreRules | null {
  let rules: Ignore | null = null;
  for (const name of [".gitignore", ".ignore"]) {
    if (!names.includes(name)) continue;
    const text = readRules(`${directory}/${name}`);
    if (text === null) return null;
    rules = (rules ?? ignore()).add(text);
  }
  return rules === null ? above : { from, rules, above };
}

function readRules(path: string): string | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile() || stats.size > RULES_BYTES) return null;
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(fd, bytes, length, bytes.length - length, length);
      if (read === 0) break;
      length += read;
    }
    return bytes.toString("utf8", 0, length);
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** `path` relative to the root; a folder's ends with a slash. */
export function isIgnored(rules: IgnoreRules | null, path: string): boolean {
  for (let at = rules; at !== null; at = at.above) {
    const { ignored, unignored } = at.rules.test(path.slice(at.from));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}
