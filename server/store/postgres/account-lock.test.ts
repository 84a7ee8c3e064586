import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#tests/support/people/household.ts';
import { RECOVERED, recoverableFamily } from '#tests/support/people/recoverable-family.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { until } from '#tests/support/server/app.ts';
import { StoreUnavailable } from '../ports/store.ts';
import { openPostgresStore } from './postgres.ts';

const WAITING =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

async function openOn(address: string) {
  const store = await openPostgresStore(address, { max: 4 });
  onTestFinished(() => store.close());
  return store;
}

/** A store with a family, and calls of it that meet another instance. */
async function openOne() {
  const address = await newSchema();
  const store = await openOn(address);
  const { account, save } = await storeFamily(store);
  const { uid } = account;
  /** Makes calls while another instance changes the family and has not committed yet. Returns their results. */
  const meanwhile = async <T>(sql: string, calls: () => Promise<T>[]): Promise<T[]> => {
    const other = new Client({ connectionString: address });
    await other.connect();
    await other.query('BEGIN');
    await other.query(sql, [uid]);
    const results = calls();
    await until(async () => (await runSql(address, WAITING)).length >= results.length);
    await other.query('COMMIT');
    await other.end();
    return Promise.all(results);
  };
  const passkey = { kind: 'passkey', key: newId(), uid, body: '{}', createdAt: NOON } as const;
  const session = {
    ...{ tokenHash: newId(), id: newId(), name: '', uid },
    ...{ createdAt: NOON, expiresAt: minute(60) },
  };
  return { address, store, uid, save, meanwhile, passkey, session };
}

const LOCKED = 'WITH locked AS (SELECT uid FROM accounts WHERE uid = $1 FOR UPDATE)';
const DELETION = 'DELETE FROM accounts WHERE uid = $1';
const removalFrom = (table: string) =>
  `${LOCKED} DELETE FROM ${table} WHERE uid = $1 AND EXISTS (SELECT FROM locked)`;

test.each([
  ['deletes the account', DELETION],
  ['changes the password', "UPDATE accounts SET password_hash = 'another' WHERE uid = $1"],
  ['requires a passkey', `UPDATE accounts SET passkey_required_at = '${NOON}' WHERE uid = $1`],
])('a session does not open while another instance %s', async (_, sql) => {
  const { store, uid, meanwhile, session } = await openOne();
  const opening = () => [store.openSession(session, { passwordHash: 'hash' })];
  expect(await meanwhile(sql, opening)).toEqual([false]);
  expect(await store.sessionsOf(uid, NOON)).toEqual([]);
});

test.each([
  ['its passkey', 'credentials'],
  ['its pending second factor', 'tickets'],
])('a session does not open while another instance removes %s', async (_, table) => {
  const { store, uid, meanwhile, passkey, session } = await openOne();
  const step = newId();
  await store.addCredential(passkey);
  await store.putOneTimeToken({ kind: 'second-step', hash: step, uid, body: '{}', expiresAt: minute(60) });
  const presented = { passkey: true, credential: passkey, pendingSecondFactor: step } as const;
  expect(await meanwhile(removalFrom(table), () => [store.openSession(session, presented)])).toEqual([false]);
});

type One = Awaited<ReturnType<typeof openOne>>;

test.each<readonly [what: string, call: (one: One) => Promise<unknown>, result: unknown]>([
  ['a credential is not added', ({ store, passkey }) => store.addCredential(passkey), 'no-account'],
  [
    'a credential is not counted',
    ({ store, passkey }) => store.addCredential(passkey, { max: 20 }),
    'no-account',
  ],
  [
    'credentials are not replaced',
    ({ store, uid, passkey }) => store.replaceCredentials(uid, 'passkey', [passkey]),
    false,
  ],
])('%s while another instance deletes the account', async (_what, call, result) => {
  const one = await openOne();
  expect(await one.meanwhile(DELETION, () => [call(one)])).toEqual([result]);
});

test('a one-time token is not stored while another instance deletes its account', async () => {
  const { store, uid, meanwhile } = await openOne();
  const token = { kind: 'known-device', hash: newId(), uid, body: '{}', expiresAt: minute(60) } as const;
  await meanwhile(DELETION, () => [store.putOneTimeToken(token)]);
  expect(await store.oneTimeToken('known-device', token.hash, NOON)).toBeUndefined();
});

test('a credential is not added by a session that another instance is ending', async () => {
  const { store, meanwhile, passkey, session } = await openOne();
  await store.openSession(session);
  const adding = () => [store.addCredential(passkey, { session: session.tokenHash })];
  expect(await meanwhile(removalFrom('sessions'), adding)).toEqual(['no-account']);
});

test('a passkey cannot be required while another instance removes the last one', async () => {
  const { store, uid, meanwhile, passkey } = await openOne();
  await store.addCredential(passkey);
  expect(await meanwhile(removalFrom('credentials'), () => [store.requirePasskey(uid, NOON)])).toEqual([
    false,
  ]);
});

test('a device whose session opens during the deletion of its account can be told so', async () => {
  const { store, uid, meanwhile, session } = await openOne();
  const opening = `INSERT INTO sessions (token_hash, uid, created_at, expires_at)
    SELECT '${session.tokenHash}', uid, '${NOON}', '${minute(60)}' FROM accounts WHERE uid = $1 FOR SHARE`;
  await meanwhile(opening, () => [store.deleteAccount(uid, NOON)]);
  expect(await store.oneTimeToken('account-gone', session.tokenHash, NOON)).toBeDefined();
});

test('recovery codes made on two instances at once do not both stay', async () => {
  const { address, store, uid } = await openOne();
  const stores = [store, await openOn(address)];
  const code = { kind: 'recovery-code', uid, body: '{}', createdAt: NOON } as const;
  const codes = () => Array.from({ length: 10 }, () => ({ ...code, key: newId() }));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(stores.map((one) => one.replaceCredentials(uid, 'recovery-code', codes())));
    expect(await store.credentialsOf(uid, 'recovery-code')).toHaveLength(10);
  }
});

test('a passkey being added on another instance counts towards the limit', async () => {
  const { store, uid, meanwhile, passkey } = await openOne();
  const addition = `${LOCKED} INSERT INTO credentials (kind, key, uid, body, created_at)
    SELECT 'passkey', '${newId()}', uid, '{}', '${NOON}' FROM locked`;
  expect(await meanwhile(addition, () => [store.addCredential(passkey, { max: 1 })])).toEqual([
    'limit-reached',
  ]);
  expect(await store.credentialsOf(uid, 'passkey')).toHaveLength(1);
});

test('a notice that fails while another instance takes it back is not sent, nor is its correction', async () => {
  const { store, save, meanwhile } = await openOne();
  const words = { kind: 'first', recipient: { userId: 'x' }, name: 'Ella', status: 'in', at: NOON } as const;
  await save([], { notices: [{ notice: { ...words, about: newId() }, dueAt: minute(1) }] });
  const [taken] = await store.takeNotices(minute(1), minute(2), 1);
  const takingBack = `WITH locked AS (
      SELECT id FROM households WHERE id = (SELECT household FROM accounts WHERE uid = $1) FOR UPDATE)
    INSERT INTO notices (household, about, kind, message, due_at)
    SELECT household, about, 'taken-back', message, due_at FROM notices, locked`;
  await meanwhile(takingBack, () => [store.settleNotice(taken?.id ?? 0, { retryAt: minute(3) })]);
  expect(await store.takeNotices(minute(9), minute(10), 9)).toEqual([]);
});

test('a recovery whose last step meets a full disk changes nothing, and its link works again', async () => {
  const address = await newSchema();
  const store = await openOn(address);
  const { hash, state } = await recoverableFamily(store);
  const before = await state();
  const redeem = () => store.redeemOneTimeToken('recovery', hash, NOON, () => RECOVERED);
  await runSql(
    address,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER fails BEFORE DELETE ON sessions EXECUTE FUNCTION fail()`,
  );
  await expect(redeem()).rejects.toThrow(StoreUnavailable);
  expect(await state()).toEqual(before);
  await runSql(address, 'DROP TRIGGER fails ON sessions');
  expect(await redeem()).toBeDefined();
  expect(await state()).toMatchObject({ credentials: 0, sessions: 0 });
});
