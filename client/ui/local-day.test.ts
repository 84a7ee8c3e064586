import { expect, test } from 'vitest';
import { addDays, clockOf, dayOf, daySpan, isDay, startOfDay, startOfWeek } from './local-day.ts';

process.env.TZ = 'Europe/Stockholm';
const HOUR = 3_600_000;

test('a day begins at local midnight', () => {
  expect(startOfDay('2026-10-02')).toBe(Date.parse('2026-10-01T22:00:00Z'));
  expect(dayOf(Date.parse('2026-10-01T21:59:59Z'))).toBe('2026-10-01');
  expect(dayOf(Date.parse('2026-10-01T22:00:00Z'))).toBe('2026-10-02');
  expect(clockOf(Date.parse('2026-10-01T22:05:59Z'))).toBe('00:05');
});

test('the days on which the clocks change have 23 and 25 hours', () => {
  const hours = (day: string) => (daySpan(day).to - daySpan(day).from) / HOUR;
  expect(hours('2026-03-29')).toBe(23);
  expect(hours('2026-10-25')).toBe(25);
  expect(hours('2026-10-26')).toBe(24);
});

test('days are counted by the calendar, over months, years and clock changes', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daySpan('2026-10-20', '2026-10-26').to - daySpan('2026-10-20').from).toBe((7 * 24 + 1) * HOUR);
});

test('a week begins on Monday', () => {
  for (const day of ['2026-09-28', '2026-10-02', '2026-10-04']) expect(startOfWeek(day)).toBe('2026-09-28');
});

test('an invalid date is not a day', () => {
  expect(isDay('2026-02-28')).toBe(true);
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', 'today', '', '2026-10-02T00:00'])
    expect(isDay(text), text).toBe(false);
});
