import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import {
  askAndApprove,
  call,
  done,
  invite,
  join,
  movedTo,
  reauthenticate,
  twoParents,
} from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { listen } from '#tests/support/server/live-stream.ts';

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
