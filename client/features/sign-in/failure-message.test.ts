import { expect, test } from 'vitest';
import { CallFailed, StorageFailed } from '#client/data/errors.ts';
import { preloaded } from '#client/translations/preloaded.ts';
import { failureMessage } from './failure-message.ts';

const english = preloaded('en').current();

test.each([
  ['email-taken', 'An account with this email already exists'],
  ['weak-password', 'Password should be at least 6 characters'],
  ['invalid-credentials', 'Invalid email or password'],
  ['invalid-request', 'Failed to sign in. Please check your credentials.'],
] as const)('%s gives the message of the error catalogue', (code, words) => {
  expect(failureMessage(english.t, new CallFailed(code), 'logIn')).toBe(words);
});

test('offline, rate-limit, storage and server failures are not reported as wrong credentials', () => {
  const said = (error: unknown) => failureMessage(english.t, error, 'logIn');
  expect(said(new CallFailed('offline'))).toMatch(/cannot be reached/);
  expect(said(new CallFailed('offline', { reason: 'intercepted' }))).toMatch(/other than Framme/);
  expect(said(new CallFailed('offline', { reason: 'gateway' }))).toMatch(/server/);
  expect(said(new CallFailed('too-many-requests'))).toMatch(/Too many.*in a minute/);
  expect(said(new CallFailed('too-many-requests', { retryAfter: 61 }))).toMatch(/Too many.*in 2 minutes/);
  expect(said(new StorageFailed())).toMatch(/device/);
  for (const error of [new CallFailed('internal'), new CallFailed('unavailable'), new TypeError('a bug')])
    expect(said(error)).toMatch(/server/);
});
