import { expect, test } from 'vitest';
import { LANGUAGES, LOCALES } from '#domain/language.ts';
import { DAY_MS } from '#domain/time.ts';
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

test('a time of day, a day, and both are what a formatter of the language makes of them', () => {
  const [day, time] = [
    { day: 'numeric', month: 'short' } as const,
    { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const,
  ];
  const now = Date.parse('2026-12-31T22:00:00Z');
  for (const language of LANGUAGES) {
    const format = formatIn(language);
    const by = (style: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALES[language], style);
    const [clock, short, whole] = [by(time), by(day), by({ ...day, ...time })];
    const night = Date.parse('2026-10-24T00:00:00Z');
    for (let at = night; at < night + 2 * DAY_MS; at += 17 * 60_000)
      expect(format.time(at)).toBe(clock.format(at));
    for (let at = Date.parse('2026-01-01T00:00:00Z'); at < now - 2 * DAY_MS; at += 7 * 3_600_000 + 60_000)
      expect([format.timeUnder(now, at), format.sinceShort(at, now)]).toEqual([
        ...[whole.format(at), short.format(at)],
      ]);
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

test.each([
  ['sv', 0.9, '< 1 min'],
  ['sv', -5, '< 1 min'],
  ['sv', 1, '1 min'],
  ['sv', 59.9, '59 min'],
  ['sv', 60, '1 h'],
  ['sv', 80, '1 h 20 min'],
  ['sv', 24 * 60 - 1, '23 h 59 min'],
  ['sv', 24 * 60, '1 dygn'],
  ['sv', 52 * 60 + 48, '2 dygn 5 h'],
  ['sv', 47 * 60 + 45, '2 dygn'],
  ['en', 25 * 60 + 1, '1 day 1 h'],
  ['en', 52 * 60 + 48, '2 days 5 h'],
] as const)('a duration in %s of %d minutes is %s', (language, minutes, words) => {
  expect(formatIn(language).duration(minutes * 60_000)).toBe(words);
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
