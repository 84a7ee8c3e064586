import { expect, test } from 'vitest';
import { passkeyTexts } from '#client/auth/webauthn.ts';
import { CallFailed, StorageFailed, WebAuthnError } from '#client/data/errors.ts';
import { allTranslations } from '#client/translations/all-texts.ts';
import { callErrors } from '#domain/protocol/calls.ts';
import { type ErrorTexts, errorText } from './use-action.ts';

const { t, texts } = (await allTranslations('en')).current();
const said = (error: unknown, own?: ErrorTexts) => errorText(t, error, own);

test.each([
  [new CallFailed('email-taken'), 'An account with this email already exists'],
  [new CallFailed('weak-password'), 'Password should be at least 6 characters'],
  [new CallFailed('invalid-credentials'), 'Invalid email or password'],
  [new CallFailed('not-signed-in'), 'User not authenticated'],
  [new WebAuthnError('cancelled'), 'No passkey was used. Try again whenever you like.'],
])('%s gives the message of the error catalogue', (error, words) => {
  expect(said(error, { ...passkeyTexts(texts), other: 'Other' })).toBe(words);
});

test('offline, rate-limit, storage and server failures are not reported as wrong credentials', () => {
  const logIn = (error: unknown) => said(error, { other: 'Wrong credentials' });
  expect(logIn(new CallFailed('offline'))).toMatch(/cannot be reached/);
  expect(logIn(new CallFailed('offline', { reason: 'intercepted' }))).toMatch(/other than Framme/);
  expect(logIn(new CallFailed('too-many-requests'))).toMatch(/Too many.*in a minute/);
  expect(logIn(new CallFailed('too-many-requests', { retryAfter: 61 }))).toMatch(/Too many.*in 2 minutes/);
  expect(logIn(new StorageFailed())).toMatch(/device/);
  const faults = [new CallFailed('offline', { reason: 'gateway' }), new CallFailed('internal')];
  for (const error of [...faults, new CallFailed('unavailable'), new TypeError('a bug')])
    expect(logIn(error)).toMatch(/server/);
});

test('these codes alone have no text of their own', () => {
  const codes = Object.keys(callErrors) as (keyof typeof callErrors)[];
  const passkeys = passkeyTexts(texts);
  const without = codes.filter(
    (code) => said(new CallFailed(code), { ...passkeys, other: 'Other' }) === 'Other',
  );
  expect(without).toEqual([
    ...['invalid-request', 'foreign-origin', 'reauthentication-needed', 'not-found', 'invitation-open'],
    ...['parent-limit', 'follower-limit', 'checked-in', 'last-parent', 'too-large'],
    'unsupported-media-type',
  ]);
});

test("a form's own texts come first, and `every` stands for all codes that it does not list", () => {
  const own = { 'too-many-requests': (fault: CallFailed) => `In ${fault.retryAfter}` };
  expect(said(new CallFailed('too-many-requests', { retryAfter: 9 }), own)).toBe('In 9');
  expect(said(new TypeError('a bug'), { ...own, every: 'Every' })).toBe('Every');
});
