/** Levels by the rule of the header: each usual format, and words in messages that are none. */

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { LogLevel } from "../../../src/model/log-answer.ts";
import { levelOf } from "../../../src/reading/logs/levels.ts";

const TABLE: Readonly<Record<string, readonly [LogLevel, string][]>> = {
  "Python logging": [
    ["WARN", "WARNING:root:disk is nearly full"],
    ["ERROR", "ERROR:app.db:lost connection"],
    ["FATAL", "2026-04-01 10:00:00,123 - app - CRITICAL - out of memory"],
    ["DEBUG", "2026-04-01 10:00:00,123 - app.worker - DEBUG - tick"],
    ["WARN", "2014-10-08 16:56:38,344:WARN:foo bar baz"],
    ["INFO", "2026-04-01 10:00:00.123 | SUCCESS  | app:main:12 - done"],
    ["WARN", "[2026-04-01 10:00:00,123: WARNING/MainProcess] task is late"],
    ["INFO", 'INFO:     127.0.0.1:5000 - "GET / HTTP/1.1" 200 OK'],
  ],
  "log4j, logback and kin": [
    ["INFO", "2026-04-01T10:00:00.123  INFO 1 --- [main] c.e.App : started"],
    ["WARN", "2026-04-01 10:00:00,123 [main] WARN  com.example.Foo - slow"],
    ["INFO", "2015-07-29 17:41:41,536 - INFO  [main:QuorumPeerConfig@101] - Reading"],
    ["INFO", "081109 203615 148 INFO dfs.DataNode$PacketResponder: PacketResponder 1"],
    ["INFO", "17/06/09 20:10:40 INFO executor.Executor: Running task"],
    ["ERROR", "01-May-2026 10:00:00.123 SEVERE [main] org.apache.Foo.bar failed"],
    ["ERROR", "SEVERE: Exception in filter"],
    ["INFO", " INFO [main] Foo - padded on the left"],
    ["TRACE", "10:00:00.123 [pool-1-thread-1] TRACE c.e.Foo - x"],
    ["ERROR", "2026-04-01 10:00:00 main ERROR Unable to locate appender"],
    ["DEBUG", "2026-04-01 10:00:00.1234|DEBUG|Program|x"],
    ["FATAL", "####<Sep 2, 2014 1:00:00 PM UTC> <Critical> <WebLogicServer> <host> stop"],
  ],
  syslog: [
    ["ERROR", "<11>Apr  1 10:00:00 host app: x"],
    ["FATAL", "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - failed"],
    ["INFO", "<13>Apr  1 10:00:00 host app: x"],
    ["DEBUG", "<191>Apr  1 10:00:00 host app: x"],
    ["ERROR", "Thu May  1 10:00:00 2026 daemon.err dnsmasq[1]: no address"],
    ["OTHER", "Jun 15 04:06:20 combo logrotate: ALERT exited abnormally with [1]"],
    ["OTHER", "Dec 10 06:55:46 LabSZ sshd[24200]: error: Received disconnect from 1.2.3.4"],
    ["ERROR", "Dec 10 06:55:46 host app[24200]: ERROR: no route"],
    ["OTHER", "Nov  3 09:23:38 veridian automount[7998]: lookup(file): lookup for foobar failed"],
  ],
  "klog, logcat, MongoDB, Ruby, Tornado": [
    ["INFO", "I0629 08:00:00.385780 1 trace.go:897] Failed loading config; ERROR"],
    ["WARN", "W20210318 14:52:58.026777 1 server.cc:12] x"],
    ["DEBUG", "03-17 16:13:38.811  1702  2395 D WindowManager: printFreezingDisplayLogs ERROR"],
    ["ERROR", "E/AndroidRuntime( 1234): FATAL EXCEPTION: main"],
    ["INFO", "2016-02-08T22:56:19.325+0000 I NETWORK  [conn1] end connection"],
    ["ERROR", "E, [2026-05-01T10:00:00.123456 #1234] ERROR -- : x"],
    ["INFO", "[I 161227 20:23:33 web:1946] 200 GET /error"],
  ],
  "web servers": [
    ["ERROR", "2026/11/30 10:00:00 [error] 1234#0: *1 open() failed"],
    ["FATAL", "2026/11/30 10:00:00 [emerg] 1234#0: bind() failed"],
    ["INFO", "[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok"],
    ["ERROR", "[Mon Nov 30 10:00:00.123456 2026] [core:error] [pid 123] AH00124: x"],
    ["OTHER", '127.0.0.1 - - [10/Oct/2000:13:55:36 -0700] "GET /ERROR HTTP/1.0" 200 ERROR'],
    ["OTHER", "GET /api?var-levels=detected_level%7Cerror&level=error&referrer=x 200"],
  ],
  JSON: [
    ["WARN", '{"level":"warning","msg":"An error occurred using a transaction"}'],
    ["ERROR", '{"msg":"x","level":50,"time":1}'],
    ["TRACE", '{"level":10,"time":1}'],
    ["FATAL", '{"severity":"EMERGENCY","message":"x"}'],
    ["ERROR", '{"PRIORITY":"3","MESSAGE":"INFO x"}'],
    ["INFO", '{"detail":{"level":"error"},"level":"info"}'],
    ["OTHER", '{"detail":{"level":"error"},"msg":"\\"level\\":\\"error\\""}'],
    ["OTHER", '{"items":["level","error"],"msg":"ERROR"}'],
    ["ERROR", '{"@timestamp":"2026-01-01T00:00:00Z","log":{"logger":"x","level":"error"}}'],
    ["ERROR", '{"log.level":"error"}'],
    ["INFO", '{"@t":"2026-01-01T00:00:00Z","@m":"x"}'],
    ["WARN", '{"t":{"$date":"2026-01-01"},"s":"W","c":"NETWORK","msg":"x"}'],
    ["ERROR", '{"log":"2026-04-01 10:00:00 ERROR x\\n","stream":"stderr","time":"2026-04-01T10:00:00Z"}'],
    ["WARN", '{"version":"1.1","short_message":"x","level":4}'],
    ["INFO", '{"level":"info","msg":"cut off in the mid'],
  ],
  logfmt: [
    ["INFO", 'level=info msg="retry after ERROR"'],
    ["ERROR", 'time="2021-09-15T21:17:10Z" level=error msg="x"'],
    ["WARN", 'msg="ERROR level=error in quotes" lvl=warn'],
    ["OTHER", 'msg="no level" error="ERROR"'],
    ["DEBUG", '2026-04-01T10:00:00Z ts=1 level="debug" caller=error.go:12'],
  ],
  brackets: [
    ["ERROR", "[error] cannot open"],
    ["INFO", "[INFO] BUILD FAILURE"],
    ["INFO", "[2026-05-01T10:00:00Z INFO  my_crate::module] x"],
    ["WARN", "[10:00:00 WRN] x"],
    ["WARN", "2026-05-01T10:00:00.123456Z 0 [Warning] [MY-010068] [Server] x"],
    ["ERROR", "10:00:00.123 [error] x"],
    ["ERROR", "[2026-05-01 10:00:00] production.ERROR: x"],
    ["ERROR", "[1234:1234:0501/100000.123456:ERROR:gpu_init.cc(1)] x"],
    ["OTHER", "[error while loading] x"],
    ["OTHER", "[main] started the ERROR handler"],
  ],
  others: [
    ["ERROR", "10:02 ERROR last words"],
    ["ERROR", "2025-08-13 01:46:12.212 PDT [12389] ERROR:  relation does not exist"],
    ["INFO", '2025-04-24T22:09:20.854Z\tinfo\tMetrics\t{"otelcol": "error"}'],
    ["INFO", "2022-06-02T11:58:12.193Z info vpxd[45715] [Originator@6876 sub=vpxLro] error"],
    ["INFO", "2016-09-28 04:30:30, Info                  CBS    Loaded Servicing Stack"],
    ["INFO", "INFO | started"],
    ["ERROR", "ERROR   | 10:00 | x"],
    ["WARN", "web-1  | WARNING: This is a development server."],
    [
      "FATAL",
      "- 1117838570 2005.06.03 R02-M1-N0-C:J12-U11 2005-06-03-15.42.50.675872 R02-M1-N0-C:J12-U11 RAS KERNEL FATAL data TLB error",
    ],
    [
      "INFO",
      "nova-api.log.1.2017-05-16_13:53:08 2017-05-16 00:00:00.008 25746 INFO nova.osapi [req-1] 1.2.3.4",
    ],
    ["WARN", "\u001b[33mWARN\u001b[0m something"],
    ["FATAL", "FATAL ERROR: Reached heap limit"],
    ["ERROR", "fail: Microsoft.Hosting.Lifetime[0]"],
  ],
  "words in messages": [
    ["INFO", "2026-05-01T08:00:00Z INFO scan done, 0 errors, errorlevel=0"],
    ["WARN", "2026-05-01T08:00:01Z WARN error budget at 80 percent"],
    ["OTHER", "    at reader.open (INFO.java:12)"],
    ["OTHER", "\tat com.example.ERROR(Foo.java:1)"],
    ["OTHER", "Caused by: java.io.IOException: ERROR"],
    ["OTHER", "2026-05-01 10:00:00 backup finished, no ERROR found"],
    ["OTHER", "2026-05-01 10:00:00 found ERROR in file"],
    ["OTHER", "2026-05-01 10:00:00 HTTP ERROR 404 not found"],
    ["OTHER", "2026-05-01 10:00:00 error while reading the file"],
    ["OTHER", "the word ERROR is in here"],
    ["OTHER", "Error: Cannot find module 'x'"],
    ["OTHER", "no level here"],
    ["OTHER", "3 ERROR lines were found"],
    ["OTHER", '"ERROR" is quoted'],
    ["OTHER", "ERRORS: 3"],
    ["OTHER", "INFORMATIONAL-ONLY text"],
    ["OTHER", ""],
    ["OTHER", "-----"],
    ["OTHER", "журнал ERROR"],
  ],
};

describe.each(Object.entries(TABLE))("%s", (_, rows) => {
  it.each(rows)("%s: %s", (level, line) => {
    expect(levelOf(line)).toBe(level);
  });
});

it("handed cases: levels by line", () => {
  const fixtures = new URL("../../fixtures/cases/", import.meta.url);
  const cases: {
    id: string;
    file: string;
    expect: { levels_by_line?: Record<string, string | null> };
  }[] = JSON.parse(readFileSync(new URL("cases.json", fixtures), "utf8"));
  const levelled = cases.filter((entry) => entry.expect.levels_by_line !== undefined);
  expect(levelled.length).toBeGreaterThan(0);
  for (const entry of levelled) {
    const lines = readFileSync(new URL(entry.file, fixtures), "utf8").split("\n");
    for (const [number, level] of Object.entries(entry.expect.levels_by_line ?? {}))
      expect(levelOf(lines[Number(number) - 1] ?? ""), `${entry.id} line ${number}`).toBe(level ?? "OTHER");
  }
});

it.each([
  ["R97-logfile_spark.0.log", { INFO: 399 }],
  ["R99-logfile_java.0.log", { INFO: 20 }],
  ["R98-logfile_rollover.2.log", { OTHER: 375 }],
  ["R95-logfile_crlf.0.log", { DEBUG: 1, WARN: 1 }],
])("real log %s", (name, counts) => {
  const text = readFileSync(new URL(`../../fixtures/cases/real/${name}`, import.meta.url), "utf8");
  const seen: Record<string, number> = {};
  for (const line of text.replace(/\n$/, "").split("\n"))
    seen[levelOf(line)] = (seen[levelOf(line)] ?? 0) + 1;
  expect(seen).toEqual(counts);
});
