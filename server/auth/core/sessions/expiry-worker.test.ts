import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/ports/store.ts';
import { startExpiry } from '../../auth-context.ts';

const HOUR = 60 * 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-01T00:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

test('expired sessions and tokens are purged once an hour, also after a failure, until the server stops', async () => {
  const purgeExpired = vi.fn(async (now: string) => {
    if (now < '2026-06-01T01:30') throw new Error('down');
  });
  const store = { purgeExpired } as unknown as Store;
  const expiry = startExpiry({ store, now: Date.now, log: createLog('silent') } as never);
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  expect(purgeExpired.mock.calls).toEqual([['2026-06-01T01:00:00.000Z'], ['2026-06-01T02:00:00.000Z']]);
  await expiry.stop();
  await vi.advanceTimersByTimeAsync(5 * HOUR);
  expect(purgeExpired).toHaveBeenCalledTimes(2);
});
