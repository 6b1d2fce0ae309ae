/**
 * Serial numbers of days as dates, and back (ECMA-376 part 1, 18.17.4.1): the 1900 system counts 1900-01-01 as 1 and knows a 29 February
 * 1900 that never was; the 1904 system counts 1904-01-01 as 0.
 *
 * Guarantees: calendar arithmetic on whole numbers, no time zone; times rounded to the millisecond, a date never moved by the rounding
 * of its time. Serial 60 of the 1900 system is "1900-02-29", as the program that wrote it shows it, although no calendar has that day;
 * serial 0 there is the day before 1900-01-01. Not covered: days before those and after 9999-12-31, for which there is no date (undefined).
 */

const DAY_MS = 86_400_000;
const UNIX_EPOCH_1900 = 25_569;
const LAST_SERIAL_1900 = 2_958_465;
/** Days from the origin of the 1900 system to that of the 1904 system. */
export const DAYS_1904 = 1462;

const pad = (number: number, length: number): string => String(number).padStart(length, "0");

/** Days and milliseconds within the day; the rounding of the time may carry into the day. */
function split(serial: number): readonly [days: number, ms: number] {
  const days = Math.floor(serial);
  const ms = Math.round((serial - days) * DAY_MS);
  return ms === DAY_MS ? [days + 1, 0] : [days, ms];
}

/** Days since 1970-01-01 in the Gregorian calendar, counted in years that start in March. */
function civilDay(days: number): string {
  const since0000 = days + 719_468;
  const era = Math.floor(since0000 / 146_097);
  const dayOfEra = since0000 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

function dayText(days1900: number): string | undefined {
  if (days1900 < 0 || days1900 > LAST_SERIAL_1900) return undefined;
  if (days1900 === 60) return "1900-02-29";
  const shifted = days1900 < 60 ? days1900 + 1 : days1900;
  return civilDay(shifted - UNIX_EPOCH_1900);
}

function timeText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000;
  const clock = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return fraction === 0 ? clock : `${clock}.${pad(fraction, 3)}`;
}

/** What a number format shows of a date. */
export type DateParts = "date" | "time" | "both";

/**
 * "2024-01-01" for a whole day whose format shows no time, "18:00:00" for a time of day without a date, "2024-01-01T18:00:00" otherwise;
 * undefined where the number is no date.
 */
export function isoOfSerial(serial: number, date1904: boolean, parts: DateParts): string | undefined {
  if (!Number.isFinite(serial) || serial < 0) return undefined;
  const [days, ms] = split(serial);
  if (parts === "time" && days === 0) return timeText(ms);
  const day = dayText(date1904 ? days + DAYS_1904 : days);
  if (day === undefined) return undefined;
  return ms === 0 && parts === "date" ? day : `${day}T${timeText(ms)}`;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const ISO_TIME = /^T?(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?Z?$/;

function dayShare(hours = "0", minutes = "0", seconds = "0", fraction = "0"): number | undefined {
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || m > 59 || s > 60) return undefined;
  return ((h * 60 + m) * 60 + s + Number(`0.${fraction}`)) / 86_400;
}

/** The serial number of an ISO 8601 date, time, or both, as a cell of type "d" stores it (18.18.11); undefined where it is none. A time zone is ignored, as Excel does. */
export function serialOfIso(text: string, date1904: boolean): number | undefined {
  const clock = ISO_TIME.exec(text);
  if (clock) return dayShare(clock[1], clock[2], clock[3], clock[4]);
  const match = ISO.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const share = dayShare(match[4], match[5], match[6], match[7]);
  const ms = Date.UTC(year, month - 1, day);
  if (share === undefined || year < 1900 || new Date(ms).getUTCDate() !== day || month > 12) return undefined;
  const days = ms / DAY_MS + UNIX_EPOCH_1900;
  const days1900 = days <= 60 ? days - 1 : days;
  return (date1904 ? days1900 - DAYS_1904 : days1900) + share;
}
