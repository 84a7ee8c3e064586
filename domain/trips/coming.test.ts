import { expect, it } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { child, ella, family, friendNow, omar } from '#tests/support/people/rulebook-family.ts';
import { id, minute, type RulebookHousehold } from '#tests/support/people/rulebook-household.ts';
import { isExpected } from './coming.ts';

const HOUR = 60;
const expected = (at: number) => ({ at: minute(at), until: minute(at + 8 * HOUR) });
const refusal = (code: string) => ({ accepted: false, refusal: { code, field: 'at' } });

it('an expected time of a friend or a guest is set, changed and removed, for today and tomorrow', () => {
  const home = family();
  for (const ref of [ella, omar]) {
    expect(home.run('expectArrival', { ...ref, ...expected(60) }, 0)).toMatchObject({ accepted: true });
    const other = { ...ref, ...expected(90), was: { at: '' } };
    expect(home.run('expectArrival', other, 1)).toMatchObject(refusal('changed-meanwhile'));
    expect(home.run('expectArrival', { ...ref, ...expected(60) }, 2)).toMatchObject({ writes: [] });
    for (const [at, code] of [
      [3, 'in-the-past'],
      [49 * HOUR, 'too-far-ahead'],
    ] as const)
      expect(home.run('expectArrival', { ...ref, ...expected(at) }, 3)).toMatchObject(refusal(code));
    const days = { ...ref, at: minute(90), until: minute(90 + 29 * HOUR) };
    expect(home.run('expectArrival', days, 3)).toMatchObject(refusal('too-far-ahead'));
  }
  expect(friendNow(home)).toMatchObject({
    expectedArrival: { ...expected(60), saidAt: minute(0), zone: 'Europe/Stockholm' },
  });
  home.run('expectArrival', { ...ella, at: null }, 4);
  expect(friendNow(home)).not.toHaveProperty('expectedArrival');
});

/** Whether Ella is still expected at a minute. */
function awaits(home: RulebookHousehold, at: number): boolean {
  const known = friendNow(home)?.expectedArrival;
  return known !== undefined && isExpected(known, home.visits(ella), Date.parse(minute(at)));
}

it('who was checked in at any moment from three hours before the time on is expected no more', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('expectArrival', { ...ella, ...expected(10 * HOUR) }, 1);
  expect([awaits(home, 2), awaits(home, 7 * HOUR - 1), awaits(home, 7 * HOUR)]).toEqual([true, true, false]);
  home.run('checkOut', ella, 6 * HOUR, { op: id('out1') });
  expect(awaits(home, 9 * HOUR)).toBe(true);
  home.run('checkIn', ella, 8 * HOUR, { op: id('in2') });
  home.run('checkOut', ella, 8 * HOUR + 5, { op: id('out2') });
  expect(awaits(home, 9 * HOUR)).toBe(false);
  home.run('deleteVisit', { ...ella, visit: id('in2') }, 9 * HOUR);
  expect([awaits(home, 18 * HOUR - 1), awaits(home, 18 * HOUR)]).toEqual([true, false]);
  expect(home.visits({ ...ella, child } as typeof ella) satisfies Visit[]).toHaveLength(1);
});

it('a time said right after a visit ended is awaited until the next check-in', () => {
  const home = family();
  home.run('checkIn', ella, 0, { op: id('in1') });
  home.run('checkOut', ella, 30, { op: id('out1') });
  home.run('expectArrival', { ...ella, ...expected(60) }, 31);
  expect(awaits(home, 32)).toBe(true);
  home.run('checkIn', ella, 58, { op: id('in2') });
  expect(awaits(home, 58)).toBe(false);
  home.run('checkOut', ella, 59, { op: id('out2') });
  expect(awaits(home, 60)).toBe(false);
});
