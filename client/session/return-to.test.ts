import { expect, test } from 'vitest';
import { afterSignIn, parseReturnTo } from './return-to.ts';

test('a sign-in leads to the dashboard, or back to the guarded page or the modal', () => {
  expect(afterSignIn(parseReturnTo(null))).toEqual({ to: '/dashboard', state: {} });
  expect(afterSignIn(parseReturnTo({ from: '/history?child=a' }))).toEqual({
    to: '/history?child=a',
    state: {},
  });
  expect(afterSignIn(parseReturnTo({ from: '/', open: 'out' }))).toEqual({ to: '/', state: { open: 'out' } });
});

test('an invalid return state is ignored', () => {
  for (const from of ['https://example.com', 'profile', 7, undefined])
    expect(parseReturnTo({ from })).toEqual({});
  expect(parseReturnTo({ open: 'wide', email: {} })).toEqual({});
  expect(parseReturnTo('text')).toEqual({});
});

test.each(['//example.com', '/\\example.com', '/\t/example.com', '/\n\\example.com', 'javascript:alert(1)'])(
  'the return path %j is ignored as outside the app',
  (from) => {
    expect(parseReturnTo({ from })).toEqual({});
  },
);
