/** Times in line headers, and times that callers state. The zone-less ones are compared with the same local time. */

import { describe, expect, it } from "vitest";
import { lineTime, statedTime } from "../../../src/reading/logs/timestamps.ts";

const reference = new Date(2026, 11, 1, 12, 0, 0).getTime();
const local = (
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  ms = 0,
): number => new Date(year, month, day, hour, minute, second, ms).getTime();
const utc = (text: string): number => Date.parse(text);

describe("times of lines", () => {
  it.each([
    ["2026-04-01T10:00:00Z INFO x", utc("2026-04-01T10:00:00Z")],
    ["2026-04-01T10:00:00.123+02:00 INFO x", utc("2026-04-01T08:00:00.123Z")],
    ["2026-04-01 10:00:00,123 [main] INFO x", local(2026, 3, 1, 10, 0, 0, 123)],
    ["2026/11/30 10:00:00 [error] 1#0: x", local(2026, 10, 30, 10, 0, 0)],
    ["[2026-04-01 10:00:00,123: WARNING/Main] x", local(2026, 3, 1, 10, 0, 0, 123)],
    ["2025-08-13 01:45:01.123 UTC [1] LOG: x", utc("2025-08-13T01:45:01.123Z")],
    ["[Mon Nov 30 10:00:00.123456 2026] [core:error] x", local(2026, 10, 30, 10, 0, 0, 123)],
    ['1.2.3.4 - - [30/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200', utc("2026-11-30T10:00:00Z")],
    ["01-May-2026 10:00:00.123 INFO [main] x", local(2026, 4, 1, 10, 0, 0, 123)],
    ["Nov 30 10:00:00 host app[1]: x", local(2026, 10, 30, 10, 0, 0)],
    ["Dec 24 10:00:00 host app[1]: x", local(2025, 11, 24, 10, 0, 0)],
    ["Nov  3 09:23:38 veridian automount[7998]: x", local(2026, 10, 3, 9, 23, 38)],
    ["<13>Nov 30 10:00:00 host app: x", local(2026, 10, 30, 10, 0, 0)],
    ["<34>1 2003-10-11T22:14:15.003Z host su - x", utc("2003-10-11T22:14:15.003Z")],
    ["17/06/09 20:10:54 INFO Foo: x", local(2017, 5, 9, 20, 10, 54)],
    ["I0629 08:00:00.385780 1 trace.go:897] x", local(2026, 5, 29, 8, 0, 0, 385)],
    ["03-17 16:13:38.811  1702  2395 D WindowManager: x", local(2026, 2, 17, 16, 13, 38, 811)],
    ["081109 203615 148 INFO dfs.DataNode: x", local(2008, 10, 9, 20, 36, 15)],
    ['{"level":"info","ts":1764500000.5,"msg":"x"}', 1764500000500],
    ['{"level":30,"time":1764500000123,"msg":"x"}', 1764500000123],
    ['{"@timestamp":"2026-04-01T10:00:00.000Z","message":"x"}', utc("2026-04-01T10:00:00Z")],
    ['{"t":{"$date":"2026-04-01T10:00:00.000+00:00"},"s":"I"}', utc("2026-04-01T10:00:00Z")],
    ['time="2021-09-15T21:17:10.220731Z" level=error msg="x"', utc("2021-09-15T21:17:10.220Z")],
    ["ts=1764500000 level=info msg=x", 1764500000000],
    ["1764500000.123 INFO x", 1764500000123],
  ])("%s", (line, expected) => {
    expect(lineTime(line, reference)).toBe(expected);
  });

  it.each([
    "no time here",
    "    at com.example.Foo(Foo.java:12)",
    "10:02 ERROR no date",
    "the file of 2026-04-01 10:00:00 was read",
    "2026-13-01 10:00:00 no such month",
    "Foo 30 10:00:00 no such month",
    '{"msg":"2026-04-01T10:00:00Z"}',
    "",
  ])("none in %s", (line) => {
    expect(lineTime(line, reference)).toBeUndefined();
  });
});

describe("times that callers state", () => {
  it.each([
    ["2026-04-01", "start", local(2026, 3, 1, 0, 0, 0)],
    ["2026-04-01", "end", local(2026, 3, 1, 23, 59, 59, 999)],
    ["2026-04-01T10:00", "end", local(2026, 3, 1, 10, 0, 59, 999)],
    ["2026-04-01T10:00:05", "end", local(2026, 3, 1, 10, 0, 5, 999)],
    ["2026-04-01T10:00:05.5Z", "end", utc("2026-04-01T10:00:05.500Z")],
    ["2026-04-01 10:00+02:00", "start", utc("2026-04-01T08:00:00Z")],
    ["2h", "start", reference - 7_200_000],
    ["90s", "end", reference - 90_000],
  ] as const)("%s as %s", (text, edge, expected) => {
    expect(statedTime(text, edge, reference)).toBe(expected);
  });

  it.each(["", "yesterday", "2026-4-1", "10:00", "5w", "2026-04-01T25:00"])("refuses %j", (text) => {
    expect(statedTime(text, "start", reference)).toBeUndefined();
  });
});
