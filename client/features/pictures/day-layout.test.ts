import { expect, test } from 'vitest';
import type { VisitView } from '#client/data/port.ts';
import { visitSpan } from '#client/people/visit-span.ts';
import { formatIn } from '#client/translations/format.ts';
import { clockOf, daySpan } from '#client/ui/local-day.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { layOutDay } from './day-layout.ts';

process.env.TZ = 'Europe/Stockholm';
const HOUR = 3_600_000;

/** The picture of a day at a time; each bar with its first and last moment. */
function draw(visits: readonly VisitView[], time: string, day = '2026-10-02') {
  const drawn = layOutDay(visits, daySpan(day), Date.parse(time));
  const { from, to } = drawn.span;
  const timeAt = (place: number) => from + place * (to - from);
  const bars = drawn.bars.map((bar) => ({
    ...bar,
    name: bar.visit.name,
    hours: (bar.width * (to - from)) / HOUR,
  }));
  return { ...drawn, bars, hoursShown: (to - from) / HOUR, timeAt };
}

test('a visit is placed at its time, and an open one ends now', () => {
  const closed = draw([visitView('Ella', '2026-10-02T13:00Z', '2026-10-02T15:00Z')], '2026-10-02T16:00Z');
  expect(closed.timeAt(closed.bars[0]?.start ?? 0)).toBe(Date.parse('2026-10-02T13:00Z'));
  expect(closed.bars[0]?.hours).toBeCloseTo(2);
  expect(draw([visitView('Ella', '2026-10-02T14:00Z')], '2026-10-02T16:30Z').bars[0]?.hours).toBeCloseTo(2.5);
});

test.each([
  [
    'earliest first, and no others',
    visitView('Noah', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-10-02T13:00Z', '2026-10-02T14:00Z'),
    visitView('Liam', '2026-10-01T12:00Z', '2026-10-01T22:00Z'),
    visitView('Vera', '2026-10-01T22:00Z', '2026-10-01T22:00Z'),
    ['Vera', 'Ella', 'Noah'],
  ],
  [
    'also where an open one from yesterday is listed first',
    visitView('Vera', '2026-10-01T12:00Z'),
    visitView('Noah', '2026-10-02T13:00Z', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-10-01T13:00Z', '2026-10-01T15:00Z'),
    visitView('Liam', '2026-10-01T12:00Z', '2026-10-01T22:00Z'),
    ['Vera', 'Noah'],
  ],
] as const)('visits of the day are shown, %s', (_how, one, two, three, four, names) => {
  const { bars } = draw([one, two, three, four], '2026-10-02T16:00Z');
  expect(bars.map(({ name }) => name)).toEqual(names);
});

test('a sleepover is clipped at midnight, and does not stretch the hours of an afternoon', () => {
  const before = draw([visitView('Ella', '2026-10-01T18:00Z')], '2026-10-02T06:05Z');
  expect(before.bars[0]).toMatchObject({ start: 0, startsBefore: true });
  const visits = [
    visitView('Noah', '2026-10-02T13:00Z', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-09-30T18:00Z', '2026-10-03T08:00Z'),
  ];
  const { hoursShown, bars, now } = draw(visits, '2026-10-05T09:00Z');
  expect(hoursShown).toBeLessThanOrEqual(6);
  expect(bars[0]).toMatchObject({ start: 0, width: 1, startsBefore: true, endsAfter: true });
  expect(bars[1]).toMatchObject({ startsBefore: false, endsAfter: false });
  expect(now).toBeUndefined();
});

test('now lies at its time, where an open visit ends, and is only on its own day', () => {
  const visits = [visitView('Ella', '2026-10-02T13:00Z')];
  const { now, bars, timeAt } = draw(visits, '2026-10-02T14:20Z');
  expect(timeAt(now ?? 0)).toBeCloseTo(Date.parse('2026-10-02T14:20Z'));
  expect((bars[0]?.start ?? 0) + (bars[0]?.width ?? 0)).toBeCloseTo(now ?? 0);
  expect(draw(visits, '2026-10-02T14:20Z', '2026-10-01').now).toBeUndefined();
});

test('the axis reaches a time planned home, until it has passed, but not one of tomorrow, and only for who is here', () => {
  const planned = (at: string) => ({ expected: { at, setAt: at, by: '' } });
  const plans = (at: string, time: string, left?: string) => {
    const { bars, span, timeAt } = draw([visitView('Ella', '2026-10-02T13:00Z', left, planned(at))], time);
    const [{ start, width, plan }] = bars as [(typeof bars)[0]];
    return [plan > 0 && new Date(timeAt(start + width + plan)).toISOString(), new Date(span.to).getHours()];
  };
  expect(plans('2026-10-02T19:30:00.000Z', '2026-10-02T14:00Z')).toEqual(['2026-10-02T19:30:00.000Z', 22]);
  expect(plans('2026-10-03T06:00:00.000Z', '2026-10-02T14:00Z')).toEqual(['2026-10-02T17:00:00.000Z', 19]);
  expect(plans('2026-10-02T14:30:00.000Z', '2026-10-02T15:00Z')[0]).toBe(false);
  expect(plans('2026-10-02T19:30:00.000Z', '2026-10-02T15:00Z', '2026-10-02T14:00Z')[0]).toBe(false);
});

test('a name is in its bar if it fits, else where there is room, but not across now', () => {
  const labelOf = (arrived: string, left: string | undefined, time: string) =>
    draw([visitView('Ella', arrived, left)], time).bars[0]?.label;
  expect(labelOf('2026-10-02T10:00Z', '2026-10-02T14:00Z', '2026-10-02T15:00Z')).toBe('inside');
  expect(labelOf('2026-10-02T05:00Z', '2026-10-02T05:30Z', '2026-10-02T15:00Z')).toBe('after');
  expect(labelOf('2026-10-02T14:30Z', undefined, '2026-10-02T15:00Z')).toBe('before');
  expect(labelOf('2026-10-02T12:00Z', '2026-10-02T12:40Z', '2026-10-02T13:00Z')).toBe('before');
});

test("the total of a day has that day's part of each visit", () => {
  const visits = [
    visitView('Noah', '2026-10-02T13:00Z', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-10-01T18:00Z', '2026-10-02T06:00Z'),
  ];
  expect(draw(visits, '2026-10-02T16:00Z').total).toBe(10 * HOUR);
});

test('a visit with one unknown end is a point', () => {
  const visits = [
    visitView('Ella', undefined, '2026-10-02T15:10Z'),
    visitView('Noah', '2026-10-02T14:00Z', undefined, { open: false }),
  ];
  const { bars } = draw(visits, '2026-10-02T16:00Z');
  expect(bars.map(({ name, width }) => [name, width])).toEqual([
    ['Noah', 0],
    ['Ella', 0],
  ]);
});

test.each([
  { night: '2026-03-29', hours: 23, until: '2026-03-29T21:30Z' },
  { night: '2026-10-25', hours: 25, until: '2026-10-25T22:30Z' },
])('the timeline of $night has $hours hours', ({ night, hours, until }) => {
  const visit = visitView('Ella', new Date(daySpan(night).from).toISOString(), until);
  const { hoursShown, bars } = draw([visit], new Date(Date.parse(until) + HOUR).toISOString(), night);
  expect(hoursShown).toBe(hours);
  expect(bars[0]?.width).toBeCloseTo((hours - 0.5) / hours);
});

test('over the hour that repeats 01:30 to 03:30 are three hours, and 02:10 to 02:20 70 minutes, also in words', () => {
  const long = visitView('Ella', '2026-10-24T23:30Z', '2026-10-25T02:30Z');
  expect(draw([long], '2026-10-25T03:00Z', '2026-10-25').bars[0]?.hours).toBeCloseTo(3);
  const short = visitView('Ella', '2026-10-25T00:10Z', '2026-10-25T01:20Z');
  const { span, bars } = draw([short], '2026-10-25T12:00Z', '2026-10-25');
  expect(bars[0]?.hours).toBeCloseTo(70 / 60);
  const { from, to } = visitSpan(short, span.to);
  const words = [clockOf(from), clockOf(to), formatIn('sv').duration(to - from)];
  expect(words).toEqual(['02:10', '02:20', '1 h 10 min']);
});

test.each([
  ['at midnight', '2026-10-01T22:00:00Z', 0],
  ['in the night', '2026-10-02T02:30:00Z', 2],
  ['at noon', '2026-10-02T10:20:00Z', 9],
  ['in its last minute', '2026-10-02T21:59:00Z', 18],
])('%s one short visit fills no picture: it has six hours of that day', (_when, time, hour) => {
  const { hoursShown, span } = draw([visitView('Ella', time)], time);
  expect([hoursShown, new Date(span.from).getHours()]).toEqual([6, hour]);
});

test('hour labels are few, evenly spaced and inside the timeline', () => {
  const { hours } = draw([visitView('Ella', '2026-10-02T05:00Z', '2026-10-02T20:00Z')], '2026-10-02T20:00Z');
  expect(hours.map(({ at }) => new Date(at).getHours())).toEqual([9, 12, 15, 18, 21]);
  for (const { start } of hours) expect(start >= 0 && start <= 1).toBe(true);
});
