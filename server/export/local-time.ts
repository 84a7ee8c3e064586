import { isKnownZone } from '#domain/time.ts';

/**
 * Formats an ISO time as local time in an IANA zone, like 2026-05-04 14:05, or in UTC, marked as such, if this server does
 * not know the zone. A format of Intl would take 50 kB outside the heap for each zone, which is freed late.
 */
export function localTime(at: string, zone: string): string {
  const isKnown = isKnownZone(zone);
  const local = Temporal.Instant.from(at).toZonedDateTimeISO(isKnown ? zone : 'UTC');
  const text = local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
  return isKnown ? text : `${text} UTC`;
}
