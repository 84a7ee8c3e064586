import { addDays, dayOf, timesOn } from '#client/ui/local-day.ts';
import { MINUTE_MS } from '#domain/time.ts';

export const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Returns the next `count` half hours after `now`; all in ms. */
export function nextHalfHours(now: number, count: number): number[] {
  const first = Math.floor(now / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return Array.from({ length: count }, (_, step) => first + step * HALF_HOUR_MS);
}

/** Returns when the clock next shows a time (HH:MM) after `now`, in ms, as `timesOn` does. */
export function nextTimes(clock: string, now: number): number[] {
  const today = dayOf(now);
  const later = [today, addDays(today, 1)].map((day) => timesOn(day, clock).filter((time) => time > now));
  return later.find((times) => times.length > 0) ?? [];
}

/** A typed time of day; `at`: when it is, in ms, as it was planned before or chosen of two. */
export interface TypedClock {
  clock: string;
  at?: number;
}

/** The planned time, in ms; undefined if none was typed. */
export function plannedAt({ clock, at = 0 }: TypedClock, now: number): number | undefined {
  return at > now ? at : nextTimes(clock, now)[0];
}

/** Returns the planned time half an hour later, counted from the present once that is past; in whole minutes. */
export function halfAnHourMore(planned: string, now: number): number {
  const from = Math.max(Date.parse(planned), now);
  return Math.floor(from / MINUTE_MS) * MINUTE_MS + HALF_HOUR_MS;
}
