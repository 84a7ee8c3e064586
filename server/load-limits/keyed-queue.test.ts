import { expect, test } from 'vitest';
import { KeyedQueue } from './keyed-queue.ts';

test('work that waited begins in a turn of the event loop of its own', async () => {
  const turns = new KeyedQueue();
  let turn = 0;
  let timer = setImmediate(function count() {
    turn += 1;
    timer = setImmediate(count);
  });
  const begun = await Promise.all([1, 2, 3].map(() => turns.run('anna', async () => turn)));
  clearImmediate(timer);
  expect(new Set(begun).size).toBe(3);
  expect(begun[0]).toBe(0);
});

test('work that fails leaves its turn to the next, in order', async () => {
  const turns = new KeyedQueue();
  const order: string[] = [];
  const run = (name: string, fails = false) =>
    turns.run('anna', async () => {
      order.push(name);
      if (fails) throw new Error(name);
    });
  const all = await Promise.allSettled([run('one'), run('two', true), run('three')]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual(['one', 'two', 'three']);
});
