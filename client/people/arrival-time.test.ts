import { expect, test } from 'vitest';
import { isoTime } from '#domain/time.ts';
import { isExpectable } from '#domain/trips/coming.ts';
import { minutesUntil } from '#domain/trips/trip-fields.ts';
import { expectation, timesAhead } from './arrival-time.tsx';

process.env.TZ = 'Europe/Stockholm';

test('a time is today’s or tomorrow’s, and is expected until 03:00 of the next day, also as the clocks change', () => {
  const now = Date.parse('2026-10-24T10:00:00.000Z');
  const ahead = timesAhead('15:00', now);
  expect(ahead.map(({ day, at }) => [day, isoTime(at)])).toEqual([
    ['today', '2026-10-24T13:00:00.000Z'],
    ['tomorrow', '2026-10-25T14:00:00.000Z'],
  ]);
  expect(ahead.map((one) => expectation(one.at))).toMatchObject([
    { until: '2026-10-25T02:00:00.000Z' },
    { until: '2026-10-26T02:00:00.000Z' },
  ]);
  expect(timesAhead('11:00', now).map(({ day }) => day)).toEqual(['tomorrow']);
  for (const hour of [0, 2, 3, 23]) {
    const [one] = timesAhead(`${hour}:30`.padStart(5, '0'), now);
    expect(one && isExpectable(expectation(one.at), now)).toBe(true);
  }
});

test('a way takes from two minutes to three hours, counted from the minute of now', () => {
  const now = Date.parse('2026-11-20T10:00:59.000Z');
  const minutes = ['10:01', '10:02', '13:00', '13:01'].map((time) =>
    minutesUntil(Date.parse(`2026-11-20T${time}:00.000Z`), now),
  );
  expect(minutes).toEqual([undefined, 2, 180, undefined]);
});
