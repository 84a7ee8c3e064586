import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
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
import { listen } from '#tests/support/server/live-stream.ts';

const app = shareApp();

/** Two parents with a child, a friend who has left once and is here, and a link to that visit. */
async function busyParents() {
  const { anna, bo } = await twoParents(app().url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  for (const name of ['checkIn', 'checkOut'] as const) await bo.run(name, ella);
  const arrival = anna.op('checkIn', ella);
  await anna.sync({ ops: [arrival] });
  await anna.run('giveLink', { ...ella, visit: arrival.op, hash: 'a'.repeat(43) });
  for (const parent of [anna, bo]) await reauthenticate(parent);
  return { anna, bo, ella };
}

/** The documents of a household but for profiles and links. */
async function contentOf(phone: Awaited<ReturnType<typeof twoParents>>['anna']) {
  const all = [...(await phone.documents())].filter(([path]) => !path.startsWith('profiles/'));
  return all
    .map(([path, { links: _, ...document }]: [string, object & { links?: unknown }]) => [path, document])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

test('who leaves gets a household of their own with a copy, and both go on apart', async () => {
  const { anna, bo, ella } = await busyParents();
  const before = await contentOf(anna);
  const leaving = { uid: bo.account.uid, copy: true, household: bo.account.household };
  const own = movedTo(bo, await done(bo, 'partHousehold', leaving));
  expect(own.account.household).not.toBe(anna.account.household);
  expect(await contentOf(own)).toEqual(before);
  expect(JSON.stringify([...(await own.documents())])).not.toContain('a'.repeat(43));
  expect(JSON.stringify([...(await anna.documents())])).toContain('a'.repeat(43));
  await own.run('checkOut', ella);
  expect(await contentOf(anna)).toEqual(before);
  expect(await contentOf(own)).not.toEqual(before);
  await anna.run('editChild', { child: ella.child, name: 'Kimberly', birthDate: '2018-05-04' });
  expect(JSON.stringify(await contentOf(own))).not.toContain('Kimberly');
  for (const phone of [anna, own]) expect((await done(phone, 'parents', {})).parents).toHaveLength(1);
});

test('who leaves without a copy starts anew', async () => {
  const { bo } = await busyParents();
  const leaving = { uid: bo.account.uid, copy: false, household: bo.account.household };
  const own = movedTo(bo, await done(bo, 'partHousehold', leaving));
  expect(await contentOf(own)).toEqual([]);
  expect(
    (await own.run('addChild', { child: 'child00000', name: 'Olle', birthDate: '2019-05-04' })).result,
  ).toBe('done');
});

test('a parent who is removed is signed out, and finds a copy after signing in', async () => {
  const { anna, bo } = await busyParents();
  const before = await contentOf(anna);
  const stream = await listen(bo.url, { cookie: bo.cookie });
  const removal = { uid: bo.account.uid, copy: true, household: anna.account.household };
  expect(codeOf(await call(anna, 'partHousehold', { ...removal, copy: false }))).toBe('invalid-request');
  expect(await done(anna, 'partHousehold', removal)).toEqual({ account: anna.account });
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
  expect(codeOf(await call(anna, 'partHousehold', removal))).toBe('not-found');
});

test('the last parent cannot leave, nor a stale page part another household', async () => {
  const { url } = app();
  const anna = await registerHousehold(url);
  await reauthenticate(anna);
  const { uid, household } = anna.account;
  expect(codeOf(await call(anna, 'partHousehold', { uid, copy: true, household }))).toBe('last-parent');
  const stale = { uid, copy: true, household: 'household0' };
  expect(codeOf(await call(anna, 'partHousehold', stale))).toBe('other-household');
  expect((await get(url, '/api/who-am-i', { cookie: anna.cookie })).body).toEqual({ account: anna.account });
});

test('partings are limited in number', async () => {
  const { url } = app();
  const anna = await registerHousehold(url);
  for (let number = 0; number < 4; number += 1) {
    const bo = await join(anna, await registerHousehold(url));
    await reauthenticate(anna);
    const { household } = anna.account;
    const answer = await call(anna, 'partHousehold', { uid: bo.account.uid, copy: true, household });
    expect([number, answer.status]).toEqual([number, number < 3 ? 200 : 429]);
  }
});

test('an open invitation ends when its inviter leaves', async () => {
  const { anna, bo } = await busyParents();
  const secret = await invite(bo);
  const leaving = { uid: bo.account.uid, copy: true, household: bo.account.household };
  const own = movedTo(bo, await done(bo, 'partHousehold', leaving));
  for (const phone of [anna, own]) expect((await done(phone, 'parents', {})).invitation).toBeNull();
  expect(codeOf(await call(anna, 'lookAtInvitation', { invitation: secret }))).toBe('link-expired');
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
  await done(anna, 'partHousehold', { uid: bo.account.uid, copy: true, household });
  const left = await waitForMail('familyLeft');
  expect(left.recipients).toEqual([bo.account.email]);
  expect(left.mail.text).toContain(`${started.url}/dashboard`);
  expect((await waitForMail('parentLeft')).recipients).toEqual([anna.account.email]);
  await started.stop();
  const names = mails.received.map(({ mail }) => `${mail.text} ${mail.subject}`).join();
  for (const name of ['Astrid', 'Lind', 'Berg']) expect(names).not.toContain(name);
});
