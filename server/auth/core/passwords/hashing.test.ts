import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallError } from '#server/http/call-error.ts';
import { type HashingLimits, HashingPool } from './hashing.ts';

/** On a busy machine a password may wait for its thread for longer than a server would let it. */
function hashingWithin(bounds: Partial<HashingLimits>): HashingPool {
  const hashing = new HashingPool({ timeoutMs: 600_000, ...bounds });
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

test('passwords beyond the queue are refused at once with a retry time, and the others are hashed', async () => {
  const hashing = hashingWithin({ threads: 1, queue: 2 });
  const asked = Array.from({ length: 5 }, () => outcomeOf(hashing.derive(aPassword())));
  expect(await Promise.all(asked)).toEqual([32, 32, 32, ['unavailable', 10], ['unavailable', 10]]);
  expect(await outcomeOf(hashing.derive(aPassword()))).toBe(32);
});

test('a password that waits too long is refused with a retry time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const hashing = hashingWithin({ threads: 1, timeoutMs: 1000 });
  const asked = [aPassword(), aPassword()].map((one) => outcomeOf(hashing.derive(one)));
  // In one turn, so that the thread cannot be heard before.
  vi.advanceTimersByTime(1000);
  expect(await Promise.all(asked)).toEqual([32, ['unavailable', 10]]);
});

test('two threads hash two passwords at once', async () => {
  const hashing = hashingWithin({ threads: 2, queue: 1 });
  const asked = Array.from({ length: 4 }, () => outcomeOf(hashing.derive(aPassword())));
  expect(await Promise.all(asked)).toEqual([32, 32, 32, ['unavailable', 10]]);
});

test('hashing does not block the thread that answers requests', async () => {
  const hashing = hashingWithin({ threads: 1 });
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 4 }, () => hashing.derive(aPassword())));
  isDone = true;
  // Each password is handed over in a turn of its own, however busy the machine is.
  expect(turns).toBeGreaterThan(2);
});

test('a failed hash throws an error, and the next password is hashed', async () => {
  const hashing = hashingWithin({ threads: 1 });
  const [failed, made] = [outcomeOf(hashing.derive(aPassword(1))), outcomeOf(hashing.derive(aPassword()))];
  expect(await failed).toBeInstanceOf(Error);
  expect(await made).toBe(32);
});

test('a thread that ended while idle gets no password and is replaced', async () => {
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

test.runIf(process.platform === 'linux')(
  'a server of the lowest priority hashes too, and raises none',
  () => {
    const address = new URL('hashing.ts', import.meta.url).href;
    const code = `
    import { readdirSync, readFileSync } from 'node:fs';
    import { HashingPool } from '${address}';
    const hashing = new HashingPool({});
    await hashing.derive({ message: 'hemligt', nonce: Buffer.alloc(16), tagLength: 32, memory: 64, passes: 1, parallelism: 1 });
    const stats = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'));
    console.log(Math.min(...stats.map((stat) => Number(stat.split(') ')[1].split(' ')[16]))));
    await hashing.stop();`;
    const { stdout, stderr } = spawnSync('nice', ['-n', '19', process.execPath, '-e', code], {
      encoding: 'utf8',
    });
    expect([stdout.trim(), stderr]).toEqual(['19', '']);
  },
);
