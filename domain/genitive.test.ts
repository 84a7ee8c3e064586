import { expect, test } from 'vitest';
import { genitive } from './genitive.ts';

test.each([
  ['Ella', 'Ellas', 'Ella’s'],
  ['Lukas', 'Lukas', 'Lukas’s'],
  ['Max', 'Max', 'Max’s'],
  ['Ella LINDQVIST', 'Ella LINDQVISTs', 'Ella LINDQVIST’s'],
  ['Fritz', 'Fritz', 'Fritz’s'],
])('what belongs to %s is %s in Swedish and %s in English', (name, swedish, english) => {
  expect([genitive('sv', name), genitive('en', name)]).toEqual([swedish, english]);
});
