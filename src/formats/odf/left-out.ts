/** What a walk meets and does not hand out, as one gap for each kind with its count. Guarantees: nothing met is dropped. */

import type { Gap } from "../../model/coverage.ts";

const KINDS = {
  object: {
    region: "embedded_object",
    reason: "not_extracted",
    detail: "embedded objects, charts and formulas",
  },
  control: { region: "form_field", reason: "not_extracted", detail: "form controls" },
  numbering: {
    region: "numbering",
    reason: "not_extracted",
    detail: "automatic numbers of lists and headings",
  },
  linked: {
    region: "body",
    reason: "not_extracted",
    detail: "sections whose content stands in another file",
  },
  repeated: {
    region: "table",
    reason: "too_large",
    detail: "cells of text tables that stand for many by a repeat count",
  },
  table: { region: "nested_table", reason: "not_extracted", detail: "tables inside cells of a sheet" },
} as const satisfies Record<string, Omit<Gap, "count">>;

export type LeftOutKind = keyof typeof KINDS;

export class LeftOut {
  readonly #counts = new Map<LeftOutKind, number>();
  readonly flags = new Set<string>();
  /** Gaps that have their own place. */
  readonly more: Gap[] = [];
  pictures = 0;
  hasText = false;

  add(kind: LeftOutKind): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  gaps(): Gap[] {
    return [...this.more, ...[...this.#counts].map(([kind, count]) => ({ ...KINDS[kind], count }))];
  }
}
