import { isKnownZone } from '#domain/time.ts';

/** The locale that formats like 2026-05-04 14:05, used in every language. */
const ISO_LIKE = 'sv-SE';
const STYLE = { dateStyle: 'short', timeStyle: 'short' } as const;

/** A format takes some 50 kB; visits of a family have a few zones. */
const MOST_FORMATS = 20;

/** Formats an ISO time as local time in an IANA zone. */
export type LocalTime = (at: string, zone: string) => string;

/**
 * Creates a formatter like 2026-05-04 14:05, or in UTC, marked as such, if this server does not know the zone. It caches the
 * formats of the zones used last, because creating them is slow.
 */
export function createLocalTime(): LocalTime {
  const formats = new Map<string, Intl.DateTimeFormat>();
  const formatIn = (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(ISO_LIKE, { ...STYLE, timeZone });
    formats.delete(timeZone);
    formats.set(timeZone, format);
    const [oldest] = formats.keys();
    if (formats.size > MOST_FORMATS && oldest !== undefined) formats.delete(oldest);
    return format;
  };
  return (at, zone) => {
    const isKnown = isKnownZone(zone);
    const text = formatIn(isKnown ? zone : 'UTC').format(new Date(at));
    return isKnown ? text : `${text} UTC`;
  };
}
