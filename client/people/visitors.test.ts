import { expect, test } from 'vitest';
import { friend } from '#tests/support/people/child-view.ts';
import { byRecency } from './visitors.ts';

test('visitors are sorted by their latest visit, and those without a visit come last', () => {
  const added = (day: number) => ({ createdAt: `2026-03-0${day}T10:00:00.000Z` });
  const visitors = [
    friend('guest', { ...added(2), timestamp: '2026-03-09T10:00:00.000Z' }),
    friend('earlier', { hasVisited: true, timestamp: '2026-03-03T10:00:00.000Z' }),
    friend('later', { hasVisited: true, timestamp: '2026-03-04T10:00:00.000Z' }),
    friend('new', added(1)),
  ];
  expect(visitors.toSorted(byRecency()).map(({ name }) => name)).toEqual([
    'later',
    'earlier',
    'guest',
    'new',
  ]);
});
