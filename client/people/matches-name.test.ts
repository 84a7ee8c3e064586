import { expect, test } from 'vitest';
import { matchesName } from './matches-name.ts';

test.each([
  ['Wilma Åkesson', 'wil', true],
  ['Wilma Åkesson', 'ake w', true],
  ['Anna-Lisa', 'lisa', true],
  ['José', 'jose', true],
  ['عمر فاروق', 'فار', true],
  ['Wilma Åkesson', 'ilma', false],
  ['Wilma', 'wilma b', false],
  ['Wilma', '  ', true],
])('in %s the typed "%s" is found: %s', (name, typed, isFound) => {
  expect(matchesName(name, typed)).toBe(isFound);
});
