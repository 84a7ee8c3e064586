import { expect, test } from 'vitest';
import type { VisitorView } from '#client/data/port.ts';
import { visitorPath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { friend } from '#tests/support/people/child-view.ts';
import { comingSoon, comingTo, stillComing } from './coming.tsx';

const at = (time: string) => `2026-11-20T${time}:00.000Z`;
const zone = 'Europe/Stockholm';
const trip = { startedAt: at('13:50'), due: at('14:05'), zone };
const expected = { at: at('14:00'), saidAt: at('08:00'), until: '2026-11-21T02:00:00.000Z', zone };
const home = (coming: Follower['coming'], more: Partial<Follower> = {}): Follower => ({
  ...{ id: 'a', visitor: '', name: 'Ella', parents: [], askedAt: '', agreedAt: at('08:00'), isPaused: false },
  ...(coming && { coming }),
  ...more,
});
const kinds = (time: string, followers: Follower[], visitor: Partial<VisitorView> = {}) =>
  comingSoon(friend('Ella', visitor), followers, Date.parse(at(time))).flatMap(Object.keys);

test('a way there is shown for an hour after its time, an expected time from two hours before', () => {
  const both = [home({ trip, expected })];
  expect(kinds('15:04', both)).toEqual(['trip']);
  expect(kinds('15:05', [home({ trip })])).toEqual([]);
  expect(kinds('11:59', [home({ expected })])).toEqual([]);
  expect(kinds('12:00', [home({ expected })])).toEqual(['expected']);
  expect(kinds('14:00', [home({ trip }), home({ expected }, { id: 'b' })])).toEqual(['expected', 'trip']);
});

test('a pause, or a check-in on this phone, hides it at once; an earlier visit does not', () => {
  expect(kinds('14:00', [home({ trip }, { isPaused: true })])).toEqual([]);
  expect(kinds('14:00', [home({ trip }, { agreedAt: null })])).toEqual([]);
  const left = (time: string) => ({ hasVisited: true, timestamp: at(time) });
  expect(kinds('14:00', [home({ trip })], { status: 'in', ...left('13:00') })).toEqual([]);
  expect(kinds('14:00', [home({ trip })], left('13:51'))).toEqual([]);
  expect(kinds('14:00', [home({ trip })], left('13:50'))).toEqual(['trip']);
  expect(kinds('14:00', [home({ expected })], left('11:00'))).toEqual([]);
  expect(kinds('14:00', [home({ expected })], left('10:59'))).toEqual(['expected']);
});

test('a check-in of the same child as a friend of another child ends it for that home alone', () => {
  const ella = friend('Ella', { status: 'in' });
  const path = visitorPath(ella.ref);
  const [here, other] = [home({}, { id: 'b', visitor: path }), home({ trip }, { id: 'c', parents: ['Bo'] })];
  const still = (row: Follower) =>
    stillComing([home({ trip }), other], [row], { visitor: () => ella }).map(({ id }) => id);
  expect(still(here)).toEqual(['c']);
  expect(still({ ...here, name: 'Olle' })).toEqual(['a', 'c']);
});

test('a home’s time hides the own one; until two hours before the lists show neither', () => {
  const own = { expectedArrival: { ...expected, by: 'anna' } };
  const times = (time: string, followers: Follower[]) =>
    comingTo(friend('Ella', own), followers, Date.parse(at(time))).map((coming) => coming.expected?.at);
  expect(kinds('12:00', [], own)).toEqual(['expected']);
  expect(kinds('11:59', [], own)).toEqual([]);
  expect(times('11:59', [])).toEqual([at('14:00')]);
  expect(times('11:59', [home({ expected: { ...expected, at: at('15:00') } })])).toEqual([at('15:00')]);
  expect(times('11:59', [home({ expected }, { isPaused: true })])).toEqual([at('14:00')]);
  expect(kinds('14:00', [home({ trip })], own)).toEqual(['trip']);
});
