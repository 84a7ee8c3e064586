import { expect, test } from 'vitest';
import { matchesName } from './matches-name.ts';

test.each([
  ['Wilma Åkesson', 'wil', true],
  ['Wilma Åkesson', 'ake w', true],
  ['Anna-Lisa', 'lisa', true],
  ['José', 'jose', true],
  ['عمر فاروق', 'فار', true],
  ['Łukasz Wójcik', 'lukasz wojc', true],
  ['Lukasz', 'łuk', true],
  ['Søren Kjær', 'SOREN kjaer', true],
  ['Işıl', 'isil', true],
  ['İpek ISIK', 'ıpek ışık', true],
  ['Þórður Guðmundsson', 'thordur gudm', true],
  ['Đặng Đức', 'duc dang', true],
  ['Strauß', 'strauss', true],
  ['O’Brien', 'obrien', true],
  ["O'Brien", 'o’brien', true],
  ['Sean O´Brien', 'brien o', true],
  ['OBrien', "o'brien", true],
  ['Ｅｌｌａ', 'ella', true],
  ['Wilma Åkesson', 'ilma', false],
  ['Wilma', 'wilma b', false],
  ['Wilma', '  ', true],
])('in %s the typed "%s" is found: %s', (name, typed, isFound) => {
  expect(matchesName(name, typed)).toBe(isFound);
});
