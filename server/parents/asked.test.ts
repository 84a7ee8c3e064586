import { expect, test } from 'vitest';
import type { Profile } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { call, done, invite, join, reauthenticate, twoParents } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';

const app = shareApp();

/** Reads until when somebody asks by an invitation of this parent, as the family's phones get it. */
async function askedUntil(phone: HouseholdOnPhone, uid = phone.account.uid): Promise<string | undefined> {
  return ((await phone.documents()).get(profilePath(uid)) as Profile | undefined)?.askedUntil;
}

test('the phones of the inviter hear at once that somebody asks, and nothing of who it is', async () => {
  const { url } = app();
  const [anna, bo] = [await registerHousehold(url, 'Lind'), await registerHousehold(url, 'Berg')];
  const secret = await invite(anna);
  const { cursor } = await anna.sync();
  const stream = await listen(url, { cookie: anna.cookie, cursor });
  await done(bo, 'askToJoin', { invitation: secret });
  await until(() => stream.heard.some(({ name }) => name === 'changes'));
  const { expiresAt } = (await done(anna, 'parents', {})).invitation ?? {};
  expect(expiresAt).toBeDefined();
  const heard = stream.heard.find(({ name }) => name === 'changes')?.data;
  const document = expect.objectContaining({ askedUntil: expiresAt });
  expect(heard).toMatchObject({ changes: [{ path: profilePath(anna.account.uid), document }] });
  for (const told of [bo.account.uid, bo.account.email, 'Berg'])
    expect(JSON.stringify(heard)).not.toContain(told);
  stream.close();
  const after = await anna.sync();
  await done(bo, 'askToJoin', { invitation: secret });
  expect((await anna.sync()).cursor).toBe(after.cursor);
});

test('it is over once the inviter has answered, either parent has cancelled, or the inviter has left', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const eve = await registerHousehold(url, 'Holm');
  const ask = async () => {
    await done(eve, 'askToJoin', { invitation: await invite(anna) });
    expect(await askedUntil(anna)).toBeDefined();
    expect(await askedUntil(bo, anna.account.uid)).toBe(await askedUntil(anna));
  };
  await reauthenticate(anna);
  for (const yes of [false, true]) {
    await ask();
    await done(anna, 'letIn', { uid: eve.account.uid, yes });
    expect([yes, await askedUntil(anna)]).toEqual([yes, undefined]);
  }
  await done(anna, 'cancelInvitation', {});
  await ask();
  await done(bo, 'cancelInvitation', {});
  expect(await askedUntil(anna)).toBeUndefined();
  await ask();
  const { uid, household } = anna.account;
  const left = { uid, copy: true, household };
  const { account } = await done(anna, 'leaveHousehold', left);
  Object.assign(anna.account, account);
  expect(await askedUntil(anna)).toBeUndefined();
});

test('it is over once the inviter looks who asks, and nobody is behind it any more', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const kim = await registerHousehold(url, 'Ek');
  await done(kim, 'askToJoin', { invitation: await invite(anna) });
  await reauthenticate(kim);
  await done(kim, 'deleteAccount', { household: kim.account.household });
  await done(bo, 'parents', {});
  expect(await askedUntil(anna)).toBeDefined();
  expect((await done(anna, 'parents', {})).invitation?.asked).toBeNull();
  expect(await askedUntil(anna)).toBeUndefined();
});

test('a registration just made counts as fresh: one asks and joins without the password again', async () => {
  const { url } = app();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  const secret = await invite(anna);
  await done(bo, 'askToJoin', { invitation: secret });
  await reauthenticate(anna);
  await done(anna, 'letIn', { uid: bo.account.uid, yes: true });
  const joining = { invitation: secret, household: bo.account.household };
  const { account } = await done(bo, 'joinHousehold', joining);
  expect(account.household).toBe(anna.account.household);
});

test('it counts for ten minutes, and no longer once something would be deleted', async () => {
  const { url, clock } = await startApp();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  const secret = await invite(anna);
  await done(bo, 'askToJoin', { invitation: secret });
  await reauthenticate(anna);
  await done(anna, 'letIn', { uid: bo.account.uid, yes: true });
  const joining = { invitation: secret, household: bo.account.household };
  const kim = await bo.addChild('Kim');
  expect(codeOf(await call(bo, 'joinHousehold', joining))).toBe('reauthentication-needed');
  await bo.run('deleteChild', { child: kim });
  clock.ahead = 11 * 60_000;
  expect(codeOf(await call(bo, 'joinHousehold', joining))).toBe('reauthentication-needed');
  await reauthenticate(bo);
  await done(bo, 'joinHousehold', joining);
  // A household in which somebody else stays is left only by who has shown who it is.
  const eve = await registerHousehold(url);
  const moved = await join(eve, await registerHousehold(url));
  await reauthenticate(anna);
  const other = await invite(anna);
  await done(moved, 'askToJoin', { invitation: other });
  await done(anna, 'letIn', { uid: moved.account.uid, yes: true });
  const { cookie = '' } = await postJson(url, '/api/log-in', {
    email: moved.account.email,
    password: 'båt-🚲-hemligt',
  });
  moved.cookie = cookie;
  const leaving = { invitation: other, household: moved.account.household };
  expect(codeOf(await call(moved, 'joinHousehold', leaving))).toBe('reauthentication-needed');
});
