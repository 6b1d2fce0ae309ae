/** A slow and obvious twin of the matcher: every way a text may read, tried one by one. Shares only how a single character folds. */

import { foldCluster } from "../../../src/reading/matching/characters.ts";

export interface Item {
  /** A folded unit; "" for one that reads in several ways. */
  readonly unit: string;
  readonly ways?: readonly string[];
  readonly white?: "space" | "line end";
  readonly start: number;
  readonly end: number;
}

const IGNORED = String.raw`(?:\u00AD|\u034F|\u061C|[\u180B-\u180F]|[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\uFE00-\uFE0F]|[\u{E0000}-\u{E0FFF}])`;
const SPACE = String.raw`[\t-\r \x85\xA0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]`;
const LINE_END = String.raw`[\n\r\u2028\u2029]`;
const MARK = String.raw`(?!${IGNORED})[\p{M}\u1160-\u11FF\uD7B0-\uD7FB\uFF9E\uFF9F\uFFC2-\uFFDC]`;
/** A soft hyphen is no line end's company: two of them are one that is ignored and one that is not. */
const SKIPPED = String.raw`(?:(?!\u00AD)${IGNORED})`;

const WITHIN_SPACE = `(?:${SKIPPED}|\\u00AD(?!${SKIPPED}*${LINE_END}))`;

const rules = {
  division: new RegExp(
    `([-\\u2010\\u2011\\u00AD\\uFFFE])${SKIPPED}*${LINE_END}(?:${SKIPPED}*${SPACE})*`,
    "uy",
  ),
  found: new RegExp(`\\uFFFE(?!${IGNORED}*${MARK})`, "uy"),
  space: new RegExp(`${SPACE}(?:${WITHIN_SPACE}*${SPACE})*`, "uy"),
  ignored: new RegExp(IGNORED, "uy"),
  cluster: new RegExp(`[^](?:${IGNORED}*${MARK})*`, "uy"),
};
const IGNORED_ALL = new RegExp(IGNORED, "gu");

const HYPHEN_WAYS = ["", "-", "- "];
const SOFT_WAYS = ["", "-", "- ", " "];

export function read(text: string): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < text.length;) {
    const take = (rule: RegExp): RegExpExecArray | null => {
      rule.lastIndex = at;
      return rule.exec(text);
    };
    const start = at;
    const division = take(rules.division);
    const found = division ?? take(rules.found);
    if (found) {
      at += found[0].length;
      items.push({ unit: "", ways: found[1] === "\u00AD" ? SOFT_WAYS : HYPHEN_WAYS, start, end: at });
      continue;
    }
    const space = take(rules.space);
    if (space) {
      at += space[0].length;
      const white = /[\n\r\u2028\u2029]/.test(space[0]) ? "line end" : "space";
      items.push({ unit: " ", white, start, end: at });
      continue;
    }
    const ignored = take(rules.ignored);
    if (ignored) {
      at += ignored[0].length;
      continue;
    }
    const cluster = take(rules.cluster);
    if (!cluster) throw new Error("nothing matched");
    at += cluster[0].length;
    const folded = foldCluster(cluster[0].replace(IGNORED_ALL, ""));
    const last = items.at(-1);
    const pairs = ["\u0E4D\u0E32", "\u0E33\u0E32", "\u0ECD\u0EB2", "\u0EB3\u0EB2"];
    if (last && pairs.includes(last.unit + folded))
      items[items.length - 1] = { ...last, unit: folded === "\u0E32" ? "\u0E33" : "\u0EB3", end: at };
    else for (const unit of folded.split("")) items.push({ unit, start, end: at });
  }
  return items.map((item, index) => (item.white ? spaceOf(item, items, index) : item));
}

const UNSPACED =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u2E80-\u312F\u31A0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\uD840-\uD8BF]/;
const HANGUL = /[\uAC00-\uD7A3]/;

function spaceOf(item: Item, items: readonly Item[], index: number): Item {
  const unitAt = (place: number): string => (items[place]?.ways ? "-" : (items[place]?.unit ?? ""));
  let before = unitAt(index - 1);
  if (/[\uDC00-\uDFFF]/.test(before)) before = unitAt(index - 2);
  const after = unitAt(index + 1);
  const korean = item.white === "line end" && HANGUL.test(before) && HANGUL.test(after);
  if (UNSPACED.test(before) || UNSPACED.test(after) || korean) return { ...item, unit: "", ways: ["", " "] };
  return item;
}

/** The ways a needle reads: one string each. */
export function needleWays(text: string): string[] {
  // A space that may be missing is found whether it is there or not.
  const items = read(text).filter((item) => !(item.white && item.ways));
  const firstOwn = items.findIndex((item) => !item.ways);
  const lastOwn = items.findLastIndex((item) => !item.ways);
  let ways = [""];
  for (const [index, item] of items.entries()) {
    // A division within the needle is whatever a division may be; at its ends it is the hyphen that it shows.
    const within = index > firstOwn && index < lastOwn;
    const own = !item.ways ? [item.unit] : within ? SOFT_WAYS : [item.ways === SOFT_WAYS ? "" : "-"];
    ways = ways.flatMap((way) => own.map((each) => way + each));
  }
  return [...new Set(ways)];
}

/** Every end that a hit from `from` may have, in items, for one way that the needle reads. */
function ends(items: readonly Item[], from: number, needle: string): Set<number> {
  const found = new Set<number>();
  const walk = (at: number, rest: string): void => {
    if (rest === "") {
      found.add(at);
      return;
    }
    const item = items[at];
    if (item === undefined) return;
    for (const way of item.ways ?? [item.unit]) {
      // A hit begins with what it finds, not with what reads as nothing.
      if (way === "" && at === from) continue;
      if (rest.startsWith(way)) walk(at + 1, rest.slice(way.length));
    }
  };
  walk(from, needle);
  return found;
}

/** Checks hits against the text: leftmost, complete, and each with an end that reads as the needle. Returns what is wrong. */
export function complaint(
  text: string,
  needle: string,
  hits: readonly { start: number; end: number }[],
): string | undefined {
  const items = read(text);
  const ways = needleWays(needle).filter((way) => way !== "");
  let next = 0;
  let last = 0;
  for (let at = 0; at < items.length;) {
    const all = new Set(ways.flatMap((way) => [...ends(items, at, way)]));
    if (all.size === 0) {
      at += 1;
      continue;
    }
    const start = items[at]?.start ?? 0;
    const sourceEnd = (end: number): number => items[end - 1]?.end ?? 0;
    if (start < last) {
      at = Math.max(...all);
      continue;
    }
    const hit = hits[next];
    if (hit === undefined) return `no hit at ${start}`;
    const end = [...all].find((each) => sourceEnd(each) === hit.end);
    if (hit.start !== start || end === undefined)
      return `hit ${hit.start}-${hit.end} instead of one from ${start} to ${[...all].map(sourceEnd).join(" or ")}`;
    next += 1;
    last = hit.end;
    at = end;
  }
  return next === hits.length ? undefined : "a hit too many";
}
