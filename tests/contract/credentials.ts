import { expect, test } from 'vitest';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { Credential, SignInMethods, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

const aCredential = (uid: string, changes: Partial<Credential> = {}): Credential => ({
  kind: 'passkey',
  key: newId(),
  uid,
  body: '{"name":"Nyckel 🔑"}',
  createdAt: NOON,
  ...changes,
});

export function credentialContract(makeStore: () => Promise<Store>): void {
  test('a credential is found by its key and in the list of its account, in the order added', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    const second = aCredential(uid, { createdAt: minute(1), key: `a${newId()}` });
    const first = aCredential(uid, { key: `z${newId()}` });
    for (const one of [second, first]) expect(await store.addCredential(one)).toBe('added');
    await store.addCredential(aCredential(uid, { kind: 'provider' }));
    expect(await store.credentialsOf(uid, 'passkey')).toEqual([first, second]);
    expect(await store.credential('passkey', first.key)).toEqual(first);
    expect(await store.credential('provider', first.key)).toBeUndefined();
  });

  test('a credential has one owner, also if two add it at once, and keys are separate for each kind', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    for (let round = 0; round < 5; round++) {
      const one = aCredential(mine.account.uid);
      const both = [one, { ...one, uid: theirs.account.uid }];
      const added = await Promise.all(both.map((credential) => store.addCredential(credential)));
      expect(added.toSorted()).toEqual(['added', 'taken']);
      expect(await store.addCredential(one)).toBe('taken');
      expect(await store.addCredential({ ...one, kind: 'provider' })).toBe('added');
    }
  });

  test('an account gets no more credentials of a kind than the limit, also by concurrent additions', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const { uid } = mine.account;
    await store.addCredential(aCredential(uid, { kind: 'provider' }));
    await store.addCredential(aCredential(theirs.account.uid));
    const adding = Array.from({ length: 8 }, () => store.addCredential(aCredential(uid), { max: 3 }));
    const results = [...Array(3).fill('added'), ...Array(5).fill('limit-reached')];
    expect((await Promise.all(adding)).toSorted()).toEqual(results);
    const [one] = await store.credentialsOf(uid, 'passkey');
    await store.removeCredentials(uid, 'passkey', [one?.key ?? '']);
    expect(await store.addCredential(aCredential(uid), { max: 3 })).toBe('added');
    expect(await store.credentialsOf(uid, 'passkey')).toHaveLength(3);
    expect(await store.addCredential(aCredential(newId()), { max: 3 })).toBe('no-account');
  });

  test('a credential is updated only if its body is still the one that was read', async () => {
    const store = await makeStore();
    const one = aCredential((await storeFamily(store)).account.uid);
    await store.addCredential(one);
    const writers = ['{"count":1}', '{"count":2}'].map((body) =>
      store.updateCredential('passkey', one.key, one.body, body),
    );
    expect((await Promise.all(writers)).toSorted()).toEqual([false, true]);
    expect(await store.updateCredential('passkey', one.key, one.body, '{}')).toBe(false);
    expect(await store.updateCredential('provider', one.key, one.body, '{}')).toBe(false);
  });

  test('only its owner can remove a credential, and of concurrent removals one succeeds', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const one = aCredential(mine.account.uid);
    await store.addCredential(one);
    expect(await store.removeCredentials(theirs.account.uid, 'passkey', [one.key])).toBe(false);
    const removers = Array.from({ length: 4 }, () =>
      store.removeCredentials(mine.account.uid, 'passkey', [one.key]),
    );
    expect((await Promise.all(removers)).filter(Boolean)).toHaveLength(1);
    expect(await store.credential('passkey', one.key)).toBeUndefined();
  });
}

export function signInMethodContract(makeStore: () => Promise<Store>): void {
  test('a removal is checked with the remaining sign-in methods, and a check that throws keeps them', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    const [one, two] = [aCredential(uid), aCredential(uid, { createdAt: minute(1) })];
    for (const credential of [one, two, aCredential(uid, { kind: 'provider' })])
      await store.addCredential(credential);
    await store.requirePasskey(uid, NOON);
    const checked: SignInMethods[] = [];
    const refuse = (remaining: SignInMethods) => {
      checked.push(remaining);
      throw new Error('they stay');
    };
    const ways = { passwordHash: 'hash', passkeyRequiredAt: NOON, providers: 1 };
    const keys = [one.key, two.key];
    await expect(store.removeCredentials(uid, 'passkey', keys, refuse)).rejects.toThrow('they stay');
    expect(checked).toEqual([{ ...ways, passkeys: 0 }]);
    expect(await store.credentialsOf(uid, 'passkey')).toEqual([one, two]);
    expect(await store.removeCredentials(uid, 'passkey', ['unknown'], refuse)).toBe(false);
    expect(
      await store.removeCredentials(uid, 'passkey', keys.slice(1), (remaining) => checked.push(remaining)),
    ).toBe(true);
    expect(checked).toEqual([
      { ...ways, passkeys: 0 },
      { ...ways, passkeys: 1 },
    ]);
    expect(await store.credentialsOf(uid, 'passkey')).toEqual([one]);
  });
}

export function replacedCredentialContract(makeStore: () => Promise<Store>): void {
  test('new recovery codes replace all of their kind', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const code = (uid: string) => aCredential(uid, { kind: 'recovery-code' });
    const [former, foreign, passkey] = [
      code(mine.account.uid),
      code(theirs.account.uid),
      aCredential(mine.account.uid),
    ];
    for (const one of [former, foreign, passkey]) await store.addCredential(one);
    const fresh = [code(mine.account.uid), code(mine.account.uid)].toSorted((a, b) =>
      a.key < b.key ? -1 : 1,
    );
    expect(await store.replaceCredentials(mine.account.uid, 'recovery-code', fresh)).toBe(true);
    expect(await store.credentialsOf(mine.account.uid, 'recovery-code')).toEqual(fresh);
    expect(await store.credentialsOf(mine.account.uid, 'passkey')).toEqual([passkey]);
    expect(await store.credentialsOf(theirs.account.uid, 'recovery-code')).toEqual([foreign]);
  });

  test('an account is registered with its credentials, or not at all if one is taken', async () => {
    const store = await makeStore();
    const register = (credential: Credential) => {
      const { uid } = credential;
      const email = `${uid}@example.org`;
      const account = {
        uid,
        household: newId(),
        email,
        emailKey: email,
        passwordHash: null,
        createdAt: NOON,
      };
      const profile = initialProfile({ firstName: 'Astrid', lastName: 'Lindgren', email }, NOON);
      return store.register(account, profile, [credential]);
    };
    const one = aCredential(newId(), { kind: 'provider' });
    const same = { ...one, uid: newId() };
    expect((await Promise.all([register(one), register(same)])).toSorted()).toEqual([
      'credential-taken',
      'registered',
    ]);
    const winner = (await store.credential('provider', one.key))?.uid;
    const loser = winner === one.uid ? same.uid : one.uid;
    expect(await store.accountByUid(loser)).toBeUndefined();
    expect(await store.accountByUid(winner ?? '')).toMatchObject({ passwordHash: null });
  });

  test('the credentials of a deleted account are removed, and can be added to another', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const one = aCredential(mine.account.uid);
    await store.addCredential(one);
    await store.deleteAccount(mine.account.uid, NOON);
    expect(await store.addCredential({ ...one, uid: theirs.account.uid })).toBe('added');
  });
}

export function addedBySessionContract(makeStore: () => Promise<Store>): void {
  test('only an active session of the account can add a credential or replace codes', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    const session = { tokenHash: newId(), id: newId(), name: '', createdAt: NOON, expiresAt: minute(60) };
    const foreign = { ...session, uid: (await storeFamily(store)).account.uid, tokenHash: newId() };
    await store.openSession({ ...session, uid });
    await store.openSession(foreign);
    const add = (by: string) => store.addCredential(aCredential(uid), { session: by });
    const replace = (by: string) => store.replaceCredentials(uid, 'recovery-code', [], by);
    expect(await Promise.all([add(foreign.tokenHash), replace(foreign.tokenHash)])).toEqual([
      'no-account',
      false,
    ]);
    expect(await Promise.all([add(session.tokenHash), replace(session.tokenHash)])).toEqual(['added', true]);
    await store.endSession(session.tokenHash);
    expect(await Promise.all([add(session.tokenHash), replace(session.tokenHash)])).toEqual([
      'no-account',
      false,
    ]);
    expect(await store.credentialsOf(uid, 'passkey')).toHaveLength(1);
  });
}
