import { expect, test } from 'vitest';
import { decodeText } from './env-file.ts';

const LINE = 'REGISTRATION=closed\nHOST_NAME=Ängen\n';

test('a byte-order mark is left out', () => {
  expect(decodeText(Buffer.from(`\uFEFF${LINE}`))).toBe(LINE);
  expect(decodeText(Buffer.from(LINE))).toBe(LINE);
});

test.each([
  ['UTF-16, little-endian', Buffer.from(`\uFEFF${LINE}`, 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(`\uFEFF${LINE}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from('PORT=1\n', 'utf16le')],
  ['Latin-1', Buffer.from(LINE, 'latin1')],
])('%s is not UTF-8', (_name, bytes) => {
  expect(decodeText(bytes)).toBeUndefined();
});
