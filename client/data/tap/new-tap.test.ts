import { expect, test } from 'vitest';
import { Clock } from '#client/data/wire/clock.ts';
import { newTap } from './new-tap.ts';

test('later taps have greater ops, so that the server appends them', () => {
  let now = Date.parse('2026-05-04T12:00:00.000Z');
  // Falling chance: only the time can make the ops rise.
  let chance = 255;
  const environment = {
    now: () => now,
    uptime: () => now,
    zone: () => 'Europe/Stockholm',
    random: (bytes: number) => new Uint8Array(bytes).fill(chance),
  };
  const clock = new Clock(environment);
  const ops = Array.from({ length: 50 }, (_, order) => {
    now += 1 + 40 * order;
    chance -= 5;
    return newTap(environment, clock, { name: 'checkIn', args: {} }, order).op;
  });
  expect(ops.toSorted()).toEqual(ops);
});
