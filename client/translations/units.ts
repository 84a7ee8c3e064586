import type { Language } from '#domain/language.ts';

/** The words and signs of times and durations. */
export interface Units {
  /** Between hours and minutes of a time of day. */
  clock: string;
  /** Between a day and its time. */
  dayTime: string;
  /** The twelve, as short as they stand after a day. */
  months: readonly string[];
  yesterday: string;
  day: string;
  days: string;
  /** Of a duration of days, whose hours are rounded. */
  roughHours: string;
  hours: string;
  minutes: string;
  justNow: string;
}

export const UNITS: Record<Language, Units> = {
  sv: {
    clock: ':',
    dayTime: ' ',
    months: 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.'.split(' '),
    yesterday: 'igår',
    day: 'dygn',
    days: 'dygn',
    roughHours: 'tim',
    hours: 'h',
    minutes: 'min',
    justNow: 'nyss',
  },
  en: {
    clock: ':',
    dayTime: ', ',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
    yesterday: 'yesterday',
    day: 'day',
    days: 'days',
    roughHours: 'h',
    hours: 'h',
    minutes: 'min',
    justNow: 'just now',
  },
};
