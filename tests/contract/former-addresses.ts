import { expect, test } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, type StoredFamily, storeFamily } from '#tests/support/people/stored-family.ts';

/** Changes the e-mail of a family; the former one can be restored until minute 60. */
async function moveAway(store: Store, { account, household }: StoredFamily, to: string): Promise<void> {
  const { uid, email, emailKey } = account;
  const body = JSON.stringify({ email, emailKey });
  await store.transact(household, async (transaction) => {
    await transaction.setEmail(uid, { email: to, emailKey: to, verifiedAt: NOON }, NOON);
    await transaction.putOneTimeToken({
      kind: 'undo-email',
      hash: newId(),
      uid,
      body,
      expiresAt: minute(60),
    });
  });
}

async function take(store: Store, { account, household }: StoredFamily, email: string, now: string) {
  const verified = { email, emailKey: email, verifiedAt: NOON };
  const taking = store.transact(household, async (transaction) => {
    if ((await transaction.setEmail(account.uid, verified, now)) === 'email-taken')
      throw new Error('email-taken');
  });
  return taking.then(
    () => 'set',
    (error: Error) => error.message,
  );
}

const ownerOf = async (store: Store, email: string) => (await store.accountByEmail(email))?.uid;

export function formerAddressContract(makeStore: () => Promise<Store>): void {
  test('nobody but the account itself gets an e-mail while a change away from it can be undone', async () => {
    const store = await makeStore();
    const [mover, other] = [await storeFamily(store), await storeFamily(store)];
    const { email, uid } = mover.account;
    await moveAway(store, mover, 'new@example.org');
    await storeFamily(store, email);
    expect(await take(store, other, email, minute(59))).toBe('email-taken');
    expect(await ownerOf(store, email)).toBeUndefined();
    expect(await take(store, mover, email, minute(59))).toBe('set');
    expect(await ownerOf(store, email)).toBe(uid);
  });

  test('the e-mail is free when the change can no longer be undone', async () => {
    const store = await makeStore();
    const [mover, other] = [await storeFamily(store), await storeFamily(store)];
    const { email } = mover.account;
    await moveAway(store, mover, 'new@example.org');
    expect(await take(store, other, email, minute(60))).toBe('set');
    expect(await ownerOf(store, email)).toBe(other.account.uid);
  });

  test('who registers an e-mail in the moment of a change away from it does not get it', async () => {
    const store = await makeStore();
    for (let round = 0; round < 5; round += 1) {
      const mover = await storeFamily(store);
      const { email } = mover.account;
      const away = moveAway(store, mover, `${newId()}@example.org`);
      await Promise.all([away, ...Array.from({ length: 4 }, () => storeFamily(store, email))]);
      expect(await ownerOf(store, email)).toBeUndefined();
    }
  });
}

export function formerPasswordContract(makeStore: () => Promise<Store>): void {
  /** A family with a session, in which `replace` sets a password at a minute. */
  async function signedIn(store: Store) {
    const { uid } = (await storeFamily(store)).account;
    const tokenHash = newId();
    await store.openSession({
      tokenHash,
      id: newId(),
      name: '',
      uid,
      createdAt: NOON,
      expiresAt: minute(600),
    });
    const replace = (passwordHash: string, at: number, session = tokenHash) => {
      const keepsFormer = { hash: newId(), expiresAt: minute(at + 60), now: minute(at), most: 2 };
      return store.changePassword(uid, session, { passwordHash, revokes: [], keepsFormer });
    };
    const kept = async (at: number) => {
      const tokens = await store.oneTimeTokensOf(uid, ['former-password'], minute(at));
      return tokens.map(({ body }) => JSON.parse(body)).toReversed();
    };
    return { uid, replace, kept };
  }

  test('a password that a session replaces is kept until its end, the first ones and no more', async () => {
    const store = await makeStore();
    const { uid, replace, kept } = await signedIn(store);
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
    const store = await makeStore();
    const { uid, replace, kept } = await signedIn(store);
    await store.setPassword(uid, null);
    await replace('first', 1);
    expect(await kept(1)).toEqual([]);
    await replace('second', 2);
    expect(await kept(2)).toEqual([{ passwordHash: 'first' }]);
    await store.deleteAccount(uid, NOON);
    expect(await kept(2)).toEqual([]);
  });
}
