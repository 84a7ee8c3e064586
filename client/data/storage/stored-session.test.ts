import { expect, test } from 'vitest';
import type { DeviceStorage, Environment } from '#client/data/environment.ts';
import { StoredSession } from './stored-session.ts';

/** The session on a device with this storage; nothing else of the browser is used here. */
const sessionOf = (storage: DeviceStorage | undefined) => new StoredSession({ storage } as Environment);

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
  const session = sessionOf(device);
  expect(session.lastMethod).toBeUndefined();
  session.noteMethod('startProvider', { provider: 'google', purpose: 'sign-in' });
  expect(sessionOf(device).lastMethod).toBe('google');
  session.noteMethod('signInWithPasskey', {});
  expect(session.lastMethod).toBe('passkey');
  session.noteMethod('devices', {});
  expect(session.lastMethod).toBe('passkey');
  session.noteMethod('logIn', { email: 'anna@example.org', password: 'sommarlov' });
  expect(session.lastMethod).toBeUndefined();
  session.noteMethod('signInWithPasskey', {});
  session.account = undefined;
  expect(session.lastMethod).toBeUndefined();
});

test('a browser that forbids storage remembers it for the page, and fails nothing', () => {
  sessionOf(undefined).noteMethod('signInWithPasskey', {});
  expect(sessionOf(undefined).lastMethod).toBeUndefined();
});
