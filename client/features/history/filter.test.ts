import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VisitView } from '#client/data/port.ts';
import { lastTime } from '#client/people/visit-span.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { seed } from '#tests/support/seed.ts';
import {
  daysOf,
  filterVisits,
  type HistoryFilter,
  ifMonthLoaded,
  readFilter,
  withoutUnknown,
  writeFilter,
} from './filter.ts';
import { groupByDay } from './visit-list.tsx';

process.env.TZ = 'Europe/Stockholm';
const NOW = Date.parse('2026-10-02T16:00:00Z');
const read = (address: string) => readFilter(new URLSearchParams(address));
test('a filter read from the address is written back unchanged', () => {
  for (const address of [
    '',
    'child=nova000000',
    'day=2026-10-02',
    'child=nova000000&day=2026-10-02',
    'days=7',
    'week=this',
    'month=2026-09',
    'person=ella000000',
    'child=nova000000&person=ella000000&week=this',
  ])
    expect(writeFilter(read(address)).toString()).toBe(address);
});

test('an invalid filter in the address shows everything', () => {
  for (const address of [
    'day=tomorrow',
    'day=2026-02-30',
    'days=0',
    'days=-7',
    'days=1.5',
    'days=9999',
    'child=',
    'person=',
    'week=next',
    'month=2026-13',
    'month=2026-09-01',
  ])
    expect(read(address), address).toEqual({});
});

test('a number of days and a week end today, a day stands alone, a month is whole', () => {
  const today = '2026-10-02';
  expect(daysOf({}, today)).toBeUndefined();
  expect(daysOf({ days: 7 }, today)).toEqual({ first: '2026-09-26', last: today });
  expect(daysOf({ day: '2026-10-01', days: 7 }, today)).toEqual({ first: '2026-10-01', last: '2026-10-01' });
  expect(daysOf({ month: '2026-02' }, today)).toEqual({ first: '2026-02-01', last: '2026-02-28' });
  expect(daysOf({ day: '2026-10-01', month: '2026-02' }, today)?.first).toBe('2026-10-01');
  expect(daysOf({ week: 'this' }, today)).toEqual({ first: '2026-09-28', last: today });
  expect(daysOf({ week: 'this' }, '2026-09-28')).toEqual({ first: '2026-09-28', last: '2026-09-28' });
});

test.each([
  ['2026-09-29', ['Long']],
  ['2026-09-30', ['Open', 'Night', 'Long', 'Before']],
  ['2026-10-01', ['Open', 'Night', 'Long', 'Unseen']],
  ['2026-10-02', ['Open', 'Late', 'Long']],
  ['2026-10-03', []],
])('%s shows every visit that overlaps it in local time, an open one until today: %j', (day, names) => {
  const visits = [
    visitView('Open', '2026-09-30T12:00Z'),
    visitView('Late', '2026-10-01T22:30Z', '2026-10-01T23:00Z'),
    visitView('Night', '2026-09-30T20:00Z', '2026-10-01T05:00Z'),
    visitView('Long', '2026-09-29T20:00Z', '2026-10-02T05:00Z'),
    visitView('Before', '2026-09-30T20:00Z', '2026-09-30T22:00Z'),
    visitView('Unseen', undefined, '2026-10-01T12:00Z'),
  ];
  expect(filterVisits(visits, { day }, '2026-10-02', NOW).map(({ name }) => name)).toEqual(names);
});

test('filtering and grouping read each visit a few times, however many there are', () => {
  const readsOf = (many: number) => {
    let reads = 0;
    const counted = (visit: VisitView) =>
      new Proxy(visit, {
        get: (target, key: keyof VisitView) => {
          reads += 1;
          return target[key];
        },
      });
    const visits = Array.from({ length: many }, (_, index) => {
      const left = new Date(NOW - index * 3_600_000).toISOString();
      return counted(visitView('Ella', new Date(NOW - (index + 2) * 3_600_000).toISOString(), left));
    });
    const listed = filterVisits(visits, { days: 36_500 }, '2026-10-02', NOW);
    expect(groupByDay(listed, '2026-10-02').length).toBeGreaterThan(many / 25);
    return reads / many;
  };
  const [few, many] = [readsOf(200), readsOf(20_000)];
  expect(few).toBeGreaterThan(0);
  expect(many).toBeLessThan(few * 1.1);
});

test('visits are grouped by the local day of their latest end, an ongoing one first and under today', () => {
  const visits = [
    visitView('Noah', '2026-10-01T21:00Z', '2026-10-01T22:05Z'),
    visitView('Vera', '2026-10-01T19:00Z', '2026-10-01T21:59Z'),
    visitView('Ella', '2026-09-30T10:00Z'),
  ];
  const listed = filterVisits(visits, {}, '2026-10-02', NOW);
  const days = groupByDay(listed, '2026-10-02').map(({ day, visits: of }) => [
    day,
    of.map(({ name }) => name),
  ]);
  expect(days).toEqual([
    ['2026-10-02', ['Ella', 'Noah']],
    ['2026-10-01', ['Vera']],
  ]);
});

test('no filter shows a visit under a day that it does not ask for', () => {
  const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString();
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.option(fc.integer({ min: 0, max: 60 })))),
      fc.constantFrom<HistoryFilter>(
        { day: '2026-10-01' },
        { day: '2026-10-02' },
        { week: 'this' },
        { days: 7 },
      ),
      (times, filter) => {
        const visits = times
          .map(([arrived, hours]) =>
            visitView(
              'Ella',
              at(arrived),
              hours === null || hours > arrived ? undefined : at(arrived - hours),
            ),
          )
          .toSorted((a, b) => lastTime(b) - lastTime(a));
        const days = daysOf(filter, '2026-10-02');
        const listed = filterVisits(visits, filter, '2026-10-02', NOW);
        const groups = groupByDay(listed, '2026-10-02', days?.last).map(({ day }) => day);
        for (const day of groups) expect(day >= (days?.first ?? '') && day <= (days?.last ?? '')).toBe(true);
        expect(groups).toEqual([...new Set(groups)].toSorted().toReversed());
      },
    ),
    { seed },
  );
});

test('an unknown child or person is dropped from the filter, and the rest is kept', () => {
  const children = [{ id: 'child00001', friends: [{ ref: { visitor: 'ella000000' } }], guests: [] }];
  expect(withoutUnknown({ child: 'child00001', days: 7 }, children)).toEqual({
    child: 'child00001',
    days: 7,
  });
  expect(withoutUnknown({ child: 'child00002', days: 7 }, children)).toEqual({ days: 7 });
  expect(withoutUnknown({ child: 'child00002' }, [])).toEqual({});
  const ella = { child: 'child00001', person: 'ella000000' };
  expect(withoutUnknown(ella, children)).toEqual(ella);
  expect(withoutUnknown({ person: 'noah000000', week: 'this' }, children)).toEqual({ week: 'this' });
});

test('a month counts its visits once an older one is here, or all are', () => {
  const visitOn = (day: string, open = false) =>
    visitView('Ella', `${day}T12:00Z`, open ? undefined : `${day}T13:00Z`);
  const some = [visitOn('2026-10-02'), visitOn('2026-09-20')];
  const load = (history: VisitView[], historyLoading: boolean) =>
    ifMonthLoaded({ history, historyLoading }, '2026-10', some);
  expect(load(some, false)).toBe(some);
  expect(load([], true)).toEqual([]);
  expect(load(some, true)).toEqual([]);
  expect(load([...some, visitOn('2026-01-01', true)], true)).toEqual([]);
  expect(load([...some, visitOn('2026-09-01')], true)).toBe(some);
});
