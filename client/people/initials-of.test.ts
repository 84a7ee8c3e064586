import { expect, test } from 'vitest';
import { initialsOf } from './initials-of.ts';

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
