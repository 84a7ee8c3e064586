import { afterEach, expect, test, vi } from 'vitest';
import {
  addDays,
  clockOf,
  dayOf,
  daySpan,
  isDay,
  readTime,
  startOfDay,
  startOfWeek,
  timesOn,
  typedAs,
} from './local-day.ts';

process.env.TZ = 'Europe/Stockholm';
const HOUR = 3_600_000;

afterEach(() => vi.unstubAllEnvs());

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

test('a date without a time, or a time without a date, is no time', () => {
  expect(readTime({ date: '2026-10-02', time: '' })).toBeNaN();
  expect(readTime({ date: '', time: '14:50' })).toBeNaN();
  expect(readTime({ date: '2026-10-02', time: '14:50' })).toBe(Date.parse('2026-10-02T12:50:00Z'));
});

test('a time of the hour that is skipped is as much later, one of the hour that comes twice is two', () => {
  expect(timesOn('2026-03-29', '02:30')).toEqual([Date.parse('2026-03-29T01:30:00Z')]);
  const both = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((at) => Date.parse(at));
  expect(timesOn('2026-10-25', '02:30')).toEqual(both);
  for (const time of ['01:59', '03:00']) expect(timesOn('2026-10-25', time)).toHaveLength(1);
});

test.each([
  ['Europe/Stockholm', '2026-03-28T12:00Z', '2026-10-24T12:00Z'],
  ['America/New_York', '2026-03-07T17:00Z', '2026-10-31T17:00Z'],
  // By half an hour, and at midnight.
  ['Australia/Lord_Howe', '2026-04-04T02:00Z', '2026-10-03T02:00Z'],
  ['Africa/Cairo', '2026-04-23T12:00Z', '2026-10-29T12:00Z'],
  ['Asia/Kolkata', '2026-03-28T12:00Z', '2026-10-24T12:00Z'],
])('in %s every time comes back from its fields as it went in', (zone, ...nights) => {
  vi.stubEnv('TZ', zone);
  for (const night of nights.map((at) => Date.parse(at)))
    for (let at = night; at < night + 24 * HOUR; at += 5 * 60_000) expect(readTime(typedAs(at))).toBe(at);
});
