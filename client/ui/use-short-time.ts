import { useCallback } from 'react';
import { useFormat } from '#client/translations/use-language.ts';
import { dayOf } from './local-day.ts';

const HALF_A_YEAR = 183 * 24 * 3_600_000;

/** In: an ISO time, and now in ms. Out: "15:42" today, else with the weekday and date, after half a year with the year. */
export function useShortTime(): (at: string, now: number) => string {
  const format = useFormat();
  return useCallback(
    (at, now) => {
      const ms = Date.parse(at);
      if (dayOf(ms) === dayOf(now)) return format.time(ms);
      if (Math.abs(now - ms) > HALF_A_YEAR) return format.dateTime(ms);
      return `${format.day(ms)} ${format.time(ms)}`;
    },
    [format],
  );
}
