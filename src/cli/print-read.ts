/** An answer for a person: passages with their place in the margin, hits set off, then which version was read and what was not covered. */

import type { Entry, Passage, ReadAnswer, ReadEntry } from "../model/answer.ts";
import type { Gap } from "../model/coverage.ts";
import { locatorText } from "../model/locator.ts";
import type { Palette } from "./colour.ts";
import { errorLine } from "./exit.ts";
import { visible, visibleLine } from "./visible.ts";

export function printAnswer(answer: ReadAnswer, paint: Palette): string {
  const many = answer.entries.length > 1;
  return answer.entries
    .map((entry) => (many ? paint.quiet(`== ${visibleLine(entry.path)}\n`) : "") + printEntry(entry, paint))
    .join("\n");
}

function printEntry(entry: Entry, paint: Palette): string {
  if (!entry.ok) return errorLine(entry.error);
  const passages = entry.passages.map((passage) => printPassage(passage, paint));
  return [...passages, ...conclusion(entry, paint)].join("");
}

function printPassage(passage: Passage, paint: Palette): string {
  const marks = [
    passage.region === "body" || (passage.region === "table" && passage.at.kind === "tableCell")
      ? ""
      : passage.region,
    passage.hidden === true && passage.region !== "hidden" ? "hidden" : "",
    passage.cell?.formula === undefined ? "" : `=${passage.cell.formula.replace(/^=/, "")}`,
    passage.cell?.mergedInto === undefined ? "" : `merged into ${passage.cell.mergedInto}`,
    passage.cell?.empty === true ? "empty" : "",
    passage.text === null ? "no stored result" : "",
    passage.cut === true ? "part" : "",
    passage.label ?? "",
  ].filter((mark) => mark !== "");
  const place =
    visibleLine(locatorText(passage.at)) + (marks.length === 0 ? "" : ` [${visibleLine(marks.join(", "))}]`);
  const text =
    (passage.numbering === undefined ? "" : `${visibleLine(passage.numbering)} `) + marked(passage, paint);
  const lines = text.split("\n");
  if (passage.at.kind === "line" && passage.match !== true) {
    const first = passage.at.line;
    return lines.map((line, index) => `${paint.place(`L${first + index}`)}  ${line}\n`).join("");
  }
  if (lines.length === 1) return `${paint.place(place)}  ${lines[0] ?? ""}\n`;
  return `${paint.place(place)}\n${lines.map((line) => `    ${line}\n`).join("")}`;
}

function marked(passage: Passage, paint: Palette): string {
  const text = passage.text ?? "";
  if (passage.match !== true || passage.highlights === undefined) return visible(text);
  let out = "";
  let at = 0;
  for (const span of passage.highlights) {
    if (span.start < at || span.end > text.length) continue;
    out += visible(text.slice(at, span.start)) + paint.hit(visible(text.slice(span.start, span.end)));
    at = span.end;
  }
  return out + visible(text.slice(at));
}

const PLURALS: Record<string, string> = {
  line: "lines",
  record: "records",
  page: "pages",
  paragraph: "paragraphs",
  cell: "cells",
  slide: "slides",
  document: "documents",
};

function units(count: number, unit: string): string {
  return `${count} ${count === 1 ? unit : (PLURALS[unit] ?? unit)}`;
}

function conclusion(entry: ReadEntry, paint: Palette): string[] {
  const { coverage, version, secrets } = entry;
  const out: string[] = [];
  if (entry.mode === "contains") {
    const hits = entry.matchCount ?? 0;
    const of =
      coverage.total === null
        ? `${units(coverage.read, coverage.unit)} looked at`
        : `in ${coverage.read} of ${units(coverage.total, coverage.unit)}`;
    const found =
      hits === 0
        ? coverage.complete
          ? "not found"
          : "not found in what was covered"
        : `${hits} ${hits === 1 ? "hit" : "hits"}`;
    out.push(`${found}, ${of}`);
  } else if (entry.mode === "sample")
    out.push(`a sample of ${coverage.total === null ? "the file" : units(coverage.total, coverage.unit)}`);
  else
    out.push(
      `${units(coverage.read, coverage.unit)}${coverage.total !== null && coverage.total !== coverage.read ? ` of ${coverage.total}` : ""}`,
    );
  if (entry.encoding !== undefined && entry.encoding.name !== "utf-8" && entry.encoding.name !== "ascii")
    out.push(entry.encoding.name);
  out.push(...entry.flags.map((flag) => flag.replaceAll("_", " ")));
  const lines = [paint.quiet(`-- ${visibleLine(out.join("; "))}\n`)];
  lines.push(
    paint.quiet(
      `-- version ${version.sha256 === null ? "not hashed" : `sha256 ${version.sha256}`}, ${version.size} bytes, ${version.modified}\n`,
    ),
  );
  if (secrets.found > 0)
    lines.push(
      paint.warn(
        `-- secrets: ${secrets.found} ${secrets.policy === "redact" ? "redacted" : "found"} (${[...new Set(secrets.findings.filter((finding) => finding.tier === undefined).map((finding) => finding.kind))].join(", ")})\n`,
      ),
    );
  if (coverage.complete) lines.push(paint.quiet("-- complete: everything that was asked for was covered\n"));
  else {
    if (coverage.stopReason !== null)
      lines.push(paint.warn(`-- stopped: ${coverage.stopReason.replaceAll("_", " ")}${nextText(entry)}\n`));
    for (const gap of coverage.gaps.slice(0, 12))
      lines.push(paint.warn(`-- not covered: ${visibleLine(gapText(gap))}\n`));
    if (coverage.gaps.length > 12)
      lines.push(paint.warn(`-- not covered: ${coverage.gaps.length - 12} more\n`));
  }
  return lines;
}

const FLAG_BY_OPTION: Record<string, string> = {
  start_line: "--lines",
  pages: "--pages",
  slides: "--slides",
  paragraphs: "--paragraphs",
  sheet: "--sheet",
  cells: "--cells",
  table: "--table",
};

function nextText(entry: ReadEntry): string {
  if (entry.next === undefined) return "";
  const { start_line: start, end_line: end } = entry.next;
  if (start !== undefined) return `; go on with --lines ${start}-${end ?? ""}`;
  const flags = Object.entries(entry.next).map(
    ([name, value]) => `${FLAG_BY_OPTION[name] ?? name} ${JSON.stringify(String(value))}`,
  );
  return `; go on with ${flags.join(" ")}`;
}

export function gapText(gap: Gap): string {
  const where =
    gap.at !== undefined
      ? locatorText(gap.at)
      : gap.extent !== undefined
        ? `${PLURALS[gap.extent.unit] ?? gap.extent.unit} ${gap.extent.from}-${gap.extent.to}${gap.extent.sheet === undefined ? "" : ` of ${gap.extent.sheet}`}`
        : "";
  const what = gap.region === undefined ? "" : gap.region.replaceAll("_", " ");
  const count =
    gap.count === undefined ? "" : ` (${gap.count}${gap.reason === "undecodable" ? " bytes" : ""})`;
  const subject = [where, what].filter((part) => part !== "").join(", ");
  return `${subject === "" ? "" : `${subject}: `}${gap.reason.replaceAll("_", " ")}${count}${gap.detail === undefined ? "" : `, ${gap.detail}`}`;
}
