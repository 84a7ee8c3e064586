import * as v from 'valibot';
import { isoTime } from '../time.ts';

/** How many days a past visit is kept: a month, a quarter, a year or, as null, for ever. */
export const KEEP_CHOICES = [30, 90, 365, null] as const;
export const keepDaysSchema = v.nullable(v.picklist([30, 90, 365]));
export type KeepDays = v.InferOutput<typeof keepDaysSchema>;

/** What holds where the parent never chose. */
const DEFAULT_KEEP_DAYS: KeepDays = 365;

const DAY_MS = 24 * 60 * 60_000;

/** In: a profile, as far as it is known. Out: how long its household keeps past visits. */
export function keptDays(profile: { keepVisits?: KeepDays | undefined } | undefined): KeepDays {
  return profile?.keepVisits === undefined ? DEFAULT_KEEP_DAYS : profile.keepVisits;
}

/** The time (ISO) before which a closed visit has to end to be forgotten at `now` (ms); undefined where none is. */
export function keepingLimit(days: KeepDays, now: number): string | undefined {
  return days === null ? undefined : isoTime(now - days * DAY_MS);
}

/** True where a stay is over and ended before the limit. In: the stay's last known time, ISO. */
export function isExpired({ open, ended }: { open: boolean; ended: string }, limit: string): boolean {
  return !open && ended < limit;
}
