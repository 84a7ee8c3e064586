import { expect, test } from 'vitest';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { linkedVisit, mustRun, newLink, seeVisit } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { type LiveStream, listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';

interface Beat {
  asOf: string;
}

const visitsIn = ({ heard }: LiveStream) =>
  heard.filter(({ name }) => name === 'visit').map(({ data }) => data as SharedVisit);
const shows = (stream: LiveStream, count: number) => until(() => visitsIn(stream).length === count);

test('a change between the look at a link and its stream is shown', async () => {
  let between = async () => {};
  const { url } = await startApp({
    calls: (store) => ({
      async linked(hash) {
        const found = await store.linked(hash);
        await between();
        return found;
      },
    }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  between = async () => {
    between = async () => {};
    await mustRun(phone, 'checkOut', ref);
  };
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  expect(visitsIn(stream)[0]).toMatchObject({ open: false });
});

test('the poll shows a change whose hint was lost, and a deletion', async () => {
  const { url } = await startApp({
    calls: () => ({ onChange: () => () => undefined }),
    change: () => ({ liveTimes: { poll: 50 } }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  await mustRun(phone, 'checkOut', ref);
  await shows(stream, 2);
  await phone.deleteAccount();
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit', 'visit', 'closed']);
});

test('a heartbeat claims no time at which nothing could be looked up', async () => {
  let isDown = false;
  const { url, clock } = await startApp({
    calls: (store) => ({
      linked: (hash) => (isDown ? Promise.reject(new Error('down')) : store.linked(hash)),
    }),
    change: () => ({ liveTimes: { poll: 50, heartbeat: 60 } }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  const beats = () => stream.heard.filter(({ name }) => name === 'heartbeat').map(({ data }) => data as Beat);
  const ahead = () => Date.parse(beats().at(-1)?.asOf ?? '') - Date.now() > 1_800_000;
  isDown = true;
  await mustRun(phone, 'checkOut', ref);
  await until(async () => (await seeVisit(url, link)).status === 500);
  const before = beats().length;
  clock.ahead = 3_600_000;
  await until(() => beats().length > before + 5);
  expect(ahead()).toBe(false);
  isDown = false;
  await until(ahead);
  expect(visitsIn(stream)).toHaveLength(2);
});

test('a link is looked up once for a change, for any number of readers', async () => {
  let looks = 0;
  const { url } = await startApp({
    calls: (store) => ({ linked: (hash) => store.linked(hash).finally(() => (looks += 1)) }),
    change: () => ({ liveTimes: { poll: 60_000 } }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const streams = await Promise.all([1, 2, 3, 4].map(() => listenToVisit(url, link)));
  await Promise.all(streams.map((stream) => shows(stream, 1)));
  looks = 0;
  await mustRun(phone, 'checkOut', ref);
  await Promise.all(streams.map((stream) => shows(stream, 2)));
  expect(looks).toBe(1);
  await listenToVisit(url, newLink());
  expect(looks).toBe(2);
});

test('a server that is stopped ends its streams without the word that they are over', async () => {
  const app = await startApp();
  const { link } = await linkedVisit(app.url);
  const stream = await listenToVisit(app.url, link);
  await shows(stream, 1);
  await app.stop();
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit']);
});
