/**
 * The one place where the program's words become the names that callers see (specification: answers). Fields may be added, never renamed.
 * Pure: the command line's `--json`, the MCP tools and the library's documentation all speak of what these functions return.
 */

import type { Entry, Passage, ReadAnswer, ReadEntry, Secrets } from "./answer.ts";
import type { Coverage, Gap } from "./coverage.ts";
import type { ErrorFacts } from "./errors.ts";
import type { Extent, Locator } from "./locator.ts";
import type { CellFacts, EncodingFacts } from "./unit.ts";
import type { Version } from "./version.ts";

export type Wire = { readonly [key: string]: WireValue };
export type WireValue = string | number | boolean | null | Wire | readonly WireValue[];

/** Leaves out what was not asked for or is not there, so that an absent field and `null` stay apart. */
function present(fields: Readonly<Record<string, WireValue | undefined>>): Wire {
  const out: Record<string, WireValue> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) out[key] = value;
  return out;
}

export function locatorToWire(at: Locator): Wire {
  switch (at.kind) {
    case "line":
      return present({ line: at.line, end_line: at.endLine });
    case "record":
      return present({ line: at.line, end_line: at.endLine, record: at.record, column: at.column });
    case "page":
      return present({ page: at.page, label: at.label });
    case "paragraph":
      return present({ paragraph: at.paragraph, end_paragraph: at.endParagraph });
    case "tableCell":
      return { table: at.table, row: at.row, column: at.column };
    case "sheetCell":
      return { sheet: at.sheet, cell: at.cell };
    case "slide":
      return { slide: at.slide };
    case "part":
      return present({ part: at.part, item: at.item, paragraph: at.paragraph });
  }
}

function extentToWire(extent: Extent): Wire {
  return present({ unit: extent.unit, from: extent.from, to: extent.to, sheet: extent.sheet });
}

export function gapToWire(gap: Gap): Wire {
  return present({
    reason: gap.reason,
    region: gap.region,
    extent: gap.extent && extentToWire(gap.extent),
    at: gap.at && locatorToWire(gap.at),
    count: gap.count,
    detail: gap.detail,
  });
}

export function coverageToWire(coverage: Coverage): Wire {
  return {
    complete: coverage.complete,
    stop_reason: coverage.stopReason,
    unit: coverage.unit,
    read: coverage.read,
    total: coverage.total,
    gaps: coverage.gaps.map(gapToWire),
  };
}

export function versionToWire(version: Version): Wire {
  return {
    sha256: version.sha256,
    proof: version.proof,
    size: version.size,
    modified: version.modified,
    path_check: version.pathCheck,
  };
}

export function secretsToWire(secrets: Secrets): Wire {
  return {
    policy: secrets.policy,
    screened: secrets.screened,
    found: secrets.found,
    findings: secrets.findings.map((finding) =>
      present({
        kind: finding.kind,
        at: locatorToWire(finding.at),
        count: finding.count,
        tier: finding.tier,
      }),
    ),
  };
}

function cellToWire(cell: CellFacts | undefined): Record<string, WireValue | undefined> {
  if (cell === undefined) return {};
  return {
    value: cell.value,
    type: cell.type,
    formula: cell.formula,
    empty: cell.empty,
    merged_into: cell.mergedInto,
    merge: cell.merge,
  };
}

export function passageToWire(passage: Passage): Wire {
  return present({
    at: locatorToWire(passage.at),
    region:
      passage.region === "body" || (passage.at.kind === "tableCell" && passage.region === "table")
        ? undefined
        : passage.region,
    text: passage.text,
    match: passage.match,
    cut: passage.cut,
    ...cellToWire(passage.cell),
    hidden: passage.hidden,
    sheet_state: passage.sheetState,
    numbering: passage.numbering,
    label: passage.label,
    replaced_bytes: passage.replacedBytes,
  });
}

export function encodingToWire(encoding: EncodingFacts): Wire {
  return present({
    name: encoding.name,
    bom: encoding.bom,
    how: encoding.how,
    confidence: encoding.confidence,
  });
}

export function errorToWire(error: ErrorFacts): Wire {
  return present({ code: error.code, message: error.message, hint: error.hint });
}

function readEntryToWire(entry: ReadEntry): Wire {
  return present({
    path: entry.path,
    ok: true,
    format: entry.format,
    encoding: entry.encoding && encodingToWire(entry.encoding),
    line_ends: entry.lineEnds,
    sheets: entry.sheets?.map((sheet) => ({ name: sheet.name, state: sheet.state, kind: sheet.kind })),
    flags: entry.flags.length === 0 ? undefined : entry.flags,
    version: versionToWire(entry.version),
    mode: entry.mode,
    passages: entry.passages.map(passageToWire),
    match_count: entry.matchCount,
    more_at: entry.moreAt?.map(locatorToWire),
    coverage: coverageToWire(entry.coverage),
    secrets: secretsToWire(entry.secrets),
    next: entry.next,
    citation: entry.citation,
  });
}

export function entryToWire(entry: Entry): Wire {
  return entry.ok ? readEntryToWire(entry) : { path: entry.path, ok: false, error: errorToWire(entry.error) };
}

export function readAnswerToWire(answer: ReadAnswer): Wire {
  return { entries: answer.entries.map(entryToWire) };
}
