import { expect, test } from 'vitest';
import { visitView } from '#tests/support/people/visit-view.ts';
import { layOutWeek } from './week-picture.tsx';

process.env.TZ = 'Europe/Stockholm';
const NOW = Date.parse('2026-10-02T16:00:00Z');
const layOut = (...visits: Parameters<typeof layOutWeek>[0]) => layOutWeek(visits, '2026-09-28', NOW);

test('a week has its days up to today, each with the visits that overlap it', () => {
  const { days } = layOut(
    visitView('Ella', '2026-10-02T13:00Z'),
    visitView('Noah', '2026-09-28T13:00Z', '2026-09-28T15:00Z'),
    visitView('Before', '2026-09-27T13:00Z', '2026-09-27T15:00Z'),
  );
  expect(days.map(({ day, bars }) => [day.slice(8), bars.map(({ visit }) => visit.name)])).toEqual([
    ['28', ['Noah']],
    ['29', []],
    ['30', []],
    ['01', []],
    ['02', ['Ella']],
  ]);
});

test('visits at the same time lie in lanes of their own, others share one', () => {
  const { days } = layOut(
    visitView('Vera', '2026-10-01T16:00Z', '2026-10-01T17:00Z'),
    visitView('Noah', '2026-10-01T14:00Z', '2026-10-01T16:00Z'),
    visitView('Ella', '2026-10-01T13:00Z', '2026-10-01T15:00Z'),
  );
  expect(days[3]?.lanes).toBe(2);
  expect(days[3]?.bars.map(({ visit, lane }) => [visit.name, lane])).toEqual([
    ['Ella', 0],
    ['Noah', 1],
    ['Vera', 0],
  ]);
});

test('a sleepover is clipped at midnight on both of its days, and bars never leave the hours shown', () => {
  const { days } = layOut(visitView('Ella', '2026-09-29T18:00Z', '2026-09-30T07:00Z'));
  expect(days[1]?.bars[0]).toMatchObject({ endsAfter: true, startsBefore: false });
  expect(days[2]?.bars[0]).toMatchObject({ start: 0, startsBefore: true, endsAfter: false });
  for (const { start, width } of days.flatMap(({ bars }) => bars)) {
    expect(start).toBeGreaterThanOrEqual(0);
    expect(start + width).toBeLessThanOrEqual(1);
  }
});

test('a week that is over has seven days, and of today only the hours up to now have passed', () => {
  const { days } = layOutWeek([], '2026-09-21', NOW);
  expect(days.map(({ passed }) => passed)).toEqual([1, 1, 1, 1, 1, 1, 1]);
  // 18:00, of the hours from 13 to 19.
  expect(layOut().days.map(({ passed }) => passed)).toEqual([1, 1, 1, 1, 5 / 6]);
});

test('all hour labels are inside, and a week without visits shows an afternoon', () => {
  const { hours } = layOut();
  expect(hours.map(({ hour }) => hour)).toEqual([14, 16, 18]);
});
