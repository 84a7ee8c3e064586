import { type Language, LOCALES } from '#domain/language.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

/** Formats times of one visit: an ISO time or ms as "15:04", with its date if that is another day than `today` (ISO). */
export type Clock = (time: string | number) => string;

/** Returns the clock of a visit: its times are those of the place where it is. */
export function clockOf({ arrived, left }: ShownVisit, today: string, language: Language): Clock {
  const zone = knownZone(arrived?.zone ?? left?.zone);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(LOCALES[language], zone === undefined ? options : { ...options, timeZone: zone });
  const [time, day] = [format(TIME), format(DAY)];
  const whole = format({ ...DAY, ...TIME });
  const dayNow = day.format(new Date(today));
  return (moment) => {
    const date = new Date(moment);
    return (day.format(date) === dayNow ? time : whole).format(date);
  };
}

/** The zone comes from another family's device. */
function knownZone(zone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat(undefined, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
