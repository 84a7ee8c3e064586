import * as v from 'valibot';
import type { Visit } from '../documents.ts';
import { DAY_MS, HOUR_MS, isoTime, isoTimeSchema, MINUTE_MS, zoneSchema } from '../time.ts';
import { tapOf, tripDue, tripEnd } from './trip.ts';
import { expectedSchema, tripMinutesSchema } from './trip-fields.ts';

/** What a home that follows says of its child's way to the host (docs/decisions/0053). */
export const comingSchema = v.object({
  trip: v.optional(v.object({ startedAt: isoTimeSchema, due: isoTimeSchema, zone: zoneSchema })),
  expected: v.optional(expectedSchema),
});
export type Coming = v.InferOutput<typeof comingSchema>;
type Expected = NonNullable<Coming['expected']>;

export const saidComingSchema = v.variant('says', [
  v.object({ says: v.literal('leaves'), minutes: tripMinutesSchema, zone: zoneSchema }),
  v.object({ says: v.literal('expected'), ...v.omit(expectedSchema, ['saidAt']).entries }),
  v.object({ says: v.literal('no-trip') }),
  v.object({ says: v.literal('not-expected') }),
]);
export type SaidComing = v.InferOutput<typeof saidComingSchema>;

/** In ms before the expected time: whoever was there since has come. */
const COMES_EARLY_MS = 3 * HOUR_MS;
/** In ms. */
const FURTHEST_MS = 2 * DAY_MS;
/** Later on an expected day than any 03:00. */
const LONGEST_MS = 28 * HOUR_MS;

/** Undefined if the time cannot be expected. `now`: ms. */
export function withSaid(coming: Coming, said: SaidComing, now: number): Coming | undefined {
  const { trip, expected } = coming;
  if (said.says === 'no-trip') return { expected };
  if (said.says === 'not-expected') return { trip };
  const saidAt = isoTime(now);
  if (said.says === 'leaves') {
    return { trip: { startedAt: saidAt, due: tripDue(saidAt, said.minutes), zone: said.zone }, expected };
  }
  const { says: _says, ...time } = said;
  return isExpectable(time, now) ? { trip, expected: { ...time, saidAt } } : undefined;
}

/** `now`: ms. */
export function isExpectable({ at, until }: Pick<Expected, 'at' | 'until'>, now: number): boolean {
  const [ahead, lasts] = [Date.parse(at) - now, Date.parse(until) - Date.parse(at)];
  return ahead > -MINUTE_MS && ahead < FURTHEST_MS && lasts > 0 && lasts < LONGEST_MS;
}

type Presence = Parameters<typeof tapOf>[0] & Pick<Visit, 'open'>;

/** What still counts at `now` (ms). `visits`: the child's latest. */
export function openComing({ trip, expected }: Coming, visits: readonly Presence[], now: number): Coming {
  const isOnTheWay =
    trip && now < tripEnd(trip) && !visits.some((visit) => hasComeSince(visit, trip.startedAt));
  // Kept meanwhile, as the trip may be taken back.
  const hasLeft = expected && trip && isAbout(expected, trip.startedAt);
  const isAwaited = expected && !hasLeft && isExpected(expected, visits, now);
  return { trip: isOnTheWay ? trip : undefined, expected: isAwaited ? expected : undefined };
}

/** Judged by the tap: a correction reopens and ends nothing. */
function hasComeSince(visit: Presence, startedAt: string): boolean {
  const since = isoTime(Date.parse(startedAt) - MINUTE_MS);
  return visit.open || (tapOf(visit, 'left') ?? '') > startedAt || (tapOf(visit, 'arrived') ?? '') >= since;
}

/** A visit that ended before it was said, or more than three hours before the time, ends nothing. */
export function isExpected(expected: Expected, visits: readonly Presence[], now: number): boolean {
  const since = comesFrom(expected);
  const hasCome = ({ open, left, arrived }: Presence) =>
    open ? isoTime(now) >= since : isAbout(expected, (left ?? arrived)?.at ?? '');
  return isoTime(now) < expected.until && !visits.some(hasCome);
}

/** ISO. */
function comesFrom({ at }: Expected): string {
  return isoTime(Date.parse(at) - COMES_EARLY_MS);
}

/** What is older says nothing about it. */
function isAbout(expected: Expected, at: string): boolean {
  return at >= expected.saidAt && at >= comesFrom(expected);
}
