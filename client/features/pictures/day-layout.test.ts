import { expect, test } from 'vitest';
import { visitSpan } from '#client/people/visit-span.ts';
import { formatIn } from '#client/translations/format.ts';
import { clockOf, daySpan } from '#client/ui/local-day.ts';
import { visitView } from '#tests/support/people/visit-view.ts';
import { layOutDay } from './day-layout.ts';

process.env.TZ = 'Europe/Stockholm';
const HOUR = 3_600_000;
const hoursShown = ({ span }: { span: { from: number; to: number } }) => (span.to - span.from) / HOUR;

test('a visit is placed at its time', () => {
  const now = Date.parse('2026-10-02T16:00:00Z');
  const { span, bars } = layOutDay(
    [visitView('Ella', '2026-10-02T13:00Z', '2026-10-02T15:00Z')],
    daySpan('2026-10-02'),
    now,
  );
  const [bar] = bars;
  expect(span.from + (bar?.start ?? 0) * (span.to - span.from)).toBe(Date.parse('2026-10-02T13:00:00Z'));
  expect((bar?.width ?? 0) * (span.to - span.from)).toBeCloseTo(2 * HOUR);
});

test('visits of the day are shown earliest first, and no others', () => {
  const visits = [
    visitView('Noah', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-10-02T13:00Z', '2026-10-02T14:00Z'),
    visitView('Liam', '2026-10-01T12:00Z', '2026-10-01T22:00Z'),
    visitView('Vera', '2026-10-01T22:00Z', '2026-10-01T22:00Z'),
  ];
  const { bars } = layOutDay(visits, daySpan('2026-10-02'), Date.parse('2026-10-02T16:00:00Z'));
  expect(bars.map(({ visit }) => visit.name)).toEqual(['Vera', 'Ella', 'Noah']);
});

test('an open visit ends now', () => {
  const now = Date.parse('2026-10-02T16:30:00Z');
  const { span, bars } = layOutDay([visitView('Ella', '2026-10-02T14:00Z')], daySpan('2026-10-02'), now);
  expect((bars[0]?.width ?? 0) * (span.to - span.from)).toBeCloseTo(2.5 * HOUR);
});

test('a visit from yesterday is clipped at midnight', () => {
  const now = Date.parse('2026-10-02T06:05:00Z');
  const { bars } = layOutDay([visitView('Ella', '2026-10-01T18:00Z')], daySpan('2026-10-02'), now);
  expect(bars[0]).toMatchObject({ start: 0, startsBefore: true });
});

test('a sleepover does not stretch the hours of an afternoon; it is clipped at both ends', () => {
  const visits = [
    visitView('Noah', '2026-10-02T13:00Z', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-09-30T18:00Z', '2026-10-03T08:00Z'),
  ];
  const day = daySpan('2026-10-02');
  const { span, bars, now } = layOutDay(visits, day, Date.parse('2026-10-05T09:00:00Z'));
  expect(hoursShown({ span })).toBeLessThanOrEqual(6);
  expect(bars[0]).toMatchObject({ start: 0, width: 1, startsBefore: true, endsAfter: true });
  expect(bars[1]).toMatchObject({ startsBefore: false, endsAfter: false });
  expect(now).toBeUndefined();
});

test('an open visit from yesterday, listed first, hides none of those that ended today', () => {
  const visits = [
    visitView('Vera', '2026-10-01T12:00Z'),
    visitView('Noah', '2026-10-02T13:00Z', '2026-10-02T15:00Z'),
    visitView('Ella', '2026-10-01T13:00Z', '2026-10-01T15:00Z'),
  ];
  const { bars } = layOutDay(visits, daySpan('2026-10-02'), Date.parse('2026-10-02T16:00:00Z'));
  expect(bars.map(({ visit }) => visit.name)).toEqual(['Vera', 'Noah']);
});

test('now lies at its time, and only on its own day', () => {
  const now = Date.parse('2026-10-02T14:00:00Z');
  const visits = [visitView('Ella', '2026-10-02T13:00Z')];
  const today = layOutDay(visits, daySpan('2026-10-02'), now);
  expect(today.span.from + (today.now ?? 0) * (today.span.to - today.span.from)).toBeCloseTo(now);
  expect(layOutDay(visits, daySpan('2026-10-01'), now).now).toBeUndefined();
});

test('a visit with one unknown end is a point', () => {
  const visits = [
    visitView('Ella', undefined, '2026-10-02T15:10Z'),
    visitView('Noah', '2026-10-02T14:00Z', undefined, { open: false }),
  ];
  const { bars } = layOutDay(visits, daySpan('2026-10-02'), Date.parse('2026-10-02T16:00:00Z'));
  expect(bars.map(({ visit, width }) => [visit.name, width])).toEqual([
    ['Noah', 0],
    ['Ella', 0],
  ]);
});

test.each([
  { night: '2026-03-29', hours: 23, until: '2026-03-29T21:30:00Z' },
  { night: '2026-10-25', hours: 25, until: '2026-10-25T22:30:00Z' },
])('the timeline of $night has $hours hours', ({ night, hours, until }) => {
  const day = daySpan(night);
  const visit = visitView('Ella', new Date(day.from).toISOString(), until);
  const drawn = layOutDay([visit], day, Date.parse(until) + HOUR);
  expect(hoursShown(drawn)).toBe(hours);
  expect(drawn.bars[0]?.width).toBeCloseTo((hours - 0.5) / hours);
});

test('the hour repeated by the autumn clock change takes the width of two hours', () => {
  // 01:30 summer time to 03:30 winter time: two hours by the clock, three hours elapsed.
  const night = visitView('Ella', '2026-10-24T23:30Z', '2026-10-25T02:30Z');
  const { span, bars } = layOutDay([night], daySpan('2026-10-25'), Date.parse('2026-10-25T03:00:00Z'));
  expect((bars[0]?.width ?? 0) * (span.to - span.from)).toBeCloseTo(3 * HOUR);
});

test('02:10 to 02:20 over the hour that repeats is 70 minutes, in words and in the picture', () => {
  const night = visitView('Ella', '2026-10-25T00:10Z', '2026-10-25T01:20Z');
  const { span, bars } = layOutDay([night], daySpan('2026-10-25'), Date.parse('2026-10-25T12:00:00Z'));
  const { from, to } = visitSpan(night, span.to);
  expect([clockOf(from), clockOf(to), formatIn('sv').duration(to - from)]).toEqual([
    '02:10',
    '02:20',
    '1 h 10 min',
  ]);
  expect((bars[0]?.width ?? 0) * (span.to - span.from)).toBeCloseTo((70 / 60) * HOUR);
});

test.each([
  ['at midnight', '2026-10-01T22:00:00Z', 1 / 60],
  ['in the night', '2026-10-02T02:30:00Z', 4.5],
  ['at noon', '2026-10-02T10:00:00Z', 6],
  ['in its last minute', '2026-10-02T21:59:00Z', 6 + 59 / 60],
  ['on the day after', '2026-10-03T10:00:00Z', 24],
])(
  '%s a day without visits shows six hours if as many have passed, and nothing to come',
  (_when, time, hours) => {
    const day = daySpan('2026-10-02');
    const drawn = layOutDay([], day, Date.parse(time));
    expect(hoursShown(drawn)).toBeCloseTo(hours);
    expect(drawn.span.from).toBeGreaterThanOrEqual(day.from);
    expect(drawn.span.to).toBeLessThanOrEqual(Math.max(Date.parse(time), day.from + 60_000));
  },
);

test('an afternoon ends now', () => {
  const now = Date.parse('2026-10-02T14:20:00Z');
  const drawn = layOutDay([visitView('Ella', '2026-10-02T13:00Z')], daySpan('2026-10-02'), now);
  expect(drawn.now).toBe(1);
  expect((drawn.bars[0]?.start ?? 0) + (drawn.bars[0]?.width ?? 0)).toBeCloseTo(1);
});

test('hour labels are few, evenly spaced and inside the timeline', () => {
  const visits = [visitView('Ella', '2026-10-02T05:00Z', '2026-10-02T20:00Z')];
  const { hours } = layOutDay(visits, daySpan('2026-10-02'), Date.parse('2026-10-02T20:00:00Z'));
  expect(hours.map(({ at }) => new Date(at).getHours())).toEqual([9, 12, 15, 18, 21]);
  for (const { start } of hours) expect(start > 0 && start < 1).toBe(true);
});
