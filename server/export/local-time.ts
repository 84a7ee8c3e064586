/** The locale that formats like 2026-05-04 14:05, used in every language. */
const ISO_LIKE = 'sv-SE';

/** Formats an ISO time as local time in an IANA zone. */
export type LocalTime = (at: string, zone: string) => string;

/** Creates a formatter that caches one format per zone, because creating formats is slow. */
export function createLocalTime(): LocalTime {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (at, zone) => {
    const format = formats.get(zone) ?? formatFor(zone);
    formats.set(zone, format);
    return format.format(new Date(at));
  };
}

/** Formats like 2026-05-04 14:05, or in UTC, marked as such, if this server does not know the zone. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat(ISO_LIKE, { ...style, timeZone });
  } catch {
    return {
      format: (date: Date) =>
        `${new Intl.DateTimeFormat(ISO_LIKE, { ...style, timeZone: 'UTC' }).format(date)} UTC`,
    } as Intl.DateTimeFormat;
  }
}
