import { expect, test } from 'vitest';
import type { AccountChange, OneTimeTokenKind, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

const KINDS = ['passkey', 'provider', 'recovery-code'] as const;
const PASSWORD = { passwordHash: 'another', revokes: ['recovery', 'second-step'] } as const;

/** The largest change that a recovery makes. */
export const RECOVERED: AccountChange = {
  password: PASSWORD,
  emailVerifiedAt: minute(1),
  withoutPasskey: true,
  removes: { kinds: KINDS },
};

/** A family with one of everything, and a token to recover its account. */
export async function recoverableFamily(store: Store) {
  const { account } = await storeFamily(store);
  const { uid } = account;
  const session = { tokenHash: newId(), id: newId(), name: '', uid, createdAt: NOON, expiresAt: minute(60) };
  await store.openSession(session);
  for (const kind of KINDS)
    await store.addCredential({ kind, key: newId(), uid, body: '{}', createdAt: NOON });
  await store.requirePasskey(uid, NOON);
  const hash = newId();
  const put = (kind: OneTimeTokenKind, hash: string) =>
    store.putOneTimeToken({ kind, hash, uid, body: '{}', expiresAt: minute(60) });
  const [step, verifying] = [newId(), newId()];
  await put('recovery', hash);
  await put('second-step', step);
  await put('verify-email', verifying);
  /** Everything that a recovery could change. */
  const state = async () => ({
    account: await store.accountByUid(uid),
    credentials: (await Promise.all(KINDS.map((kind) => store.credentialsOf(uid, kind)))).flat().length,
    sessions: (await store.sessionsOf(uid, NOON)).length,
    tokens: [
      await store.oneTimeToken('recovery', hash, NOON),
      await store.oneTimeToken('second-step', step, NOON),
      await store.oneTimeToken('verify-email', verifying, NOON),
    ].map((token) => token !== undefined),
  });
  return { uid, session: session.tokenHash, hash, state };
}

/** Changes of an account are atomic. */
export function accountChangeContract(makeStore: () => Promise<Store>): void {
  test('redeeming a one-time token makes all its changes, and none to another account', async () => {
    const store = await makeStore();
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

  test('redeeming a one-time token without changes keeps the account as it is', async () => {
    const store = await makeStore();
    const { hash, state } = await recoverableFamily(store);
    const before = await state();
    expect(await store.redeemOneTimeToken('recovery', hash, NOON, () => ({}))).toMatchObject({ ended: [] });
    expect(await state()).toEqual({ ...before, tokens: [false, true, true] });
  });

  test('a redemption whose check throws keeps the token and changes nothing', async () => {
    const store = await makeStore();
    const { hash, state } = await recoverableFamily(store);
    const before = await state();
    const refuse = () => {
      throw new Error('not this one');
    };
    await expect(store.redeemOneTimeToken('recovery', hash, NOON, refuse)).rejects.toThrow('not this one');
    expect(await state()).toEqual(before);
  });

  test('a token of another kind or an expired one changes nothing, and of concurrent redemptions one succeeds', async () => {
    const store = await makeStore();
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
    const store = await makeStore();
    const { uid, session, state } = await recoverableFamily(store);
    await store.requirePasskey(uid, null);
    const other = { tokenHash: newId(), id: newId(), name: '', uid };
    await store.openSession({ ...other, createdAt: NOON, expiresAt: minute(60) });
    const stranger = await recoverableFamily(store);
    expect(await store.changePassword(uid, stranger.session, PASSWORD)).toBeUndefined();
    expect(await state()).toMatchObject({ account: { passwordHash: 'hash' }, sessions: 2 });
    expect(await store.changePassword(uid, session, PASSWORD)).toEqual([other.tokenHash]);
    expect(await state()).toMatchObject({
      account: { passwordHash: 'another', emailVerifiedAt: null },
      ...{ credentials: 3, sessions: 1, tokens: [false, false, true] },
    });
    expect(await store.changePassword(uid, other.tokenHash, PASSWORD)).toBeUndefined();
  });
}
