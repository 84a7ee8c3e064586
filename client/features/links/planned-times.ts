import { addDays, clockOf, type Day, dayOf, onDay } from '#client/ui/local-day.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';

export const HALF_HOUR_MS = 30 * MINUTE_MS;

/** Returns the next `count` half hours after `now`; all in ms. */
export function nextHalfHours(now: number, count: number): number[] {
  const first = Math.floor(now / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return Array.from({ length: count }, (_, step) => first + step * HALF_HOUR_MS);
}

/** Returns when the clock next shows a time (HH:MM) after `now`, today or tomorrow, in ms; NaN if it is no time. */
export function nextAt(clock: string, now: number): number {
  const today = dayOf(now);
  const later = timesOn(today, clock).find((time) => time > now);
  return later ?? onDay(addDays(today, 1), clock);
}

/** An hour comes twice in the night when the clocks go back. */
function timesOn(day: Day, clock: string): number[] {
  const first = onDay(day, clock);
  const again = first + HOUR_MS;
  return clockOf(again) === clockOf(first) ? [first, again] : [first];
}

/** Returns the planned time half an hour later, counted from the present once that is past; in whole minutes. */
export function halfAnHourMore(planned: string, now: number): number {
  const from = Math.max(Date.parse(planned), now);
  return Math.floor(from / MINUTE_MS) * MINUTE_MS + HALF_HOUR_MS;
}
