import { expect, test } from 'vitest';
import type { Credential, SignInMethods } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { anAccount, aSession, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

const newAccount = async () => (await storeFamily(store)).account.uid;

const aCredential = (uid: string, changes: Partial<Credential> = {}): Credential => ({
  kind: 'passkey',
  key: newId(),
  uid,
  body: '{"name":"Nyckel 🔑"}',
  createdAt: NOON,
  ...changes,
});

test('a credential is found by its key and in the list of its account, in the order added', async () => {
  const uid = await newAccount();
  const second = aCredential(uid, { createdAt: minute(1), key: `a${newId()}` });
  const first = aCredential(uid, { key: `z${newId()}` });
  for (const one of [second, first]) expect(await store.addCredential(one)).toBe('added');
  await store.addCredential(aCredential(uid, { kind: 'provider' }));
  expect(await store.credentialsOf(uid, 'passkey')).toEqual([first, second]);
  expect(await store.credential('passkey', first.key)).toEqual(first);
  expect(await store.credential('provider', first.key)).toBeUndefined();
});

test('a credential has one owner, also if two add it at once, until its account is deleted', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  for (let round = 0; round < 5; round++) {
    const one = aCredential(mine);
    const both = [one, { ...one, uid: theirs }].map((credential) => store.addCredential(credential));
    expect((await Promise.all(both)).toSorted()).toEqual(['added', 'taken']);
    expect(await store.addCredential(one)).toBe('taken');
    expect(await store.addCredential({ ...one, kind: 'provider' })).toBe('added');
  }
  const [provider] = await store.credentialsOf(mine, 'provider');
  await store.deleteAccount(mine, NOON);
  expect(await store.addCredential({ ...aCredential(theirs), ...provider, uid: theirs })).toBe('added');
});

test('an account gets no more credentials of a kind than the limit, also by concurrent additions', async () => {
  const [uid, theirs] = [await newAccount(), await newAccount()];
  await store.addCredential(aCredential(uid, { kind: 'provider' }));
  await store.addCredential(aCredential(theirs));
  const adding = Array.from({ length: 8 }, () => store.addCredential(aCredential(uid), { max: 3 }));
  const results = [...Array(3).fill('added'), ...Array(5).fill('limit-reached')];
  expect((await Promise.all(adding)).toSorted()).toEqual(results);
  const [one] = await store.credentialsOf(uid, 'passkey');
  await store.removeCredentials(uid, 'passkey', [one?.key ?? '']);
  expect(await store.addCredential(aCredential(uid), { max: 3 })).toBe('added');
  expect(await store.credentialsOf(uid, 'passkey')).toHaveLength(3);
});

test('an account that does not exist gets no credential', async () => {
  const one = aCredential(newId());
  expect(await store.addCredential(one)).toBe('no-account');
  expect(await store.addCredential(one, { max: 3 })).toBe('no-account');
  expect(await store.replaceCredentials(one.uid, one.kind, [one])).toBe(false);
  expect(await store.credential(one.kind, one.key)).toBeUndefined();
});

test('a credential is updated only if its body is still the one that was read', async () => {
  const one = aCredential(await newAccount());
  await store.addCredential(one);
  const writers = ['{"count":1}', '{"count":2}'].map((body) =>
    store.updateCredential('passkey', one.key, one.body, body),
  );
  expect((await Promise.all(writers)).toSorted()).toEqual([false, true]);
  expect(await store.updateCredential('passkey', one.key, one.body, '{}')).toBe(false);
  expect(await store.updateCredential('provider', one.key, one.body, '{}')).toBe(false);
});

test('only its owner can remove a credential, and of concurrent removals one succeeds', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const one = aCredential(mine);
  await store.addCredential(one);
  expect(await store.removeCredentials(theirs, 'passkey', [one.key])).toBe(false);
  const removers = Array.from({ length: 4 }, () => store.removeCredentials(mine, 'passkey', [one.key]));
  expect((await Promise.all(removers)).filter(Boolean)).toHaveLength(1);
  expect(await store.credential('passkey', one.key)).toBeUndefined();
});

test('a removal is checked with the remaining sign-in methods, and a check that throws keeps them', async () => {
  const uid = await newAccount();
  const [one, two] = [aCredential(uid), aCredential(uid, { createdAt: minute(1) })];
  for (const credential of [one, two, aCredential(uid, { kind: 'provider' })])
    await store.addCredential(credential);
  await store.requirePasskey(uid, NOON);
  const checked: SignInMethods[] = [];
  const refuse = (remaining: SignInMethods) => {
    checked.push(remaining);
    throw new Error('they stay');
  };
  const keys = [one.key, two.key];
  await expect(store.removeCredentials(uid, 'passkey', keys, refuse)).rejects.toThrow('they stay');
  expect(await store.credentialsOf(uid, 'passkey')).toEqual([one, two]);
  expect(await store.removeCredentials(uid, 'passkey', ['unknown'], refuse)).toBe(false);
  const allow = (remaining: SignInMethods) => checked.push(remaining);
  expect(await store.removeCredentials(uid, 'passkey', keys.slice(1), allow)).toBe(true);
  const ways = { passwordHash: 'hash', passkeyRequiredAt: NOON, providers: 1 };
  expect(checked).toEqual([0, 1].map((passkeys) => ({ ...ways, passkeys })));
  expect(await store.credentialsOf(uid, 'passkey')).toEqual([one]);
});

test('new recovery codes replace all of their kind', async () => {
  const [mine, theirs] = [await newAccount(), await newAccount()];
  const code = (uid: string) => aCredential(uid, { kind: 'recovery-code' });
  const [previous, foreign, passkey] = [code(mine), code(theirs), aCredential(mine)];
  for (const one of [previous, foreign, passkey]) await store.addCredential(one);
  const fresh = [code(mine), code(mine)].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  expect(await store.replaceCredentials(mine, 'recovery-code', fresh)).toBe(true);
  expect(await store.credentialsOf(mine, 'recovery-code')).toEqual(fresh);
  expect(await store.credentialsOf(mine, 'passkey')).toEqual([passkey]);
  expect(await store.credentialsOf(theirs, 'recovery-code')).toEqual([foreign]);
});

test('an account is registered with its credentials, or not at all if one is taken', async () => {
  const register = (credential: Credential) =>
    store.register(...anAccount({ uid: credential.uid, passwordHash: null }), [credential]);
  const one = aCredential(newId(), { kind: 'provider' });
  const same = { ...one, uid: newId() };
  const registered = await Promise.all([register(one), register(same)]);
  expect(registered.toSorted()).toEqual(['credential-taken', 'registered']);
  const winner = (await store.credential('provider', one.key))?.uid ?? '';
  expect(await store.accountByUid(winner === one.uid ? same.uid : one.uid)).toBeUndefined();
  expect(await store.accountByUid(winner)).toMatchObject({ passwordHash: null });
});

test('only an active session of the account can add a credential or replace codes', async () => {
  const uid = await newAccount();
  const [session, foreign] = [aSession(uid), aSession(await newAccount())];
  for (const one of [session, foreign]) await store.openSession(one);
  const change = async ({ tokenHash }: typeof session) => [
    await store.addCredential(aCredential(uid), { session: tokenHash }),
    await store.replaceCredentials(uid, 'recovery-code', [], tokenHash),
  ];
  expect(await change(foreign)).toEqual(['no-account', false]);
  expect(await change(session)).toEqual(['added', true]);
  await store.endSession(session.tokenHash);
  expect(await change(session)).toEqual(['no-account', false]);
  expect(await store.credentialsOf(uid, 'passkey')).toHaveLength(1);
});

test('a passkey can be required only if there is one, and then no session opens without it', async () => {
  const [uid, other] = [await newAccount(), await newAccount()];
  const requiredOf = async (one: string) => (await store.accountByUid(one))?.passkeyRequiredAt;
  await store.addCredential(aCredential(uid, { kind: 'provider' }));
  expect(await store.requirePasskey(uid, NOON)).toBe(false);
  expect(await requiredOf(uid)).toBeNull();
  await store.addCredential(aCredential(uid));
  expect(await store.requirePasskey(uid, NOON)).toBe(true);
  expect([await requiredOf(uid), await requiredOf(other)]).toEqual([NOON, null]);
  expect(await store.openSession(aSession(uid))).toBe(false);
  expect(await store.openSession(aSession(uid), { passwordHash: 'hash' })).toBe(false);
  expect(await store.openSession(aSession(uid), { passkey: true })).toBe(true);
  expect(await store.requirePasskey(uid, null)).toBe(true);
  expect(await requiredOf(uid)).toBeNull();
});
