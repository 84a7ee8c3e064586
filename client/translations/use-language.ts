import { useMemo } from 'react';
import type { Language } from '#domain/language.ts';
import {
  formatBirthDate,
  formatDate,
  formatDateTime,
  formatDay,
  formatDuration,
  formatNumber,
  formatSince,
  formatTime,
} from './format.ts';
import { useCurrentLanguage, useTranslation } from './use-translation.tsx';

/** The current language, and a function that switches to another and stores the choice. */
export function useLanguage(): { language: Language; chooseLanguage: (language: Language) => Promise<void> } {
  const { translations } = useTranslation();
  return { language: useCurrentLanguage(), chooseLanguage: (wanted) => translations.choose(wanted) };
}

export interface Format {
  time(time: string | number): string;
  date(time: string | number): string;
  day(time: string | number): string;
  dateTime(time: string | number): string;
  /** The time, with the day if it was not today. */
  sinceTime(time: string | number): string;
  birthDate(day: string): string;
  duration(ms: number): string;
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
      dateTime: (time) => formatDateTime(language, time),
      sinceTime: (time) => formatSince(language, time, Date.now()),
      birthDate: (day) => formatBirthDate(language, day),
      duration: (ms) => formatDuration(language, ms),
      number: (number) => formatNumber(language, number),
    }),
    [language],
  );
}
