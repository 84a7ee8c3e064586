import { afterEach, expect, test, vi } from 'vitest';
import { initialsOf } from './person-name.tsx';

afterEach(() => vi.unstubAllGlobals());

test('Latin letters that nothing joins need no segmenter, which would delay the first screen', async () => {
  vi.resetModules();
  const { initialsOf: fresh } = await import('./person-name.tsx');
  const segmenter = vi.fn(Intl.Segmenter);
  vi.stubGlobal('Intl', { Segmenter: segmenter });
  expect(fresh('Åsa Öberg')).toBe('ÅÖ');
  expect(segmenter).not.toHaveBeenCalled();
  expect(fresh('A\u030Asa')).toBe('A\u030A');
  expect(segmenter).toHaveBeenCalledTimes(1);
});

test.each([
  ['Noel', 'N'],
  ['wilma andersson', 'WA'],
  ['  Anna  Maria  Lind ', 'AL'],
  ['Åsa Öberg', 'ÅÖ'],
  ['A\u030Asa', 'A\u030A'],
  ['Leo (Hugos kompis)', 'LK'],
  ['Mira & Tea', 'MT'],
  ['Alva B.', 'AB'],
  ['عمر فاروق', 'ع'],
  ['李 明', '李'],
  ['👩🏽‍🚀 Ines', '👩🏽‍🚀'],
  ['Lag 2', 'L'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
