import { afterEach, expect, test, vi } from 'vitest';
import { clockOf, plain } from '#client/shared-visit/visit-lines.tsx';
import { following } from '#client/translations/sv/following.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { pastedSecret } from './follow-dialogs.tsx';
import { shapeOf } from './followed-rows.ts';
import { canGo } from './use-coming.ts';
import { wordsOf } from './use-following.ts';

process.env.TZ = 'Europe/Oslo';
afterEach(() => vi.unstubAllEnvs());
const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const end = (time: string, more: object = {}) => ({ at: at(time), zone: 'Europe/Stockholm', ...more });
const visit = (more: Partial<SharedVisit> = {}): SharedVisit => ({
  ...{ visitor: 'Ella', child: 'Kim', open: true, arrived: end('14:04'), left: null },
  ...{ expected: null, answer: null, isOwn: false, asOf: at('15:10') },
  ...more,
});

const words = (shown: SharedVisit) =>
  wordsOf(shown, at('15:10'), following, clockOf(shown, at('15:10'), 'sv'));

function said(shown: SharedVisit): string[] {
  const { headline, lines } = words(shown);
  return [headline, ...lines].map(plain);
}

test('one sentence says with whom and since when, with the marks of the arrival; the planned time stands below', () => {
  expect(said(visit())).toEqual(['Ella är hos Kim sedan 15:04']);
  expect(said(visit({ arrived: end('14:04', { corrected: true }), expected: at('17:00') }))).toEqual([
    'Ella är hos Kim sedan 15:04 (rättad)',
    'Hem omkring 18:00',
  ]);
  expect(said(visit({ arrived: end('14:04', { uncertain: true }), expected: at('15:00') }))).toEqual([
    'Ella är hos Kim sedan ungefär 15:04',
    'Planerat 16:00. Ingen utcheckning än.',
  ]);
  expect(said(visit({ arrived: null }))).toEqual(['Ella är hos Kim', 'När Ella kom är inte känt.']);
});

test('one who has gone home says both times', () => {
  expect(said(visit({ open: false, left: end('15:09') }))).toEqual([
    'Ella har gått hem',
    'Kom 15:04',
    'Gick 16:09',
  ]);
});

test('one who goes home alone has not arrived before somebody says so', () => {
  const trip = { startedAt: at('15:02'), due: at('15:15'), until: at('16:15') };
  const alone = visit({ open: false, left: end('15:02'), trip });
  const went = ['Ella har gått från Kim', 'Kom 15:04', 'Gick hem själv 16:02\u00a0· väntas 16:15'];
  expect(said(alone)).toEqual(went);
  const home = visit({ ...alone, trip: { ...trip, said: { isHome: true, at: at('15:09') } } });
  expect(said(home)).toEqual(went);
  // As many lines, so that no button moves.
  expect(words(alone).row.map(plain)).toEqual(went.slice(1));
  expect(words(home).row.map(plain)).toEqual([went[2], 'Sagt 16:09: Ella är hemma']);
  expect(said(visit({ ...alone, trip: { ...trip, until: at('15:10') } }))).toEqual([
    'Ella har gått från Kim',
    'Kom 15:04',
    'Gick 16:02',
  ]);
});

test('a device whose clock shows another time names the zone of the visit', () => {
  const zoneIn = (zone: string, language: 'sv' | 'en', shown = visit()) => {
    vi.stubEnv('TZ', zone);
    return clockOf(shown, at('15:10'), language).zone;
  };
  expect(zoneIn('America/New_York', 'sv')).toBe('centraleuropeisk tid');
  expect(zoneIn('Europe/London', 'en')).toBe('Central European Time');
  for (const same of ['Europe/Stockholm', 'Europe/Berlin']) expect(zoneIn(same, 'sv')).toBeUndefined();
  const stranger = { at: at('14:04'), zone: 'Mars/Crater' } as SharedVisit['arrived'];
  expect(zoneIn('Europe/London', 'sv', visit({ arrived: stranger }))).toBeUndefined();
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(said(visit())).toEqual(['Ella är hos Kim sedan 15:04', 'Tiderna anges i centraleuropeisk tid.']);
});

test('a time of another year has its year, and one of the hour that comes twice its offset', () => {
  const timeOf = (time: string, today: string) => clockOf(visit(), today, 'sv')(time);
  expect(timeOf('2026-11-20T14:04:00.000Z', '2027-11-20T14:00:00.000Z')).toBe('20 nov. 2026 15:04');
  expect(timeOf('2026-11-19T14:04:00.000Z', at('14:00'))).toBe('19 nov. 15:04');
  const night = '2026-10-25T00:00:00.000Z';
  const twice = ['00:59', '01:00', '02:00'].map((time) => timeOf(`2026-10-25T${time}:00.000Z`, night));
  expect(twice).toEqual(['02:59 CEST', '02:00 CET', '03:00']);
});

test('the last word about an answer is the reply to it', () => {
  const ends = (answer: SharedVisit['answer']) => words(visit({ answer })).ends.map(plain);
  const asked = { code: 'stay', until: at('17:00'), at: at('15:00') } as const;
  expect(ends(null)).toEqual([]);
  expect(ends(asked)).toEqual(['Du frågade: Kan Ella stanna till 18:00?']);
  expect(ends({ ...asked, reply: { yes: true, at: at('15:05') } })).toEqual(['Svar: ja, till 18:00']);
});

test('it is offered where the child is not there, even on the way home, and something may be shown', () => {
  const row = { id: 'a', askedAt: '', agreedAt: at('08:00'), name: 'Ella', child: 'Kim', visit: null };
  const seen = (more: Partial<SharedVisit>) => canGo({ ...row, visit: visit(more) });
  expect([canGo(row), seen({ open: false })]).toEqual([true, true]);
  expect([canGo({ ...row, child: null }), canGo({ ...row, agreedAt: null })]).toEqual([false, false]);
  const home = { startedAt: at('08:00'), due: null, until: at('09:00') };
  expect([seen({ open: true }), seen({ open: false, trip: home })]).toEqual([false, true]);
  const said = { isHome: false, at: at('08:10') };
  expect(seen({ open: false, trip: { ...home, said } })).toBe(true);
});

test('rows keep their shape while only their words change', () => {
  const rows = (shown: SharedVisit | null): Follow[] => [
    { id: 'ella', askedAt: at('12:00'), agreedAt: at('12:00'), name: 'Ella', child: 'Kim', visit: shown },
  ];
  const shape = shapeOf(rows(visit()));
  expect(shapeOf(rows(visit({ asOf: at('15:40'), arrived: end('14:00') })))).toBe(shape);
  for (const other of [null, visit({ expected: at('17:00') }), visit({ open: false, left: end('15:00') })])
    expect(shapeOf(rows(other))).not.toBe(shape);
  const trip = { startedAt: at('15:02'), due: null, until: at('16:15') };
  const word = (isHome: boolean) => ({ ...trip, said: { isHome, at: at('15:09') } });
  const [none, home, ...others] = [undefined, trip, word(true), word(false)].map((one) =>
    shapeOf(rows(visit({ open: false, ...(one && { trip: one }) }))),
  );
  expect(others[0]).toBe(home);
  expect(new Set([none, home, others[1]]).size).toBe(3);
});

test('the secret of a link is found wherever it stands in a message, and nothing else is taken for one', () => {
  const secret = 'k7'.repeat(26);
  for (const text of [
    `https://framme.example.org/visit#${secret}`,
    `Ella är framme 15:04.\nFölj besöket: https://framme.example.org/base/visit?lng=en#${secret}`,
    `<https://framme.example.org/visit/#${secret}>.`,
    `https://framme.example.org/visit%23${secret.toUpperCase()}`,
  ])
    expect(pastedSecret(text), text).toBe(secret);
  for (const text of [
    '',
    secret,
    `https://framme.example.org/join#${secret}`,
    `https://framme.example.org/visit#${secret}k`,
    `https://framme.example.org/visit#${secret.slice(1)}`,
  ])
    expect(pastedSecret(text), text).toBeUndefined();
});
