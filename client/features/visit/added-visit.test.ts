import { expect, test } from 'vitest';
import { friend } from '#tests/support/people/child-view.ts';
import { addVisitArgs, isOverNight } from './add-visit-sheet.tsx';

process.env.TZ = 'Europe/Stockholm';
const ella = friend('Ella');
const typed = (day: string, arrived: string, left: string) => ({ who: ella.ref.visitor, day, arrived, left });

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
