import * as v from 'valibot';
import { MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS } from '../limits.ts';
import { DAY_MS, isoTime } from '../time.ts';

/** Days; null: for ever. */
export const RETENTION_CHOICES = [MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS, null] as const;
export const retentionDaysSchema = v.nullable(v.picklist([MONTH_DAYS, QUARTER_DAYS, YEAR_DAYS]));
export type RetentionDays = v.InferOutput<typeof retentionDaysSchema>;

const DEFAULT_RETENTION_DAYS: RetentionDays = YEAR_DAYS;

export function retentionDays(
  profile: { keepVisits?: RetentionDays | undefined } | undefined,
): RetentionDays {
  return profile?.keepVisits === undefined ? DEFAULT_RETENTION_DAYS : profile.keepVisits;
}

/** The longest, so that no parent loses visits against their wish; null, for ever, without parents. */
export function longestRetention(profiles: readonly Parameters<typeof retentionDays>[0][]): RetentionDays {
  const chosen = profiles.map(retentionDays);
  const longer = (one: RetentionDays, other: RetentionDays) =>
    one === null || other === null ? null : one > other ? one : other;
  return chosen.reduce(longer, chosen[0] ?? null);
}

/** ISO; `now`: ms. Undefined if visits never expire. */
export function retentionCutoff(days: RetentionDays, now: number): string | undefined {
  return days === null ? undefined : isoTime(now - days * DAY_MS);
}

/** `ended`: the visit's last known time, ISO. */
export function isExpired({ open, ended }: { open: boolean; ended: string }, limit: string): boolean {
  return !open && ended < limit;
}
