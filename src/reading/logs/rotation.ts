/**
 * Names of a log's rotated siblings, and their order in time. Pure.
 *
 * Known: `app.log.1`, `app.log.2.gz`, `app.log-20261130`, `app.log.2026-11-30`, `app.log.20261130-101500.zst`, `app-2026-11-30.log`,
 * `app.1.log`, `app.log.old`, `app.log.moved`, `app.log.bak`, each with `.gz` or `.zst`. Of a set, numbers fall and dates rise towards the
 * present; where both occur, and among names without either, the time of last change decides.
 */

const COMPRESSED = /\.(?:gz|zst)$/;
const NUMBER = String.raw`\d{1,6}`;
const DATE = String.raw`\d{4}[-_.]?\d{2}[-_.]?\d{2}(?:[-_.T]?\d{2}(?:[-_.]?\d{2}){0,2})?(?:[-_.]\d{1,10})?`;
const WORD = "old|moved|bak|backup|prev|previous|save|orig|last|rotated";
const SUFFIX = new RegExp(String.raw`^[-._](?:(${NUMBER})|(${DATE})|(?:${WORD})(?:[-._]?\d{1,8})?)$`, "i");

export interface RotatedName {
  readonly name: string;
  /** Counts up into the past. */
  readonly number: number | undefined;
  /** Digits of a date, which rise towards the present. */
  readonly date: string | undefined;
}

/** How a name reads as a rotated sibling of `log`; undefined where it is none. */
export function rotatedName(log: string, name: string): RotatedName | undefined {
  if (name === log) return undefined;
  const plain = name.replace(COMPRESSED, "");
  if (plain === log) return { name, number: undefined, date: undefined };
  const base = log.replace(COMPRESSED, "");
  const dot = base.lastIndexOf(".");
  const stem = dot > 0 ? base.slice(0, dot) : base;
  const extension = dot > 0 ? base.slice(dot) : "";
  const inner =
    extension !== "" && plain.startsWith(stem) && plain.endsWith(extension) && plain.length > base.length
      ? plain.slice(stem.length, plain.length - extension.length)
      : undefined;
  for (const suffix of [plain.startsWith(base) ? plain.slice(base.length) : undefined, inner]) {
    const match = suffix === undefined ? null : SUFFIX.exec(suffix);
    if (match === null) continue;
    // Eight digits in a row are a date, not a number of rotations.
    const number = match[1] !== undefined && match[1].length < 6 ? Number(match[1]) : undefined;
    const date = match[2] ?? (number === undefined ? match[1] : undefined);
    return { name, number, date: date?.replaceAll(/\D/g, "") };
  }
  return undefined;
}

/** Siblings of `log` among the names, the likeliest first: numbers rising, dates falling, then the others by name. */
export function siblingsOf(log: string, names: readonly string[]): RotatedName[] {
  const found = names.map((name) => rotatedName(log, name)).filter((name) => name !== undefined);
  return found.toSorted(
    (a, b) =>
      (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER) ||
      (b.date ?? "").localeCompare(a.date ?? "") ||
      a.name.localeCompare(b.name),
  );
}

/** Oldest first. */
export function oldestFirst<T extends { readonly rotated: RotatedName; readonly modifiedMs: number }>(
  files: readonly T[],
): T[] {
  const numbered = files.every((file) => file.rotated.number !== undefined);
  const dated = files.every((file) => file.rotated.date !== undefined);
  return files.toSorted((a, b) => {
    if (numbered) return (b.rotated.number ?? 0) - (a.rotated.number ?? 0);
    if (dated)
      return (a.rotated.date ?? "").padEnd(24, "0").localeCompare((b.rotated.date ?? "").padEnd(24, "0"));
    return a.modifiedMs - b.modifiedMs || b.rotated.name.localeCompare(a.rotated.name);
  });
}
