import { randomBytes } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { CallError } from '#server/http/call-error.ts';
import { type HashingLimits, HashingPool } from './hashing.ts';

function hashingWithin(bounds: Partial<HashingLimits>): HashingPool {
  const hashing = new HashingPool(bounds);
  onTestFinished(() => hashing.stop());
  return hashing;
}

const aPassword = (memory = 19_456) => ({
  message: 'hemligt',
  nonce: randomBytes(16),
  tagLength: 32,
  ...{ memory, passes: 2, parallelism: 1 },
});

const outcomeOf = (promise: Promise<Buffer>) =>
  promise.then(
    (tag) => tag.length,
    (error: unknown) => (error instanceof CallError ? [error.code, error.fault.retryAfter] : error),
  );

test('what has no place in the queue is told at once to come again, and the others are hashed', async () => {
  const hashing = hashingWithin({ threads: 1, queue: 2 });
  const asked = Array.from({ length: 5 }, () => outcomeOf(hashing.derive(aPassword())));
  expect(await Promise.all(asked)).toEqual([32, 32, 32, ['unavailable', 10], ['unavailable', 10]]);
  expect(await outcomeOf(hashing.derive(aPassword()))).toBe(32);
});

test('whoever waits too long is told to come again', async () => {
  const hashing = hashingWithin({ threads: 1, timeoutMs: 1 });
  const asked = [aPassword(200_000), aPassword()].map((one) => outcomeOf(hashing.derive(one)));
  expect(await Promise.all(asked)).toEqual([32, ['unavailable', 10]]);
});

test('two are hashed at once where there may be two', async () => {
  const hashing = hashingWithin({ threads: 2, queue: 1 });
  const asked = Array.from({ length: 4 }, () => outcomeOf(hashing.derive(aPassword())));
  expect(await Promise.all(asked)).toEqual([32, 32, 32, ['unavailable', 10]]);
});

test('the thread that answers requests goes on while passwords are hashed', async () => {
  const hashing = hashingWithin({});
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  await Promise.all(Array.from({ length: 4 }, () => hashing.derive(aPassword(60_000))));
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(3);
});

test('a hash that fails is an error of ours, and the next one is made', async () => {
  const hashing = hashingWithin({ threads: 1 });
  const [failed, made] = [outcomeOf(hashing.derive(aPassword(1))), outcomeOf(hashing.derive(aPassword()))];
  expect(await failed).toBeInstanceOf(Error);
  expect(await made).toBe(32);
});

test('a thread that ends while it has nothing to do is given no password, and another takes its place', async () => {
  const hashing = hashingWithin({ threads: 1 });
  const started: Worker[] = [];
  const note = (worker: Worker) => started.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  expect(await outcomeOf(hashing.derive(aPassword()))).toBe(32);
  await started[0]?.terminate();
  expect(await outcomeOf(hashing.derive(aPassword()))).toBe(32);
  expect(started).toHaveLength(2);
});
