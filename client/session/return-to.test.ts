import { expect, test } from 'vitest';
import { afterSignIn, parseReturnTo } from './return-to.ts';

test('after signing in a visitor goes to the dashboard, or to where a guard or the modal came from', () => {
  expect(afterSignIn(parseReturnTo(null))).toEqual({ to: '/dashboard', state: {} });
  expect(afterSignIn(parseReturnTo({ from: '/history?child=a' }))).toEqual({
    to: '/history?child=a',
    state: {},
  });
  expect(afterSignIn(parseReturnTo({ from: '/', open: 'out' }))).toEqual({ to: '/', state: { open: 'out' } });
});

test('a state from elsewhere leads nowhere else', () => {
  for (const from of ['https://example.com', 'profile', 7, undefined])
    expect(parseReturnTo({ from })).toEqual({});
  expect(parseReturnTo({ open: 'wide', email: {} })).toEqual({});
  expect(parseReturnTo('text')).toEqual({});
});

test.each(['//example.com', '/\\example.com', '/\t/example.com', '/\n\\example.com', 'javascript:alert(1)'])(
  'the place %j is none of this app',
  (from) => {
    expect(parseReturnTo({ from })).toEqual({});
  },
);
