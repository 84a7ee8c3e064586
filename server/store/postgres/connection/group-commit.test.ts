import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { childPath, friendPath } from '#domain/paths.ts';
import { type Store, StoreUnavailable } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aFriend,
  minute,
  NOON,
  type StoredFamily,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from '../postgres.ts';

/** A store with families, whose calls in one turn of the event loop are one group, and SQL on its database. */
async function openWith(families: number) {
  const address = await newSchema();
  const store = await openPostgresStore(address, { max: 4 });
  onTestFinished(() => store.close());
  const stored = await Promise.all(Array.from({ length: families }, () => storeFamily(store)));
  return { store, address, families: stored, sql: (text: string) => runSql(address, text) };
}

async function openWithOne() {
  const opened = await openWith(1);
  const [family] = opened.families;
  if (!family) throw new Error('a family is needed');
  return { ...opened, family };
}

const addChild = ({ save }: StoredFamily) => save([[childPath(newId()), aChild()]]);

const versionsOf = async (store: Store, families: readonly StoredFamily[]) => {
  const versions = await store.versions(families.map(({ household }) => household));
  return families.map(({ household }) => versions.get(household));
};

/** Holds locks as another instance would. Returns the function that releases them. */
async function hold(address: string, sql: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: address });
  await client.connect();
  await client.query(`BEGIN; ${sql}`);
  return () => client.end();
}

const lockOf = (families: readonly StoredFamily[]) =>
  `SELECT FROM households WHERE id IN (${families.map(({ household }) => `'${household}'`).join()}) FOR UPDATE`;

/** Makes writes of a table fail with an error code, `where` they are. */
const failing = (code: string, where: string, table = 'people') =>
  `CREATE SEQUENCE tries;
   CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     IF ${where} THEN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END IF;
     RETURN new;
   END $$;
   CREATE TRIGGER fail BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`;

test('the works of a turn are committed in one transaction', async () => {
  const { families, sql } = await openWith(20);
  await sql('ALTER TABLE people ADD COLUMN written xid8 DEFAULT pg_current_xact_id()');
  await Promise.all(families.map(addChild));
  const [counted] = await sql(
    "SELECT count(DISTINCT written::text)::int AS many FROM people WHERE path LIKE 'children/%'",
  );
  expect(counted).toEqual({ many: 1 });
});

test('works that ask for their state and their documents at once stay together', async () => {
  const { store, families, sql } = await openWith(5);
  await sql('ALTER TABLE people ADD COLUMN written xid8 DEFAULT pg_current_xact_id()');
  const add = ({ household }: StoredFamily) =>
    store.transact(household, async (transaction) => {
      const path = childPath(newId());
      const reads = [{ paths: [path] }];
      const [{ version }, found] = await Promise.all([
        transaction.begin('device0000', []),
        transaction.load(reads),
      ]);
      expect([version, found.everExisted(path)]).toEqual([1, false]);
      const documents = [{ path, version: 2, document: aChild() }];
      const batch = { version: 2, device: 'device0000', lastSequence: 1, outcomes: [], notices: [] };
      await transaction.save({ ...batch, documents, recordedAt: NOON });
    });
  await Promise.all(families.map(add));
  const [counted] = await sql(
    "SELECT count(DISTINCT written::text)::int AS many FROM people WHERE path LIKE 'children/%'",
  );
  expect(counted).toEqual({ many: 1 });
  expect(await versionsOf(store, families)).toEqual([2, 2, 2, 2, 2]);
});

test('a household that is locked elsewhere waits alone, and the others of its group are kept', async () => {
  const { store, address, families } = await openWith(5);
  const [locked, ...free] = families;
  const release = await hold(address, lockOf(families.slice(0, 1)));
  let isDone = false;
  const waiting = locked && addChild(locked).then(() => (isDone = true));
  await Promise.all(free.map(addChild));
  expect(isDone).toBe(false);
  expect(await versionsOf(store, families)).toEqual([1, 2, 2, 2, 2]);
  await release();
  await waiting;
  expect(await versionsOf(store, families)).toEqual([2, 2, 2, 2, 2]);
});

test('many locked households leave connections to the others', async () => {
  const { store, address, families } = await openWith(9);
  const [locked, free] = [families.slice(0, 8), families.slice(8)];
  const release = await hold(address, lockOf(locked));
  let done = 0;
  const waiting = locked.map((family) => addChild(family).then(() => (done += 1)));
  for (let tap = 0; tap < 5; tap += 1) await Promise.all(free.map(addChild));
  await store.check();
  expect(done).toBe(0);
  await release();
  await Promise.all(waiting);
  expect(await versionsOf(store, families)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 6]);
});

test('a group that stalls delays the next one only a little', async () => {
  const { store, families } = await openWith(2);
  const [stalled, free] = families;
  if (!stalled || !free) throw new Error('two families are needed');
  const stall = Promise.withResolvers<void>();
  let isDone = false;
  const waiting = store
    .transact(stalled.household, async (transaction) => {
      await transaction.begin(newId(), []);
      await stall.promise;
    })
    .finally(() => (isDone = true));
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  await addChild(free);
  expect(isDone).toBe(false);
  stall.resolve();
  await waiting;
});

test('a work that waits for another lock than that of its household does not fail the others of its group', async () => {
  const { store, address, families } = await openWith(3);
  const [stalled, ...free] = families;
  const words = { recipient: { userId: 'x' }, name: 'Ella', status: 'in', at: NOON, about: newId() } as const;
  const queue = async (kind: 'first' | 'cancelled') =>
    stalled?.save([], { notices: [{ notice: { ...words, kind }, dueAt: minute(9) }] });
  await queue('first');
  const release = await hold(address, 'SELECT FROM notices FOR UPDATE');
  const waiting = queue('cancelled').catch((error: unknown) => error);
  await Promise.all(free.map(addChild));
  expect(await versionsOf(store, free)).toEqual([2, 2]);
  expect(await waiting).toBeInstanceOf(StoreUnavailable);
  await release();
});

test('an error of the database reaches the one whose error it is, and the others of its group are kept', async () => {
  const { store, families, sql } = await openWith(4);
  await sql(
    failing(
      '23514',
      `new.household = (SELECT number FROM households WHERE id = '${families[2]?.household}')`,
    ),
  );
  const results = await Promise.allSettled(families.map(addChild));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(results[2]).toMatchObject({ reason: { code: '23514' } });
  expect(await versionsOf(store, families)).toEqual([2, 2, 1, 2]);
});

test.each(['40001', '40P01'])(
  'a group that PostgreSQL aborts with %s is done again, and nothing twice',
  async (code) => {
    const { store, families, sql } = await openWith(4);
    await sql(failing(code, "nextval('tries') <= 3"));
    await Promise.all(families.map(addChild));
    expect(await versionsOf(store, families)).toEqual([2, 2, 2, 2]);
  },
);

test('a full disk is told to the whole group, which is not tried again', async () => {
  const { store, families, sql } = await openWith(3);
  await sql(failing('53100', "nextval('tries') <= 1"));
  const results = await Promise.allSettled(families.map(addChild));
  for (const result of results) expect(result).toMatchObject({ reason: expect.any(StoreUnavailable) });
  expect(await versionsOf(store, families)).toEqual([1, 1, 1]);
  await Promise.all(families.map(addChild));
});

test('an error of any statement is told as it is, not as that of the ones sent behind it', async () => {
  const { store, sql, family } = await openWithOne();
  const [id, ella] = [newId(), newId()];
  await family.save([
    [childPath(id), aChild()],
    [friendPath(id, ella), aFriend()],
  ]);
  await sql(failing('40P01', "nextval('tries') <= 4", 'tombstone_times'));
  await family.save([[childPath(id), undefined]]);
  expect(await sql('SELECT last_value::int AS tries FROM tries')).toEqual([{ tries: 5 }]);
  const { changes } = await store.changes(family.household, 1, 100);
  expect(changes).toEqual([{ path: childPath(id), version: 3 }]);
});

test('a transaction that is aborted again and again is unavailable and writes nothing', async () => {
  const { store, sql, family } = await openWithOne();
  await sql(failing('40001', 'true'));
  await expect(family.save([[childPath(newId()), aChild()]])).rejects.toThrow(StoreUnavailable);
  expect((await store.changes(family.household, 0, 100)).cursor).toBe(1);
});

test('a transaction that goes on after a failed statement writes nothing', async () => {
  const { store, sql, family } = await openWithOne();
  const { household } = family;
  await sql(failing('23514', 'true'));
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

test('a store that is closed while a group waits completes it in order', async () => {
  const { store, address, families } = await openWith(3);
  const release = await hold(address, lockOf(families.slice(0, 1)));
  const ended: string[] = [];
  const calls = families.map((family, index) => addChild(family).then(() => ended.push(`family ${index}`)));
  const closing = store.close().then(() => ended.push('closed'));
  await Promise.all(calls.slice(1));
  await expect(store.check()).rejects.toThrow(StoreUnavailable);
  await release();
  await Promise.all([...calls, closing]);
  expect(ended.toSorted((a, b) => ended.indexOf(a) - ended.indexOf(b)).slice(-2)).toEqual([
    'family 0',
    'closed',
  ]);
  expect(await runSql(address, 'SELECT version::int FROM households')).toEqual(Array(3).fill({ version: 2 }));
});

test('two instances that write the same households in groups leave no gap and no duplicate version', async () => {
  const { store, address, families } = await openWith(6);
  const other = await openPostgresStore(address);
  onTestFinished(() => other.close());
  const add = (on: Store, { household }: StoredFamily) =>
    on.transact(household, async (transaction) => {
      const { version, lastSequence } = await transaction.begin('device0000', []);
      const document = { path: childPath(newId()), version: version + 1, document: aChild() };
      await transaction.save({
        ...{ version: version + 1, device: 'device0000', lastSequence: lastSequence + 1 },
        ...{ documents: [document], outcomes: [], notices: [], recordedAt: NOON },
      });
    });
  const rounds = Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other));
  await Promise.all(rounds.flatMap((on) => families.map((family) => add(on, family))));
  for (const { household } of families) {
    const { changes, cursor } = await store.changes(household, 1, 100);
    expect(cursor).toBe(21);
    expect(changes.map(({ version }) => version)).toEqual(rounds.map((_, index) => index + 2));
  }
});
