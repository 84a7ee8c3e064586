import { expect, test } from 'vitest';
import { rngOf } from '#prove/figure.ts';

test('the dice repeat themselves by their seed, and are even', () => {
  const [one, other] = [rngOf(7), rngOf(7)];
  const thrown = Array.from({ length: 1000 }, one);
  expect(thrown).toEqual(Array.from({ length: 1000 }, other));
  expect(thrown.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
});
