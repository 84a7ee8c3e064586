import * as v from 'valibot';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Greatest age of a tap, in days, at which its own time is trusted; outcomes and tombstones live at least as long. */
export const OFFLINE_DAYS = 90;

/** A point in time as an ISO 8601 string in UTC with milliseconds, so that text order is time order. */
export const isoTimeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check((text) => isoTime(Date.parse(text)) === text),
);

/** Milliseconds since 1970 by a device's clock, right or wrong. */
export const clockSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799_999));

/** An IANA time zone name as the device reports it; kept as a note, never computed with. */
export const zoneSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+\-/]{1,64}$/));

/** More names than devices report; those of a hostile client make the cache begin anew. */
const MOST_ZONES_CACHED = 1000;
const knownZones = new Map<string, boolean>();

/** Names that are known to be known without a format, which takes much memory. */
let usualZones: ReadonlySet<string> | undefined;

/** True if this runtime knows a zone: an IANA name, or another name of one. */
export function isKnownZone(zone: string): boolean {
  usualZones ??= new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]);
  if (usualZones.has(zone)) return true;
  const known = knownZones.get(zone) ?? canFormatIn(zone);
  if (knownZones.size >= MOST_ZONES_CACHED) knownZones.clear();
  knownZones.set(zone, known);
  return known;
}

function canFormatIn(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat(undefined, { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Trust in a tap's time: exact, corrected for a device clock that was off, or uncertain (a guess). */
export const certaintySchema = v.picklist(['exact', 'corrected', 'uncertain']);
export type Certainty = v.InferOutput<typeof certaintySchema>;

/** The time that was formatted last: under load many requests of a server ask for the same millisecond. */
let latest = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** Formats milliseconds since 1970 as {@link isoTimeSchema}; returns '' for a number that is no time. */
export function isoTime(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '' };
  return latest.text;
}

/** True if `day` (YYYY-MM-DD) has begun nowhere on earth at `now` (ISO): UTC+14 is the largest offset. */
export function isFutureDay(day: string, now: string): boolean {
  return day > isoTime(Date.parse(now) + 14 * 60 * MINUTE_MS).slice(0, 10);
}

/** True if two ISO times are equal to the minute, as screens show them. */
export function isSameMinute(one: string, other: string): boolean {
  return one.slice(0, 16) === other.slice(0, 16);
}
