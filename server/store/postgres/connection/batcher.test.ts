import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batcher } from './batcher.ts';

// Turns of the event loop stay real; time passes only where a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A batcher that records its batches; each is under way until `end` is called. */
function recorder() {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const lookups = batcher<number>((batch) => {
    batches.push(batch);
    return new Promise((resolve) => ends.push(resolve));
  });
  const add = (...items: number[]) => {
    for (const item of items) lookups.add(item);
    return turn();
  };
  const end = () => {
    ends.shift()?.();
    return turn();
  };
  return { batches, add, end };
}

test('items of a turn are a batch, and a lone item never waits for others', async () => {
  const { batches, add, end } = recorder();
  await add(1, 2);
  await end();
  await add(3);
  vi.advanceTimersByTime(4);
  await turn();
  await end();
  await add(4);
  expect(batches).toEqual([[1, 2], [3], [4]]);
});

test('those who return one by one after a batch are one batch again', async () => {
  const { batches, add, end } = recorder();
  await add(1, 2, 3);
  await end();
  for (const item of [4, 5]) await add(item);
  expect(batches).toEqual([[1, 2, 3]]);
  await add(6);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

test('two alternating batches become one', async () => {
  const { batches, add, end } = recorder();
  await add(1, 2);
  await add(3, 4);
  await end();
  await add(5, 6);
  expect(batches).toEqual([
    [1, 2],
    [3, 4, 5, 6],
  ]);
});

test('a batch waits for those who may follow no longer than 4 ms', async () => {
  const { batches, add, end } = recorder();
  await add(1, 2, 3);
  await end();
  await add(4);
  vi.advanceTimersByTime(3);
  await add(5);
  expect(batches).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await turn();
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('a batch has 64 items at most', async () => {
  const { batches, add, end } = recorder();
  await add(...Array.from({ length: 70 }, (_, index) => index));
  await end();
  vi.advanceTimersByTime(4);
  await turn();
  expect(batches.map(({ length }) => length)).toEqual([64, 6]);
});
