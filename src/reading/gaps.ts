/** Gaps as they come from an extractor, one per page or cell, made short: neighbours of one kind become an extent, equal ones are counted. */

import type { Gap } from "../model/coverage.ts";
import type { Locator, UnitName } from "../model/locator.ts";

/** More single places than this of one kind are counted instead of listed. */
const LISTED = 50;

export function mergeGaps(gaps: readonly Gap[]): Gap[] {
  const merged: Gap[] = [];
  const listed = new Map<string, number>();
  const counted = new Map<string, { index: number; count: number }>();
  for (const gap of gaps) {
    const number = gap.at && numbered(gap.at);
    const last = merged.at(-1);
    if (
      number !== undefined &&
      last !== undefined &&
      sameKind(last, gap) &&
      extendsGap(last, number, gap.count, merged)
    )
      continue;
    const key = `${gap.reason}|${gap.region ?? ""}|${gap.detail ?? ""}`;
    if (gap.at !== undefined) {
      const seen = (listed.get(key) ?? 0) + 1;
      listed.set(key, seen);
      if (seen > LISTED) {
        const more = counted.get(key);
        if (more === undefined) {
          counted.set(key, { index: merged.length, count: 1 });
          merged.push({
            reason: gap.reason,
            ...(gap.region === undefined ? {} : { region: gap.region }),
            count: 1,
            detail: "further places",
          });
        } else {
          more.count += 1;
          merged[more.index] = { ...(merged[more.index] as Gap), count: more.count };
        }
        continue;
      }
    } else if (gap.extent === undefined && gap.count !== undefined) {
      const same = merged.findIndex(
        (other) => other.at === undefined && other.extent === undefined && sameKind(other, gap),
      );
      const other = merged[same];
      if (other !== undefined) {
        merged[same] = { ...other, count: (other.count ?? 1) + gap.count };
        continue;
      }
    }
    merged.push(gap);
  }
  return merged;
}

function sameKind(a: Gap, b: Gap): boolean {
  return a.reason === b.reason && a.region === b.region && a.detail === b.detail;
}

function numbered(at: Locator): { unit: UnitName; number: number } | undefined {
  if (at.kind === "page") return { unit: "page", number: at.page };
  if (at.kind === "slide") return { unit: "slide", number: at.slide };
  if (at.kind === "line") return { unit: "line", number: at.line };
  return undefined;
}

/** Grows the last gap by the next number; true when it did. */
function extendsGap(
  last: Gap,
  next: { unit: UnitName; number: number },
  count: number | undefined,
  merged: Gap[],
): boolean {
  const from = last.extent?.unit === next.unit ? last.extent.from : last.at && numbered(last.at)?.number;
  const to = last.extent?.unit === next.unit ? last.extent.to : from;
  if (from === undefined || to === undefined || next.number < to || next.number > to + 1) return false;
  const { at: _at, ...rest } = last;
  const total =
    last.count === undefined && count === undefined ? undefined : (last.count ?? 1) + (count ?? 1);
  if (next.number === to && total === undefined) return true;
  merged[merged.length - 1] = {
    ...rest,
    ...(next.number === to
      ? last.at === undefined
        ? {}
        : { at: last.at }
      : { extent: { unit: next.unit, from, to: next.number } }),
    ...(total === undefined ? {} : { count: total }),
  };
  return true;
}
