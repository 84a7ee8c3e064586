import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/port.ts';
import { RetentionWorker } from './retention-worker.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-01T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

test('households are processed once a day, in batches, also after a failure', async () => {
  const replies = ['household-25', new Error('down'), null, null];
  const purgeTombstones = vi.fn(async (_after: string | undefined) => {
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply ?? null;
  });
  const oldestVisits = vi.fn(async () => []);
  const scrub = vi.fn(async () => undefined);
  const store = { purgeTombstones, oldestVisits, scrub } as unknown as Store;
  const worker = new RetentionWorker({ store, now: Date.now, log: createLog('silent') });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(purgeTombstones.mock.calls).toMatchObject([
    [undefined, { tombstones: '2026-03-03T00:00:30.000Z', outcomes: '2026-02-01T00:00:30.000Z' }, 25],
    ['household-25', {}, 25],
    ['household-25', {}, 25],
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

test('deleted data is scrubbed soon, and at most once an hour', async () => {
  const scrub = vi.fn(async () => undefined);
  const store = {
    purgeTombstones: async () => null,
    oldestVisits: async () => [],
    scrub,
  } as unknown as Store;
  const worker = new RetentionWorker({ store, now: Date.now, log: createLog('silent') });
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
