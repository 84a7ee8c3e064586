import { expect, test } from 'vitest';
import { childPath } from '#domain/paths.ts';
import { HOUR_MS } from '#domain/time.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { listen, namesOf, pagesOf } from '#tests/support/server/live-stream.ts';

const app = shareApp();

test('a stream needs a session', async () => {
  const stream = await listen(app().url, { cursor: 0 });
  await stream.ended;
  expect([stream.status, JSON.parse(stream.text)]).toMatchObject([401, { error: { code: 'not-signed-in' } }]);
  const forged = await listen(app().url, { cookie: `framme=${'x'.repeat(43)}`, cursor: 0 });
  expect(forged.status).toBe(401);
});

test('a change on one phone reaches the other, and no other household', async () => {
  const { url } = app();
  const [mine, theirs] = [await registerHousehold(url), await registerHousehold(url)];
  const { cookie } = await anotherDevice(mine);
  const [own, foreign] = await Promise.all([
    listen(url, { cookie, cursor: 1 }),
    listen(url, { cookie: theirs.cookie, cursor: 1 }),
  ]);
  const child = await mine.addChild();
  const { cursor } = await mine.sync();
  await until(() => pagesOf(own).length === 1);
  expect(pagesOf(own)).toEqual([
    {
      ...{ after: 1, cursor, epoch: app().store.epoch() },
      changes: [{ path: childPath(child), version: cursor, document: expect.any(Object) }],
    },
  ]);
  expect(own.heard.at(-1)?.id).toBe(`${cursor}`);
  await theirs.addChild();
  await until(() => pagesOf(foreign).length === 1);
  expect(foreign.text).not.toContain(child);
  expect(own.heard.filter(({ name }) => name !== 'heartbeat')).toHaveLength(1);
});

test('a stream has the security headers of every reply and is not cached', async () => {
  const { url } = app();
  const { cookie } = await registerHousehold(url);
  const { headers, status } = await listen(url, { cookie, cursor: 1 });
  const usual = (await get(url, '/api/who-am-i')).headers;
  expect(status).toBe(200);
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy']) {
    expect([name, headers[name]]).toEqual([name, usual.get(name)]);
  }
  expect(headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'content-type': 'text/event-stream; charset=utf-8',
  });
});

test('a stream resumes exactly at its Last-Event-ID, which takes precedence over the cursor', async () => {
  const phone = await registerHousehold(app().url);
  const first = await listen(phone.url, { cookie: phone.cookie, cursor: 1 });
  await phone.addChild();
  await until(() => pagesOf(first).length === 1);
  first.close();
  const [after] = pagesOf(first).map(({ cursor }) => cursor);
  const missed = [];
  for (const name of ['Alva', 'Noa'])
    missed.push({ path: childPath(await phone.addChild(name)), version: (await phone.sync()).cursor });
  const again = await listen(phone.url, {
    cookie: phone.cookie,
    cursor: 1,
    lastEventId: first.heard.at(-1)?.id ?? '',
  });
  await until(() => pagesOf(again).length === 1);
  expect(pagesOf(again)[0]).toMatchObject({
    ...{ after, cursor: missed[1]?.version },
    changes: missed,
  });
});

test.each([
  ['a cursor ahead of the household', Date.now() + HOUR_MS],
  ['no cursor', undefined],
])('a stream with %s is told to sync, and gets later changes', async (_what, cursor) => {
  const phone = await registerHousehold(app().url);
  const stream = await listen(phone.url, {
    cookie: phone.cookie,
    ...(cursor === undefined ? {} : { cursor }),
  });
  await until(() => namesOf(stream).length === 1);
  expect(namesOf(stream)).toEqual(['changed']);
  await phone.addChild();
  await until(() => namesOf(stream).length === 2);
  expect(pagesOf(stream)).toMatchObject([{ after: 1, cursor: (await phone.sync()).cursor }]);
});

test('changes too large for an event become a hint to sync, and later changes are sent in full', async () => {
  const phone = await registerHousehold(app().url);
  const name = 'å'.repeat(100);
  const child = await phone.addChild();
  const ops = Array.from({ length: 100 }, (_, i) =>
    phone.op('addFriend', { child, friend: `${i}`.padStart(10, 'a'), name, parentPhone: '070-123 45 67' }),
  );
  const { cursor: after } = await phone.sync({ ops });
  const stream = await listen(phone.url, { cookie: phone.cookie, cursor: 0 });
  await until(() => namesOf(stream).length === 1);
  expect(namesOf(stream)).toEqual(['changed']);
  await phone.addChild();
  await until(() => namesOf(stream).length === 2);
  expect(pagesOf(stream)).toMatchObject([{ after, cursor: (await phone.sync()).cursor }]);
});

test('a Last-Event-ID that is no version is refused', async () => {
  const { cookie } = await registerHousehold(app().url);
  for (const lastEventId of ['-1', 'x', '1.5', '9'.repeat(17), '']) {
    const stream = await listen(app().url, { cookie, lastEventId });
    await stream.ended;
    const error = { code: 'invalid-request', field: 'cursor' };
    expect([stream.status, JSON.parse(stream.text)]).toMatchObject([400, { error }]);
  }
});

test('the feed is read once for a change, for any number of listeners', async () => {
  const read: number[] = [];
  let answered = 0;
  const { url } = await startApp({
    calls: (store) => ({
      changes: async (household, after, limit) => {
        if (limit === 100) read.push(after);
        const changes = await store.changes(household, after, limit);
        if (limit === 100) answered += 1;
        return changes;
      },
    }),
    change: () => ({
      // Without the poll, which may look once more while the change is read.
      liveTimes: { poll: 3_600_000 },
    }),
  });
  const phone = await registerHousehold(url);
  const phones = await Promise.all(Array.from({ length: 8 }, () => anotherDevice(phone)));
  const streams = await Promise.all(phones.map(({ cookie }) => listen(url, { cookie, cursor: 1 })));
  await until(() => streams.every(({ heard }) => heard.length === 1));
  // The streams began with reads, of which some may serve several.
  await until(() => read.length > 0 && answered === read.length);
  read.length = 0;
  await phone.addChild();
  await until(() => streams.every((stream) => pagesOf(stream).length === 1));
  expect(read).toEqual([1]);
});
