import { expect, test } from 'vitest';
import { dialable } from './dialable.ts';

test.each([
  ['070-123 45 67', '0701234567'],
  ['+46 70 123 45 67', '+46701234567'],
  ['+46 (0)70-123 45 67', '+46701234567'],
  ['0046 (0)8.12 34 56', '00468123456'],
  ['(08) 12 34 56', '08123456'],
  ['(0)70 123 45 67', '0701234567'],
  ['  112 ', '112'],
])('the number %s is dialled as %s', (typed, dialled) => {
  expect(dialable(typed)).toBe(dialled);
});
