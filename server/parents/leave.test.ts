import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkTo, seeVisit, shownBy, visitOf } from '#tests/support/people/linked-visit.ts';
import {
  call,
  done,
  invite,
  join,
  movedTo,
  reauthenticate,
  twoParents,
} from '#tests/support/people/two-parents.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen, listenToVisit } from '#tests/support/server/live-stream.ts';

const app = shareApp();

/** Two parents with a child, a friend who has left once and is here, and a link to that visit. */
async function busyParents() {
  const { anna, bo } = await twoParents(app().url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  await bo.run('checkIn', ella);
  const checkOut = bo.op('checkOut', ella);
  await bo.sendAll([checkOut, bo.op('startTrip', { ...ella, checkOut: checkOut.op, since: 0, minutes: 15 })]);
  const arrival = anna.op('checkIn', ella);
  await anna.sync({ ops: [arrival] });
  await anna.run('giveLink', { ...ella, visit: arrival.op, hash: 'a'.repeat(43) });
  for (const parent of [anna, bo]) await reauthenticate(parent);
  return { anna, bo, ella };
}

type Shared = object & { links?: unknown; trip?: unknown };

/** The documents of a household but for profiles, links and trips. */
async function contentOf(phone: Awaited<ReturnType<typeof twoParents>>['anna']) {
  const all = [...(await phone.documents())].filter(([path]) => !path.startsWith('profiles/'));
  return all
    .map(([path, { links: _, trip: __, ...document }]: [string, Shared]) => [path, document])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

test('who leaves gets a household of their own with a copy, and both go on apart', async () => {
  const { anna, bo, ella } = await busyParents();
  const before = await contentOf(anna);
  const leaving = { uid: bo.account.uid, copy: true, household: bo.account.household };
  const own = movedTo(bo, await done(bo, 'leaveHousehold', leaving));
  expect(own.account.household).not.toBe(anna.account.household);
  expect(await contentOf(own)).toEqual(before);
  for (const shared of ['a'.repeat(43), '"trip":']) {
    expect(JSON.stringify([...(await own.documents())])).not.toContain(shared);
    expect(JSON.stringify([...(await anna.documents())])).toContain(shared);
  }
  await own.run('checkOut', ella);
  expect(await contentOf(anna)).toEqual(before);
  expect(await contentOf(own)).not.toEqual(before);
  await anna.run('editChild', { child: ella.child, name: 'Kimberly', birthDate: '2018-05-04' });
  expect(JSON.stringify(await contentOf(own))).not.toContain('Kimberly');
  for (const phone of [anna, own]) expect((await done(phone, 'parents', {})).parents).toHaveLength(1);
});

test('a parent who is removed is signed out, and finds a copy after signing in', async () => {
  const { anna, bo } = await busyParents();
  const before = await contentOf(anna);
  const stream = await listen(bo.url, { cookie: bo.cookie });
  const removal = { uid: bo.account.uid, copy: true, household: anna.account.household };
  expect(codeOf(await call(anna, 'leaveHousehold', { ...removal, copy: false }))).toBe('invalid-request');
  expect(await done(anna, 'leaveHousehold', removal)).toEqual({ account: anna.account });
  await stream.ended;
  expect(stream.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'signed-out' } });
  const refused = await bo.trySync();
  expect([refused.status, (refused.body as { error: object }).error]).toMatchObject([
    401,
    { reason: 'ended' },
  ]);
  const { email } = bo.account;
  const { body, cookie = '' } = await postJson(bo.url, '/api/log-in', { email, password: 'båt-🚲-hemligt' });
  const own = movedTo({ ...bo, cookie } as typeof bo, body as { account: typeof bo.account });
  expect(await contentOf(own)).toEqual(before);
  expect(codeOf(await call(anna, 'leaveHousehold', removal))).toBe('not-found');
});

test('the last parent cannot leave, nor a stale page part another household', async () => {
  const { url } = app();
  const anna = await registerHousehold(url);
  await reauthenticate(anna);
  const { uid, household } = anna.account;
  expect(codeOf(await call(anna, 'leaveHousehold', { uid, copy: true, household }))).toBe('last-parent');
  const stale = { uid, copy: true, household: 'household0' };
  expect(codeOf(await call(anna, 'leaveHousehold', stale))).toBe('other-household');
  expect((await get(url, '/api/who-am-i', { cookie: anna.cookie })).body).toEqual({ account: anna.account });
});

test('partings are limited in number', async () => {
  const { url } = app();
  const anna = await registerHousehold(url);
  for (let number = 0; number < 4; number += 1) {
    const bo = await join(anna, await registerHousehold(url));
    await reauthenticate(anna);
    const { household } = anna.account;
    const answer = await call(anna, 'leaveHousehold', { uid: bo.account.uid, copy: true, household });
    expect([number, answer.status]).toEqual([number, number < 3 ? 200 : 429]);
  }
});

test('an open invitation ends when its inviter leaves', async () => {
  const { anna, bo } = await busyParents();
  const secret = await invite(bo);
  const leaving = { uid: bo.account.uid, copy: true, household: bo.account.household };
  const own = movedTo(bo, await done(bo, 'leaveHousehold', leaving));
  for (const phone of [anna, own]) expect((await done(phone, 'parents', {})).invitation).toBeNull();
  expect(codeOf(await call(anna, 'previewInvitation', { invitation: secret }))).toBe('link-expired');
});

test('both hear of inviting, joining, leaving and removing by mail, which names nobody', async () => {
  const { app: started, mails, waitForMail } = await startAppWithMail();
  const { anna, bo } = await twoParents(started.url);
  expect((await waitForMail('familyInvited')).recipients).toEqual([anna.account.email]);
  await invite(bo);
  expect((await waitForMail('familyInvited', 2)).recipients).toEqual([bo.account.email]);
  const invited = await waitForMail('parentInvited');
  expect([invited.recipients, invited.mail.text]).toEqual([
    [anna.account.email],
    expect.stringContaining(`${started.url}/profile/parents`),
  ]);
  expect((await waitForMail('parentJoined')).recipients).toEqual([anna.account.email]);
  const joined = await waitForMail('familyJoined');
  expect(joined.recipients).toEqual([bo.account.email]);
  expect(joined.mail.text).toContain(`${started.url}/profile/parents`);
  await reauthenticate(anna);
  const { household } = anna.account;
  await done(anna, 'leaveHousehold', { uid: bo.account.uid, copy: true, household });
  const left = await waitForMail('familyLeft');
  expect(left.recipients).toEqual([bo.account.email]);
  expect(left.mail.text).toContain(`${started.url}/dashboard`);
  expect((await waitForMail('parentLeft')).recipients).toEqual([anna.account.email]);
  await started.stop();
  const names = mails.received.map(({ mail }) => `${mail.text} ${mail.subject}`).join();
  for (const name of ['Astrid', 'Lind', 'Berg']) expect(names).not.toContain(name);
});

/** Two parents, a visit to which each has made a link, one to which Bo alone has, and an answer there. */
async function parentsWithLinks() {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const kim = await anna.addChild('Kim');
  const both = await linkTo(anna, await anna.addFriend(kim, 'Ella'));
  const ofBo = await linkTo(bo, await anna.addFriend(kim, 'Sam'));
  const second = await giveLink(bo, both.ref, both.visit);
  await postJson(url, calls.answerVisit.path, { link: ofBo.link, answer: { code: 'thanks' } });
  for (const parent of [anna, bo]) await reauthenticate(parent);
  const part = (by: HouseholdOnPhone, wishes: { keepLinks?: boolean } = {}) =>
    done(by, 'leaveHousehold', {
      ...{ uid: bo.account.uid, copy: true, household: anna.account.household },
      ...wishes,
    });
  return { url, anna, bo, ofAnna: both, ofBo: { ...ofBo, phone: anna }, second, part };
}

type Family = Awaited<ReturnType<typeof parentsWithLinks>>;

const WAYS: Record<string, (family: Family) => Promise<unknown>> = {
  'is removed': ({ anna, part }) => part(anna),
  leaves: ({ bo, part }) => part(bo),
  'joins another family': async ({ url, bo }) => join(await registerHousehold(url, 'Holm'), bo),
  'deletes the account': ({ bo }) => bo.deleteAccount(),
};

test.each(Object.entries(WAYS))(
  'the links of a parent who %s end at once, and those of the others stay',
  async (_name, go) => {
    const family = await parentsWithLinks();
    const { url, anna, bo, ofAnna, ofBo, second } = family;
    const { cursor } = await anna.sync();
    const stream = await listenToVisit(url, second);
    await shownBy(url, ofBo.link);
    await go(family);
    for (const link of [ofBo.link, second]) expect((await seeVisit(url, link)).status).toBe(410);
    await stream.ended;
    expect(await shownBy(url, ofAnna.link)).toMatchObject({ visitor: 'Ella', open: true });
    // Other phones hear of it by the feed.
    const { changes } = await anna.sync({ cursor });
    expect(changes.map(({ path }) => path).toSorted()).toEqual(
      [
        `profiles/${bo.account.uid}`,
        ...[ofAnna, ofBo].map(({ ref, visit }) => `children/${ref.child}/visits/${visit}`),
      ].toSorted(),
    );
    expect(await visitOf(ofBo)).not.toHaveProperty('answer');
    expect((await visitOf(ofAnna)).links).toMatchObject([{ by: anna.account.uid }]);
    expect(await visitOf(ofBo)).toMatchObject({ open: true });
  },
);

test.each(['removed', 'leaving'])('the links of a parent who is %s go on if that was chosen', async (how) => {
  const { url, anna, bo, ofBo, second, part } = await parentsWithLinks();
  const before = await visitOf(ofBo);
  await part(how === 'removed' ? anna : bo, { keepLinks: true });
  for (const link of [ofBo.link, second]) await shownBy(url, link);
  expect(await visitOf(ofBo)).toEqual(before);
});

test('nobody ends the links of a parent of another household', async () => {
  const { url, ofBo, bo } = await parentsWithLinks();
  const stranger = await registerHousehold(url, 'Holm');
  await reauthenticate(stranger);
  const { uid, household } = bo.account;
  const parting = { uid, copy: true, household: stranger.account.household };
  expect(codeOf(await call(stranger, 'leaveHousehold', parting))).toBe('not-found');
  expect(codeOf(await call(stranger, 'leaveHousehold', { ...parting, household }))).toBe('other-household');
  stranger.cookie = '';
  expect(codeOf(await call(stranger, 'leaveHousehold', parting))).toBe('not-signed-in');
  await shownBy(url, ofBo.link);
});
