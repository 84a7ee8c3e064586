import { expect, test } from 'vitest';
import type { OneTimeTokenKind } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { RECOVERED, recoverableFamily } from '#tests/support/people/recoverable-family.ts';
import {
  anAccount,
  aSession,
  minute,
  NOON,
  type StoredFamily,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

const ownerOf = async (email: string) => (await store.accountByEmail(email))?.uid;

test('an e-mail can be registered once, also by concurrent registrations', async () => {
  const families = await Promise.all([storeFamily(store, 'a@b.se'), storeFamily(store, 'a@b.se')]);
  const winner = await ownerOf('a@b.se');
  for (const { account, household } of families)
    expect((await store.changes(household, 0, 10)).changes).toHaveLength(account.uid === winner ? 1 : 0);
  expect(families.map(({ account }) => account.uid)).toContain(winner);
});

test('a registration that is sent again hears that its e-mail is taken, not that its invitation is used', async () => {
  const hash = newId();
  await store.putOneTimeToken({ kind: 'invitation', hash, uid: null, body: '{}', expiresAt: minute(60) });
  const register = (email: string) => store.register(...anAccount({ email }), [], { hash, now: NOON });
  expect(await register('a@b.se')).toBe('registered');
  expect(await register('a@b.se')).toBe('email-taken');
  expect(await register('c@d.se')).toBe('invitation-used');
  expect(await ownerOf('c@d.se')).toBeUndefined();
});

test('a registration that fails half-way leaves nothing, and may be tried again', async () => {
  const [account, profile] = anAccount();
  const toJSON = () => {
    throw new RangeError('no profile');
  };
  await expect(store.register(account, Object.assign({ ...profile }, { toJSON }))).rejects.toThrow(
    'no profile',
  );
  expect(await ownerOf(account.email)).toBeUndefined();
  expect((await store.changes(account.household, 0, 1)).cursor).toBe(0);
  expect(await store.register(account, profile)).toBe('registered');
});

test('an account is found by its e-mail or id, and its password replaced or removed if it is the expected one', async () => {
  const { uid, emailKey } = (await storeFamily(store)).account;
  const passwordHash = async () => (await store.accountByEmail(emailKey))?.passwordHash;
  expect(await store.accountByUid(uid)).toEqual(await store.accountByEmail(emailKey));
  expect([await store.accountByUid(newId()), await ownerOf('nobody@example.org')]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await store.setPassword(uid, 'second', 'hash')).toBe(true);
  expect(await store.setPassword(uid, 'third', 'hash')).toBe(false);
  expect(await passwordHash()).toBe('second');
  expect(await store.setPassword(newId(), 'second')).toBe(false);
  await store.setPassword(uid, null);
  expect(await passwordHash()).toBeNull();
});

test('an e-mail is verified only if it is still the same', async () => {
  const { uid, emailKey } = (await storeFamily(store)).account;
  await store.verifyEmail(uid, 'former@example.org', NOON);
  expect(await store.accountByUid(uid)).toMatchObject({ emailVerifiedAt: null });
  await store.verifyEmail(uid, emailKey, NOON);
  expect(await store.accountByUid(uid)).toMatchObject({ emailVerifiedAt: NOON });
});

test('redeeming a one-time token makes all its changes, and none to another account', async () => {
  const [mine, theirs] = [await recoverableFamily(store), await recoverableFamily(store)];
  const [before, foreign] = [await mine.state(), await theirs.state()];
  const redeemed = await store.redeemOneTimeToken('recovery', mine.hash, NOON, () => RECOVERED);
  expect(redeemed).toEqual({ account: before.account, ended: [mine.session] });
  const changed = { passwordHash: 'another', emailVerifiedAt: minute(1), passkeyRequiredAt: null };
  expect(await mine.state()).toEqual({
    account: { ...before.account, ...changed },
    ...{ credentials: 0, sessions: 0, tokens: [false, false, true] },
  });
  expect(await theirs.state()).toEqual(foreign);
});

test('a redemption whose check throws changes nothing, and one without changes uses the token alone', async () => {
  const { hash, state } = await recoverableFamily(store);
  const before = await state();
  const refuse = () => {
    throw new Error('not this one');
  };
  await expect(store.redeemOneTimeToken('recovery', hash, NOON, refuse)).rejects.toThrow('not this one');
  expect(await state()).toEqual(before);
  expect(await store.redeemOneTimeToken('recovery', hash, NOON, () => ({}))).toMatchObject({ ended: [] });
  expect(await state()).toEqual({ ...before, tokens: [false, true, true] });
});

test('a token of another kind or an expired one changes nothing, and of concurrent redemptions one succeeds', async () => {
  const { hash, state } = await recoverableFamily(store);
  const before = await state();
  const redeem = (kind: OneTimeTokenKind = 'recovery', now = NOON) =>
    store.redeemOneTimeToken(kind, hash, now, () => RECOVERED);
  expect(await redeem('verify-email')).toBeUndefined();
  expect(await redeem('recovery', minute(60))).toBeUndefined();
  expect(await state()).toEqual(before);
  const redeemed = await Promise.all(Array.from({ length: 5 }, () => redeem()));
  expect(redeemed.filter((one) => one !== undefined)).toHaveLength(1);
});

test('an active session can change the password, and is then the only one left', async () => {
  const { uid, session, state } = await recoverableFamily(store);
  await store.requirePasskey(uid, null);
  const other = aSession(uid);
  await store.openSession(other);
  const stranger = await recoverableFamily(store);
  const change = (by: string) => store.changePassword(uid, by, RECOVERED.password);
  expect(await change(stranger.session)).toBeUndefined();
  expect(await state()).toMatchObject({ account: { passwordHash: 'hash' }, sessions: 2 });
  expect(await change(session)).toEqual([other.tokenHash]);
  expect(await state()).toMatchObject({
    account: { passwordHash: 'another', emailVerifiedAt: null },
    ...{ credentials: 3, sessions: 1, tokens: [false, false, true] },
  });
  expect(await change(other.tokenHash)).toBeUndefined();
});

/** Changes the e-mail of a family; the former one can be restored until minute 60. */
async function moveAway({ account, household }: StoredFamily, to: string): Promise<void> {
  const { uid, email, emailKey } = account;
  const token = { kind: 'undo-email', hash: newId(), uid, expiresAt: minute(60) } as const;
  await store.transact(household, async (transaction) => {
    await transaction.setEmail(uid, { email: to, emailKey: to, verifiedAt: NOON }, NOON);
    await transaction.putOneTimeToken({ ...token, body: JSON.stringify({ email, emailKey }) });
  });
}

async function take({ account, household }: StoredFamily, email: string, now: string): Promise<void> {
  const verified = { email, emailKey: email, verifiedAt: NOON };
  await store.transact(household, async ({ setEmail }) => {
    const put = await setEmail(account.uid, verified, now);
    if (put !== 'set') throw new Error(put);
  });
}

test('nobody but the account itself gets an e-mail while a change away from it can be undone', async () => {
  const [mover, other] = [await storeFamily(store), await storeFamily(store)];
  const { email, uid } = mover.account;
  await moveAway(mover, 'new@example.org');
  await storeFamily(store, email);
  await expect(take(other, email, minute(59))).rejects.toThrow('email-taken');
  expect(await ownerOf(email)).toBeUndefined();
  await take(mover, email, minute(59));
  expect(await ownerOf(email)).toBe(uid);
  await moveAway(mover, 'newer@example.org');
  await take(other, email, minute(60));
  expect(await ownerOf(email)).toBe(other.account.uid);
});

test('who registers an e-mail in the moment of a change away from it does not get it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const mover = await storeFamily(store);
    const { email } = mover.account;
    const away = moveAway(mover, `${newId()}@example.org`);
    await Promise.all([away, ...Array.from({ length: 4 }, () => storeFamily(store, email))]);
    expect(await ownerOf(email)).toBeUndefined();
  }
});

/** A family with a session, in which `replace` sets a password at a minute. */
async function signedIn() {
  const { uid } = (await storeFamily(store)).account;
  const { tokenHash, ...session } = aSession(uid);
  await store.openSession({ tokenHash, ...session });
  const replace = (passwordHash: string, at: number, by = tokenHash) => {
    const keepsFormer = { hash: newId(), expiresAt: minute(at + 60), now: minute(at), most: 2 };
    return store.changePassword(uid, by, { passwordHash, revokes: [], keepsFormer });
  };
  const kept = async (at: number) => {
    const tokens = await store.oneTimeTokensOf(uid, ['former-password'], minute(at));
    return tokens.map(({ body }) => JSON.parse(body)).toReversed();
  };
  return { uid, replace, kept };
}

test('a password that a session replaces is kept until its end, the first ones and no more', async () => {
  const { uid, replace, kept } = await signedIn();
  expect(await replace('never', 0, 'not a session')).toBeUndefined();
  for (const at of [1, 2, 3]) await replace(`hash ${at}`, at);
  const [first, second] = [{ passwordHash: 'hash' }, { passwordHash: 'hash 1' }];
  expect(await kept(3)).toEqual([first, second]);
  expect(await kept(61)).toEqual([second]);
  await replace('hash "4"\\', 61);
  expect(await kept(61)).toEqual([second, { passwordHash: 'hash 3' }]);
  await replace('hash 5', 200);
  expect(await kept(200)).toEqual([{ passwordHash: 'hash "4"\\' }]);
  await store.revokeOneTimeTokens(uid, ['former-password']);
  expect(await kept(200)).toEqual([]);
});

test('no password leaves none behind, and a deleted account neither', async () => {
  const { uid, replace, kept } = await signedIn();
  await store.setPassword(uid, null);
  await replace('first', 1);
  expect(await kept(1)).toEqual([]);
  await replace('second', 2);
  expect(await kept(2)).toEqual([{ passwordHash: 'first' }]);
  await store.deleteAccount(uid, NOON);
  expect(await kept(2)).toEqual([]);
});
