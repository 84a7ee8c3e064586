import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  call,
  done,
  hashOf,
  invite,
  newSecret,
  reauthenticate,
  twoParents,
} from '#tests/support/people/two-parents.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { backUp, ownData } from '#tests/support/server/backups.ts';
import { everythingOf } from '#tests/support/server/everything-of.ts';
import { framme } from '#tests/support/server/framme-command.ts';
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
