import type { Language } from '#domain/language.ts';

/** The words and signs of times and durations. */
export interface Units {
  /** Between hours and minutes of a time of day. */
  clock: string;
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
    yesterday: 'yesterday',
    day: 'day',
    days: 'days',
    roughHours: 'h',
    hours: 'h',
    minutes: 'min',
    justNow: 'just now',
  },
};
