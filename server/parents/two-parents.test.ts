import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  askAndApprove,
  call,
  done,
  hashOf,
  invite,
  join,
  movedTo,
  newSecret,
  reauthenticate,
  twoParents,
} from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { backUp, ownData } from '#tests/support/server/backups.ts';
import { everythingOf } from '#tests/support/server/everything-of.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

test('neither log nor database holds the secret of an invitation, and what is stored of it opens nothing', async () => {
  const app = await startApp();
  const [anna, bo] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const secret = await invite(anna);
  for (const sent of [secret, `${secret}x`, newSecret()])
    await call(bo, 'previewInvitation', { invitation: sent });
  await done(bo, 'askToJoin', { invitation: secret });
  await reauthenticate(bo);
  await call(bo, 'joinHousehold', { invitation: secret, household: bo.account.household });
  const kept = await everythingOf(app);
  // Otherwise nothing was looked at.
  expect(kept).toContain(hashOf(secret));
  expect(kept).not.toContain(secret);
  expect(app.log.text).not.toContain(hashOf(secret));
  expect((await call(bo, 'previewInvitation', { invitation: hashOf(secret) })).status).toBe(410);
});

test('each step is a line of the log, and of the recent activity of whom it concerns', async () => {
  const app = await startApp();
  const [anna, bo] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const secret = await invite(anna);
  await done(bo, 'askToJoin', { invitation: secret });
  await reauthenticate(anna);
  await done(anna, 'letIn', { uid: bo.account.uid, yes: true });
  await reauthenticate(bo);
  await done(bo, 'joinHousehold', { invitation: secret, household: bo.account.household });
  const eventsOf = async (phone: typeof anna) =>
    (await done(phone, 'activity', {})).activity.map(({ event }) => event);
  expect(await eventsOf(anna)).toEqual(expect.arrayContaining(['parent-invited', 'parent-approved']));
  expect(await eventsOf(bo)).toContain('family-joined');
  await reauthenticate(anna);
  const { household } = anna.account;
  await done(anna, 'leaveHousehold', { uid: bo.account.uid, copy: true, household });
  expect(await eventsOf(anna)).toContain('parent-removed');
  const logged = securityLines(app).map(({ event }) => event);
  for (const event of ['parent-invited', 'parent-approved', 'family-joined', 'removed-from-family'])
    expect(logged).toContain(event);
});

test("each parent's own switch rules the notices of their own taps", async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella', '070-123 45 67');
  const profile = (await anna.documents()).get(`profiles/${anna.account.uid}`) as { updatedAt: string };
  expect(profile).toMatchObject({ notifications: true });
  const off = { firstName: 'Astrid', lastName: 'Lind', notifications: false, language: 'sv' } as const;
  expect((await anna.run('updateProfile', off)).result).toBe('done');
  await anna.run('checkIn', ella);
  await bo.run('checkOut', ella);
  await until(() => app.printed.length > 0);
  await anna.run('checkIn', ella);
  await bo.run('checkOut', ella);
  await until(() => app.printed.length > 1);
  const line = 'notice: "070-123 45 67" "Ella" out';
  expect(app.printed).toEqual([line, line]);
});

test("one parent changes nothing of the other's profile", async () => {
  const app = await startApp();
  const { anna, bo } = await twoParents(app.url);
  const profileOf = async (uid: string) => (await anna.documents()).get(`profiles/${uid}`);
  const before = await profileOf(anna.account.uid);
  const change = { firstName: 'Bo', lastName: 'Berg', notifications: false, language: 'en' } as const;
  await bo.run('updateProfile', change);
  expect(await profileOf(anna.account.uid)).toEqual(before);
  expect(await profileOf(bo.account.uid)).toMatchObject({ firstName: 'Bo', notifications: false });
});

/** A backup of two parents and of a family of one, made before one of the two was removed. */
async function restoredParents() {
  const data = await ownData();
  const app = await startApp(data);
  const { anna, bo } = await twoParents(app.url);
  await registerHousehold(app.url);
  const backup = await backUp(data);
  await reauthenticate(anna);
  const { uid, household } = bo.account;
  await done(anna, 'leaveHousehold', { uid, copy: true, household });
  await app.stop();
  return { anna, bo, options: await backup.restore('moved') };
}

test('after a restore the parents who share a family are mailed once, and listed to the operator', async () => {
  const { anna, bo, options } = await restoredParents();
  const { app, mails, waitForMail } = await startAppWithMail(options);
  const shared = [anna, bo].map(({ account }) => account.email).toSorted();
  await waitForMail('familyRestored', 2);
  expect(mails.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual(shared);
  expect(mails.received[0]?.mail.text).toContain('/profile/parents');
  expect(app.log.text).toContain('accounts --shared');
  expect(app.log.text).toMatch(/the push key of 20\d\d-\d\d-\d\d is back: .* renew-push-key/);
  // The removed parent reads the family again, which the mail warns of.
  bo.url = app.url;
  expect((await call(bo, 'parents', {})).status).toBe(200);
  const { stdout } = await framme(app.place, 'accounts', '--shared', '--json');
  const listed: { email: string }[] = JSON.parse(stdout).accounts;
  expect(listed.map(({ email }) => email).toSorted()).toEqual(shared);
  await app.stop();
  const again = await startAppWithMail(options);
  await until(() => again.app.log.text.includes('accounts --shared'));
  await again.app.stop();
  expect(again.mails.received).toEqual([]);
});

test('without a restore nobody is mailed', async () => {
  const data = await ownData();
  const { app, mails } = await startAppWithMail(data);
  await twoParents(app.url);
  mails.received.length = 0;
  await app.stop();
  const again = await startAppWithMail(data);
  await again.app.stop();
  expect(again.mails.received).toEqual([]);
  expect(again.app.log.text).not.toMatch(/--shared|push key/);
});

const app = shareApp();

const HOUR = 3_600_000;

test('one is invited, asks, is let in and joins: then both see and do the same', async () => {
  const { url } = app();
  const [anna, bo] = [await registerHousehold(url, 'Lind'), await registerHousehold(url, 'Berg')];
  const kim = await anna.addChild('Kim');
  const secret = await invite(anna);
  const look = () => done(bo, 'previewInvitation', { invitation: secret });
  const former = { children: 0, visits: 0, othersStay: false };
  expect(await look()).toMatchObject({ inviter: 'Astrid', state: 'open', former });
  await done(bo, 'askToJoin', { invitation: secret });
  await done(bo, 'askToJoin', { invitation: secret });
  expect(await look()).toMatchObject({ state: 'asked' });
  expect(await done(anna, 'parents', {})).toMatchObject({
    parents: [{ uid: anna.account.uid, lastName: 'Lind', isYou: true }],
    invitation: {
      by: anna.account.uid,
      asked: {
        uid: bo.account.uid,
        lastName: 'Berg',
        email: bo.account.email,
        isLetIn: false,
        isVerified: false,
      },
    },
  });
  const approved = { uid: bo.account.uid, yes: true };
  await reauthenticate(anna);
  await done(anna, 'letIn', approved);
  await done(anna, 'letIn', approved);
  expect(await look()).toMatchObject({ state: 'let-in' });
  await reauthenticate(bo);
  const joining = { invitation: secret, household: bo.account.household };
  const joined = movedTo(bo, await done(bo, 'joinHousehold', joining));
  expect(joined.account).toEqual({ ...bo.account, household: anna.account.household });
  expect((await get(url, '/api/who-am-i', { cookie: bo.cookie })).body).toEqual({ account: joined.account });
  const ella = await joined.addFriend(kim, 'Ella');
  await joined.run('checkIn', ella);
  const documents = await anna.documents();
  expect(JSON.stringify([...documents])).toContain(`"by":"${bo.account.uid}"`);
  expect([...documents.keys()].filter((path) => path.startsWith('profiles/')).toSorted()).toEqual(
    [anna, bo].map(({ account }) => profilePath(account.uid)).toSorted(),
  );
  expect(await done(joined, 'parents', {})).toMatchObject({
    parents: [{ uid: bo.account.uid, isYou: true }, { uid: anna.account.uid }],
    invitation: null,
  });
});

test('whoever is asked for is shown with an address that a mail has proved, or told that none has', async () => {
  const { url, store } = app();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  const { uid, email } = bo.account;
  await done(bo, 'askToJoin', { invitation: await invite(anna) });
  const isVerified = async () => (await done(anna, 'parents', {})).invitation?.asked?.isVerified;
  expect(await isVerified()).toBe(false);
  await store.verifyEmail(uid, email, new Date().toISOString());
  expect(await isVerified()).toBe(true);
});

test('a household that was said to stay is not deleted because its other parent went meanwhile', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const kim = await bo.addChild('Kim');
  const other = await registerHousehold(url);
  const secret = await invite(other);
  await askAndApprove(other, bo, secret);
  const look = async () => (await done(bo, 'previewInvitation', { invitation: secret })).former;
  expect(await look()).toMatchObject({ othersStay: true });
  await anna.deleteAccount();
  await reauthenticate(bo);
  const joining = { invitation: secret, household: bo.account.household };
  expect(codeOf(await call(bo, 'joinHousehold', { ...joining, othersStay: true }))).toBe('last-parent');
  expect([...(await bo.documents()).keys()]).toContain(`children/${kim}`);
  expect(await look()).toEqual({ children: 1, visits: 0, othersStay: false });
  // Told so, they may.
  expect((await call(bo, 'joinHousehold', { ...joining, othersStay: false })).status).toBe(200);
});

test('the session that joins stays, and every other one of the account ends', async () => {
  const { url } = app();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  const { email } = bo.account;
  const elsewhere = await postJson(url, '/api/log-in', { email, password: 'båt-🚲-hemligt' });
  const joined = await join(anna, bo);
  const { status, body } = await get(url, '/api/devices', { cookie: elsewhere.cookie ?? '' });
  expect([status, (body as { error: object }).error]).toMatchObject([401, { reason: 'ended' }]);
  expect((await call(joined, 'devices', {})).status).toBe(200);
});

test('the live stream to the former household ends, and unsent taps of it land nowhere', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  await anna.addChild('Kim');
  const [stream, staying] = [
    await listen(url, { cookie: bo.cookie }),
    await listen(url, { cookie: anna.cookie }),
  ];
  const moved = await join(await registerHousehold(url), bo);
  await stream.ended;
  expect(stream.heard.at(-1)).toMatchObject({ name: 'closed', data: { code: 'renew' } });
  await anna.addChild('Secret of Anna');
  const heard = () => JSON.stringify(staying.heard);
  await until(() => heard().includes('Secret') || staying.heard.some(({ name }) => name === 'changed'));
  expect(JSON.stringify(stream.heard)).not.toContain('Secret');
  const before = [...(await moved.documents()).keys()];
  const unsent = bo.op('addChild', { child: 'child00000', name: 'Unsent', birthDate: '2018-05-04' });
  const refused = await bo.trySync({ ops: [unsent] });
  expect(codeOf(refused)).toBe('other-household');
  expect([...(await moved.documents()).keys()]).toEqual(before);
  expect(JSON.stringify([...(await anna.documents())])).not.toContain('Unsent');
});

test('nothing works later than 48 hours', async () => {
  const { url, clock, store } = await startApp();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  const secret = await invite(anna);
  await askAndApprove(anna, bo, secret);
  clock.ahead = 48 * HOUR + 60_000;
  await reauthenticate(bo);
  const joining = { invitation: secret, household: bo.account.household };
  expect(codeOf(await call(bo, 'joinHousehold', joining))).toBe('link-expired');
  expect(codeOf(await call(bo, 'previewInvitation', { invitation: secret }))).toBe('link-expired');
  expect((await done(anna, 'parents', {})).invitation).toBeNull();
  expect(await store.accountByUid(bo.account.uid)).toMatchObject({ household: bo.account.household });
  // The hash goes with the next purge.
  await store.purgeExpired(new Date(Date.now() + clock.ahead).toISOString());
  expect(await store.openInvite(anna.account.household, '')).toBeUndefined();
});
