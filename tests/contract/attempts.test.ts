import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';

let store: Store;

beforeEach(async () => {
  store = await openEmptyStore();
});

const NOW = Date.parse('2026-05-04T12:00:00.000Z');
const THREE = { burst: 3, interval: MINUTE_MS };

test('the burst is allowed at once, then one attempt per interval, and the wait is returned', async () => {
  const key = newId();
  const at = (ms: number) => store.attempt(key, NOW + ms, THREE);
  expect([await at(0), await at(0), await at(0)]).toEqual([0, 0, 0]);
  expect([await at(0), await at(20_000)]).toEqual([MINUTE_MS, MINUTE_MS - 20_000]);
  expect([await at(MINUTE_MS - 1), await at(MINUTE_MS), await at(MINUTE_MS)]).toEqual([1, 0, MINUTE_MS]);
  const full = 10 * MINUTE_MS;
  expect([await at(full), await at(full), await at(full), await at(full)]).toEqual([0, 0, 0, MINUTE_MS]);
});

test('a refused attempt does not prolong the wait', async () => {
  const key = newId();
  for (let i = 0; i < 50; i++) await store.attempt(key, NOW, THREE);
  expect(await store.attempt(key, NOW + MINUTE_MS, THREE)).toBe(0);
});

test('concurrent attempts never get more than the limit', async () => {
  for (let round = 0; round < 3; round++) {
    const key = newId();
    const waits = await Promise.all(Array.from({ length: 20 }, () => store.attempt(key, NOW, THREE)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(new Set(waits.filter((wait) => wait > 0))).toEqual(new Set([MINUTE_MS]));
  }
});

test('a clock that was set back leaves one attempt, then its rate', async () => {
  const key = newId();
  const later = NOW + 5_000_000 * MINUTE_MS;
  for (let i = 0; i < 3; i++) await store.attempt(key, later, THREE);
  expect(await store.attempt(key, later, THREE)).toBe(MINUTE_MS);
  const now = await Promise.all([1, 2, 3, 4].map(() => store.attempt(key, NOW, THREE)));
  expect(now.toSorted((a, b) => a - b)).toEqual([0, MINUTE_MS, MINUTE_MS, MINUTE_MS]);
  expect(await store.attempt(key, NOW + MINUTE_MS, THREE)).toBe(0);
});

test('servers whose clocks differ by less than a minute give no attempt more', async () => {
  const key = newId();
  for (let i = 0; i < 3; i++) await store.attempt(key, NOW + 59_000, THREE);
  for (let i = 0; i < 20; i++) {
    expect(await store.attempt(key, NOW, THREE)).toBe(MINUTE_MS + 59_000);
    expect(await store.attempt(key, NOW + 59_000, THREE)).toBe(MINUTE_MS);
  }
});

test('a reset restores the full limit of its key, and of no other', async () => {
  const [mine, other] = [newId(), newId()];
  for (const key of [mine, other]) for (let i = 0; i < 3; i++) await store.attempt(key, NOW, THREE);
  await store.resetAttempts(mine);
  await store.resetAttempts('nobody');
  expect(await store.attempt(mine, NOW, THREE)).toBe(0);
  expect(await store.attempt(other, NOW, THREE)).toBe(MINUTE_MS);
});
