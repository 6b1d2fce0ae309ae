/**
 * The findings of one document: kind, place and count, never a value or a part of one.
 *
 * Guarantees: findings of the same kind at the same place are one, with a count; at most 20 are listed, in document order, and those of the
 * high tier come before those of the low tier when not all fit; `found` counts all of the high tier.
 */

import type { SecretFinding } from "../../model/answer.ts";
import type { Locator } from "../../model/locator.ts";
import type { SecretSpan, Tier } from "./rule.ts";

const LISTED_MAX = 20;

interface Listed {
  readonly order: number;
  readonly kind: string;
  readonly at: Locator;
  readonly tier: Tier;
  count: number;
}

export class FindingList {
  found = 0;
  readonly #listed: Readonly<Record<Tier, Map<string, Listed>>> = { high: new Map(), low: new Map() };
  #order = 0;

  /** Spans of one unit, by field. The fields say the same thing in several forms, so that the largest count of a kind is taken. */
  add(at: Locator, fields: readonly (readonly SecretSpan[])[]): void {
    const counts = new Map<string, { tier: Tier; kind: string; count: number }>();
    for (const spans of fields) {
      const own = new Map<string, number>();
      for (const { kind, tier } of spans) {
        const key = `${tier} ${kind}`;
        const count = (own.get(key) ?? 0) + 1;
        own.set(key, count);
        const known = counts.get(key);
        if (known === undefined) counts.set(key, { tier, kind, count });
        else known.count = Math.max(known.count, count);
      }
    }
    for (const { tier, kind, count } of counts.values()) this.#count(at, tier, kind, count);
  }

  #count(at: Locator, tier: Tier, kind: string, count: number): void {
    if (tier === "high") this.found += count;
    const listed = this.#listed[tier];
    const key = `${kind} ${JSON.stringify(at)}`;
    const known = listed.get(key);
    if (known !== undefined) known.count += count;
    else if (listed.size < LISTED_MAX) listed.set(key, { order: this.#order++, kind, at, tier, count });
  }

  get high(): readonly SecretFinding[] {
    return [...this.#listed.high.values()].map(toFinding);
  }

  get findings(): readonly SecretFinding[] {
    const high = [...this.#listed.high.values()];
    const low = [...this.#listed.low.values()].slice(0, LISTED_MAX - high.length);
    return [...high, ...low].toSorted((a, b) => a.order - b.order).map(toFinding);
  }
}

const toFinding = ({ kind, at, tier, count }: Listed): SecretFinding =>
  tier === "low" ? { kind, at, count, tier } : { kind, at, count };
