const MINUTE_MS = 60_000;

const DAY_MS = 1440 * MINUTE_MS;

/** Local, YYYY-MM-DD, as in date inputs. */
export type Day = string;

/** In ms since 1970; `from` inclusive, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function dayOf(ms: number): Day {
  const date = new Date(ms);
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** Local, HH:MM. */
export function clockOf(ms: number): string {
  const date = new Date(ms);
  return `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
}

/** In ms; NaN for an invalid day or time: `onDay('2026-05-04', '17:20')`. */
export function onDay(day: Day, clock: string): number {
  return timesOn(day, clock)[0] ?? Number.NaN;
}

/** In ms: two for a repeated hour, one moved later for a skipped time, none for an invalid one. */
export function timesOn(day: Day, clock: string): number[] {
  const utc = day && clock ? Date.parse(`${day}T${clock}Z`) : Number.NaN;
  const [before = utc, after = utc] = [-DAY_MS, DAY_MS].map(
    (away) => utc + new Date(utc + away).getTimezoneOffset() * MINUTE_MS,
  );
  const times = [...new Set([before, after])].filter((at) => dayOf(at) === day && clockOf(at) === clock);
  return times.length > 0 || Number.isNaN(utc) ? times : [before];
}

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

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(startOfDay(text)) === text;
}

/** In ms; NaN for an invalid day. */
export function startOfDay(day: Day): number {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

export function addDays(day: Day, days: number): Day {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date + days).getTime());
}

export function startOfWeek(day: Day): Day {
  const weekday = new Date(startOfDay(day)).getDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Local, YYYY-MM. */
export type Month = string;

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function daysOfMonth(month: Month): { first: Day; last: Day } {
  const first = `${month}-01`;
  return { first, last: addDays(`${monthOf(addDays(first, 31))}-01`, -1) };
}

/** Days have 23 or 25 hours when the clocks change. */
export function daySpan(first: Day, last: Day = first): Span {
  return { from: startOfDay(first), to: startOfDay(addDays(last, 1)) };
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
