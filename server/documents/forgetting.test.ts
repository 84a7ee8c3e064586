import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import type { Store } from '#server/store/port.ts';
import { Forgetting } from './forgetting.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-01T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

test('households are gone through once a day, some at a time, also after a failure', async () => {
  const replies = ['household-25', new Error('down'), null, null];
  const forget = vi.fn(async () => {
    const reply = replies.shift();
    if (reply instanceof Error) throw reply;
    return reply ?? null;
  });
  const store = { forget } as unknown as Store;
  const forgetting = new Forgetting({ store, now: Date.now, log: createLog('silent') });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(forget.mock.calls).toMatchObject([
    [undefined, { removals: '2026-03-03T00:00:30.000Z', outcomes: '2026-02-01T00:00:30.000Z' }, 25],
    ['household-25', {}, 25],
    ['household-25', {}, 25],
  ]);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(forget).toHaveBeenCalledTimes(4);
  await forgetting.stop();
  await vi.advanceTimersByTimeAsync(3 * 24 * 60 * 60_000);
  expect(forget).toHaveBeenCalledTimes(4);
});
