import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastTime } from '#client/people/visit-span.ts';
import { daySpan } from '#client/ui/local-day.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { seed } from '#tests/support/seed.ts';
import { filterVisits } from './filter.ts';
import { layOutMonth } from './month.tsx';
import { totalsOf } from './often-here.tsx';

process.env.TZ = 'Europe/Stockholm';
const TODAY = '2026-10-02';
const NOW = Date.parse('2026-10-02T16:00:00Z');
const HOUR = 3_600_000;
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * HOUR).toISOString();
const shownIn = (month: string, today = TODAY) =>
  layOutMonth([], month, today, NOW)
    .flat()
    .filter(({ isShown }) => isShown)
    .map(({ day }) => day);

test('a month has its days in whole weeks, the current one the week before this one too', () => {
  const february = layOutMonth([], '2026-02', TODAY, NOW);
  expect(february.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(february[0]?.[0]?.day).toBe('2026-01-26');
  const days = shownIn('2026-02');
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-02-01', '2026-02-28', 28]);
  expect(shownIn('2026-10')[0]).toBe('2026-09-21');
  expect(shownIn('2026-10', '2026-10-15')[0]).toBe('2026-10-01');
  expect(shownIn('2026-10').at(-1)).toBe('2026-10-31');
});

test('a day of the month has as many visits as its own list', () => {
  const stay = fc.tuple(
    fc.integer({ min: 0, max: 900 }),
    fc.constantFrom(0, 0.5, 2, 13, 18, 30, 60),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(stay), (stays) => {
      const visits = stays
        .map(([ago, hours, isOpen]) =>
          visitView('Ella', at(ago), isOpen ? undefined : at(Math.max(0, ago - hours))),
        )
        .toSorted((a, b) => lastTime(b) - lastTime(a));
      for (const month of ['2026-10', '2026-09'])
        for (const { day, isShown, visits: of } of layOutMonth(visits, month, TODAY, NOW).flat())
          if (isShown) expect(of.length, day).toBe(filterVisits(visits, { day }, TODAY, NOW).length);
    }),
    { seed },
  );
  // Some of them begin or end at midnight.
  expect(Date.parse(at(18))).toBe(daySpan(TODAY).from);
});

test('totals count visits and the hours within the month, most visits first', () => {
  const of = (visitor: string) => ({ ref: { child: 'nova000000', kind: 'friend' as const, visitor } });
  const totals = totalsOf(
    [
      visitView('Ella', '2026-10-02T13:00Z', undefined, of('ella000000')),
      visitView('Noah', '2026-10-01T13:00Z', '2026-10-01T14:00Z', of('noah000000')),
      visitView('Noah', '2026-09-30T19:00Z', '2026-10-01T06:00Z', of('noah000000')),
      visitView('Vera', undefined, '2026-10-01T06:00Z', of('vera000000')),
      visitView('Ella', '2026-09-29T13:00Z', '2026-09-29T14:00Z', of('ella000000')),
    ],
    daySpan('2026-10-01', '2026-10-31'),
    NOW,
  );
  expect(totals.map(({ name, times, ms }) => [name, times, ms / HOUR])).toEqual([
    ['Noah', 2, 9],
    ['Ella', 1, 3],
    ['Vera', 1, 0],
  ]);
});
