import { expect, test } from 'vitest';
import type { DeviceStorage } from '#client/data/environment.ts';
import { LastSignIn } from './stored-session.ts';

function storage(): DeviceStorage {
  const entries = new Map<string, string>();
  return {
    length: 0,
    key: () => null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

test('the device remembers a sign-in by passkey or provider, until another way or a sign-out', () => {
  const device = storage();
  const last = new LastSignIn(device);
  expect(last.read()).toBeUndefined();
  last.note('startProvider', { provider: 'google', errand: 'sign-in' });
  expect(new LastSignIn(device).read()).toBe('google');
  last.note('signInWithPasskey', {});
  expect(last.read()).toBe('passkey');
  last.note('devices', {});
  expect(last.read()).toBe('passkey');
  last.note('logIn', { email: 'anna@example.org', password: 'sommarlov' });
  expect(last.read()).toBeUndefined();
  last.note('signInWithPasskey', {});
  last.clear();
  expect(last.read()).toBeUndefined();
});

test('a browser that forbids storage remembers nothing, and fails nothing', () => {
  const last = new LastSignIn(undefined);
  last.note('signInWithPasskey', {});
  expect(last.read()).toBeUndefined();
});
