import * as v from 'valibot';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A tap's own time is trusted up to this age; outcomes and tombstones live at least as long (OP6). */
export const OFFLINE_DAYS = 90;

/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export const isoTimeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check((text) => isoTime(Date.parse(text)) === text),
);

/** Ms by a device's clock, right or wrong. */
export const clockSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799_999));

/** An IANA name; only a note, never computed with. */
export const zoneSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+\-/]{1,64}$/));

/** More names than devices report: a hostile client only empties the cache. */
const MOST_ZONES_CACHED = 1000;
const knownZones = new Map<string, boolean>();

/** Saves a DateTimeFormat, which takes much memory. */
let usualZones: ReadonlySet<string> | undefined;

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

/** `corrected`: the device's clock was off. `uncertain`: a guess. */
export const certaintySchema = v.picklist(['exact', 'corrected', 'uncertain']);
export type Certainty = v.InferOutput<typeof certaintySchema>;

/** Under load many requests ask for the same millisecond. */
let latest = { ms: 0, text: '1970-01-01T00:00:00.000Z' };

/** '' if `ms` is out of range. */
export function isoTime(ms: number): string {
  if (ms !== latest.ms) latest = { ms, text: Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '' };
  return latest.text;
}

/** In ms, before the next attempt: doubles with each failed one. Where many retry at once, add jitter. */
export function backoff(first: number, attempts: number, max = Number.POSITIVE_INFINITY): number {
  return Math.min(max, first * 2 ** Math.max(0, attempts - 1));
}

/** `now`: ISO. UTC+14 is the largest offset on earth. */
export function isFutureDay(day: string, now: string): boolean {
  return day > isoTime(Date.parse(now) + 14 * 60 * MINUTE_MS).slice(0, 10);
}
