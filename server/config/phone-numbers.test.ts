import { expect, test } from 'vitest';
import { createE164Formatter } from './phone-numbers.ts';

test.each([
  ['070-123 45 67', '+46701234567'],
  ['0046 70 1234567', '+46701234567'],
  ['(+46) 70-123 45 67', '+46701234567'],
  ['+46 (070) 123 45 67', '+46701234567'],
  ['\u202a+46\u00a070\u2011123 45 67\u202c', '+46701234567'],
  ['+1 (212) 555-0100', '+12125550100'],
  ['123', undefined],
  ['090-000', undefined],
  ['070-1234567/073-7654321', undefined],
])('the number %j has the international form %s', (typed, form) => {
  expect(createE164Formatter('SE')(typed)).toBe(form);
});
