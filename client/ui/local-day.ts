const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** A local calendar day in the format of a date input: YYYY-MM-DD. */
export type Day = string;

/** A time span in ms since 1970; `from` is inclusive, `to` exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function dayOf(ms: number): Day {
  const date = new Date(ms);
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** Returns the local time in the format of a time input: HH:MM. */
export function clockOf(ms: number): string {
  const date = new Date(ms);
  return `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
}

/** Returns a time of day on a local day, in ms: `onDay('2026-05-04', '17:20')`; NaN if either is no such thing. */
export function onDay(day: Day, clock: string): number {
  return timesOn(day, clock)[0] ?? Number.NaN;
}

/** Returns when the clock shows a time: twice in a repeated hour, as much later if it is skipped, never if it is no time. */
export function timesOn(day: Day, clock: string): number[] {
  const utc = day && clock ? Date.parse(`${day}T${clock}Z`) : Number.NaN;
  const [before = utc, after = utc] = [-DAY_MS, DAY_MS].map(
    (away) => utc + new Date(utc + away).getTimezoneOffset() * MINUTE_MS,
  );
  const times = [...new Set([before, after])].filter((at) => dayOf(at) === day && clockOf(at) === clock);
  return times.length > 0 || Number.isNaN(utc) ? times : [before];
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(startOfDay(text)) === text;
}

/** Returns the start of a local day in ms; NaN if the text is no day. */
export function startOfDay(day: Day): number {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

export function addDays(day: Day, days: number): Day {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date + days).getTime());
}

/** Returns the Monday of a day's week. */
export function startOfWeek(day: Day): Day {
  const weekday = new Date(startOfDay(day)).getDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** Returns the span of all local days from the first to the last; a day has 23 or 25 hours when the clocks change. */
export function daySpan(first: Day, last: Day = first): Span {
  return { from: startOfDay(first), to: startOfDay(addDays(last, 1)) };
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
