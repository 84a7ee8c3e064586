import { expect, test } from 'vitest';
import type { CallName, CallRequest } from '#domain/protocol/calls.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { HouseholdOnPhone, newId, registerHousehold } from '#tests/support/people/household.ts';
import {
  askAndApprove,
  call,
  done,
  hashOf,
  invite,
  newSecret,
  reauthenticate,
  twoParents,
} from '#tests/support/people/two-parents.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { type Answer, codeOf } from '#tests/support/server/http.ts';

type Asked = { [N in CallName]: readonly [N, CallRequest<N>] }[CallName];

const app = shareApp();

const nobody = (url: string) =>
  new HouseholdOnPhone(url, { uid: newId(), household: newId(), email: '' }, '');

/** A family that invited, one that asked and was not let in, and a third one, each re-authenticated. */
async function threeFamilies() {
  const { url, store } = app();
  const families: HouseholdOnPhone[] = [];
  for (const name of ['Lind', 'Berg', 'Holm']) families.push(await registerHousehold(url, name));
  const [anna, bo, eve] = families as [HouseholdOnPhone, HouseholdOnPhone, HouseholdOnPhone];
  await anna.addChild('Kim');
  const secret = await invite(anna);
  await done(bo, 'askToJoin', { invitation: secret });
  for (const family of families) await reauthenticate(family);
  const state = async () => ({
    parents: await done(anna, 'parents', {}),
    documents: [...(await anna.documents())],
    accounts: await Promise.all(families.map(({ account }) => store.accountByUid(account.uid))),
  });
  return { anna, bo, eve, secret, state };
}

test('nobody gets anything but what an invitation says before it was asked by', async () => {
  const { anna, secret, state } = await threeFamilies();
  const before = await state();
  const { uid, household } = anna.account;
  const asked: Asked[] = [
    ['parents', {}],
    ['inviteParent', { hash: hashOf(newSecret()), household }],
    ['cancelInvitation', {}],
    ['askToJoin', { invitation: secret }],
    ['letIn', { uid, yes: true }],
    ['joinHousehold', { invitation: secret, household }],
    ['leaveHousehold', { uid, copy: true, household }],
  ];
  for (const [name, message] of asked) {
    const answer = await call(nobody(app().url), name, message as never);
    expect([name, answer.status, codeOf(answer)]).toEqual([name, 401, 'not-signed-in']);
  }
  const looked = await call(nobody(app().url), 'previewInvitation', { invitation: secret });
  expect(codeOf(looked)).toBe('link-expired');
  expect(await state()).toEqual(before);
});

test('another family, and who asked and was not let in, are answered as by an unknown household', async () => {
  const { anna, bo, eve, secret, state } = await threeFamilies();
  const before = await state();
  const unknown = { uid: newId(), household: newId(), secret: newSecret() };
  const messages = ({ uid, household, secret }: typeof unknown, own: string): Asked[] => [
    ['inviteParent', { hash: hashOf(newSecret()), household }],
    ['letIn', { uid, yes: true }],
    ['letIn', { uid, yes: false }],
    ['joinHousehold', { invitation: secret, household: own }],
    ['joinHousehold', { invitation: secret, household }],
    ['leaveHousehold', { uid, copy: true, household: own }],
    ['leaveHousehold', { uid, copy: true, household }],
  ];
  for (const stranger of [bo, eve]) {
    const own = stranger.account.household;
    const known = messages({ ...anna.account, secret }, own);
    for (const [index, [name, message]] of messages(unknown, own).entries()) {
      const [, knownMessage] = known[index] as Asked;
      const { status, body } = await call(stranger, name, message as never);
      const answer = await call(stranger, name, knownMessage as never);
      expect([name, answer.status, answer.body]).toEqual([name, status, body]);
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect(await state()).toEqual(before);
  }
  for (const name of ['previewInvitation', 'askToJoin'] as const) {
    const refused = await call(eve, name, { invitation: secret });
    expect(refused.body).toEqual((await call(eve, name, { invitation: newSecret() })).body);
    expect([name, refused.status, codeOf(refused)]).toEqual([name, 410, 'link-expired']);
  }
  await done(eve, 'cancelInvitation', {});
  expect((await done(eve, 'parents', {})).invitation).toBeNull();
  expect(await state()).toEqual(before);
});

test('whoever asked and deleted the account leaves the invitation to others', async () => {
  const { anna, bo, eve, secret } = await threeFamilies();
  expect(codeOf(await call(eve, 'previewInvitation', { invitation: secret }))).toBe('link-expired');
  await bo.deleteAccount();
  expect((await done(anna, 'parents', {})).invitation).toMatchObject({ asked: null });
  expect(await done(eve, 'previewInvitation', { invitation: secret })).toMatchObject({ state: 'open' });
  await askAndApprove(anna, eve, secret);
  expect(await done(eve, 'previewInvitation', { invitation: secret })).toMatchObject({ state: 'let-in' });
});

test('the other parent sees that an invitation is open, and not who asks; nor lets in, but may cancel', async () => {
  const { url } = app();
  const { anna, bo } = await twoParents(url);
  const eve = await registerHousehold(url, 'Holm');
  const secret = await invite(anna);
  await done(eve, 'askToJoin', { invitation: secret });
  const seen = await done(bo, 'parents', {});
  expect(seen.invitation).toMatchObject({ by: anna.account.uid, asked: null });
  expect(codeOf(await call(bo, 'letIn', { uid: eve.account.uid, yes: true }))).toBe('not-found');
  const own = await done(bo, 'previewInvitation', { invitation: secret });
  expect(own).toMatchObject({ state: 'own', former: null });
  expect(codeOf(await call(bo, 'askToJoin', { invitation: secret }))).toBe('link-expired');
  const hash = hashOf(newSecret());
  const { household } = bo.account;
  expect(codeOf(await call(bo, 'inviteParent', { hash, household }))).toBe('invitation-open');
  await done(bo, 'cancelInvitation', {});
  expect((await done(anna, 'parents', {})).invitation).toBeNull();
  await done(bo, 'inviteParent', { hash, household });
  await done(bo, 'inviteParent', { hash, household });
});

const DAY = 24 * 3_600_000;

test('each step needs fresh authentication, and what cannot be undone more than a sign-in', async () => {
  const { url, clock } = await startApp();
  const [anna, bo] = [await registerHousehold(url), await registerHousehold(url)];
  // Joining deletes it.
  await bo.addChild('Kim');
  const secret = await invite(anna);
  await done(bo, 'askToJoin', { invitation: secret });
  const letIn = { uid: bo.account.uid, yes: true };
  expect(codeOf(await call(anna, 'letIn', letIn))).toBe('reauthentication-needed');
  await reauthenticate(anna);
  await done(anna, 'letIn', letIn);
  const joining = { invitation: secret, household: bo.account.household };
  // Signed in just now, which is enough for the steps before.
  expect(codeOf(await call(bo, 'joinHousehold', joining))).toBe('reauthentication-needed');
  clock.ahead = 3_600_000;
  const { uid, household } = anna.account;
  const asked: Asked[] = [
    ['inviteParent', { hash: hashOf(newSecret()), household }],
    ['askToJoin', { invitation: secret }],
    ['letIn', letIn],
    ['leaveHousehold', { uid, copy: true, household }],
  ];
  for (const [name, message] of asked)
    expect([name, codeOf(await call(anna, name, message as never))]).toEqual([
      name,
      'reauthentication-needed',
    ]);
  expect(codeOf(await call(bo, 'joinHousehold', joining))).toBe('reauthentication-needed');
  clock.ahead = DAY;
  const signedIn = await anotherDevice(bo);
  expect(codeOf(await call(signedIn, 'joinHousehold', joining))).toBe('reauthentication-needed');
  await reauthenticate(signedIn);
  expect((await call(signedIn, 'joinHousehold', joining)).status).toBe(200);
});

test('invitations are limited in number', async () => {
  const anna = await registerHousehold(app().url);
  for (let number = 0; number < 10; number += 1) {
    await invite(anna);
    await done(anna, 'cancelInvitation', {});
  }
  const { household } = anna.account;
  const answer = await call(anna, 'inviteParent', { hash: hashOf(newSecret()), household });
  expect(codeOf(answer)).toBe('too-many-requests');
});

test('whoever guesses invitations has to wait', async () => {
  const { url } = await startApp({ isStill: true });
  const guess = () => call(nobody(url), 'previewInvitation', { invitation: newSecret() });
  const answers: Answer[] = [];
  for (let number = 0; number < 31; number += 1) answers.push(await guess());
  expect(answers.slice(0, 30).map(codeOf)).toEqual(Array(30).fill('link-expired'));
  expect(answers.slice(30).map(codeOf)).toEqual(['too-many-requests']);
});

const HOUR = 3_600_000;

interface Attack {
  url: string;
  anna: HouseholdOnPhone;
  /** Saw the secret too, and takes the part of Anna. */
  eve: HouseholdOnPhone;
  secret: string;
}

const ENDS: Record<string, (attack: Attack) => Promise<unknown>> = {
  open: async () => undefined,
  declined: async ({ anna, eve, secret }) => {
    await done(eve, 'askToJoin', { invitation: secret });
    await done(anna, 'letIn', { uid: eve.account.uid, yes: false });
  },
  used: async ({ url, anna, secret }) => {
    const cy = await registerHousehold(url, 'Ceder');
    await askAndApprove(anna, cy, secret);
    await reauthenticate(cy);
    await done(cy, 'joinHousehold', { invitation: secret, household: cy.account.household });
  },
  'of a deleted family': ({ anna }) => anna.deleteAccount(),
};

const inviteBy = (phone: HouseholdOnPhone, hash: string) =>
  call(phone, 'inviteParent', { hash, household: phone.account.household });

test.each(Object.entries(ENDS))(
  'an invitation that is %s is not made again by somebody who saw its secret',
  async (name, end) => {
    const { url } = await startApp();
    const [anna, eve] = [await registerHousehold(url, 'Lind'), await registerHousehold(url, 'Holm')];
    const secret = await invite(anna);
    await end({ url, anna, eve, secret });
    await reauthenticate(eve);
    const again = await inviteBy(eve, hashOf(secret));
    expect(codeOf(again)).toBe('link-expired');
    expect((await done(eve, 'parents', {})).invitation).toBeNull();
    const bo = await registerHousehold(url, 'Berg');
    const seen = await call(bo, 'previewInvitation', { invitation: secret });
    if (name === 'open') expect(seen.body).toMatchObject({ inviter: 'Astrid', state: 'open' });
    else expect(codeOf(seen)).toBe('link-expired');
    // Nor is it by the family that made it, and a new one is.
    if (!['open', 'of a deleted family'].includes(name)) {
      await reauthenticate(anna);
      expect(codeOf(await inviteBy(anna, hashOf(secret)))).toBe('link-expired');
    }
    expect((await inviteBy(eve, hashOf(newSecret()))).status).toBe(200);
  },
);

test('the hash of a link to a visit, or of another one-time token, invites nobody', async () => {
  const { url, store } = await startApp();
  const anna = await registerHousehold(url);
  const ella = await anna.addFriend(await anna.addChild('Kim'), 'Ella');
  const arrival = anna.op('checkIn', ella);
  const [link, token] = [hashOf(newSecret()), hashOf(newSecret())];
  await anna.sync({ ops: [arrival, anna.op('giveLink', { ...ella, visit: arrival.op, hash: link })] });
  const expiresAt = new Date(Date.now() + HOUR).toISOString();
  await store.putOneTimeToken({ kind: 'invitation', hash: token, uid: null, body: '{}', expiresAt });
  for (const hash of [link, token]) expect(codeOf(await inviteBy(anna, hash))).toBe('link-expired');
});

test('the same family sends its open invitation again, as after a lost reply, and there is one', async () => {
  const { url } = await startApp();
  const anna = await registerHousehold(url);
  const hash = hashOf(newSecret());
  for (let time = 0; time < 3; time += 1) expect((await inviteBy(anna, hash)).status).toBe(200);
  expect((await done(anna, 'parents', {})).invitation).toMatchObject({ by: anna.account.uid });
});
