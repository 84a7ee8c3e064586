import { expect, test } from 'vitest';
import { firstName } from './first-name.ts';

test.each([
  ['Ella', 'Ella'],
  ['  Ella   Lind ', 'Ella'],
  ['Ella\u00a0Lind', 'Ella'],
  ['Anna-Karin Svensson', 'Anna-Karin'],
  ['Ella, Noahs kompis', 'Ella'],
  ['O’Neill Jr', 'O’Neill'],
  ['ella lind', 'ella'],
  ['عمر فاروق', 'عمر'],
  ['🦄 Ella', 'Ella'],
  ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
  ['Ella🦄 Lind', 'Ella🦄'],
  ['Zoe\u0308 Lind', 'Zoe\u0308'],
  ['李小龍', '李小龍'],
  [',', ','],
  ['{{time}} $&', '{{time}}'],
])('the first name of %j is %j', (name, first) => {
  expect(firstName(name)).toBe(first);
});
