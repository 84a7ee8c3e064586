import { expect, test } from 'vitest';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  giveLink,
  idsOf,
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

test('a link shows first names and times alone', async () => {
  const { url } = app();
  const linked = await linkedVisit(url, { child: 'Noah Berg', friend: 'Ella Lindqvist' });
  const { status, body, headers } = await seeVisit(url, linked.link);
  const { arrived } = await visitOf(linked);
  expect(body).toEqual({
    ...{ visitor: 'Ella', child: 'Noah', sender: { name: 'Astrid' } },
    ...{ open: true, left: null, expected: null, answer: null },
    ...{ arrived: { at: arrived?.at, zone: 'Europe/Stockholm' }, isOwn: false, asOf: expect.any(String) },
  });
  expect([status, headers.get('cache-control'), headers.get('set-cookie')]).toEqual([200, 'no-store', null]);
  for (const other of [...idsOf(linked), 'Lindqvist', 'Berg', '123 45'])
    expect(JSON.stringify(body)).not.toContain(other);
});

test('it follows the planned time, a correction, the departure and its undo', async () => {
  const { url } = app();
  const { phone, ref, visit, link } = await linkedVisit(url);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await mustRun(phone, 'expectHome', { ...ref, visit, at: soon });
  expect(await shownBy(url, link)).toMatchObject({ open: true, expected: soon });
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  await mustRun(phone, 'correctVisit', { ...ref, visit, arrived: earlier });
  expect((await shownBy(url, link)).arrived).toMatchObject({ at: earlier, corrected: true });
  const home = phone.op('checkOut', ref);
  await phone.sync({ ops: [home] });
  expect(await shownBy(url, link)).toMatchObject({ open: false, expected: null, left: expect.any(Object) });
  await mustRun(phone, 'undo', { ...ref, visit, undoes: home.op });
  expect(await shownBy(url, link)).toMatchObject({ open: true, left: null });
});

test('a link opens one visit: not the one before, not the one after, and not that of another friend', async () => {
  const { url } = app();
  const first = await linkedVisit(url);
  await mustRun(first.phone, 'checkOut', first.ref);
  const second = await linkTo(first.phone, first.ref);
  const other = await linkTo(first.phone, await first.phone.addFriend(first.ref.child, 'Sam'));
  expect(await shownBy(url, first.link)).toMatchObject({ visitor: 'Ella', open: false });
  expect(await shownBy(url, second.link)).toMatchObject({ visitor: 'Ella', open: true });
  expect(await shownBy(url, other.link)).toMatchObject({ visitor: 'Sam', open: true });
});

test('only the first opening is marked, and phones hear of it by the feed', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { cursor } = await linked.phone.sync();
  await seeVisit(url, linked.link);
  expect((await linked.phone.sync({ cursor })).changes).toEqual([]);
  await Promise.all([1, 2, 3].map(() => seeVisit(url, linked.link, { shown: true })));
  const heard = await linked.phone.sync({ cursor });
  expect(heard.changes).toMatchObject([{ document: { links: [{ openedAt: expect.any(String) }] } }]);
  expect(heard.cursor).toBe(heard.changes[0]?.version);
  await seeVisit(url, linked.link, { shown: true });
  expect((await linked.phone.sync({ cursor: heard.cursor })).changes).toEqual([]);
});

test('each of two links is opened by itself', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const grandmother = await giveLink(linked.phone, linked.ref, linked.visit);
  await seeVisit(url, grandmother, { shown: true });
  const [first, second] = (await visitOf(linked)).links ?? [];
  expect([first?.openedAt, second?.openedAt]).toEqual([undefined, expect.any(String)]);
});

test('a device of the own family marks nothing as opened, a device of another family does', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const own = await seeVisit(url, linked.link, { shown: true, cookie: linked.phone.cookie });
  expect(own.body).toMatchObject({ isOwn: true, visitor: 'Ella' });
  expect((await visitOf(linked)).links?.[0]?.openedAt).toBeUndefined();
  const { cookie } = await registerHousehold(url);
  const other = await seeVisit(url, linked.link, { shown: true, cookie });
  expect(other.body).toMatchObject({ isOwn: false, visitor: 'Ella' });
  expect((await visitOf(linked)).links?.[0]?.openedAt).toEqual(expect.any(String));
});

test('a link is no session: every other call answers its holder as it answers nobody', async () => {
  const { url } = app();
  const { link, phone } = await linkedVisit(url);
  const message = { ...{ protocol: PROTOCOL, device: phone.device, cursor: 0, deviceNow: 1, ops: [] }, link };
  const sync = { ...message, household: phone.account.household };
  for (const headers of [{ cookie: `framme=${link}` }, { authorization: `Bearer ${link}` }]) {
    expect((await get(url, '/api/who-am-i', headers)).body).toEqual({ account: null });
    expect(codeOf(await postJson(url, calls.sync.path, sync, headers))).toBe('not-signed-in');
  }
});

test('a GET of a call with a link answers nothing and changes nothing', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { cursor } = await linked.phone.sync();
  for (const { path } of [calls.seeVisit, calls.answerVisit, calls.storedByLink, calls.refuseLinks]) {
    const answer = await get(url, `${path}?link=${linked.link}&shown=true`);
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect((await linked.phone.sync({ cursor })).changes).toEqual([]);
});

test('a request of another form is refused by its field', async () => {
  const { url } = app();
  const refusals = await Promise.all(
    [{}, { link: 7, shown: true }, { link: newLink() }].map((message) =>
      postJson(url, calls.seeVisit.path, message),
    ),
  );
  expect(refusals.map(({ status, body }) => [status, body])).toMatchObject([
    [400, { error: { field: 'link' } }],
    [400, { error: { field: 'link' } }],
    [400, { error: { field: 'shown' } }],
  ]);
});
