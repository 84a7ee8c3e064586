import { clockOf, type Day, dayOf, MINUTE_MS, timesOn } from './local-day.ts';

/** Local, as its fields have it: YYYY-MM-DD and HH:MM, or empty. */
export interface TypedTime {
  date: Day;
  time: string;
  /** In ms: which one, of a time shown twice; else ignored. */
  at?: number;
}

/** In ms; NaN if a part is missing. */
export function readTime({ date, time, at }: TypedTime): number {
  const times = timesOn(date, time);
  return times.find((one) => one === at) ?? times[0] ?? Number.NaN;
}

/** From ms, without seconds. */
export function typedAs(ms: number): TypedTime {
  return { date: dayOf(ms), time: clockOf(ms), at: Math.floor(ms / MINUTE_MS) * MINUTE_MS };
}
