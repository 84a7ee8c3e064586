import { expect, onTestFinished, test, vi } from 'vitest';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { linkedVisit, mustRun, newLink, seeVisit } from '#tests/support/people/linked-visit.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { type LiveStream, listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';
import { startServer } from '#tests/support/server/server-process.ts';

interface Beat {
  asOf: string;
}

const visitsIn = ({ heard }: LiveStream) =>
  heard.filter(({ name }) => name === 'visit').map(({ data }) => data as ShownVisit);
const shows = (stream: LiveStream, count: number) => until(() => visitsIn(stream).length === count);

test('a cut stream that comes back looks again, and shows what happened meanwhile', async () => {
  const { url } = await startApp();
  const { phone, ref, link } = await linkedVisit(url);
  const first = await listenToVisit(url, link);
  await shows(first, 1);
  first.close();
  await mustRun(phone, 'checkOut', ref);
  const second = await listenToVisit(url, link);
  await shows(second, 1);
  expect(visitsIn(second)[0]).toMatchObject({ open: false });
});

test('a change between the look at a link and its stream is shown', async () => {
  let between = async () => {};
  const { url } = await startApp({
    change: ({ store }) => ({
      store: {
        ...store,
        async linked(hash) {
          const found = await store.linked(hash);
          await between();
          return found;
        },
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
    change: ({ store }) => ({
      store: { ...store, onChange: () => () => undefined },
      liveTimes: { poll: 50 },
    }),
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

test('a failing store ends no stream and loses no change', async () => {
  let isDown = false;
  const { url, log } = await startApp({
    change: ({ store }) => ({
      liveTimes: { poll: 50 },
      store: {
        ...store,
        linked: (hash) => (isDown ? Promise.reject(new Error('down')) : store.linked(hash)),
      },
    }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  isDown = true;
  await mustRun(phone, 'checkOut', ref);
  await until(() => log.text.includes('the streams of visits could not be updated'));
  isDown = false;
  await shows(stream, 2);
  expect(visitsIn(stream)[1]).toMatchObject({ open: false });
});

test('a heartbeat claims no time at which nothing could be looked up', async () => {
  let isDown = false;
  const { url, clock } = await startApp({
    change: ({ store }) => ({
      liveTimes: { poll: 50, heartbeat: 60 },
      store: {
        ...store,
        linked: (hash) => (isDown ? Promise.reject(new Error('down')) : store.linked(hash)),
      },
    }),
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

test('a stream is ended for renewal at the end of its lifetime, without the word that it is over', async () => {
  // The look at the visit may take longer than a short life, so a long one is passed by the clock.
  let passed = 0;
  const uptime = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => uptime() + passed);
  onTestFinished(() => void clock.mockRestore());
  const { url } = await startApp({ change: () => ({ liveTimes: { heartbeat: 100, life: 60_000 } }) });
  const { link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  passed = 60_000;
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit']);
});

test('a link is looked up once for a change, for any number of readers', async () => {
  const looks: string[] = [];
  const { url } = await startApp({
    change: ({ store }) => ({
      liveTimes: { poll: 60_000 },
      store: {
        ...store,
        linked: (hash) => {
          looks.push(hash);
          return store.linked(hash);
        },
      },
    }),
  });
  const { phone, ref, link } = await linkedVisit(url);
  const streams = await Promise.all([1, 2, 3, 4].map(() => listenToVisit(url, link)));
  await Promise.all(streams.map((stream) => shows(stream, 1)));
  looks.length = 0;
  await mustRun(phone, 'checkOut', ref);
  await Promise.all(streams.map((stream) => shows(stream, 2)));
  expect(looks).toHaveLength(1);
  await listenToVisit(url, newLink());
  expect(looks).toHaveLength(2);
});

test('a killed server that comes back shows what was tapped before, and what comes after', async () => {
  const server = await startServer();
  onTestFinished(server.kill);
  const { phone, ref, link } = await linkedVisit(server.url);
  const first = await listenToVisit(server.url, link);
  await shows(first, 1);
  await mustRun(phone, 'checkOut', ref);
  await server.kill();
  await first.ended;
  await server.restart();
  const second = await listenToVisit(server.url, link);
  await shows(second, 1);
  expect(visitsIn(second)[0]).toMatchObject({ open: false });
});

test('a server that is stopped ends its streams of visits and exits within seconds', async () => {
  const server = await startServer();
  onTestFinished(server.kill);
  const { link } = await linkedVisit(server.url);
  const stream = await listenToVisit(server.url, link);
  await shows(stream, 1);
  expect(await server.stop()).toBe(0);
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit']);
});
