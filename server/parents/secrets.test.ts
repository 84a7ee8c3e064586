import { expect, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { call, done, hashOf, invite, newSecret, reauthenticate } from '#tests/support/people/two-parents.ts';
import { startApp } from '#tests/support/server/app.ts';
import { everythingOf } from '#tests/support/server/everything-of.ts';
import { securityLines } from '#tests/support/server/security-lines.ts';

test('neither log nor database holds the secret of an invitation, and what is stored of it opens nothing', async () => {
  const app = await startApp();
  const [anna, bo] = [await registerHousehold(app.url), await registerHousehold(app.url)];
  const secret = await invite(anna);
  for (const sent of [secret, `${secret}x`, newSecret()])
    await call(bo, 'lookAtInvitation', { invitation: sent });
  await done(bo, 'askToJoin', { invitation: secret });
  await reauthenticate(bo);
  await call(bo, 'joinHousehold', { invitation: secret, household: bo.account.household });
  const kept = await everythingOf(app);
  // Otherwise nothing was looked at.
  expect(kept).toContain(hashOf(secret));
  expect(kept).not.toContain(secret);
  expect(app.log.text).not.toContain(hashOf(secret));
  expect((await call(bo, 'lookAtInvitation', { invitation: hashOf(secret) })).status).toBe(410);
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
  await done(anna, 'partHousehold', { uid: bo.account.uid, copy: true, household });
  expect(await eventsOf(anna)).toContain('parent-removed');
  const logged = securityLines(app).map(({ event }) => event);
  for (const event of ['parent-invited', 'parent-approved', 'family-joined', 'removed-from-family'])
    expect(logged).toContain(event);
});
