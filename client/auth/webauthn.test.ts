import { afterEach, expect, test, vi } from 'vitest';
import { WebAuthnError } from '#client/data/errors.ts';
import type { CallReply } from '#domain/protocol/calls.ts';
import { passkeyObstacle, signWithPasskey } from './webauthn.ts';

const OPTIONS: CallReply<'passkeySignInOptions'>['options'] = {
  rpId: 'localhost',
  challenge: 'a'.repeat(43),
  timeout: 300_000,
  allowCredentials: [],
  userVerification: 'required',
};

afterEach(() => void vi.unstubAllGlobals());

/** Stubs a browser that answers with this error, after so many ms by its clock. */
function refusingWith(name: string, after = 0): void {
  let clock = 0;
  const get = async () => {
    clock = after;
    throw new DOMException('', name);
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('location', { hostname: 'localhost' });
  vi.stubGlobal('navigator', { credentials: { get } });
  vi.stubGlobal('performance', { now: () => clock });
}

test.each([
  ['NotAllowedError', 0, 'cancelled'],
  ['NotAllowedError', 298_000, 'cancelled'],
  ['NotAllowedError', 300_000, 'late'],
  ['AbortError', 0, 'cancelled'],
  ['InvalidStateError', 0, 'known-here'],
  ['ConstraintError', 0, 'unsupported'],
  ['NotSupportedError', 0, 'unsupported'],
  ['UnknownError', 0, 'failed'],
  ['SecurityError', 0, 'failed'],
] as const)('a browser error %s after %i ms becomes the reason %s', async (name, after, reason) => {
  refusingWith(name, after);
  await expect(signWithPasskey(OPTIONS)).rejects.toEqual(new WebAuthnError(reason));
});

test.each([
  ['127.0.0.1', 'address'],
  ['[::1]', 'address'],
  ['192.168.1.20', 'address'],
  ['localhost', undefined],
  ['framme.example.org', undefined],
])('the passkey obstacle at %s is %s', (hostname, obstacle) => {
  vi.stubGlobal('window', { PublicKeyCredential: class {} });
  vi.stubGlobal('location', { hostname });
  expect(passkeyObstacle()).toBe(obstacle);
  vi.stubGlobal('window', {});
  expect(passkeyObstacle()).toBe(obstacle ?? 'browser');
});
