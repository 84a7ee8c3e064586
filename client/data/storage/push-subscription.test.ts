import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FrammeData } from '#client/data/port.ts';
import { subscribeToPush } from './push-subscription.ts';

const WISH = { uid: 'anna', taps: false };

let signedIn: string;
/** The endpoints that the browser and the server hold. */
let inBrowser: string | undefined;
let onServer: string | undefined;
let whileSubscribing: () => void;
let serviceWorker: object;

/** A tab whose requests take so many ms, by their name. */
const tab = (ms: { pushState?: number; subscribe?: number } = {}) =>
  ({
    household: () => ({ account: { uid: signedIn } }),
    call: async (name: 'pushState' | 'subscribe', { endpoint }: { endpoint?: string }) => {
      await setTimeout(ms[name]);
      if (name === 'subscribe') onServer = endpoint;
      return { key: 'AAAA', device: onServer === undefined ? null : { endpoint: onServer } };
    },
  }) as unknown as FrammeData;

beforeEach(() => {
  [signedIn, inBrowser, onServer, whileSubscribing] = ['anna', undefined, undefined, () => undefined];
  let count = 0;
  const subscription = () => {
    const endpoint = inBrowser;
    return {
      endpoint,
      options: { applicationServerKey: new ArrayBuffer(3) },
      toJSON: () => ({ endpoint, keys: { p256dh: 'B', auth: 'A' } }),
      unsubscribe: async () => (inBrowser = undefined),
    };
  };
  const pushManager = {
    getSubscription: async () => (inBrowser === undefined ? null : subscription()),
    subscribe: async () => {
      whileSubscribing();
      inBrowser ??= `https://push.example.org/${++count}`;
      return subscription();
    },
  };
  const { locks } = navigator;
  const registration = { pushManager };
  serviceWorker = { ready: Promise.resolve(registration), getRegistration: async () => registration };
  vi.stubGlobal('navigator', { locks, serviceWorker });
  vi.stubGlobal('localStorage', undefined);
});
afterEach(() => vi.unstubAllGlobals());

test('a subscription that comes when another parent is signed in is not given to that session', async () => {
  whileSubscribing = () => (signedIn = 'bo');
  expect(await subscribeToPush(tab(), WISH)).toBe('late');
  expect(onServer).toBeUndefined();
  expect(await subscribeToPush(tab(), { ...WISH, uid: 'bo' })).toBe('on');
  expect(onServer).toBe(inBrowser);
});

test('a service worker that could not be installed is registered by the press', async () => {
  const { ready } = serviceWorker as { ready: Promise<unknown> };
  const register = Promise.withResolvers<unknown>();
  Object.assign(serviceWorker, {
    ready: register.promise,
    getRegistration: async () => undefined,
    register: async () => register.resolve(await ready),
  });
  expect(await subscribeToPush(tab(), WISH)).toBe('on');
});

test('two tabs that subscribe at once agree on one subscription', async () => {
  const first = subscribeToPush(tab({ subscribe: 20 }), WISH);
  const second = subscribeToPush(tab({ pushState: 10 }), WISH);
  expect(await Promise.all([first, second])).toEqual(['on', 'on']);
  expect(onServer).toBeDefined();
  expect(onServer).toBe(inBrowser);
});
