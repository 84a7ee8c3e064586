import { clockOf, type Day, dayOf, timesOn } from './local-day.ts';

const MINUTE_MS = 60_000;

/** A local time as its fields hold it: YYYY-MM-DD and HH:MM, each empty until it is typed. */
export interface TypedTime {
  date: Day;
  time: string;
  /** The one that is meant of a time that the clock shows twice, in ms; else ignored. */
  at?: number;
}

/** In ms; NaN if a part is missing. */
export function readTime({ date, time, at }: TypedTime): number {
  const times = timesOn(date, time);
  return times.find((one) => one === at) ?? times[0] ?? Number.NaN;
}

/** A time in ms as its fields hold it, without its seconds. */
export function typedAs(ms: number): TypedTime {
  return { date: dayOf(ms), time: clockOf(ms), at: Math.floor(ms / MINUTE_MS) * MINUTE_MS };
}
