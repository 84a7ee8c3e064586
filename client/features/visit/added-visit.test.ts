import { expect, test } from 'vitest';
import { friend } from '#tests/support/people/child-view.ts';
import { addVisitArgs, isOverNight } from './add-visit-sheet.tsx';

process.env.TZ = 'Europe/Stockholm';
const ella = friend('Ella');
const typed = (day: string, arrived: string, left: string, arrivedAt = '', leftAt = '') => {
  return { who: ella.ref.visitor, day, arrived, left, arrivedAt, leftAt };
};

test('the typed times are sent as UTC', () => {
  expect(addVisitArgs(ella, typed('2026-10-02', '15:20', '17:22'))).toEqual({
    ...ella.ref,
    arrived: '2026-10-02T13:20:00.000Z',
    left: '2026-10-02T15:22:00.000Z',
  });
});

test('a visit that ends earlier than it began ended on the next day, in the night of 25 hours too', () => {
  const overNight = typed('2026-10-24', '21:00', '08:30');
  expect(isOverNight(overNight)).toBe(true);
  expect(addVisitArgs(ella, overNight)).toMatchObject({ left: '2026-10-25T07:30:00.000Z' });
  expect(isOverNight(typed('2026-10-24', '21:00', ''))).toBe(false);
});

test('a missing day or time is not guessed', () => {
  for (const missing of [typed('', '15:20', '17:22'), typed('2026-10-02', '', '17:22')])
    expect(addVisitArgs(ella, missing)).toBeUndefined();
});

test('in the night when an hour comes twice, both of its times can be chosen', () => {
  const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'];
  const of = (...times: Parameters<typeof typed>) => {
    const { arrived, left } = addVisitArgs(ella, typed(...times)) ?? {};
    return [arrived, left];
  };
  const chosen = (time: string) => String(Date.parse(time));
  expect(of('2026-10-25', '02:30', '02:30')).toEqual([first, first]);
  expect(of('2026-10-25', '02:30', '02:30', '', chosen(second))).toEqual([first, second]);
  expect(of('2026-10-25', '02:30', '02:30', chosen(second))).toEqual([second, second]);
  expect(of('2026-10-24', '23:00', '02:30', '', chosen(second))[1]).toBe(second);
  // Without a choice the departure is the first one after the arrival.
  expect(of('2026-10-25', '02:40', '02:30')[1]).toBe(second);
  expect(isOverNight(typed('2026-10-25', '02:40', '02:30'))).toBe(false);
});
