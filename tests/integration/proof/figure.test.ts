import { expect, test } from 'vitest';
import { rngOf } from '#prove/figure.ts';

test('the random numbers repeat by seed and are evenly distributed', () => {
  const [one, other] = [rngOf(7), rngOf(7)];
  const thrown = Array.from({ length: 1000 }, one);
  expect(thrown).toEqual(Array.from({ length: 1000 }, other));
  expect(thrown.reduce((sum, each) => sum + each, 0) / 1000).toBeCloseTo(0.5, 1);
});
