import { expect, test } from 'vitest';
import { maskedEmail } from './masked-email.ts';

test.each([
  ['astrid@example.se', 'a…@e….se'],
  ['a@b.co.uk', 'a…@b….uk'],
  ['åsa.berg@exempel.se', 'å…@e….se'],
  ['root@localhost', 'r…@l…'],
])('%s is masked as %s', (email, masked) => {
  expect(maskedEmail(email)).toBe(masked);
});
