/** Tells a moment as a clock on the wall of its zone showed it. In: ISO time and IANA zone. */
export type LocalTime = (at: string, zone: string) => string;

/** Formatters are dear to make and there are few zones in a family's history; each file makes its own. */
export function localTimes(): LocalTime {
  const known = new Map<string, Intl.DateTimeFormat>();
  return (at, zone) => {
    const format = known.get(zone) ?? formatFor(zone);
    known.set(zone, format);
    return format.format(new Date(at));
  };
}

/** Like 2026-05-04 14:05. A phone may name a zone that this server does not know: then UTC, and it says so. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone });
  } catch {
    return {
      format: (date: Date) =>
        `${new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: 'UTC' }).format(date)} UTC`,
    } as Intl.DateTimeFormat;
  }
}
