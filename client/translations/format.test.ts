import { expect, test } from 'vitest';
import { LANGUAGES, LOCALES } from '#domain/language.ts';
import { formatIn } from './format.ts';

process.env.TZ = 'Europe/Stockholm';
const time = '2026-05-03T13:42:00.000Z';

test('times use the 24-hour clock in both languages, and dates are localized', () => {
  expect(formatIn('sv').time(time)).toBe('15:42');
  expect(formatIn('en').time(time)).toBe('15:42');
  expect(formatIn('en').time('2026-05-02T22:05:00.000Z')).toBe('00:05');
  expect(formatIn('sv').day(time)).toBe('söndag 3 maj');
  expect(formatIn('en').day(time)).toMatch(/^Sunday,? 3 May$/);
  expect(formatIn('sv').dateTime(time)).toMatch(/^3 maj 2026.* 15:42$/);
  expect(formatIn('en').dateTime(time)).toMatch(/^3 May 2026.* 15:42$/);
});

test('a time of day is what a formatter of its language makes of it', () => {
  for (const language of LANGUAGES) {
    const style = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const whole = new Intl.DateTimeFormat(LOCALES[language], style);
    for (
      let at = Date.parse('2026-10-24T00:00:00Z');
      at < Date.parse('2026-10-26T00:00:00Z');
      at += 17 * 60_000
    )
      expect(formatIn(language).time(at)).toBe(whole.format(at));
  }
});

test('a day and its time are what a formatter of their language makes of them', () => {
  for (const language of LANGUAGES) {
    const day = { day: 'numeric', month: 'short' } as const;
    const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    const whole = new Intl.DateTimeFormat(LOCALES[language], { ...day, ...time });
    const short = new Intl.DateTimeFormat(LOCALES[language], day);
    const now = Date.parse('2026-12-31T22:00:00Z');
    for (
      let at = Date.parse('2026-01-01T00:00:00Z');
      at < Date.parse('2026-12-29T22:00:00Z');
      at += 7 * 3_600_000 + 60_000
    ) {
      expect(formatIn(language).timeUnder(now, at)).toBe(whole.format(at));
      expect(formatIn(language).sinceShort(at, now)).toBe(short.format(at));
    }
  }
});

test('a day of another year has its year', () => {
  const now = Date.parse('2027-01-02T12:00:00Z');
  const [sv, en] = [formatIn('sv'), formatIn('en')];
  expect([sv.timeUnder(now, time), sv.sinceTime(time, now), sv.sinceShort(time, now)]).toEqual([
    ...['3 maj 2026 15:42', '3 maj 2026 15:42', '3 maj 2026'],
  ]);
  expect([en.timeUnder(now, time), en.sinceShort(time, now)]).toEqual(['3 May 2026, 15:42', '3 May 2026']);
  expect(sv.sinceTime('2026-12-31T23:30:00.000Z', now)).toBe('igår 00:30');
  expect(sv.sinceTime('2026-12-31T22:30:00.000Z', now)).toBe('31 dec. 2026 23:30');
});

test('a birth date does not depend on the time zone', () => {
  expect(formatIn('sv').birthDate('2021-01-01')).toBe('1 januari 2021');
  expect(formatIn('en').birthDate('2021-12-31')).toBe('31 December 2021');
  expect(formatIn('en').birthDate('soon')).toBe('soon');
});

test('a time of today is shown without its day, an earlier one with it', () => {
  expect(formatIn('sv').timeUnder(Date.parse('2026-05-03T21:59:00Z'), time)).toBe('15:42');
  expect(formatIn('sv').timeUnder(Date.parse('2026-05-03T22:01:00Z'), time)).toBe('3 maj 15:42');
});

test('a time of the day before is of yesterday, also over a change of the clocks', () => {
  const night = Date.parse('2026-10-25T23:30:00Z');
  const seen = ['2026-10-25T23:05:00Z', '2026-10-24T22:05:00Z', '2026-10-24T21:55:00Z'];
  expect(seen.map((at) => formatIn('sv').sinceTime(at, night))).toEqual([
    '00:05',
    'igår 00:05',
    '24 okt. 23:55',
  ]);
  expect(seen.map((at) => formatIn('en').sinceShort(at, night))).toEqual(['00:05', 'yesterday', '24 Oct']);
});

test('a duration is shown in whole minutes', () => {
  const minutes = (count: number) => formatIn('sv').duration(count * 60_000);
  expect([minutes(0.9), minutes(1), minutes(59.9), minutes(60), minutes(80), minutes(24 * 60 - 1)]).toEqual([
    '< 1 min',
    '1 min',
    '59 min',
    '1 h',
    '1 h 20 min',
    '23 h 59 min',
  ]);
  expect(minutes(-5)).toBe('< 1 min');
});

test('a duration of days is shown in days and rounded hours', () => {
  const minutes = (language: 'sv' | 'en', count: number) => formatIn(language).duration(count * 60_000);
  expect(minutes('sv', 24 * 60)).toBe('1 dygn');
  expect(minutes('sv', 52 * 60 + 48)).toBe('2 dygn 5 tim');
  expect(minutes('sv', 47 * 60 + 45)).toBe('2 dygn');
  expect(minutes('en', 25 * 60 + 1)).toBe('1 day 1 h');
  expect(minutes('en', 52 * 60 + 48)).toBe('2 days 5 h');
});

test('what began less than a minute ago began just now', () => {
  expect(formatIn('sv').soFar(59_999)).toBe('nyss');
  expect(formatIn('en').soFar(0)).toBe('just now');
  expect(formatIn('en').soFar(60_000)).toBe('1 min');
});

test('a large number has group separators', () => {
  expect(formatIn('sv').number(20_000)).toBe('20\u00a0000');
  expect(formatIn('en').number(20_000)).toBe('20,000');
  expect(formatIn('sv').number(7)).toBe('7');
});
