import { expect, test, vi } from 'vitest';
import { following as en } from '#client/translations/en/following.ts';
import { following } from '#client/translations/sv/following.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { comingWords } from './coming-words.ts';
import { plain } from './visit-lines.tsx';

process.env.TZ = 'Europe/Stockholm';
const at = (time: string, day = '2026-11-20') => `${day}T${time}:00.000Z`;
const zone = 'Europe/Stockholm';
const trip = { startedAt: at('13:50'), due: at('14:05'), zone };
const expected = { at: at('14:00'), saidAt: at('08:00'), until: at('02:00', '2026-11-21'), zone };

function words(coming: Coming, now: string, child?: string, asOf = now): string {
  const times = { now: Date.parse(now), asOf: Date.parse(asOf) };
  const about = { ...times, language: 'sv', ...(child && { child }) } as const;
  const filled = comingWords(coming, about, following.coming);
  return filled ? plain(filled).replaceAll('\u00a0', ' ') : '';
}

test('a way there says since when and the time; ten minutes late, that there is no check-in', () => {
  expect(words({ trip, expected }, at('14:14'))).toBe('På väg sedan 14:50 · väntas 15:05');
  expect(words({ trip }, at('14:15'))).toBe('Väntades 15:05. Ingen incheckning har nått Framme.');
  expect(words({}, at('14:15'))).toBe('');
});

test('a home reads the day and the place of an expected time, the host the time alone', () => {
  expect(words({ expected }, at('12:00'))).toBe('Väntas 15:00');
  expect(words({ expected }, at('12:00'), 'Kim')).toBe('Väntas idag 15:00 hos Kim');
  expect(words({ expected }, at('12:00', '2026-11-19'), 'Kim')).toBe('Väntas imorgon 15:00 hos Kim');
  expect(words({ expected }, at('14:10'), 'Kim')).toBe('Väntades 15:00. Ingen incheckning har nått Framme.');
});

test('the day is that of the reading, lateness that of the last reply, and yesterday is never tomorrow', () => {
  const evening = at('20:00', '2026-11-19');
  expect(words({ expected }, at('14:30'), 'Kim', evening)).toBe('Väntas idag 15:00 hos Kim');
  const midnight = { ...expected, at: at('22:55') };
  expect(words({ expected: midnight }, at('23:01'), 'Kim')).toBe('Väntas idag 23:55 hos Kim');
});

test('the day is that of the device that said it, and its zone is named elsewhere', () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  const late = { ...expected, at: at('21:00') };
  const said = 'Väntas idag 22:00 hos Kim · centraleuropeisk tid';
  expect(words({ expected: late }, at('20:00'), 'Kim')).toBe(said);
  vi.unstubAllEnvs();
});

test('no word of it claims safety, an arrival or a gender', () => {
  const all = JSON.stringify([following.coming, en.coming]);
  expect(all).not.toMatch(/\b(safe|trygg|säker|arrived|she|he|her|him|hon|han|henne|honom)\b/i);
});
