import * as v from 'valibot';
import { MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS } from '../limits.ts';
import { DAY_MS, isoTime } from '../time.ts';

/** Days that a past visit is kept: a month, a quarter, a year or, as null, for ever. */
export const RETENTION_CHOICES = [MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS, null] as const;
export const retentionDaysSchema = v.nullable(v.picklist([MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS]));
export type RetentionDays = v.InferOutput<typeof retentionDaysSchema>;

/** Applies if the parent never chose. */
const DEFAULT_RETENTION_DAYS: RetentionDays = YEAR_DAYS;

/** Returns the days that the profile's household keeps past visits; the default for an unknown profile. */
export function retentionDays(
  profile: { keepVisits?: RetentionDays | undefined } | undefined,
): RetentionDays {
  return profile?.keepVisits === undefined ? DEFAULT_RETENTION_DAYS : profile.keepVisits;
}

/**
 * Returns the days that a household keeps past visits: the longest that any of its parents chose, so that none of them loses
 * visits against their wish; null, for ever, if it has none.
 */
export function longestRetention(profiles: readonly Parameters<typeof retentionDays>[0][]): RetentionDays {
  const chosen = profiles.map(retentionDays);
  const longer = (one: RetentionDays, other: RetentionDays) =>
    one === null || other === null ? null : one > other ? one : other;
  return chosen.reduce(longer, chosen[0] ?? null);
}

/** Returns the time (ISO) before which closed visits expire at `now` (ms); undefined if none ever does. */
export function retentionCutoff(days: RetentionDays, now: number): string | undefined {
  return days === null ? undefined : isoTime(now - days * DAY_MS);
}

/** True if a visit is closed and ended before the cutoff; `ended` is its last known time, ISO. */
export function isExpired({ open, ended }: { open: boolean; ended: string }, limit: string): boolean {
  return !open && ended < limit;
}
