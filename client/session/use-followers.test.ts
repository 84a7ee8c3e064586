import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HouseholdView } from '#client/data/port.ts';
import { Listeners } from '#client/lib/listeners.ts';
import { makeId } from '#domain/ids.ts';
import { type VisitorRef, visitorPath } from '#domain/paths.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { FollowersPoller } from './use-followers.ts';

const id = (seed: number) => makeId(new Uint8Array(16).fill(seed));
const ella: VisitorRef = { child: id(1), kind: 'friend', visitor: id(2) };
const alva: VisitorRef = { ...ella, visitor: id(3) };

const follower = (of: VisitorRef, more: Partial<Follower> = {}): Follower => ({
  ...{ id: id(9), visitor: visitorPath(of), name: 'Ella', parents: ['Maja Lind'] },
  ...{ askedAt: '2026-11-27T08:00:00.000Z', agreedAt: null, isPaused: false },
  ...more,
});

/** A household whose state the test sets, on a page that is shown or hidden. */
function setUp() {
  const changes = new Listeners();
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  let view = { sessionConfirmed: true, offline: false, locked: false, mismatch: undefined } as HouseholdView;
  const saveFollowers = vi.fn(async () => {});
  const household: ConstructorParameters<typeof FollowersPoller>[0] = {
    subscribe: (listener) => changes.add(listener),
    view: () => view,
    now: () => Date.now(),
    saveFollowers,
  };
  const ask = vi.fn(async (): Promise<readonly Follower[]> => [follower(ella)]);
  const watch = new FollowersPoller(household, ask);
  const asked = async () => {
    await vi.advanceTimersByTimeAsync(0);
    return ask.mock.calls.length;
  };
  return {
    ask,
    watch,
    saveFollowers,
    asked,
    become: (more: Partial<HouseholdView>) => {
      view = { ...view, ...more };
      changes.notify();
    },
    show: (visibilityState: 'visible' | 'hidden') => {
      page.visibilityState = visibilityState;
      page.dispatchEvent(new Event('visibilitychange'));
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('it asks at the start, when the page or the network is back, for news, and now and then; never for a tap, nor without a page', async () => {
  const { watch, asked, become, show } = setUp();
  expect(await asked()).toBe(0);
  const stops = [watch.subscribe(() => {}), watch.subscribe(() => {})];
  expect(await asked()).toBe(1);
  become({ waiting: 1 });
  expect(await asked()).toBe(1);
  become({ offline: true });
  show('visible');
  expect(await asked()).toBe(1);
  become({ offline: false });
  expect(await asked()).toBe(2);
  show('hidden');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await asked()).toBe(2);
  show('visible');
  expect(await asked()).toBe(3);
  await vi.advanceTimersByTimeAsync(3 * 60_000);
  expect(await asked()).toBe(4);
  become({ profile: { followingAt: '2026-11-27T09:00:00.000Z' } as HouseholdView['profile'] });
  become({ waiting: 0 });
  expect(await asked()).toBe(5);
  for (const stop of stops) stop();
  show('visible');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await asked()).toBe(5);
});

test('a locked page, or one that the server has not accepted yet, asks nothing', async () => {
  const { watch, asked, become } = setUp();
  become({ sessionConfirmed: false });
  watch.subscribe(() => {});
  expect(await asked()).toBe(0);
  become({ locked: true, sessionConfirmed: true });
  expect(await asked()).toBe(0);
  become({ locked: false, throttled: true });
  expect(await asked()).toBe(0);
  become({ throttled: false });
  expect(await asked()).toBe(1);
});

test('each visitor has its own, the same list until it changes; a failure leaves what was known', async () => {
  const { ask, watch, asked, show } = setUp();
  const heard = vi.fn();
  watch.subscribe(heard);
  await asked();
  const first = watch.of(ella);
  expect(first).toEqual([follower(ella)]);
  expect(watch.of(alva)).toBe(watch.of({ ...alva, visitor: id(4) }));
  show('visible');
  await asked();
  expect(watch.of(ella)).toBe(first);
  ask.mockRejectedValueOnce(new Error('offline'));
  show('visible');
  await asked();
  expect(watch.all()).toEqual(first);
  expect(heard).toHaveBeenCalledTimes(1);
});

test('a reply from before an answer does not undo it', async () => {
  const { ask, watch, asked, show } = setUp();
  watch.subscribe(() => {});
  await asked();
  let reply = (_known: readonly Follower[]) => {};
  ask.mockReturnValueOnce(new Promise((resolve) => (reply = resolve)));
  show('visible');
  watch.take(id(9), { agreedAt: '2026-11-27T09:00:00.000Z' });
  reply([follower(ella)]);
  await asked();
  expect(watch.of(ella)).toMatchObject([{ agreedAt: '2026-11-27T09:00:00.000Z' }]);
  watch.take(id(9));
  expect(watch.all()).toEqual([]);
});

test('until the server answers it shows what the device kept, and keeps who is coming, as of the reply', async () => {
  const { ask, watch, asked, become, saveFollowers } = setUp();
  const trip = { startedAt: '2026-11-27T09:00:00.000Z', due: '2026-11-27T09:15:00.000Z', zone: 'UTC' };
  const coming = { ...follower(ella), coming: { trip } };
  become({ sessionConfirmed: false, followers: { asOf: 5, list: [coming] } });
  watch.subscribe(() => {});
  expect([watch.of(ella), watch.asOf(), watch.homesOf(ella)]).toEqual([[coming], 5, undefined]);
  ask.mockResolvedValue([{ ...coming, accounts: [] }, follower(alva)]);
  become({ sessionConfirmed: true, lastHeard: 9 });
  await asked();
  expect([watch.of(alva), watch.asOf()]).toEqual([[follower(alva)], 9]);
  expect(saveFollowers).toHaveBeenLastCalledWith({ asOf: Date.now(), list: [coming] });
});
