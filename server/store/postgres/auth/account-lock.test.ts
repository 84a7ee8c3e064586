import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { until } from '#tests/support/server/app.ts';
import { openPostgresStore } from '../postgres.ts';

/** Two instances on one database, and a family. */
async function openTwo() {
  const address = await newSchema();
  const stores = [
    await openPostgresStore(address, { max: 2 }),
    await openPostgresStore(address, { max: 2 }),
  ] as const;
  onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
  return { address, stores, ...(await storeFamily(stores[0])) };
}

/** Changes a family as another instance would, without committing yet. Returns the function that commits. */
async function doing(address: string, sql: string, uid: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, [uid]);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

/** Waits until one or several connections wait for a lock on this family. */
const isWaiting = (address: string, many = 1) =>
  until(async () => {
    const waiting = await runSql(
      address,
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length >= many;
  });

const LOCKED = 'WITH locked AS (SELECT FROM accounts WHERE uid = $1 FOR UPDATE)';
const IS_LOCKED = 'EXISTS (SELECT FROM locked)';

const aSession = (uid: string) => ({
  ...{ tokenHash: newId(), id: newId(), name: '', uid },
  ...{ createdAt: NOON, expiresAt: minute(60) },
});

test.each([
  ['deletes the account', 'DELETE FROM accounts WHERE uid = $1'],
  ['changes the password', "UPDATE accounts SET password_hash = 'another' WHERE uid = $1"],
  ['requires a passkey', `UPDATE accounts SET passkey_required_at = '${NOON}' WHERE uid = $1`],
])('a session does not open while another instance %s', async (_, sql) => {
  const { address, stores, account } = await openTwo();
  const finish = await doing(address, sql, account.uid);
  const opening = stores[0].openSession(aSession(account.uid), { passwordHash: 'hash' });
  await isWaiting(address);
  await finish();
  expect(await opening).toBe(false);
  expect(await stores[0].sessionsOf(account.uid, NOON)).toEqual([]);
});

test.each([
  ['its passkey', 'credentials'],
  ['its pending second factor', 'tickets'],
])('a session does not open while another instance removes %s', async (_, table) => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  const [passkey, step] = [{ kind: 'passkey', key: newId() } as const, newId()];
  await stores[0].addCredential({ ...passkey, uid, body: '{}', createdAt: NOON });
  await stores[0].putOneTimeToken({
    kind: 'second-step',
    hash: step,
    uid,
    body: '{}',
    expiresAt: minute(60),
  });
  const finish = await doing(address, `${LOCKED} DELETE FROM ${table} WHERE uid = $1 AND ${IS_LOCKED}`, uid);
  const presented = { passkey: true, credential: passkey, pendingSecondFactor: step } as const;
  const opening = stores[0].openSession(aSession(uid), presented);
  await isWaiting(address);
  await finish();
  expect(await opening).toBe(false);
});

test('a one-time token is not stored while another instance deletes its account', async () => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  const finish = await doing(address, 'DELETE FROM accounts WHERE uid = $1', uid);
  const token = { kind: 'known-device', hash: newId(), uid, body: '{}', expiresAt: minute(60) } as const;
  const putting = stores[0].putOneTimeToken(token);
  await isWaiting(address);
  await finish();
  await putting;
  expect(await stores[0].oneTimeToken('known-device', token.hash, NOON)).toBeUndefined();
});

test('a credential is neither added nor replaced while another instance deletes its account', async () => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  const passkey = { kind: 'passkey', key: newId(), uid, body: '{}', createdAt: NOON } as const;
  const finish = await doing(address, 'DELETE FROM accounts WHERE uid = $1', uid);
  const adding = stores[0].addCredential(passkey);
  const replacing = stores[1].replaceCredentials(uid, 'passkey', [passkey]);
  const counting = stores[1].addCredential({ ...passkey, kind: 'provider' }, { max: 20 });
  await isWaiting(address, 2);
  await finish();
  expect(await Promise.all([adding, replacing, counting])).toEqual(['no-account', false, 'no-account']);
});

test('a credential is not added by a session that another instance is ending', async () => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  const session = aSession(uid);
  await stores[0].openSession(session);
  const passkey = { kind: 'passkey', key: newId(), uid, body: '{}', createdAt: NOON } as const;
  const finish = await doing(address, `${LOCKED} DELETE FROM sessions WHERE uid = $1 AND ${IS_LOCKED}`, uid);
  const adding = stores[0].addCredential(passkey, { session: session.tokenHash });
  await isWaiting(address);
  await finish();
  expect(await adding).toBe('no-account');
});

test('a passkey cannot be required while another instance removes the last one', async () => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  await stores[0].addCredential({ kind: 'passkey', key: newId(), uid, body: '{}', createdAt: NOON });
  const finish = await doing(
    address,
    `${LOCKED} DELETE FROM credentials WHERE uid = $1 AND ${IS_LOCKED}`,
    uid,
  );
  const requiring = stores[0].requirePasskey(uid, NOON);
  await isWaiting(address);
  await finish();
  expect(await requiring).toBe(false);
});

test('a device whose session opens during the deletion of its account can be told so', async () => {
  const { address, stores, account } = await openTwo();
  const { tokenHash } = aSession(account.uid);
  const finish = await doing(
    address,
    `INSERT INTO sessions (token_hash, uid, created_at, expires_at)
     SELECT '${tokenHash}', uid, '${NOON}', '${minute(60)}' FROM accounts WHERE uid = $1 FOR SHARE`,
    account.uid,
  );
  const deleting = stores[0].deleteAccount(account.uid, NOON);
  await isWaiting(address);
  await finish();
  await deleting;
  expect(await stores[0].oneTimeToken('account-gone', tokenHash, NOON)).toBeDefined();
});

test('recovery codes made on two instances at once do not both stay', async () => {
  const { stores, account } = await openTwo();
  const { uid } = account;
  const code = { kind: 'recovery-code', uid, body: '{}', createdAt: NOON } as const;
  const codes = () => Array.from({ length: 10 }, () => ({ ...code, key: newId() }));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(stores.map((store) => store.replaceCredentials(uid, 'recovery-code', codes())));
    expect(await stores[0].credentialsOf(uid, 'recovery-code')).toHaveLength(10);
  }
});

test('a passkey being added on another instance counts towards the limit', async () => {
  const { address, stores, account } = await openTwo();
  const { uid } = account;
  const passkey = { kind: 'passkey', key: newId(), uid, body: '{}', createdAt: NOON } as const;
  const add = `WITH locked AS (SELECT uid FROM accounts WHERE uid = $1 FOR UPDATE)
    INSERT INTO credentials (kind, key, uid, body, created_at)
    SELECT 'passkey', '${newId()}', uid, '{}', '${NOON}' FROM locked`;
  const finish = await doing(address, add, uid);
  const adding = stores[0].addCredential(passkey, { max: 1 });
  await isWaiting(address);
  await finish();
  expect(await adding).toBe('limit-reached');
  expect(await stores[0].credentialsOf(uid, 'passkey')).toHaveLength(1);
});
