import { expect, test } from 'vitest';
import { startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { StoreUnavailable } from '../store/ports/store.ts';

const MB = 2 ** 20;

/** Starts the app with a store that can fail, a disk of a size and a signal to stop. */
async function startWith(given: { disk?: number; store?: () => Promise<void> } = {}) {
  const stopping = new AbortController();
  const app = await startApp({
    isStill: true,
    calls: (store) => ({ check: () => given.store?.() ?? store.check() }),
    change: () => ({ stopping: stopping.signal, freeDisk: async () => given.disk ?? 10_000 * MB }),
  });
  return { ...app, stopping };
}

test('/readyz answers 200 while the store can write, and every reply names the version', async () => {
  const { url } = await startWith();
  const reply = await get(url, '/readyz');
  expect([reply.status, reply.body]).toEqual([200, { ready: true }]);
  expect(reply.headers.get('framme-version')).toMatch(/^\d+\.\d+\.\d+$/);
  expect(reply.headers.get('cache-control')).toBe('no-store');
});

test('/readyz answers 503 if the store fails, and again 200 once it does not', async () => {
  let fails = true;
  const store = async () => {
    if (fails) throw new StoreUnavailable('away');
  };
  const { url, clock } = await startWith({ store });
  expect(await get(url, '/readyz')).toMatchObject({ status: 503, body: { ready: false, because: 'store' } });
  // It answers while the store does not.
  expect(await get(url, '/healthz')).toMatchObject({ status: 200, body: { ok: true } });
  fails = false;
  clock.ahead += 1000;
  expect(await get(url, '/readyz')).toMatchObject({ status: 200 });
});

test('many who ask at once make one look at the store', async () => {
  let looks = 0;
  const { url } = await startWith({
    store: async () => {
      looks += 1;
    },
  });
  const at = await Promise.all(Array.from({ length: 20 }, () => get(url, '/readyz')));
  expect(at.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(looks).toBe(1);
});

test('a disk that is nearly full is a warning, a full one makes the server unready', async () => {
  const little = await startWith({ disk: 300 * MB });
  expect(await get(little.url, '/readyz')).toMatchObject({
    status: 200,
    body: { ready: true, warning: 'disk-nearly-full' },
  });
  expect(little.log.text).toContain('the disk of the data folder is nearly full');
  const none = await startWith({ disk: 63 * MB });
  expect(await get(none.url, '/readyz')).toMatchObject({ status: 503, body: { because: 'disk' } });
});

test('what is not ready is told when it begins, not at each look of a proxy', async () => {
  const given = { disk: 300 * MB };
  const { url, clock, log } = await startWith(given);
  for (let looks = 0; looks < 5; looks += 1) {
    await get(url, '/readyz');
    clock.ahead += 1000;
  }
  expect(log.text.match(/nearly full/g)).toHaveLength(1);
  given.disk = 10_000 * MB;
  await get(url, '/readyz');
  given.disk = 63 * MB;
  clock.ahead += 1000;
  await get(url, '/readyz');
  expect(log.text.match(/nearly full/g)).toHaveLength(2);
});

test('a server that stops is unready first, still answers, and closes each connection', async () => {
  const { url, stopping } = await startWith();
  expect(await get(url, '/readyz')).toMatchObject({ status: 200 });
  stopping.abort();
  expect(await get(url, '/readyz')).toMatchObject({ status: 503, body: { because: 'stopping' } });
  const reply = await get(url, '/api/who-am-i');
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
});

test('the log tells of a disk that fills up also if nobody asks, once, and again after it had room', async () => {
  const given = { disk: 10_000 * MB };
  let looks = 0;
  const freeDisk = async () => {
    looks += 1;
    return given.disk;
  };
  const app = await startApp({ change: () => ({ diskWatchMs: 5, freeDisk }) });
  // After two more looks, one surely began after the change.
  const looked = async () => {
    const before = looks;
    await until(() => looks >= before + 2);
  };
  const told = () => app.log.text.match(/the disk of the data folder is nearly full/g)?.length ?? 0;
  await looked();
  expect(told()).toBe(0);
  given.disk = 300 * MB;
  await until(() => told() === 1);
  await looked();
  expect([told(), app.log.text]).toEqual([1, expect.stringContaining('"freeMegabytes":300')]);
  given.disk = 10_000 * MB;
  await looked();
  given.disk = 300 * MB;
  await until(() => told() === 2);
});
