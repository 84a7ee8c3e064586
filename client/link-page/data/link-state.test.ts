import { expect, onTestFinished, test, vi } from 'vitest';
import { LINK_AFTER_VISIT_MS, LINK_LIFE_MS } from '#domain/limits.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { WatchedVisit } from './link-state.ts';

const zone = 'Europe/Stockholm';
const visit: SharedVisit = {
  ...{ visitor: 'Ella', child: 'Noah', open: true, arrived: { at: '2026-11-20T14:04:00.000Z', zone } },
  ...{ left: null, expected: null, answer: null, isOwn: false, asOf: '2026-11-20T15:10:00.000Z' },
};

test('what was taken back is shown no more, whatever comes afterwards', () => {
  const watched = new WatchedVisit();
  watched.show(visit);
  watched.showNothing(true);
  expect(watched.current()).toEqual({ phase: 'taken-back' });
  watched.show(visit);
  watched.confirm(visit.asOf);
  watched.markOffline();
  expect(watched.current()).toEqual({ phase: 'taken-back' });
});

test('a link that showed nothing yet is dead, and may come to life', () => {
  const watched = new WatchedVisit();
  watched.showNothing(true);
  expect(watched.current()).toEqual({ phase: 'dead', isTrying: true });
  watched.show(visit);
  expect(watched.current()).toMatchObject({ phase: 'shown', visit });
});

test('a link that ended by itself, by the clock, was taken back by nobody', () => {
  const ago = (ms: number) => ({ at: isoTime(Date.parse(visit.asOf) - ms), zone });
  const ends: [Partial<SharedVisit>, string][] = [
    [{ open: false, left: ago(LINK_AFTER_VISIT_MS) }, 'dead'],
    [{ open: false, left: ago(LINK_AFTER_VISIT_MS - MINUTE_MS) }, 'taken-back'],
    [{ arrived: ago(LINK_LIFE_MS) }, 'dead'],
    [{ arrived: ago(LINK_LIFE_MS - MINUTE_MS) }, 'taken-back'],
  ];
  for (const [more, phase] of ends) {
    const watched = new WatchedVisit();
    watched.show({ ...visit, ...more });
    watched.showNothing(false);
    expect([more, watched.current().phase]).toEqual([more, phase]);
  }
});

test('a link that ended by itself after the last confirmation was taken back by nobody', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const left = { at: isoTime(Date.parse(visit.asOf) - LINK_AFTER_VISIT_MS + MINUTE_MS), zone };
  for (const [later, phase] of [
    [MINUTE_MS - 1, 'taken-back'],
    [MINUTE_MS, 'dead'],
  ] as const) {
    const watched = new WatchedVisit();
    watched.show({ ...visit, open: false, left });
    vi.setSystemTime(Date.now() + later);
    watched.showNothing(false);
    expect([later, watched.current().phase]).toEqual([later, phase]);
  }
});

test('what is shown holds as of the last time that the server confirmed it', () => {
  const watched = new WatchedVisit();
  watched.show(visit);
  watched.markOffline();
  expect(watched.current()).toMatchObject({ asOf: visit.asOf, isOffline: true });
  watched.confirm('2026-11-20T15:10:20.000Z');
  expect(watched.current()).toMatchObject({ asOf: '2026-11-20T15:10:20.000Z', isOffline: false, visit });
});
