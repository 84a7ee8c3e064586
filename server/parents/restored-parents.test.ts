import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { call, done, reauthenticate, twoParents } from '#tests/support/people/two-parents.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { backUp, ownData } from '#tests/support/server/backups.ts';
import { framme } from '#tests/support/server/framme-command.ts';

/** A backup of two parents and of a family of one, made before one of the two was removed. */
async function restoredParents() {
  const data = await ownData();
  const app = await startApp(data);
  const { anna, bo } = await twoParents(app.url);
  await registerHousehold(app.url);
  const backup = await backUp(data);
  await reauthenticate(anna);
  const { uid, household } = bo.account;
  await done(anna, 'partHousehold', { uid, copy: true, household });
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
