/** A day by the device's own calendar, as a date input spells it: YYYY-MM-DD. */
export type Day = string;

/** A stretch of time in ms since 1970: from inclusive, to exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function dayOf(ms: number): Day {
  const date = new Date(ms);
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

/** The local clock as a time input spells it: HH:MM. */
export function clockOf(ms: number): string {
  const date = new Date(ms);
  return `${digits(date.getHours(), 2)}:${digits(date.getMinutes(), 2)}`;
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(startOfDay(text)) === text;
}

/** When a local day begins, in ms; NaN where the text is no day. */
export function startOfDay(day: Day): number {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date).getTime();
}

export function addDays(day: Day, days: number): Day {
  const [year = Number.NaN, month = 1, date = 1] = day.split('-').map(Number);
  return dayOf(new Date(year, month - 1, date + days).getTime());
}

/** All of the local days from the first to the last: 23 or 25 hours where the clocks change. */
export function daySpan(first: Day, last: Day = first): Span {
  return { from: startOfDay(first), to: startOfDay(addDays(last, 1)) };
}

function digits(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
