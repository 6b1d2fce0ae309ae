/**
 * The time that a log line bears in its header, as milliseconds since 1970: ISO 8601 and its kin (log4j's comma, slashes, two-digit years),
 * syslog, Apache and nginx, klog, C's asctime, epoch numbers and ISO texts under the usual keys of JSON and logfmt.
 *
 * Guarantees: a time without a zone is taken in this process's time zone, a date without a year in the year that puts it at or before
 * the log's last change (and a day). Not covered: a time of day without a date, and dates in words of other languages: undefined.
 */

const MONTHS = new Map(
  "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ").map((name, index) => [name, index]),
);
const DAY_MS = 86_400_000;

/** Characters of a line that its time may depend on. */
export const TIME_CHARS = 256;

const CLOCK = String.raw`(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,:](\d{1,9}))?)?`;
const ZONE = String.raw`(?:\s?(Z|UTC|GMT|[+-]\d\d:?\d\d))?`;
/** 2026-11-30T10:00:00.123Z, 2026/11/30 10:00:00, 2026-11-30 10:00:00,123, 20261130T100000 is not among them. */
const ISO = new RegExp(String.raw`(\d{4})[-/.](\d\d)[-/.](\d\d)(?:[T _]|\s+)${CLOCK}${ZONE}`);
/** 17/06/09 20:10:40: Spark's two-digit years, year first. */
const SHORT_YEAR = new RegExp(String.raw`^(\d\d)/(\d\d)/(\d\d) ${CLOCK}`);
/** 30/Nov/2026:10:00:00 +0000, 30-Nov-2026 10:00:00.123 */
const DAY_MONTH_YEAR = new RegExp(String.raw`(\d{1,2})[/ -]([A-Z][a-z]{2})[/ -](\d{4})[: ]${CLOCK}${ZONE}`);
/** Mon Nov 30 10:00:00.123456 2026 */
const ASCTIME = new RegExp(String.raw`(?:[A-Z][a-z]{2} )([A-Z][a-z]{2}) {1,2}(\d{1,2}) ${CLOCK} (\d{4})`);
/** Nov 30 10:00:00 */
const SYSLOG = new RegExp(String.raw`^([A-Z][a-z]{2}) {1,2}(\d{1,2}) ${CLOCK}`);
/** I1130 10:00:00.123456, W20261130 10:00:00 */
const KLOG = new RegExp(String.raw`^[IWEFD](\d{4})?(\d\d)(\d\d) ${CLOCK}`);
/** 11-30 10:00:00.123: logcat */
const LOGCAT = new RegExp(String.raw`^(\d\d)-(\d\d) ${CLOCK}`);
/** 081109 203615: HDFS */
const PACKED = /^(\d\d)(\d\d)(\d\d) (\d\d)(\d\d)(\d\d)\s/;
/** What may stand before a time in a header, by a rough measure: no letters of a sentence. */
const LEAD = /^[[\s<>"'(\d|:#*.-]*(?:[\w.-]+\s*\|\s*)?[[("]*$/;
const JSON_TIME =
  /"(?:@timestamp|timestamp|time|ts|@t|datetime|date|asctime|eventTime|logged_at|\$date)"\s*:\s*(?:"([^"]{6,40})"|(\d{9,19}(?:\.\d{1,9})?))/;
const LOGFMT_TIME =
  /(?:^|\s)(?:time|ts|timestamp|t)=(?:"([^"]{6,40})"|(\d{9,19}(?:\.\d{1,9})?)(?:\s|$)|(\S{6,40}))/;

interface Fields {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
  readonly zone: string | undefined;
}

function clockOf(
  parts: readonly (string | undefined)[],
  from: number,
): Pick<Fields, "hour" | "minute" | "second" | "ms"> {
  return {
    hour: Number(parts[from]),
    minute: Number(parts[from + 1]),
    second: Number(parts[from + 2] ?? 0),
    ms: Math.floor(Number(`0.${parts[from + 3] ?? 0}`) * 1000),
  };
}

function zoneMinutes(zone: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(zone);
  if (match === null) return 0;
  return (match[1] === "-" ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

function instant(fields: Fields, reference: number): number | undefined {
  const { month, day, hour, minute, second, ms, zone } = fields;
  if (month < 0 || month > 11 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60)
    return undefined;
  const inYear = (year: number): number =>
    zone === undefined
      ? new Date(year, month, day, hour, minute, second, ms).getTime()
      : Date.UTC(year, month, day, hour, minute, second, ms) - zoneMinutes(zone) * 60_000;
  if (fields.year !== undefined) return inYear(fields.year);
  const year = new Date(reference).getFullYear();
  const near = inYear(year);
  return near > reference + DAY_MS ? inYear(year - 1) : near;
}

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size. */
function epoch(value: number): number | undefined {
  if (value < 1e8) return undefined;
  if (value < 1e11) return value * 1000;
  if (value < 1e14) return value;
  if (value < 1e17) return value / 1000;
  return value / 1e6;
}

function structured(text: string, pattern: RegExp, reference: number): number | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  if (found[2] !== undefined) return epoch(Number(found[2]));
  return plainTime(found[1] ?? found[3] ?? "", reference);
}

/** Patterns with the order of their groups: year, month, day, then where the clock begins and where the zone stands. */
function plainTime(text: string, reference: number): number | undefined {
  const iso = ISO.exec(text);
  if (iso !== null && LEAD.test(text.slice(0, iso.index)))
    return instant(
      {
        year: Number(iso[1]),
        month: Number(iso[2]) - 1,
        day: Number(iso[3]),
        ...clockOf(iso, 4),
        zone: iso[8],
      },
      reference,
    );
  const syslog = SYSLOG.exec(text);
  if (syslog !== null)
    return instant(
      {
        year: undefined,
        month: MONTHS.get(syslog[1] ?? "") ?? -1,
        day: Number(syslog[2]),
        ...clockOf(syslog, 3),
        zone: undefined,
      },
      reference,
    );
  const apache = ASCTIME.exec(text);
  if (apache !== null && LEAD.test(text.slice(0, apache.index)))
    return instant(
      {
        year: Number(apache[7]),
        month: MONTHS.get(apache[1] ?? "") ?? -1,
        day: Number(apache[2]),
        ...clockOf(apache, 3),
        zone: undefined,
      },
      reference,
    );
  const access = DAY_MONTH_YEAR.exec(text);
  if (access !== null)
    return instant(
      {
        year: Number(access[3]),
        month: MONTHS.get(access[2] ?? "") ?? -1,
        day: Number(access[1]),
        ...clockOf(access, 4),
        zone: access[8],
      },
      reference,
    );
  return rareTime(text, reference);
}

function rareTime(text: string, reference: number): number | undefined {
  const short = SHORT_YEAR.exec(text);
  if (short !== null)
    return instant(
      {
        year: 2000 + Number(short[1]),
        month: Number(short[2]) - 1,
        day: Number(short[3]),
        ...clockOf(short, 4),
        zone: undefined,
      },
      reference,
    );
  const klog = KLOG.exec(text);
  if (klog !== null)
    return instant(
      {
        year: klog[1] === undefined ? undefined : Number(klog[1]),
        month: Number(klog[2]) - 1,
        day: Number(klog[3]),
        ...clockOf(klog, 4),
        zone: undefined,
      },
      reference,
    );
  const logcat = LOGCAT.exec(text);
  if (logcat !== null)
    return instant(
      {
        year: undefined,
        month: Number(logcat[1]) - 1,
        day: Number(logcat[2]),
        ...clockOf(logcat, 3),
        zone: undefined,
      },
      reference,
    );
  const packed = PACKED.exec(text);
  if (packed !== null) {
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = packed.slice(1).map(Number);
    return instant(
      { year: 2000 + year, month: month - 1, day, hour, minute, second, ms: 0, zone: undefined },
      reference,
    );
  }
  const number = /^\[?(\d{10}(?:\.\d{1,9})?|\d{13})\]?[\s,|]/.exec(text)?.[1];
  return number === undefined ? undefined : epoch(Number(number));
}

/** The time a line bears; `reference` is when the log was last changed. */
export function lineTime(line: string, reference: number): number | undefined {
  const text = line.replace(/^<\d{1,3}>(?:1 )?/, "").replace(/^(?:\u001b\[[\d;]*m)+/, "");
  if (text.startsWith("{")) return structured(text, JSON_TIME, reference);
  return (
    (/^[A-Za-z_@][\w.@-]*=/.test(text) ? structured(text, LOGFMT_TIME, reference) : undefined) ??
    plainTime(text.slice(0, TIME_CHARS), reference)
  );
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: DAY_MS };
const WHEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * A time that a caller gave: ISO 8601, a date alone, or how long ago (`90s`, `15m`, `2h`, `3d`). `edge` says which end of the stated day,
 * minute or second is meant. Undefined where it is none of these.
 */
export function statedTime(text: string, edge: "start" | "end", now: number): number | undefined {
  const ago = /^(\d{1,6})([smhd])$/.exec(text.trim());
  if (ago !== null) return now - Number(ago[1]) * (UNITS_MS[ago[2] ?? ""] ?? 0);
  const match = WHEN.exec(text.trim());
  if (match === null) return undefined;
  const start = instant(
    {
      year: Number(match[1]),
      month: Number(match[2]) - 1,
      day: Number(match[3]),
      hour: Number(match[4] ?? 0),
      minute: Number(match[5] ?? 0),
      second: Number(match[6] ?? 0),
      ms: Math.floor(Number(`0.${match[7] ?? 0}`) * 1000),
      zone: match[8],
    },
    now,
  );
  if (start === undefined || edge === "start") return start;
  if (match[7] !== undefined) return start;
  const length = match[4] === undefined ? DAY_MS : match[6] === undefined ? 60_000 : 1000;
  return start + length - 1;
}
