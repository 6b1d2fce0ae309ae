/**
 * The files of one log: itself, and its rotated siblings when they are asked for.
 *
 * Guarantees: the log is opened first, then its siblings from the newest on, so that a rotation in between moves no file out of the set and
 * none is read twice (by inode); a sibling that cannot be opened is told as a gap. A log that is not there is `missing`, with the names of
 * likely siblings, never an empty set.
 */

import type { LogFile } from "../../fs/log-file.ts";
import type { LogPlace } from "../../fs/log-place.ts";
import { ReadbackError } from "../../model/errors.ts";
import type { LogGap } from "../../model/log-answer.ts";
import { compressionOf } from "./log-stream.ts";
import type { Compression } from "./log-stream.ts";
import { oldestFirst, siblingsOf } from "./rotation.ts";
import type { RotatedName } from "./rotation.ts";

const FILES_MAX = 100;
const NAMED_MAX = 20;
const HINTED_MAX = 6;

export interface SetFile {
  readonly file: LogFile;
  readonly compression: Compression | undefined;
}

export interface LogSet {
  /** Oldest first; the log itself is the last. */
  readonly files: readonly SetFile[];
  readonly gaps: LogGap[];
  /** Names of siblings that were not asked for. */
  readonly siblings: readonly string[];
  close(): void;
}

/** The error for a log that is not there, with what may have become of it. */
function notThere(name: string, place: LogPlace): ReadbackError {
  const siblings = siblingsOf(
    place.name,
    place.namesBeside(() => true),
  ).map((sibling) => `\`${sibling.name}\``);
  const shown = siblings.slice(0, HINTED_MAX).join(", ");
  const more = siblings.length > HINTED_MAX ? ` and ${siblings.length - HINTED_MAX} more` : "";
  return new ReadbackError("missing", `log \`${name}\` not found; it may have been renamed or rotated`, {
    hint:
      siblings.length === 0
        ? "no file of a similar name is in its folder; check the name, and whether the program still writes there"
        : `in the same folder: ${shown}${more}`,
  });
}

export function openLogFile(place: LogPlace, name: string): LogFile {
  try {
    return place.open();
  } catch (thrown) {
    if (thrown instanceof ReadbackError && thrown.code === "missing") throw notThere(name, place);
    throw thrown;
  }
}

export function withCompression(file: LogFile): SetFile {
  const head = new Uint8Array(4);
  const count = file.readAt(head, 0);
  return { file, compression: compressionOf(head.subarray(0, count)) };
}

export function openLogSet(place: LogPlace, name: string, rotated: boolean): LogSet {
  const opened: LogFile[] = [];
  const close = (): void => {
    for (const file of opened) file.close();
  };
  try {
    const log = openLogFile(place, name);
    opened.push(log);
    const siblings = siblingsOf(
      place.name,
      place.namesBeside(() => true),
    );
    const gaps: LogGap[] = [];
    if (!rotated)
      return {
        files: [withCompression(log)],
        gaps,
        siblings: siblings.slice(0, NAMED_MAX).map((sibling) => sibling.name),
        close,
      };
    const seen = new Set([identityKey(log)]);
    const older: (SetFile & { rotated: RotatedName; modifiedMs: number })[] = [];
    for (const sibling of siblings.slice(0, FILES_MAX)) {
      const file = openSibling(place, sibling.name, gaps);
      if (file === undefined) continue;
      opened.push(file);
      const key = identityKey(file);
      if (seen.has(key)) continue;
      seen.add(key);
      older.push({ ...withCompression(file), rotated: sibling, modifiedMs: file.modifiedMs });
    }
    if (siblings.length > FILES_MAX)
      gaps.push({
        reason: "unreadable",
        count: siblings.length - FILES_MAX,
        detail: `only ${FILES_MAX} rotated files are read in one call`,
      });
    const files = oldestFirst(older).map(({ file, compression }) => ({ file, compression }));
    return { files: [...files, withCompression(log)], gaps, siblings: [], close };
  } catch (error) {
    close();
    throw error;
  }
}

const identityKey = (file: LogFile): string => `${file.identity.device}:${file.identity.inode}`;

function openSibling(place: LogPlace, name: string, gaps: LogGap[]): LogFile | undefined {
  try {
    return place.openBeside(name);
  } catch (thrown) {
    if (!(thrown instanceof ReadbackError)) throw thrown;
    gaps.push({ reason: "unreadable", file: name, detail: thrown.message });
    return undefined;
  }
}
