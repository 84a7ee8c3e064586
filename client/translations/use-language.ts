import { useMemo } from 'react';
import { present } from '#client/lib/present.ts';
import type { Language } from '#domain/language.ts';
import {
  formatBirthDate,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatRecent,
  formatRecentShort,
  formatShortDay,
  formatSince,
  formatSoFar,
  formatTime,
} from './format.ts';
import { useCurrentLanguage, useTranslation } from './use-translation.tsx';

/** The current language, and a function that switches to another and stores the choice. */
export function useLanguage(): { language: Language; chooseLanguage: (language: Language) => Promise<void> } {
  const { translations } = useTranslation();
  return { language: useCurrentLanguage(), chooseLanguage: (wanted) => translations.choose(wanted) };
}

interface Format {
  time(time: string | number): string;
  date(time: string | number): string;
  day(time: string | number): string;
  shortDay(time: string | number): string;
  dateTime(time: string | number): string;
  /** The time, with the day if it was not today: "igår 15:42". */
  sinceTime(time: string | number): string;
  /** The time, or the day alone if it was not today. */
  sinceShort(time: string | number): string;
  /** The time, with the date if it was not of the day that `day` (ms) is of. */
  timeUnder(day: number, time: string | number): string;
  birthDate(day: string): string;
  duration(ms: number): string;
  /** The duration of something that goes on, "just now" in its first minute. */
  soFar(ms: number): string;
  number(number: number): string;
}

/** Formats times, dates, durations and numbers in the current language. */
export function useFormat(): Format {
  const { language } = useLanguage();
  return useMemo(
    () => ({
      time: (time) => formatTime(language, time),
      date: (time) => formatDate(language, time),
      day: (time) => formatDay(language, time),
      shortDay: (time) => formatShortDay(language, time),
      dateTime: (time) => formatDateTime(language, time),
      sinceTime: (time) => formatRecent(language, time, present()),
      sinceShort: (time) => formatRecentShort(language, time, present()),
      timeUnder: (day, time) => formatSince(language, time, day),
      birthDate: (day) => formatBirthDate(language, day),
      duration: (ms) => formatDuration(language, ms),
      soFar: (ms) => formatSoFar(language, ms),
      number: (number) => formatNumber(language, number),
    }),
    [language],
  );
}
