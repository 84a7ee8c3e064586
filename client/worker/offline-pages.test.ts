import { expect, test } from 'vitest';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import { answerTo } from './offline-pages.ts';

const answer = (path: string, base = '') => answerTo(new URL(`https://framme.example.org${path}`), base);

test('the pages of a signed-in parent start from the device', () => {
  const settings = ['parents', 'device', 'account', 'security', 'data'].map((page) => `/profile/${page}`);
  const own = ['/dashboard', '/history', '/profile', ...settings];
  for (const page of own) expect(answer(page), page).toBe('device');
  expect(pageRoutes.filter((page) => answer(page) === 'device')).toEqual(expect.arrayContaining(own));
  expect(pageRoutes.filter((page) => answer(page) === 'device')).toHaveLength(own.length);
});

test('public pages come from the server, and from the device if that does not answer', () => {
  for (const page of pageRoutes.filter((one) => kindOf(one) === 'public'))
    expect(answer(page), page).toBe('network');
});

test.each([
  '/recover',
  '/verify-email',
  '/confirm-email',
  '/undo-email',
  '/forgot-password',
  '/signed-in',
  '/register/finish',
  '/nowhere',
  '/visit',
  '/api/providers/google/callback',
  '/api/export.json',
  '/sw.js',
  '/constructor',
  '/dashboard/',
])('%s is left to the server: it is for anybody, or does nothing without it', (path) => {
  expect(answer(path)).toBeUndefined();
});

test('an address that asks for the server gets it', () => {
  expect(answer('/dashboard?from-server=')).toBeUndefined();
  expect(answer('/dashboard?check-in')).toBe('device');
});

test('below a path only the pages of that path are answered', () => {
  expect(answer('/framme/dashboard', '/framme')).toBe('device');
  expect(answer('/dashboard', '/framme')).toBeUndefined();
});
