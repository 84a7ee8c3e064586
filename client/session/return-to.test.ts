import { expect, test } from 'vitest';
import { afterRegistering, afterSignIn, parseReturnTo } from './return-to.ts';

test('a sign-in leads to the dashboard, or back to the guarded page or the modal', () => {
  expect(afterSignIn(parseReturnTo(null))).toEqual({ to: '/dashboard', state: {} });
  expect(afterSignIn(parseReturnTo({ from: '/history?child=a' }))).toEqual({
    to: '/history?child=a',
    state: {},
  });
  expect(afterSignIn(parseReturnTo({ from: '/', open: 'out' }))).toEqual({ to: '/', state: { open: 'out' } });
});

test('the dashboard begins with the first run after registering; another wanted page does not', () => {
  const first = { to: '/dashboard', state: { firstRun: 'child' } };
  expect(afterRegistering({})).toEqual(first);
  expect(parseReturnTo(first.state)).toEqual(first.state);
  expect(afterRegistering({ from: '/', open: 'in' })).toEqual({ to: '/', state: { open: 'in' } });
});

test('an invalid return state is ignored', () => {
  for (const from of ['https://example.com', 'profile', 7, undefined])
    expect(parseReturnTo({ from })).toEqual({});
  expect(parseReturnTo({ open: 'wide', email: {}, firstRun: 'last' })).toEqual({});
  expect(parseReturnTo('text')).toEqual({});
});

test.each(['//example.com', '/\\example.com', '/\t/example.com', '/\n\\example.com', 'javascript:alert(1)'])(
  'the return path %j is ignored as outside the app',
  (from) => {
    expect(parseReturnTo({ from })).toEqual({});
  },
);
