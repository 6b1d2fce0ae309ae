/** Log answers for a person: line numbers in the margin, matches set off, then how much of the log was looked at and in which version. */

import type {
  LogGap,
  LogLevelsAnswer,
  LogLine,
  LogSearchAnswer,
  LogTailAnswer,
} from "../model/log-answer.ts";
import { LOG_LEVELS } from "../model/log-answer.ts";
import type { Palette } from "./colour.ts";
import { visible, visibleLine } from "./visible.ts";

const count = (number: number, unit: string): string =>
  `${number.toLocaleString("en")} ${unit}${number === 1 ? "" : "s"}`;

function marks(line: LogLine): string {
  const found = [
    line.cut ? "cut" : "",
    line.replacedBytes > 0 ? count(line.replacedBytes, "undecodable byte") : "",
    (line.nulBytes ?? 0) > 0 ? count(line.nulBytes ?? 0, "NUL") : "",
  ].filter((mark) => mark !== "");
  return found.length === 0 ? "" : ` [${found.join(", ")}]`;
}

/** The line's text with the hits set off. */
export type Highlight = (text: string) => string;

export function printLine(line: LogLine, width: number, paint: Palette, highlight: Highlight): string {
  const place = line.lineNo === null ? "" : String(line.lineNo).padStart(width);
  const file = line.file === undefined ? "" : `${visibleLine(line.file)}:`;
  const margin = file + place === "" ? "" : `${paint.place(file + place)}  `;
  const around = line.around === undefined ? "" : `\n${" ".repeat(width)}  … ${highlight(line.around)} …`;
  return `${margin}${highlight(line.text)}${paint.warn(marks(line))}${around}\n`;
}

function printLines(lines: readonly LogLine[], paint: Palette, highlight: Highlight): string {
  const width = Math.max(0, ...lines.map((line) => String(line.lineNo ?? "").length));
  return lines.map((line) => printLine(line, width, paint, highlight)).join("");
}

function highlighter(text: string, ignoreCase: boolean, paint: Palette): Highlight {
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), ignoreCase ? "giu" : "gu");
  return (line) => {
    let out = "";
    let at = 0;
    for (const match of line.matchAll(pattern)) {
      out += visible(line.slice(at, match.index)) + paint.hit(visible(match[0]));
      at = match.index + match[0].length;
    }
    return out + visible(line.slice(at));
  };
}

type Common = Pick<LogTailAnswer, "version" | "encoding" | "secrets" | "siblings" | "gaps" | "nulBytes">;

function gapText(gap: LogGap): string {
  const file = gap.file === undefined ? "" : `${gap.file}: `;
  return `${file}${gap.detail}${gap.count === undefined ? "" : ` (${gap.count.toLocaleString("en")})`}`;
}

function conclusion(answer: Common, paint: Palette): string {
  const { version, encoding, secrets } = answer;
  const facts = [`version by size and time: ${version.size} bytes, ${version.modified}`];
  if (encoding.name !== "utf-8") facts.push(encoding.name);
  if (answer.nulBytes > 0) facts.push(count(answer.nulBytes, "NUL byte"));
  const lines = [paint.quiet(`-- ${visibleLine(facts.join("; "))}\n`)];
  if (secrets.found > 0) {
    const kinds = [...new Set(secrets.findings.map((finding) => finding.kind))].join(", ");
    lines.push(
      paint.warn(
        `-- secrets: ${secrets.found} ${secrets.policy === "redact" ? "redacted" : "found"} (${kinds})\n`,
      ),
    );
  }
  for (const gap of answer.gaps) lines.push(paint.warn(`-- not covered: ${visibleLine(gapText(gap))}\n`));
  if (answer.siblings !== undefined)
    lines.push(
      paint.quiet(`-- not looked at: ${visibleLine(answer.siblings.join(", "))} (--rotated includes them)\n`),
    );
  return lines.join("");
}

function stopText(answer: Pick<LogSearchAnswer, "stopReason" | "next" | "scannedBytes">): string {
  const why = {
    limit: "as many lines as asked for were found",
    time_budget: "the time budget was spent",
    size_budget: "the size budget was spent",
  };
  if (answer.stopReason === null) return "";
  const next = answer.next === null ? "" : `; go on with --from ${answer.next}`;
  return `-- stopped after ${count(answer.scannedBytes, "byte")}: ${why[answer.stopReason]}${next}\n`;
}

export function printTail(answer: LogTailAnswer, paint: Palette): string {
  const facts = [
    count(answer.lines.length, "line"),
    answer.wholeFile ? "the whole log was read" : "the log's end was read, not its beginning",
  ];
  if (answer.droppedPartial) facts.push("a partial line at the window's start was dropped");
  if (answer.lastLineOpen) facts.push("the last line has no line end and may still be growing");
  return (
    printLines(answer.lines, paint, visible) +
    paint.quiet(`-- ${facts.join("; ")}\n`) +
    conclusion(answer, paint)
  );
}

export function printSearch(
  answer: LogSearchAnswer,
  asked: { text: string; ignoreCase: boolean },
  paint: Palette,
): string {
  const hits = answer.matchCount ?? answer.matches.length;
  const found =
    hits === 0
      ? answer.complete
        ? "not found"
        : "not found in what was looked at"
      : count(hits, "matching line");
  const folding = answer.caseFolding === "unicode" ? "; case by Unicode folding" : "";
  return (
    printLines(answer.matches, paint, highlighter(asked.text, asked.ignoreCase, paint)) +
    paint.quiet(`-- ${found}, ${count(answer.scannedLines, "line")} looked at${folding}\n`) +
    paint.warn(stopText(answer)) +
    conclusion(answer, paint)
  );
}

export function printLevels(answer: LogLevelsAnswer, paint: Palette): string {
  const width = Math.max(...LOG_LEVELS.map((level) => answer.levels[level].toLocaleString("en").length));
  const rows = LOG_LEVELS.map(
    (level) =>
      `${paint.place(level.padEnd(5))}  ${answer.levels[level].toLocaleString("en").padStart(width)}\n`,
  );
  return (
    rows.join("") +
    paint.quiet(`-- ${count(answer.scannedLines, "line")} looked at\n`) +
    paint.warn(stopText(answer)) +
    conclusion(answer, paint)
  );
}
