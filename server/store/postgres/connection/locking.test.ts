import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { childPath, friendPath } from '#domain/paths.ts';
import { NoSuchHousehold, StoreUnavailable } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, storeFamily } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from '../postgres.ts';

/** A store with few connections, and a function to run SQL on its database. */
async function openHere(connections = 3) {
  const address = await newSchema();
  const store = await openPostgresStore(address, { max: connections });
  onTestFinished(() => store.close());
  return { store, address, sql: (text: string) => runSql(address, text) };
}

/** Locks a household as another instance would. Returns the function that releases the lock. */
async function holdHousehold(address: string, household: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT FROM households WHERE id = $1 FOR UPDATE', [household]);
  return () => client.end();
}

/** Makes the first `times` writes of a document, or its removals, fail with an error code. */
const failing = (code: string, times: number, event: 'INSERT' | 'DELETE' = 'INSERT') =>
  `CREATE SEQUENCE tries;
   CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF nextval('tries') <= ${times} THEN
       PERFORM pg_sleep(0.05);
       RAISE EXCEPTION 'no' USING ERRCODE = '${code}';
     END IF;
     RETURN coalesce(new, old);
   END $$;
   CREATE TRIGGER fail BEFORE ${event} ON documents FOR EACH ROW EXECUTE FUNCTION fail()`;

test('a locked household delays no other, however many requests wait for it', async () => {
  const { store, address } = await openHere();
  const [locked, free] = [await storeFamily(store), await storeFamily(store)];
  const release = await holdHousehold(address, locked.household);
  let done = 0;
  const waiting = Array.from({ length: 20 }, () =>
    locked.save([[childPath(newId()), aChild()]]).then(() => (done += 1)),
  );
  for (let tap = 0; tap < 10; tap += 1) await free.save([[childPath(newId()), aChild()]]);
  expect((await store.changes(free.household, 0, 100)).cursor).toBe(11);
  expect(done).toBe(0);
  await release();
  await Promise.all(waiting);
  expect((await store.changes(locked.household, 0, 100)).cursor).toBe(21);
});

test.each(['40001', '40P01'])(
  'a transaction that PostgreSQL aborts with %s is retried from its start',
  async (code) => {
    const { store, sql } = await openHere();
    const family = await storeFamily(store);
    await sql(failing(code, 3));
    await family.save([[childPath(newId()), aChild()]]);
    expect(await sql(`SELECT last_value::int AS tries FROM tries`)).toEqual([{ tries: 4 }]);
    expect((await store.changes(family.household, 0, 100)).cursor).toBe(2);
  },
);

test('an error of any statement is told as it is, not as that of the ones sent behind it', async () => {
  const { store, sql } = await openHere();
  const family = await storeFamily(store);
  const [id, ella] = [newId(), newId()];
  await family.save([
    [childPath(id), aChild()],
    [friendPath(id, ella), aFriend()],
  ]);
  await sql(failing('40P01', 8, 'DELETE'));
  await family.save([[childPath(id), undefined]]);
  const { changes } = await store.changes(family.household, 1, 100);
  expect(changes).toEqual([{ path: childPath(id), version: 3 }]);
});

test('a transaction that is aborted again and again is unavailable and writes nothing', async () => {
  const { store, sql } = await openHere();
  const family = await storeFamily(store);
  await sql(failing('40001', 1000));
  await expect(family.save([[childPath(newId()), aChild()]])).rejects.toThrow(StoreUnavailable);
  expect((await store.changes(family.household, 0, 100)).cursor).toBe(1);
});

test('a constraint error reaches the caller without a retry, and the store goes on', async () => {
  const { store, sql } = await openHere(1);
  const family = await storeFamily(store);
  await sql(failing('23514', 1));
  await expect(family.save([[childPath(newId()), aChild()]])).rejects.toMatchObject({ code: '23514' });
  await family.save([[childPath(newId()), aChild()]]);
  expect((await store.changes(family.household, 0, 100)).cursor).toBe(2);
});

test('a full disk throws StoreUnavailable', async () => {
  const { store, sql } = await openHere();
  const family = await storeFamily(store);
  await sql(failing('53100', 1));
  await expect(family.save([[childPath(newId()), aChild()]])).rejects.toThrow(StoreUnavailable);
  await family.save([[childPath(newId()), aChild()]]);
});

test('a transaction that goes on after a failed statement writes nothing', async () => {
  const { store, sql } = await openHere();
  const { household } = await storeFamily(store);
  await sql(failing('23514', 1));
  const work = store.transact(household, async (transaction) => {
    // Not shared with other households, so the work sees the failure itself.
    await transaction.closedBefore('', undefined, 1);
    const documents = [{ path: childPath(newId()), version: 2, document: aChild() }];
    const batch = { version: 2, device: newId(), lastSequence: 1, outcomes: [], notices: [], recordedAt: '' };
    await transaction.save({ ...batch, documents }).catch(() => undefined);
  });
  await expect(work).rejects.toThrow(/went on/);
  expect((await store.changes(household, 0, 100)).cursor).toBe(1);
});

test('a transaction for an unknown household is refused', async () => {
  const { store } = await openHere();
  const reading = store.transact('nobody0000', (transaction) => transaction.begin(newId(), []));
  await expect(reading).rejects.toThrow(NoSuchHousehold);
});

test('a closing store answers pending calls and refuses new ones', async () => {
  const { store } = await openHere(1);
  const family = await storeFamily(store);
  const calls = Array.from({ length: 10 }, () => family.save([[childPath(newId()), aChild()]]));
  const reading = store.changes(family.household, 0, 100);
  await store.close();
  await expect(Promise.all([...calls, reading])).resolves.toHaveLength(11);
  await expect(store.check()).rejects.toThrow(StoreUnavailable);
});
