import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { DAY_MS } from '#domain/time.ts';
import { askEveryWay } from '#tests/support/people/every-way.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import {
  giveLink,
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
} from '#tests/support/people/linked-visit.ts';
import { shareRestoredApp } from '#tests/support/restore/restored-app.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { type LiveStream, listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';
import type { ActiveLink } from './find-link.ts';
import { VisitStreams } from './visit-streams.ts';

const HOUR = 3_600_000;
const app = shareApp();

/** Returns the visits that a stream has shown. */
const visitsIn = ({ heard }: LiveStream) =>
  heard.filter(({ name }) => name === 'visit').map(({ data }) => data as SharedVisit);
const shows = (stream: LiveStream, count: number) => until(() => visitsIn(stream).length === count);
const codeIn = ({ status, text }: LiveStream) => [status, JSON.parse(text).error.code];

test('a stream shows the visit at once, then each change of it, and ends when the link is taken back', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  const planned = new Date(Date.now() + HOUR).toISOString();
  await mustRun(phone, 'expectHome', { ...ref, visit, at: planned });
  await shows(stream, 2);
  const earlier = new Date(Date.now() - HOUR).toISOString();
  await mustRun(phone, 'correctVisit', { ...ref, visit, arrived: earlier });
  await shows(stream, 3);
  await mustRun(phone, 'checkOut', ref);
  await shows(stream, 4);
  await mustRun(phone, 'takeLinksBack', { ...ref, visit });
  await stream.ended;
  expect(visitsIn(stream)).toMatchObject([
    { visitor: 'Ella', open: true, expected: null },
    { expected: planned },
    { arrived: { at: earlier, corrected: true } },
    { open: false, left: expect.any(Object) },
  ]);
  expect(namesOf(stream).at(-1)).toBe('closed');
});

test('nothing is sent for what does not show: another friend, an opening, a name of the family', async () => {
  const { url } = app();
  const { phone, ref, link } = await linkedVisit(url, { child: 'Noah Berg' });
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  await seeVisit(url, link, { shown: true });
  await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  await mustRun(phone, 'editChild', { child: ref.child, name: 'Noah Holm', birthDate: '2018-05-04' });
  await mustRun(phone, 'editChild', { child: ref.child, name: 'Noa Holm', birthDate: '2018-05-04' });
  await shows(stream, 2);
  expect(visitsIn(stream)[1]).toMatchObject({ child: 'Noa', visitor: 'Ella' });
});

test('the stream of the own family says so, and that of another family does not', async () => {
  const { url } = app();
  const { phone, link } = await linkedVisit(url);
  const other = await registerHousehold(url);
  const streams = await Promise.all([
    listenToVisit(url, link, { cookie: phone.cookie }),
    listenToVisit(url, link, { cookie: other.cookie }),
    listenToVisit(url, link),
  ]);
  await Promise.all(streams.map((stream) => shows(stream, 1)));
  expect(streams.map((stream) => visitsIn(stream)[0]?.isOwn)).toEqual([true, false, false]);
});

test('a link has four streams, a household twenty; beyond them the page has to ask now and then', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  const second = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  const links = [link, second.link];
  for (let i = 0; i < 4; i += 1) links.push(await giveLink(phone, ref, visit));
  const streams: LiveStream[] = [];
  for (let i = 0; i < 20; i += 1) streams.push(await listenToVisit(url, links[Math.floor(i / 4)] ?? ''));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const more = await Promise.all([listenToVisit(url, link), listenToVisit(url, links[5] ?? '')]);
  await Promise.all(more.map(({ ended }) => ended));
  expect(more.map(codeIn)).toEqual(more.map(() => [429, 'too-many-requests']));
  expect(more[0]?.headers['retry-after']).toBe('60');
  streams[0]?.close();
  await until(async () => (await listenToVisit(url, link)).status === 200);
});

/** Without the poll, which looks at every link once more. */
const liveTimes = { heartbeat: 100, poll: 3_600_000 };

test('a link that ends by the clock ends its stream, without any change of the visit', async () => {
  const one = await startApp({ change: () => ({ liveTimes }) });
  const { link } = await linkedVisit(one.url);
  const stream = await listenToVisit(one.url, link);
  await shows(stream, 1);
  one.clock.ahead = 72 * HOUR + 10_000;
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit', 'closed']);
});

test('a number that is refused ends its streams', async () => {
  const refused = new Set<string>();
  const { url } = await startApp({
    change: () => ({ liveTimes, isNumberRefused: (phone) => refused.has(phone) }),
  });
  const { link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  refused.add('+46701234567');
  await stream.ended;
  expect(namesOf(stream)).toEqual(['visit', 'closed']);
});

/** Streams on a store that finds nothing and hints at nothing. */
function startStreams() {
  const store = {
    linked: () => new Promise<undefined>(() => undefined),
    restored: () => undefined,
    onChange: () => () => undefined,
    versions: async () => new Map<string, number>(),
  };
  return new VisitStreams({ store, now: Date.now, monotonicNow: () => performance.now() } as never);
}

const linkOf = (household: string, index: number) =>
  ({ household, hash: `${household}-${Math.floor(index / 4)}` }) as ActiveLink;

test('a process has two thousand streams of visits in all, and room again as one of them ends', async () => {
  const streams = startStreams();
  const responses = Array.from({ length: 2000 }, () => new PassThrough().resume());
  const households = Array.from({ length: 100 }, newId);
  const another = linkOf(newId(), 0);
  const take = () => streams.requirePlace(another);
  for (const [index, response] of responses.entries()) {
    take();
    streams.open(response as never, linkOf(households[Math.floor(index / 20)] ?? '', index % 20), false);
  }
  expect(streams.size).toBe(2000);
  expect(() => take()).toThrow('Too many requests');
  responses[0]?.destroy();
  await until(() => streams.size === 1999);
  take();
  await streams.stop();
  await until(() => streams.size === 0);
});

test('a stream whose reader went away before it began takes no place', async () => {
  const streams = startStreams();
  const gone = new PassThrough();
  gone.destroy();
  await until(() => gone.closed);
  streams.open(gone as never, linkOf(newId(), 0), false);
  expect(streams.size).toBe(0);
  await streams.stop();
});

/** Makes a family's five links to a visit, each of which has four streams. */
async function fiveLinks(url: string): Promise<string[]> {
  const { phone, ref, visit, link } = await linkedVisit(url);
  const links = [link];
  while (links.length < 5) links.push(await giveLink(phone, ref, visit));
  return links;
}

test('an address has a hundred streams, an IPv6 network together, and room again as one of them ends', async () => {
  const { url } = await startApp({ env: { TRUST_PROXY: '1' } });
  const links = (await Promise.all([1, 2, 3, 4, 5].map(() => fiveLinks(url)))).flat();
  const [other = ''] = await fiveLinks(url);
  const listen = (link: string, address: string) => listenToVisit(url, link, { 'x-forwarded-for': address });
  const streams = await Promise.all(
    Array.from({ length: 100 }, (_, i) => listen(links[i % 25] ?? '', `2001:db8:1:2::${i + 1}`)),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await listen(other, '2001:db8:1:2:ffff::1');
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await listen(other, '2001:db8:1:3::1')).status).toBe(200);
  expect((await listen(other, '203.0.113.7')).status).toBe(200);
  streams[0]?.close();
  await until(async () => (await listen(other, '2001:db8:1:2::1')).status === 200);
});

const { app: restoredApp, restore } = shareRestoredApp();

const codesOf = async (url: string, link: string) => (await askEveryWay(url, link)).map(codeOf);

// docs/sync.md: RS10
test('a link that the backup may lack is out of reach for a day, not taken back, and counts as no miss', async () => {
  const { url } = restoredApp();
  const { link } = await linkedVisit(url);
  restore();
  const lacking = newLink();
  for (let round = 0; round < 8; round += 1)
    expect(await codesOf(url, lacking)).toEqual(Array(6).fill('unavailable'));
  expect((await seeVisit(url, lacking)).status).toBe(503);
  expect(await shownBy(url, link)).toMatchObject({ visitor: 'Ella' });
  restoredApp().clock.ahead = DAY_MS + 1000;
  expect(await codesOf(url, lacking)).toEqual(Array(6).fill('link-expired'));
});

test('a link that was taken back since the restore ends its stream, and the other readers read on', async () => {
  const { url } = restoredApp();
  const { phone, ref, visit, link } = await linkedVisit(url);
  restore();
  const other = await linkTo(phone, await phone.addFriend(ref.child, 'Sam'));
  const second = await giveLink(phone, ref, visit);
  const taken = await Promise.all([link, second].map((one) => listenToVisit(url, one)));
  const stays = await listenToVisit(url, other.link);
  const shownOn = (stream: typeof stays) => stream.heard.filter(({ name }) => name === 'visit').length;
  await until(() => [...taken, stays].every((stream) => shownOn(stream) === 1));
  await phone.run('takeLinksBack', { ...ref, visit });
  await Promise.all(taken.map(({ ended }) => ended));
  for (const { text } of taken) expect(text).toContain('link-expired');
  await phone.run('checkOut', other.ref);
  await until(() => shownOn(stays) === 2);
});

test('a stream whose link a restored database lacks ends without a word', async () => {
  const { url } = restoredApp();
  const { phone, ref, visit, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await until(() => stream.heard.some(({ name }) => name === 'visit'));
  // Not in the same millisecond.
  restoredApp().clock.ahead = 1000;
  restore();
  await phone.run('takeLinksBack', { ...ref, visit });
  await stream.ended;
  expect(stream.text).not.toContain('link-expired');
});
