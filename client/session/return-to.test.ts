import { expect, test } from 'vitest';
import { destinationOf, journeyOf } from './return-to.ts';

test('after signing in a visitor goes to the dashboard, or to where a guard or the modal came from', () => {
  expect(destinationOf(journeyOf(null))).toEqual({ to: '/dashboard', state: {} });
  expect(destinationOf(journeyOf({ from: '/history?child=a' }))).toEqual({
    to: '/history?child=a',
    state: {},
  });
  expect(destinationOf(journeyOf({ from: '/', open: 'out' }))).toEqual({ to: '/', state: { open: 'out' } });
});

test('a state from elsewhere leads nowhere else', () => {
  for (const from of ['https://example.com', 'profile', 7, undefined])
    expect(journeyOf({ from })).toEqual({});
  expect(journeyOf({ open: 'wide', email: {} })).toEqual({});
  expect(journeyOf('text')).toEqual({});
});

test.each(['//example.com', '/\\example.com', '/\t/example.com', '/\n\\example.com', 'javascript:alert(1)'])(
  'the place %j is none of this app',
  (from) => {
    expect(journeyOf({ from })).toEqual({});
  },
);
