import { expect, test, vi } from 'vitest';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { plain } from '#client/shared-visit/visit-lines.tsx';
import { following as en } from '#client/translations/en/following.ts';
import { following } from '#client/translations/sv/following.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime } from '#domain/time.ts';
import { type Coming, isExpectable } from '#domain/trips/coming.ts';
import { canGo } from './coming.tsx';
import { expectation, minutesUntil, timesAhead } from './coming-sheet.tsx';

process.env.TZ = 'Europe/Stockholm';
const at = (time: string, day = '2026-11-20') => `${day}T${time}:00.000Z`;
const zone = 'Europe/Stockholm';
const trip = { startedAt: at('13:50'), due: at('14:05'), zone };
const expected = { at: at('14:00'), saidAt: at('08:00'), until: at('02:00', '2026-11-21'), zone };

function words(coming: Coming, now: string, child?: string): string {
  const about = { now: Date.parse(now), language: 'sv', ...(child && { child }) } as const;
  const filled = comingWords(coming, about, following.coming);
  return filled ? plain(filled).replace('\u00a0', ' ') : '';
}

test('a way there says since when and the time; ten minutes late, that there is no check-in', () => {
  expect(words({ trip, expected }, at('14:14'))).toBe('På väg sedan 14:50 · väntas 15:05');
  expect(words({ trip }, at('14:15'))).toBe('Väntades 15:05. Ingen incheckning än.');
  expect(words({}, at('14:15'))).toBe('');
});

test('a home reads the day and the place of an expected time, the host the time alone', () => {
  expect(words({ expected }, at('12:00'))).toBe('Väntas 15:00');
  expect(words({ expected }, at('12:00'), 'Kim')).toBe('Väntas i dag 15:00 hos Kim');
  expect(words({ expected }, at('12:00', '2026-11-19'), 'Kim')).toBe('Väntas i morgon 15:00 hos Kim');
  expect(words({ expected }, at('14:10'), 'Kim')).toBe('Väntades 15:00. Ingen incheckning än.');
});

test('the day is that of the device that said it, and its zone is named elsewhere', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const late = { ...expected, at: at('21:00') };
  const said = 'Väntas i dag 22:00 hos Kim · centraleuropeisk tid';
  expect(words({ expected: late }, at('20:00'), 'Kim')).toBe(said);
  vi.unstubAllEnvs();
});

test('no word of it claims safety, an arrival or a gender', () => {
  const all = JSON.stringify([following.coming, en.coming]);
  expect(all).not.toMatch(/\b(safe|trygg|säker|arrived|she|he|her|him|hon|han|henne|honom)\b/i);
});

test('a time is today’s or tomorrow’s, and is expected until 03:00 of the next day, also as the clocks change', () => {
  const now = Date.parse('2026-10-24T10:00:00.000Z');
  const ahead = timesAhead('15:00', now);
  expect(ahead.map(({ day, at }) => [day, isoTime(at)])).toEqual([
    ['today', '2026-10-24T13:00:00.000Z'],
    ['tomorrow', '2026-10-25T14:00:00.000Z'],
  ]);
  expect(ahead.map((one) => expectation(one.at))).toMatchObject([
    { until: '2026-10-25T02:00:00.000Z', zone },
    { until: '2026-10-26T02:00:00.000Z', zone },
  ]);
  expect(timesAhead('11:00', now).map(({ day }) => day)).toEqual(['tomorrow']);
  for (const hour of [0, 2, 3, 23]) {
    const [one] = timesAhead(`${hour}:30`.padStart(5, '0'), now);
    expect(one && isExpectable(expectation(one.at), now)).toBe(true);
  }
});

test('a way takes from two minutes to three hours, counted from the minute of now', () => {
  const now = Date.parse('2026-11-20T10:00:59.000Z');
  const minutes = ['10:01', '10:02', '13:00', '13:01'].map((time) => minutesUntil(Date.parse(at(time)), now));
  expect(minutes).toEqual([undefined, 2, 180, undefined]);
});

test('it is offered where the child is not there, on no way home, and something may be shown', () => {
  const row: Follow = {
    id: 'a',
    askedAt: '',
    agreedAt: at('08:00'),
    name: 'Ella',
    child: 'Kim',
    visit: null,
  };
  const seen = (visit: Partial<SharedVisit>) => canGo({ ...row, visit: visit as SharedVisit });
  expect([canGo(row), seen({ open: false })]).toEqual([true, true]);
  expect([canGo({ ...row, child: null }), canGo({ ...row, agreedAt: null })]).toEqual([false, false]);
  const home = { startedAt: at('08:00'), due: null, until: at('09:00') };
  expect([seen({ open: true }), seen({ open: false, trip: home })]).toEqual([false, false]);
});
