import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { childPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { gate } from '#tests/support/gate.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import { aChild, storeDocuments } from '#tests/support/people/stored-family.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { keepResponses } from '#tests/support/server/kept-responses.ts';
import { listen, namesOf, pagesOf } from '#tests/support/server/live-stream.ts';

const responses = keepResponses();
const quick = (times: Record<string, number>) => ({ change: () => ({ liveTimes: times }) });

test('a sign-out closes the streams of its session, and no other', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  const other = await anotherDevice(phone);
  const [ended, kept] = await Promise.all([
    listen(url, { cookie: phone.cookie, cursor: 1 }),
    listen(url, { cookie: other.cookie, cursor: 1 }),
  ]);
  await phone.post('/api/log-out', {});
  await ended.ended;
  expect(ended.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'signed-out' } });
  await other.addChild();
  await until(() => pagesOf(kept).length === 1);
  expect(pagesOf(ended)).toEqual([]);
});

// docs/sync.md: LV5
test('the stream of an expired session ends, without further events', async () => {
  const app = await startApp(quick({ heartbeat: 100 }));
  const phone = await registerHousehold(app.url);
  const stream = await listen(app.url, { cookie: phone.cookie, cursor: 1 });
  app.clock.ahead = 181 * 24 * 60 * 60 * 1000;
  await stream.ended;
  expect(namesOf(stream)).toEqual(['closed']);
});

test('a change after its session ended on another instance does not reach a stream', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const other = await anotherDevice(phone);
  const stream = await listen(app.url, { cookie: phone.cookie, cursor: 1 });
  const [token = ''] = phone.cookie.split('=').slice(1);
  // As another instance would do it, so that this process gets no event.
  await app.store.endSession(createHash('sha256').update(token).digest('base64url'));
  await other.addChild();
  await stream.ended;
  expect(namesOf(stream)).toEqual(['closed']);
});

test('the fifth stream of a session closes the oldest', async () => {
  const { url } = await startApp();
  const { cookie } = await registerHousehold(url);
  const streams = [];
  for (let i = 0; i < 5; i += 1) streams.push(await listen(url, { cookie, cursor: 1 }));
  await streams[0]?.ended;
  expect(streams[0]?.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'too-many-streams' } });
  expect(streams.slice(1).map(namesOf)).toEqual([[], [], [], []]);
});

test('an idle stream sends only heartbeats, and is closed for renewal at the end of its lifetime', async () => {
  const { url } = await startApp(quick({ heartbeat: 100, life: 400 }));
  const { cookie } = await registerHousehold(url);
  const stream = await listen(url, { cookie, cursor: 1 });
  await stream.ended;
  expect(stream.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'renew' } });
  expect(stream.heard.length).toBeGreaterThan(2);
  expect(namesOf(stream)).toEqual(['closed']);
});

test('polling delivers a change whose hint was lost', async () => {
  const { url } = await startApp({
    calls: () => ({ onChange: () => () => undefined }),
    change: () => ({ liveTimes: { poll: 50 } }),
  });
  const phone = await registerHousehold(url);
  const stream = await listen(url, { cookie: phone.cookie, cursor: 1 });
  await until(() => stream.heard.length === 1);
  await phone.addChild();
  await until(() => pagesOf(stream).length === 1);
});

test('a temporary store failure ends no stream and loses no change', async () => {
  let isDown = false;
  const { url } = await startApp({
    calls: (store) => ({
      changes: (...asked) => (isDown ? Promise.reject(new Error('down')) : store.changes(...asked)),
    }),
    change: () => ({ liveTimes: { poll: 50 } }),
  });
  const phone = await registerHousehold(url);
  const stream = await listen(url, { cookie: phone.cookie, cursor: 1 });
  await until(() => stream.heard.length === 1);
  isDown = true;
  await phone.trySync({
    ops: [phone.op('addChild', { child: newId(), name: 'Kim', birthDate: '2018-05-04' })],
  });
  await new Promise((resolve) => setTimeout(resolve, 120));
  isDown = false;
  await until(() => pagesOf(stream).length === 1);
  expect(namesOf(stream)).toEqual(['changes']);
});

test('a stalled reader is dropped instead of buffered, and resumes where it was', async () => {
  const { url, store } = await startApp();
  const phone = await registerHousehold(url);
  const stream = await listen(url, { cookie: phone.cookie, cursor: 1 });
  await until(() => stream.heard.length === 1);
  stream.stall();
  const [dropped] = responses.slice(-1);
  let pushed = 0;
  // The system's buffers take some megabytes before the server notices.
  for (; !dropped?.destroyed; pushed += 1) {
    await grow(store, phone);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  stream.read();
  let isOver = false;
  void stream.ended.then(() => (isOver = true));
  await until(() => isOver);
  const told = pagesOf(stream);
  expect(namesOf(stream)).not.toContain('closed');
  expect(told.length).toBeLessThan(pushed);
  const again = await listen(url, { cookie: phone.cookie, lastEventId: String(told.at(-1)?.cursor ?? 1) });
  await until(() => namesOf(again).length === 1);
  expect(namesOf(again)).toEqual(['changed']);
});

/** Adds about 60 kB to the household, in one version. */
const grow = (store: Store, { account }: HouseholdOnPhone) =>
  storeDocuments(store, account.household, [
    { path: childPath(newId()), document: aChild('x'.repeat(60_000)) },
  ]);

test('a shutdown closes open streams and waits for none', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const open = () => listen(app.url, { cookie: phone.cookie, cursor: 1 });
  const streams = await Promise.all([open(), open()]);
  await until(() => streams.every(({ heard }) => heard.length === 1));
  // Without a deadline here: an open stream would hold it for ever.
  await app.stop();
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(namesOf)).toEqual([['closed'], ['closed']]);
});

test('a stream whose phone went away while its session was looked up is not kept', async () => {
  let read = 0;
  const { passed, open } = gate();
  let lookups = 0;
  let waitsFor = Promise.resolve();
  const { url } = await startApp({
    calls: (store) => ({
      session: async (...session) => {
        lookups += 1;
        await waitsFor;
        return store.session(...session);
      },
      changes: (...asked) => {
        read += 1;
        return store.changes(...asked);
      },
    }),
  });
  const phone = await registerHousehold(url);
  const { cursor } = await phone.sync();
  [read, lookups, waitsFor] = [0, 0, passed];
  const leaving = new AbortController();
  const headers = { cookie: phone.cookie };
  const gone = fetch(`${url}/api/live?cursor=${cursor}`, { headers, signal: leaving.signal }).catch(
    () => 'gone',
  );
  await until(() => lookups === 1);
  leaving.abort();
  expect(await gone).toBe('gone');
  await until(async () => (await fetch(`${url}/api/health`)).ok);
  waitsFor = Promise.resolve();
  open();
  await phone.addChild();
  await until(async () => (await fetch(`${url}/api/health`)).ok);
  expect(read).toBe(0);
});
