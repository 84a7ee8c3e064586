import { expect, test } from 'vitest';
import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  giveLink,
  idsOf,
  type LinkedVisit,
  linkedVisit,
  linkTo,
  mustRun,
  newLink,
  seeVisit,
  shownBy,
  visitOf,
} from '#tests/support/people/linked-visit.ts';
import { done, hashOf, reauthenticate, twoParents } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';

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

test('only the first opening is marked, and phones hear of it by the feed', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  await giveLink(linked.phone, linked.ref, linked.visit);
  const { cursor } = await linked.phone.sync();
  await seeVisit(url, linked.link);
  expect((await linked.phone.sync({ cursor })).changes).toEqual([]);
  await Promise.all([1, 2, 3].map(() => seeVisit(url, linked.link, { shown: true })));
  const heard = await linked.phone.sync({ cursor });
  expect(heard.changes).toMatchObject([{ document: { links: [{ openedAt: expect.any(String) }, {}] } }]);
  // Another link of the visit was not opened.
  expect((await visitOf(linked)).links?.[1]).not.toHaveProperty('openedAt');
  expect(heard.cursor).toBe(heard.changes[0]?.version);
  await seeVisit(url, linked.link, { shown: true });
  expect((await linked.phone.sync({ cursor: heard.cursor })).changes).toEqual([]);
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

const PHONE = '070-765 43 21';
const E164 = '+46707654321';

/** Gives a link that may show the number of the parent who gives it. */
async function give({ phone, ref, visit }: LinkedVisit, link: string, showsPhone?: boolean): Promise<void> {
  const chosen = showsPhone === undefined ? {} : { showsPhone };
  await mustRun(phone, 'giveLink', { ...ref, visit, hash: hashOf(link), ...chosen });
}

test('a page says who sent its link, and their number only if they chose to show it', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { phone, link } = linked;
  await mustRun(phone, 'updateProfile', { phone: PHONE });
  expect((await shownBy(url, link)).sender).toEqual({ name: 'Astrid' });
  const withPhone = newLink();
  await give(linked, withPhone, true);
  expect((await shownBy(url, withPhone)).sender).toEqual({ name: 'Astrid', phone: PHONE, e164: E164 });
  // The other link of the same visit says no more than before.
  expect((await shownBy(url, link)).sender).toEqual({ name: 'Astrid' });
  await give(linked, withPhone, false);
  expect((await shownBy(url, withPhone)).sender).toEqual({ name: 'Astrid' });
});

test('an open page follows the name and the number, and a number that was removed is gone', async () => {
  const { url } = app();
  const linked = await linkedVisit(url);
  const { phone, link } = linked;
  await give(linked, link, true);
  const stream = await listenToVisit(url, link);
  const last = () => stream.heard.filter(({ name }) => name === 'visit').at(-1)?.data;
  const says = (sender: object) =>
    until(() => JSON.stringify(last() ?? null).includes(JSON.stringify(sender)));
  await says({ name: 'Astrid' });
  await mustRun(phone, 'updateProfile', { phone: PHONE, firstName: 'Maja' });
  await says({ name: 'Maja', phone: PHONE, e164: E164 });
  await mustRun(phone, 'updateProfile', { phone: '' });
  await says({ name: 'Maja' });
  stream.close();
});

test('nobody is told a number but who holds the link that shows it, and the other parent cannot show it', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  await mustRun(anna, 'updateProfile', { phone: PHONE });
  const linked = await linkTo(anna, await anna.addFriend(await anna.addChild()));
  await give({ ...linked, phone: bo }, linked.link, true);
  expect((await shownBy(url, linked.link)).sender).toEqual({ name: 'Astrid' });
  await give(linked, linked.link, true);
  expect((await shownBy(url, linked.link)).sender).toEqual({ name: 'Astrid', phone: PHONE, e164: E164 });
  const other = await linkedVisit(url);
  // Another family that gives the same hash leads nowhere.
  await give(other, linked.link, true);
  const strangers = [
    await seeVisit(url, newLink()),
    await seeVisit(url, other.link),
    await seeVisit(url, newLink(), { cookie: (await registerHousehold(url)).cookie }),
  ];
  for (const { body } of strangers) expect(JSON.stringify(body)).not.toContain(PHONE);
});

test('name and number end with the link, and with the parent who made it', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  await mustRun(bo, 'updateProfile', { phone: PHONE });
  const linked = await linkTo(bo, await bo.addFriend(await bo.addChild()));
  await give(linked, linked.link, true);
  const kept = await giveLink(anna, linked.ref, linked.visit);
  await reauthenticate(anna);
  const { household } = anna.account;
  await done(anna, 'leaveHousehold', { uid: bo.account.uid, copy: true, household, keepLinks: true });
  expect(await shownBy(url, linked.link)).not.toHaveProperty('sender');
  expect((await shownBy(url, kept)).sender).toEqual({ name: 'Astrid' });
  await mustRun(anna, 'takeLinksBack', { ...linked.ref, visit: linked.visit });
  const { status, body } = await seeVisit(url, kept);
  expect([status, JSON.stringify(body)]).toEqual([410, expect.not.stringContaining('Astrid')]);
});

test('no log says who sent a link, or their number', async () => {
  const own = await startApp();
  const linked = await linkedVisit(own.url);
  await mustRun(linked.phone, 'updateProfile', { phone: PHONE, firstName: 'Majvor' });
  await give(linked, linked.link, true);
  expect((await shownBy(own.url, linked.link)).sender).toEqual({ name: 'Majvor', phone: PHONE, e164: E164 });
  for (const text of [own.log.text, ...own.printed])
    for (const secret of ['Majvor', PHONE, E164]) expect(text).not.toContain(secret);
});
