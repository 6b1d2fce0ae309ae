/**
 * The level of a line that is a JSON object, by its keys: `level`, `severity` and their kin, numbers of pino, bunyan and GELF, `PRIORITY`
 * of journald, `log.level` of the Elastic Common Schema, `@l` of Serilog, `s` of MongoDB; for a line of Docker's json-file the level of
 * the line inside.
 *
 * Guarantees: only keys of the outermost object count (and `level` inside `log`), whatever stands in strings. A line that is cut off or
 * no valid JSON is judged by what comes before the fault.
 */

import type { LogLevel } from "../../model/log-answer.ts";
import { levelNamed, levelOfLetter, levelOfNumber, levelOfSyslog } from "./level-names.ts";

const KEYS = new Set([
  "level",
  "severity",
  "lvl",
  "levelname",
  "level_name",
  "loglevel",
  "log_level",
  "logLevel",
  "log.level",
  "severity_text",
  "severityText",
  "@l",
  "@level",
  "Level",
  "LogLevel",
  "Severity",
]);

/** A member of the outermost object: its key, and its value where that is a string or a number. */
interface Member {
  readonly key: string;
  readonly value: string | number | undefined;
  /** Where the value starts. */
  readonly at: number;
}

/** After the closing quote of the string that opens at `at`; the text's length where it does not close. */
function afterString(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** After the object or array that opens at `at`. */
function afterNested(text: string, at: number): number {
  let depth = 0;
  for (let here = at; here < text.length; here += 1) {
    const code = text.charCodeAt(here);
    if (code === 0x22) here = afterString(text, here) - 1;
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) {
      depth -= 1;
      if (depth === 0) return here + 1;
    }
  }
  return text.length;
}

function skipSpace(text: string, at: number): number {
  let here = at;
  while (here < text.length && text.charCodeAt(here) <= 0x20) here += 1;
  return here;
}

function* members(text: string, open: number): Generator<Member> {
  let at = skipSpace(text, open + 1);
  while (text.charCodeAt(at) === 0x22) {
    const keyEnd = afterString(text, at);
    const key = text.slice(at + 1, keyEnd - 1);
    at = skipSpace(text, keyEnd);
    if (text.charCodeAt(at) !== 0x3a) return;
    at = skipSpace(text, at + 1);
    const start = at;
    const code = text.charCodeAt(at);
    let value: string | number | undefined;
    if (code === 0x22) {
      at = afterString(text, at);
      value = text.slice(start + 1, at - 1);
    } else if (code === 0x7b || code === 0x5b) at = afterNested(text, at);
    else {
      while (at < text.length && !",}".includes(text.charAt(at))) at += 1;
      const number = Number(text.slice(start, at));
      if (start < at && !Number.isNaN(number)) value = number;
    }
    yield { key, value, at: start };
    at = skipSpace(text, at);
    if (text.charCodeAt(at) !== 0x2c) return;
    at = skipSpace(text, at + 1);
  }
}

function valueLevel(value: string | number | undefined): LogLevel | undefined {
  if (typeof value === "number") return levelOfNumber(value);
  if (value === undefined || value === "") return undefined;
  return levelNamed(value.trim()) ?? (/^\d{1,3}$/.test(value) ? levelOfNumber(Number(value)) : undefined);
}

/** Level of the object that opens at `open`; `inner` judges a line that stands inside a string. */
export function jsonLevel(
  text: string,
  open: number,
  inner: (line: string) => LogLevel,
): LogLevel | undefined {
  let docker: string | undefined;
  let stream = false;
  let serilog = false;
  let mongo: string | undefined;
  let mongoComponent = false;
  for (const { key, value, at } of members(text, open)) {
    if (KEYS.has(key)) {
      const level = valueLevel(value);
      if (level !== undefined) return level;
    } else if (key === "PRIORITY") {
      const level = levelOfSyslog(Number(value));
      if (level !== undefined) return level;
    } else if (key === "log" && value === undefined && text.charCodeAt(at) === 0x7b) {
      for (const member of members(text, at))
        if (member.key === "level") {
          const level = valueLevel(member.value);
          if (level !== undefined) return level;
        }
    } else if (key === "log" && typeof value === "string") docker = value;
    else if (key === "stream") stream = true;
    else if (key === "@t") serilog = true;
    else if (key === "s" && typeof value === "string") mongo = value;
    else if (key === "c") mongoComponent = true;
  }
  if (mongo !== undefined && mongoComponent && /^(?:[FEWI]|D[1-5]?)$/.test(mongo))
    return levelOfLetter(mongo.charAt(0));
  if (docker !== undefined && stream) return inner(docker.replace(/\\n$/, "").replaceAll('\\"', '"'));
  // Serilog's compact format leaves out the level of an informational event.
  return serilog ? "INFO" : undefined;
}
