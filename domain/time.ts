import * as v from 'valibot';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The age, in days, to which a tap's own time is believed; outcomes and tombstones are kept at least as long. */
export const OFFLINE_DAYS = 90;

/** A point in time as an ISO 8601 string in UTC with milliseconds, so that text order is time order. */
export const isoTimeSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check((text) => isoTime(Date.parse(text)) === text),
);

/** Milliseconds since 1970 as a device's clock gave them, right or wrong. */
export const clockSchema = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(253_402_300_799_999));

/** An IANA time zone name as the device reports it; kept as a note, never computed with. */
export const zoneSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_+\-/]{1,64}$/));

/** How far a tap's time is believed: as given, moved because the device's clock was off, or a guess. */
export const certaintySchema = v.picklist(['exact', 'corrected', 'uncertain']);
export type Certainty = v.InferOutput<typeof certaintySchema>;

/** In: milliseconds since 1970. Out: the ISO form of {@link isoTimeSchema}, or '' for a number that is no time. */
export function isoTime(ms: number): string {
  return Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '';
}

export interface Clocks {
  /** The device's clock at the tap, in ms. */
  tappedAt: number;
  /** The device's clock when it sent the request, in ms. */
  deviceNow: number;
  /** The server's clock when the request came in, in ms. */
  receivedAt: number;
}

/**
 * When a tap really happened: its age by the device's clock, counted back from the server's (design, section 4).
 * Never refuses; an age that cannot be believed falls back to the earlier of the two clocks and is marked uncertain.
 */
export function placeTap({ tappedAt, deviceNow, receivedAt }: Clocks): { at: number; certainty: Certainty } {
  const age = deviceNow - tappedAt;
  if (age < 0 || age > OFFLINE_DAYS * DAY) {
    return { at: Math.min(tappedAt, receivedAt), certainty: 'uncertain' };
  }
  const skewed = Math.abs(receivedAt - deviceNow) > MINUTE;
  return { at: receivedAt - age, certainty: skewed ? 'corrected' : 'exact' };
}

/** True where `day` (YYYY-MM-DD) has begun nowhere on earth at `now` (ISO): 14 hours is the largest offset there is. */
export function isFutureDay(day: string, now: string): boolean {
  return day > isoTime(Date.parse(now) + 14 * 60 * MINUTE).slice(0, 10);
}

/** In: two ISO times. True where a screen that shows minutes shows them alike. */
export function isSameMinute(one: string, other: string): boolean {
  return one.slice(0, 16) === other.slice(0, 16);
}
