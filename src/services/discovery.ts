/**
 * `discover`: the files of a source by name, type and time, with a token for each. Nothing is read and nothing registered.
 *
 * Guarantees: all matching files are counted, also those beyond the limit; `coverage.complete` is true only where the walk came to its end and
 * every match is listed; what was passed over on purpose (ignored, links, special files, media) is counted in `skipped`.
 */

import { coverageOf } from "../model/coverage.ts";
import type { Gap, StopReason } from "../model/coverage.ts";
import { ReadbackError } from "../model/errors.ts";
import { isMediaName } from "../model/media.ts";
import { DISCOVER_DEFAULT, DISCOVER_MAX, versionRoleOf } from "../model/original-answer.ts";
import type { DiscoverAnswer, DiscoveredFile, DiscoverRequest } from "../model/original-answer.ts";
import { encodeToken } from "../model/token.ts";
import { isoTime } from "../model/version.ts";
import { matchesWildcards } from "../model/wildcards.ts";
import { rootDigest } from "../fs/root-digest.ts";
import { openRoot } from "../fs/root.ts";
import { lookAtWalked, walk } from "../fs/walk.ts";
import type { WalkOutcome } from "../fs/walk.ts";
import type { OriginalSource } from "./original-access.ts";

const TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ["txt", "text", "md", "markdown", "log", "rst", "adoc", "org", "tex"],
  csv: ["csv", "tsv"],
  word: ["docx", "docm", "dotx"],
  excel: ["xlsx", "xlsm", "xltx"],
  powerpoint: ["pptx", "pptm", "ppsx"],
  opendocument: ["odt", "ods", "odp"],
};

interface Found {
  readonly candidates: DiscoveredFile[];
  matchCount: number;
  media: number;
}

export async function discoverIn(
  sources: readonly OriginalSource[],
  request: DiscoverRequest,
  options: { readonly signal: AbortSignal; readonly ms: number },
): Promise<DiscoverAnswer> {
  const { limit = DISCOVER_DEFAULT } = request;
  if (!Number.isInteger(limit) || limit < 1 || limit > DISCOVER_MAX)
    throw new ReadbackError("invalid_request", `\`limit\` must be a whole number from 1 to ${DISCOVER_MAX}`);
  const matches = matcherOf(request);
  const deadline = performance.now() + options.ms;
  const found: Found = { candidates: [], matchCount: 0, media: 0 };
  const gaps: Gap[] = [];
  const outcomes: WalkOutcome[] = [];
  for (const source of sources) {
    try {
      outcomes.push(await walkOne(source, request, { ...options, deadline, limit, matches, found }));
    } catch (thrown) {
      const offline = thrown instanceof ReadbackError && thrown.code === "source_offline";
      if (!offline || sources.length === 1) throw thrown;
      gaps.push({ reason: "source_offline", detail: `the source \`${source.key}\`` });
    }
  }
  const sum = (key: "files" | "links" | "special" | "ignored" | "unreadable"): number =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0);
  if (sum("unreadable") > 0)
    gaps.push({
      reason: "unreadable",
      count: sum("unreadable"),
      detail: "names that are not UTF-8, folders that cannot be entered",
    });
  if (outcomes.some(({ stop }) => stop === "too_deep"))
    gaps.push({ reason: "too_large", detail: "folders nested too deeply" });
  const stopped = outcomes.find(({ stop }) => stop === "time_budget" || stop === "size_budget")?.stop;
  const stop = (stopped as StopReason | undefined) ?? null;
  const cut = found.matchCount > found.candidates.length;
  const whole = stop === null && gaps.length === 0;
  return {
    candidates: found.candidates,
    matchCount: found.matchCount,
    skipped: {
      ignored: sum("ignored"),
      links: sum("links"),
      special: sum("special"),
      media: found.media,
    },
    coverage: coverageOf(
      { unit: "document", read: sum("files"), total: whole ? sum("files") : null },
      stop ?? (cut ? "match_limit" : null),
      gaps,
    ),
  };
}

type Matcher = (path: string, name: string) => boolean;

async function walkOne(
  source: OriginalSource,
  request: DiscoverRequest,
  how: {
    readonly signal: AbortSignal;
    readonly deadline: number;
    readonly limit: number;
    readonly matches: Matcher;
    readonly found: Found;
  },
): Promise<WalkOutcome> {
  const { found, matches, limit } = how;
  const after = request.modifiedAfter ?? -Infinity;
  const before = request.modifiedBefore ?? Infinity;
  const dated = request.modifiedAfter !== undefined || request.modifiedBefore !== undefined;
  const root = openRoot(source.key, source.path);
  try {
    const digest = rootDigest(root.commitment());
    return await walk(root, {
      signal: how.signal,
      ms: how.deadline - performance.now(),
      honourIgnoreFiles: request.includeIgnored !== true,
      file: (path, name, directory) => {
        if (!matches(path, name)) return;
        if (isMediaName(name)) {
          found.media += 1;
          return;
        }
        const listed = found.candidates.length < limit;
        if (!listed && !dated) {
          found.matchCount += 1;
          return;
        }
        const facts = lookAtWalked(directory, name);
        if (facts === null) return;
        const { size, mtimeNs } = facts.identity;
        const time = Number(mtimeNs / 1_000_000n);
        if (time < after || time >= before) return;
        found.matchCount += 1;
        if (!listed) return;
        found.candidates.push({
          source: source.key,
          path,
          size: Number(size),
          modified: isoTime(mtimeNs),
          versionRole: versionRoleOf(name),
          token: encodeToken({ source: source.key, path, size: Number(size), mtimeNs, root: digest }),
        });
      },
    });
  } finally {
    root.close();
  }
}

function matcherOf(request: DiscoverRequest): Matcher {
  const wanted = request.name === undefined ? undefined : folded(request.name);
  if (wanted === "") throw new ReadbackError("invalid_request", "`name` must not be empty");
  const pattern = wanted === undefined || /[*?]/.test(wanted) ? wanted : `*${wanted}*`;
  const whole = pattern?.includes("/") === true;
  const extensions = extensionsOf(request.type);
  return (path, name) => {
    if (extensions !== undefined) {
      const dot = name.lastIndexOf(".");
      if (dot < 0 || !extensions.has(name.slice(dot + 1).toLowerCase())) return false;
    }
    return pattern === undefined || matchesWildcards(pattern, folded(whole ? path : name));
  };
}

function extensionsOf(type: string | undefined): ReadonlySet<string> | undefined {
  if (type === undefined) return undefined;
  const word = type.toLowerCase().replace(/^\./, "");
  if (!/^[\p{L}\p{N}_+-]{1,20}$/u.test(word))
    throw new ReadbackError("invalid_request", "`type` must be a format or an extension", {
      hint: "for example pdf, word, excel, powerpoint, csv, text, md",
    });
  return new Set(TYPES[word] ?? [word]);
}

/** Capital letters and forms of the same character do not divide. */
function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
