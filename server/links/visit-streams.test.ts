import { expect, test } from 'vitest';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkedVisit, linkTo, mustRun, seeVisit } from '#tests/support/people/linked-visit.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { type LiveStream, listenToVisit, namesOf } from '#tests/support/server/live-stream.ts';

const HOUR = 3_600_000;
const app = shareApp();

/** Returns the visits that a stream has shown. */
const visitsIn = ({ heard }: LiveStream) =>
  heard.filter(({ name }) => name === 'visit').map(({ data }) => data as ShownVisit);
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

test('a stream has the headers of every reply, is not cached, and tells by which time it holds', async () => {
  const { url } = await startApp({ change: () => ({ liveTimes: { heartbeat: 100 } }) });
  const { link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await until(() => stream.heard.length > 3);
  const usual = (await get(url, '/api/who-am-i')).headers;
  for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy'])
    expect([name, stream.headers[name]]).toEqual([name, usual.get(name)]);
  expect(stream.headers).toMatchObject({
    'cache-control': 'no-store, no-transform',
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers['set-cookie']).toBeUndefined();
  const beats = stream.heard.filter(({ name }) => name === 'heartbeat');
  expect(beats.at(-1)?.data).toEqual({ asOf: expect.stringMatching(/^20.*Z$/) });
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

test('a request from another site, or of another form, opens no stream', async () => {
  const { url } = app();
  const { link } = await linkedVisit(url);
  const refused = await Promise.all([
    listenToVisit(url, link, { origin: 'https://evil.example' }),
    listenToVisit(url, link, { 'content-type': 'text/plain' }),
    listenToVisit(url, 7 as never),
  ]);
  await Promise.all(refused.map(({ ended }) => ended));
  expect(refused.map(codeIn)).toEqual([
    [403, 'foreign-origin'],
    [415, 'unsupported-media-type'],
    [400, 'invalid-request'],
  ]);
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

test.each([
  ['a removed friend', (url: string) => removed(url, 'deleteFriend')],
  ['a removed child', (url: string) => removed(url, 'deleteChild')],
  ['a deleted account', (url: string) => removed(url, 'deleteAccount')],
])('%s ends the stream', async (_what, remove) => {
  expect(namesOf(await remove(app().url))).toEqual(['visit', 'closed']);
});

async function removed(url: string, how: 'deleteFriend' | 'deleteChild' | 'deleteAccount') {
  const { phone, ref, link } = await linkedVisit(url);
  const stream = await listenToVisit(url, link);
  await shows(stream, 1);
  if (how === 'deleteAccount') await phone.deleteAccount();
  else if (how === 'deleteChild') await mustRun(phone, how, { child: ref.child });
  else await mustRun(phone, how, { child: ref.child, friend: ref.visitor });
  await stream.ended;
  return stream;
}
