import { expect, test } from 'vitest';
import { silentFrom } from './offline-notice.tsx';

const SECOND = 1000;

test.each([
  ['a page that listens all the time', 100, false, 0, 130],
  ['a page that has just become visible waits for an answer', 100, false, 900, 930],
  ['a page that has just become visible and reached nobody', 100, true, 900, 130],
] as const)('the server counts as silent after 30 s: %s', (_what, heard, isOffline, awake, from) => {
  expect(silentFrom(heard * SECOND, isOffline, awake * SECOND)).toBe(from * SECOND);
});
