/**
 * The level of one line, by the rule of the header (specification: logs): JSON, syslog priority, klog, logcat, MongoDB, logfmt, .NET, then
 * the header of plain text. A line that begins with white space continues the entry above it and has no level of its own.
 *
 * Guarantees: a word inside a message is not a level (level-header.ts says what a message is). Looks at the first LEVEL_CHARS characters,
 * of JSON and logfmt lines at JSON_CHARS.
 */

import type { LogLevel } from "../../model/log-answer.ts";
import { headerLevel, logfmtLevel } from "./level-header.ts";
import type { HeaderTrace } from "./level-header.ts";
import { jsonLevel } from "./level-json.ts";
import { levelNamed, levelOfLetter, levelOfSyslog } from "./level-names.ts";

/** Characters of a line that its level may depend on. */
export const LEVEL_CHARS = 256;
/** The same of a line that starts as a JSON object or a `key=value` pair. */
export const JSON_CHARS = 4096;

/** klog and glog: I0629 08:00:00.385780. */
const KLOG = /^([IWEFD])(?:\d{4}|\d{8}) \d\d:\d\d:\d\d(?:\.\d+)?\s/;
/** logcat: threadtime, time and brief. */
const LOGCAT =
  /^(?:(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d\.\d+(?: [+-]\d{4})?\s+(?:\d+\s+\d+\s+)?([VDIWEFA])[ /]|([VDIWEFA])\/[^(\s]{1,64}\s*\(\s*\d+\):)/;
/** MongoDB before 4.4: 2016-02-08T22:56:19.325+0000 I NETWORK  [conn]. */
const MONGODB = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d) ([FEWIDN])\d? [A-Z_-]+\s/;
/** Tornado and Jupyter: [I 161227 20:23:33 web:1946]. */
const TORNADO = /^\[([DIWEC]) \d[\d: .-]+/;
/** .NET console: warn: Microsoft.Hosting.Lifetime[0]. */
const DOTNET = /^(trce|dbug|info|warn|fail|crit): [\w.`+]+\[\d+\]/;
const PRIORITY = /^<(\d{1,3})>/;
const LOGFMT = /^[A-Za-z_@][\w.@-]*=/;
/** docker compose: the service's name before each line. */
const COMPOSE = /^([A-Za-z][\w.-]*)[ \t]+\|\s/;
const COLOURS = /\u001b\[[\d;]*m/g;

/** Whether a line that starts so may need more than LEVEL_CHARS. */
export function needsMore(head: string): boolean {
  return (
    head.startsWith("{") ||
    (nearby(head, "=") && LOGFMT.test(head)) ||
    (nearby(head, "|") && COMPOSE.test(head))
  );
}

/** `trace` is filled where the line's beginning alone decides, as `HeaderTrace` says. */
export function levelOf(line: string, trace?: HeaderTrace): LogLevel {
  const text = line.includes("\u001b") ? line.replace(COLOURS, "") : line;
  const first = text.charCodeAt(0);
  if (first === 0x7b) return jsonLevel(text, 0, (inner) => levelOf(inner)) ?? "OTHER";
  // Right-aligned ` INFO` and ` WARN` (log4j's %5p) are headers; any other white space continues an entry.
  if (first === 0x20 || first === 0x09)
    return (/^ (?:INFO|WARN)[ :[]/.test(text) ? headerLevel(text, 1) : undefined) ?? "OTHER";
  return special(text, first) ?? headerLevel(text, 0, text === line ? trace : undefined) ?? "OTHER";
}

const SLASH = 0x2f;
const COLON = 0x3a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The formats that are known by their first characters. Each pattern is tried only where a look at one character allows it. */
function special(text: string, first: number): LogLevel | undefined {
  if (first === 0x3c) {
    const priority = PRIORITY.exec(text)?.[1];
    return priority !== undefined && Number(priority) <= 191
      ? levelOfSyslog(Number(priority) & 7)
      : undefined;
  }
  const second = text.charCodeAt(1);
  if (first === 0x5b)
    return isDigit(text.charCodeAt(3)) ? levelOfLetter(TORNADO.exec(text)?.[1] ?? "") : undefined;
  if (isDigit(first)) {
    // 03-17 16:13:38.811 or 2016-02-08T22:56:19.325+0000
    if (text.charCodeAt(2) === 0x2d) return levelOfLetter(LOGCAT.exec(text)?.[1] ?? "");
    if (text.charCodeAt(4) !== 0x2d) return undefined;
    return levelOfLetter(
      (text.charCodeAt(10) === 0x54 ? MONGODB.exec(text)?.[1] : LOGCAT.exec(text)?.[1]) ?? "",
    );
  }
  if (isDigit(second)) return levelOfLetter(KLOG.exec(text)?.[1] ?? "");
  if (second === SLASH) return levelOfLetter(LOGCAT.exec(text)?.[2] ?? "");
  if (text.charCodeAt(4) === COLON) {
    const dotnet = DOTNET.exec(text)?.[1];
    if (dotnet !== undefined) return levelNamed(dotnet);
  }
  if (nearby(text, "=") && LOGFMT.test(text)) return logfmtLevel(text, 0) ?? "OTHER";
  const compose = nearby(text, "|") ? COMPOSE.exec(text) : null;
  // `INFO | message` is a header of its own, not a service of that name.
  if (compose === null || levelNamed(compose[1] ?? "") !== undefined) return undefined;
  return levelOf(text.slice(compose[0].length));
}

function nearby(text: string, mark: string): boolean {
  const at = text.indexOf(mark);
  return at > 0 && at < 80;
}
