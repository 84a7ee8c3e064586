import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/ports/store.ts';
import { RetentionWorker } from './retention-worker.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-01T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

/** A store in which nothing is old or removed, and on which no backup was restored. */
const UNTOUCHED = {
  linksMadeBefore: async () => [],
  oldestVisits: async () => [],
  purgeFollowers: async () => null,
  purgeOutcomes: async () => null,
  purgeTombstones: async () => null,
  purgeRemoved: async () => false,
  purgeRestoreLog: async () => false,
  restored: () => undefined,
  scrub: async () => undefined,
  truncateLog: async () => true,
};

function workerOn(calls: object): RetentionWorker {
  const store = { ...UNTOUCHED, ...calls } as unknown as Store;
  return new RetentionWorker({ store, now: Date.now, log: createLog('silent') });
}

test('households are processed once a day, in batches, also after a failure', async () => {
  const replies = ['household-25', new Error('down'), null, null];
  const purgeTombstones = vi.fn(async (_after: string | undefined) => {
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply ?? null;
  });
  const oldestVisits = vi.fn(async () => []);
  const scrub = vi.fn(async () => undefined);
  const marks = ['op-1000', null, null];
  const purgeOutcomes = vi.fn(async () => marks.shift() ?? null);
  const followers = ['follower-200', null, null];
  const purgeFollowers = vi.fn(async () => followers.shift() ?? null);
  const worker = workerOn({ purgeTombstones, purgeOutcomes, oldestVisits, scrub, purgeFollowers });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const times = ['2026-03-03T00:00:30.000Z', '2026-03-03T00:01:00.000Z', '2026-03-03T00:01:30.000Z'];
  expect(purgeTombstones.mock.calls).toEqual([
    [undefined, times[0], 25],
    ['household-25', times[1], 25],
    ['household-25', times[2], 25],
  ]);
  expect(purgeOutcomes.mock.calls).toEqual([
    [undefined, '2026-02-01T00:01:30.000Z'],
    ['op-1000', '2026-02-01T00:01:30.000Z'],
  ]);
  const before = { asked: '2026-05-18T00:01:30.010Z', over: '2026-05-31T00:01:30.010Z' };
  expect(purgeFollowers.mock.calls).toEqual([
    [undefined, before],
    ['follower-200', before],
  ]);
  expect(oldestVisits.mock.calls).toEqual(purgeTombstones.mock.calls.map(([after]) => [after, 25]));
  expect(scrub).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(purgeTombstones).toHaveBeenCalledTimes(4);
  expect(scrub).toHaveBeenCalledTimes(2);
  await worker.stop();
  await vi.advanceTimersByTimeAsync(3 * 24 * 60 * 60_000);
  expect(purgeTombstones).toHaveBeenCalledTimes(4);
});

// docs/sync.md: RS9
test('the log after a restore is purged in steps once its 14 days are over, and never before', async () => {
  const day = 24 * 60 * 60_000;
  const restored = { at: Date.now() - 13 * day };
  const steps = [true, true, false];
  const purgeRestoreLog = vi.fn(async () => steps.shift() ?? false);
  const worker = workerOn({ restored: () => restored, purgeRestoreLog });
  await vi.advanceTimersByTimeAsync(day - 1);
  expect(purgeRestoreLog).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(purgeRestoreLog.mock.calls.length).toBeGreaterThanOrEqual(3);
  await worker.stop();
});

test('deleted data is scrubbed soon, and at most once an hour', async () => {
  const scrub = vi.fn(async () => undefined);
  const worker = workerOn({ scrub });
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(scrub).toHaveBeenCalledTimes(1);
  worker.scrubSoon();
  await vi.advanceTimersByTimeAsync(60_000);
  worker.scrubSoon();
  expect(scrub).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(58 * 60_000);
  expect(scrub).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(scrub).toHaveBeenCalledTimes(3);
  await worker.stop();
});

test('within a minute of each deletion the log is truncated, or as soon as nobody reads it', async () => {
  const replies = [true, false, false];
  const truncateLog = vi.fn(async () => replies.shift() ?? true);
  const worker = workerOn({ truncateLog });
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(truncateLog).not.toHaveBeenCalled();
  worker.scrubSoon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(truncateLog).toHaveBeenCalledTimes(1);
  worker.scrubSoon();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(truncateLog).toHaveBeenCalledTimes(4);
  await worker.stop();
});

test('a long walk through outcomes keeps no log of deleted data waiting, and ends over several rounds', async () => {
  const STEPS = 12_000;
  let steps = 0;
  const order: string[] = [];
  const purgeTombstones = vi.fn(async () => null);
  const worker = workerOn({
    purgeTombstones,
    scrub: async () => void order.push('scrubbed'),
    truncateLog: async () => order.push('truncated') > 0,
    purgeOutcomes: async (after: string | undefined) => {
      expect(after).toBe(steps === 0 ? undefined : `op-${steps}`);
      steps += 1;
      return steps < STEPS ? `op-${steps}` : null;
    },
  });
  await vi.advanceTimersByTimeAsync(40_000);
  worker.scrubSoon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order).toContain('truncated');
  expect(steps).toBeLessThan(STEPS);
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect([steps, purgeTombstones.mock.calls.length]).toEqual([STEPS, 1]);
  await worker.stop();
});

test('the log is truncated after the last step of a purge, also if one was truncated while it ran', async () => {
  const order: string[] = [];
  let steps = 0;
  const finish = Promise.withResolvers<void>();
  const truncateLog = async () => {
    order.push('truncated');
    // A purge that begins here goes on after this truncation.
    if (order.length === 1) worker.purgeNow();
    await finish.promise;
    return true;
  };
  const purgeRemoved = async () => {
    if (order.length === 0 || steps === 3) return false;
    steps += 1;
    order.push('step');
    if (steps === 2) finish.resolve();
    return true;
  };
  const worker = workerOn({ purgeRemoved, truncateLog });
  worker.scrubSoon();
  await vi.advanceTimersByTimeAsync(30_100);
  expect(order).toEqual(['truncated', 'step', 'step', 'step']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(order.filter((done) => done === 'truncated')).toHaveLength(2);
  await worker.stop();
});

test('what was removed is purged a step at a time, with pauses, and a failed step is tried again', async () => {
  const replies = [true, true, new Error('down'), true, false];
  const purgeRemoved = vi.fn(async () => {
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply ?? false;
  });
  const worker = workerOn({ purgeRemoved });
  worker.purgeNow();
  worker.purgeNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(purgeRemoved).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(purgeRemoved).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(replies).toEqual([]);
  await worker.stop();
});

test('what a purge deleted, also after a restart, is scrubbed once it has ended', async () => {
  const order: string[] = [];
  const replies = [false, true, true, false];
  const purgeRemoved = async () => {
    const isMore = replies.shift() ?? false;
    if (isMore) order.push('step');
    return isMore;
  };
  const scrub = async () => void order.push('scrub');
  const worker = workerOn({ purgeRemoved, scrub });
  await vi.advanceTimersByTimeAsync(31_000);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(order).toEqual(['scrub', 'step', 'step', 'scrub']);
  await worker.stop();
});

test('a household that fails stops neither the links nor the visits of the others', async () => {
  const rows = ['broken', 'whole'].map((household) => ({ hash: `of-${household}`, household, path: '' }));
  const forgotten: string[] = [];
  const purgeTombstones = vi.fn(async () => null);
  const worker = workerOn({
    purgeTombstones,
    linksMadeBefore: async (_time: string, _limit: number, except: readonly string[]) =>
      rows.filter(({ household, hash }) => !except.includes(household) && !forgotten.includes(hash)),
    transact: async (household: string) => {
      if (household === 'broken') throw new SyntaxError('no JSON');
    },
    resetAttempts: async () => undefined,
    forgetLinks: async (hashes: readonly string[]) => void forgotten.push(...hashes),
  });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(forgotten).toEqual(['of-whole']);
  expect(purgeTombstones).toHaveBeenCalledTimes(1);
  await worker.stop();
});

test('a household whose visits are to be removed now waits for no other one at which the store failed', async () => {
  const replies: (Error | undefined)[] = [new Error('down'), undefined];
  const oldestVisit = vi.fn(async (_household: string) => {
    const reply = replies.shift();
    if (reply) throw reply;
    return undefined;
  });
  const worker = workerOn({ oldestVisit });
  worker.expireNow('one');
  worker.expireNow('other');
  await vi.advanceTimersByTimeAsync(1000);
  expect(oldestVisit.mock.calls).toEqual([['one'], ['other']]);
  await worker.stop();
});
