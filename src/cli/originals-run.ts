/** `readback discover`, `inspect`, `locate`, `check`: flags to requests, the answer to paper or JSON, the outcome to an exit status. */

import { parseCitation } from "../model/citation.ts";
import { EXIT_FOUND, EXIT_NOT_FOUND, EXIT_PARTIAL, ReadbackError } from "../model/errors.ts";
import type { CitationCheck, Target } from "../model/original-answer.ts";
import { checkedToWire, discoverToWire, inspectToWire, locateToWire } from "../model/original-wire.ts";
import { timeOf } from "../model/times.ts";
import { configOf, originalSourcesOf } from "../services/configured.ts";
import { createOriginalsService } from "../services/originals.ts";
import type { OriginalsService } from "../services/originals.ts";
import type { CheckFlags, DiscoverFlags, LocateFlags, SourceFlags, TargetFlags } from "./originals.ts";
import { printChecked, printDiscovered, printInspected, printLocated } from "./print-originals.ts";
import { runPrinted } from "./run-printed.ts";
import type { Printed } from "./run-printed.ts";

function print(
  flags: SourceFlags,
  color: string,
  work: (originals: OriginalsService, signal: AbortSignal) => Promise<Printed>,
): Promise<void> {
  const open = (): OriginalsService => {
    const roots = flags.root ?? [];
    const sources = originalSourcesOf(configOf({ config: flags.config, roots }), roots);
    return createOriginalsService({ sources, personal: true, disposable: true });
  };
  return runPrinted({ json: flags.json, color }, open, work);
}

export async function runDiscover(
  source: string | undefined,
  flags: DiscoverFlags,
  color: string,
): Promise<void> {
  return print(flags, color, async (originals, signal) => {
    const answer = await originals.discover(
      {
        source,
        name: flags.name,
        type: flags.type,
        modifiedAfter: timeOf(flags.modifiedAfter, "--modified-after"),
        modifiedBefore: timeOf(flags.modifiedBefore, "--modified-before"),
        limit: flags.limit,
        includeIgnored: flags.includeIgnored,
      },
      { signal },
    );
    return {
      wire: discoverToWire(answer),
      paper: (paint) => printDiscovered(answer, paint),
      status: statusOf(answer.coverage.complete, answer.matchCount),
    };
  });
}

export async function runInspect(path: string | undefined, flags: TargetFlags, color: string): Promise<void> {
  return print(flags, color, async (originals, signal) => {
    const answer = await originals.inspect(targetOf(path, flags.token), { signal });
    return {
      wire: inspectToWire(answer),
      paper: (paint) => printInspected(answer, paint),
      status: answer.verified ? EXIT_FOUND : EXIT_PARTIAL,
    };
  });
}

export async function runLocate(path: string | undefined, flags: LocateFlags, color: string): Promise<void> {
  return print(flags, color, async (originals, signal) => {
    const { text, limit } = flags;
    const answer = await originals.locateContent(targetOf(path, flags.token), { text, limit }, { signal });
    return {
      wire: locateToWire(answer),
      paper: (paint) => printLocated(answer, paint),
      status: statusOf(answer.coverage.complete, answer.matchCount),
    };
  });
}

/** 0: every quote stands; 1: one is altered, moved or absent; 3: one could not be judged. */
export async function runCheck(
  citations: readonly string[],
  flags: CheckFlags,
  color: string,
): Promise<void> {
  return print(flags, color, async (originals, signal) => {
    const checks = checksOf(citations, flags.quote);
    const results = await originals.checkCitations(checks, { signal });
    const has = (verdict: string): boolean => results.some((result) => result.verdict === verdict);
    const refuted = has("moved") || has("altered") || has("absent");
    return {
      wire: checkedToWire(results),
      paper: (paint) => printChecked(checks, results, paint),
      status: has("unverifiable") ? EXIT_PARTIAL : refuted ? EXIT_NOT_FOUND : EXIT_FOUND,
    };
  });
}

function statusOf(complete: boolean, count: number): number {
  if (!complete) return EXIT_PARTIAL;
  return count === 0 ? EXIT_NOT_FOUND : EXIT_FOUND;
}

function targetOf(path: string | undefined, token: string | undefined): Target {
  if (path !== undefined && token === undefined) return { path };
  if (token !== undefined && path === undefined) return { token };
  throw new ReadbackError("invalid_request", "exactly one of a path and `--token` must be given");
}

function checksOf(citations: readonly string[], quotes: readonly string[] | undefined): CitationCheck[] {
  const pairs =
    quotes === undefined
      ? citations.flatMap((text, index) => (index % 2 === 0 ? [[text, citations[index + 1]] as const] : []))
      : quotes.map((quote, index) => [quote, citations[index]] as const);
  if (
    (quotes !== undefined && quotes.length !== citations.length) ||
    pairs.some(([, citation]) => citation === undefined)
  )
    throw new ReadbackError("invalid_request", "each quote needs one citation, and each citation one quote", {
      hint: 'for example `readback check "within 30 days" readback://contracts/lease.pdf#page=3`',
    });
  return pairs.map(([quote, citation]) => {
    const { source, path, sha256, at } = parseCitation(citation ?? "");
    return { quote, target: { source, path }, sha256, at };
  });
}
