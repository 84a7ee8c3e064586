import { expect, test } from 'vitest';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import {
  askAndApprove,
  call,
  done,
  hashOf,
  invite,
  newSecret,
  reauthenticate,
} from '#tests/support/people/two-parents.ts';
import { startApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';

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
