/** Names and numbers of levels, as logging libraries write them, and which of the seven levels each means. */

import type { LogLevel } from "../../model/log-answer.ts";

const NAMES: readonly (readonly [LogLevel, string])[] = [
  ["TRACE", "trace trc trce verbose vrb finest finer silly"],
  ["DEBUG", "debug dbg dbug fine config debug1 debug2 debug3 debug4 debug5"],
  ["INFO", "info inf information informational notice note success default"],
  ["WARN", "warn warning wrn"],
  ["ERROR", "error err severe failure fail"],
  ["FATAL", "fatal ftl critical crit crt alert emerg emergency panic dpanic pnc"],
];

const BY_NAME: ReadonlyMap<string, LogLevel> = new Map(
  NAMES.flatMap(([level, names]) => names.split(" ").map((name): [string, LogLevel] => [name, level])),
);

/** The level of a name in any case; undefined where it is none. */
export function levelNamed(name: string): LogLevel | undefined {
  return BY_NAME.get(name) ?? BY_NAME.get(name.toLowerCase());
}

/** Letters of the shortest and the longest name. */
export const NAME_MIN = 3;
export const NAME_MAX = 13;

/** The same names as they are written in headers: lower case, upper case, capitalised. */
const WRITTEN: ReadonlyMap<string, LogLevel> = new Map(
  [...BY_NAME].flatMap(([name, level]): [string, LogLevel][] => [
    [name, level],
    [name.toUpperCase(), level],
    [name.charAt(0).toUpperCase() + name.slice(1), level],
  ]),
);

/** The level of a name in one of the usual cases; cheaper than `levelNamed`. */
export function levelWritten(name: string): LogLevel | undefined {
  return WRITTEN.get(name);
}

/** Words that are levels wherever they stand alone in a header; the other names need a mark behind or around them. */
export const PLAIN_NAMES: ReadonlySet<string> = new Set(
  "TRACE DEBUG INFO WARN WARNING ERROR FATAL CRITICAL SEVERE NOTICE VERBOSE INFORMATION".split(" "),
);

/** Three letters, upper case: Serilog, zerolog. */
export const SHORT_NAMES: ReadonlySet<string> = new Set("TRC VRB DBG INF WRN ERR FTL CRT PNC".split(" "));

/** Syslog severity (RFC 5424, section 6.2.1; journald's PRIORITY): 0 to 2 are beyond an error. */
export function levelOfSyslog(severity: number): LogLevel | undefined {
  return (["FATAL", "FATAL", "FATAL", "ERROR", "WARN", "INFO", "INFO", "DEBUG"] as const)[severity];
}

/** Numeric `level`: pino and bunyan count 10 to 60; one digit is a syslog severity (GELF). */
export function levelOfNumber(value: number): LogLevel | undefined {
  if (Number.isInteger(value) && value >= 0 && value <= 7) return levelOfSyslog(value);
  if (value < 10 || value > 100) return undefined;
  return (["TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL"] as const)[
    Math.min(5, Math.floor(value / 10) - 1)
  ];
}

/** Letters of klog, glog, logcat, MongoDB and Ruby. */
export function levelOfLetter(letter: string): LogLevel | undefined {
  return LETTERS[letter];
}

const LETTERS: Readonly<Record<string, LogLevel>> = {
  V: "TRACE",
  T: "TRACE",
  D: "DEBUG",
  I: "INFO",
  N: "INFO",
  W: "WARN",
  E: "ERROR",
  F: "FATAL",
  A: "FATAL",
  C: "FATAL",
};
