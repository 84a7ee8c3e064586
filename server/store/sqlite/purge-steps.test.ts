import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { childPath, visitPath } from '#domain/paths.ts';
import { PAGE_LENGTH } from '#server/store/households/feed.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aVisit,
  familyWithSessions,
  largeFamily,
  NOON,
  purgeRemoved,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';
import { openSqliteStore } from './sqlite.ts';

const ROWS_PER_STEP = 200;
const OPS_PER_STEP = 5000;

/** Opens the database behind the server's back; `count` counts the rows of a table. */
function inspect(folder: string) {
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(() => db.close());
  const count = (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
  return { db, count };
}

/** Counts the rows of people and visits, and their length. */
function counted(folder: string): () => { rows: number; length: number } {
  const count = inspect(folder).db.prepare(
    `SELECT count(*) AS rows, coalesce(sum(octet_length(body)), 0) AS length
     FROM (SELECT body FROM people UNION ALL SELECT body FROM visits)`,
  );
  return () => count.get() as { rows: number; length: number };
}

test('a removal and each step after it delete a few rows, also after a restart, until all are gone', async () => {
  const folder = temporaryFolder();
  const first = openSqliteStore(folder, () => undefined);
  const { save, kim } = await largeFamily(first);
  const rows = counted(folder);
  let before = rows().rows;
  const step = async (run: () => Promise<unknown>) => {
    const result = await run();
    expect(before - rows().rows).toBeLessThanOrEqual(ROWS_PER_STEP);
    before = rows().rows;
    return result;
  };
  await step(() => save([[childPath(kim), undefined]]));
  await step(() => first.purgeRemoved());
  await first.close();
  const again = openStoreIn(folder);
  while (await step(() => again.purgeRemoved()));
  // A profile, another child with a friend and a visit, and the tombstone.
  expect(rows().rows).toBe(5);
});

test('a step ends with the row that brings it to the length of a page', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const { save } = await storeFamily(store);
  const [kim, LONG] = [newId(), 100_000];
  const visits = Array.from({ length: 20 }, (_, at) => {
    const visit = { ...aVisit(newId(), at, at + 1), padding: 'x'.repeat(LONG) };
    return [visitPath(kim, newId()), visit] as const;
  });
  await save([[childPath(kim), aChild()], ...(visits as never as [])]);
  const rows = counted(folder);
  let before = rows().length;
  for (
    let run: () => Promise<unknown> = () => save([[childPath(kim), undefined]]);
    (await run()) !== false;
  ) {
    expect(before - rows().length).toBeLessThan(PAGE_LENGTH + 1.1 * LONG);
    before = rows().length;
    run = () => store.purgeRemoved();
  }
  expect(rows().rows).toBe(2);
});

test('a large household without an account is deleted in steps, and nothing of it stays', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const { account } = await largeFamily(store);
  const rows = counted(folder);
  const before = rows().rows;
  await store.deleteAccount(account.uid, NOON);
  expect(before - rows().rows).toBeLessThanOrEqual(ROWS_PER_STEP);
  expect(await purgeRemoved(store)).toBeGreaterThan(1);
  expect(rows().rows).toBe(0);
  const { count } = inspect(folder);
  for (const table of ['households', 'purges', 'outcomes', 'notices'])
    expect([table, count(table)]).toEqual([table, 0]);
});

test('the outcomes of a deleted household go in steps before its number, also after a restart, and those of others stay', async () => {
  const folder = temporaryFolder();
  const first = openSqliteStore(folder, () => undefined);
  const [gone, kept] = [await storeFamily(first), await storeFamily(first)];
  const [TIMES, OPS] = [30, 250];
  const ops: string[] = [];
  for (let time = 0; time < TIMES; time += 1)
    for (const { save } of [gone, kept]) {
      const made = Array.from({ length: OPS }, newId);
      if (save === kept.save) ops.push(...made);
      await save([], {
        outcomes: made.map((op, sequence) => ({ outcome: { op, result: 'done', version: 2 }, sequence })),
      });
    }
  const { count } = inspect(folder);
  await first.deleteAccount(gone.account.uid, NOON);
  while (count('outcomes') === 2 * TIMES * OPS) await first.purgeRemoved();
  await first.close();
  expect([count('outcomes') > TIMES * OPS, count('households')]).toEqual([true, 2]);
  const again = openStoreIn(folder);
  await purgeRemoved(again);
  expect([count('outcomes'), count('households'), count('purges')]).toEqual([TIMES * OPS, 1, 0]);
  const { outcomes } = await again.transact(kept.household, (transaction) => transaction.begin(newId(), ops));
  expect(outcomes.size).toBe(TIMES * OPS);
});

test('of several deleted households the names go first, and one walk through the outcomes serves them all', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const [kept, GONE, WALK] = [await storeFamily(store), 8, 5];
  const families = [];
  for (let at = 0; at < GONE; at += 1) families.push(await largeFamily(store));
  const outcomes = Array.from({ length: WALK * OPS_PER_STEP }, (_, sequence) => ({
    outcome: { op: newId(), result: 'done', version: 2 } as const,
    sequence,
  }));
  await kept.save([], { outcomes });
  for (const { account } of families) await store.deleteAccount(account.uid, NOON);
  const rows = counted(folder);
  const { count } = inspect(folder);
  const walks = () => count("purges WHERE path > '~'");
  const steps = { names: 0, walk: 0 };
  for (let more = true; more; ) {
    const before = rows().rows;
    more = await store.purgeRemoved();
    steps[rows().rows < before ? 'names' : 'walk'] += 1;
    if (walks() > 0) expect(rows().rows).toBe(1);
  }
  // A household's last step begins the walk for it or removes it; only the walk itself is long.
  expect(steps.walk).toBeLessThanOrEqual(WALK + 2 * GONE + 2);
  expect(['households', 'purges', 'outcomes'].map(count)).toEqual([1, 0, WALK * OPS_PER_STEP]);
});

test('a removed child takes the tombstones of its visits along in their time, not by a search among all others', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const { household, save } = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const visit = visitPath(kim, newId());
  await save([
    [childPath(kim), aChild()],
    [visit, aVisit(ella, 0, 5)],
  ]);
  await save([[visit, undefined]]);
  await save([[childPath(kim), undefined]]);
  await purgeRemoved(store);
  const removed = async () => (await store.changes(household, 1, 10)).changes.map(({ path }) => path);
  expect(await removed()).toEqual([visit, childPath(kim)]);
  await store.purgeTombstones(undefined, '2100-01-01T00:00:00.000Z', 10);
  expect((await store.changes(household, 1, 10)).cursorExpired).toBe(true);
});

test('the times of the tombstones of a deleted household go in steps, too', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const { household, account } = await storeFamily(store);
  const { db, count } = inspect(folder);
  const times = () => count('tombstone_times');
  db.exec(`WITH RECURSIVE many (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < ${3 * ROWS_PER_STEP})
    INSERT INTO tombstone_times SELECT number, i, i FROM many, households WHERE id = '${household}'`);
  await store.deleteAccount(account.uid, NOON);
  for (let [before, more] = [3 * ROWS_PER_STEP, true]; more; more = await store.purgeRemoved()) {
    expect(before - times()).toBeLessThanOrEqual(ROWS_PER_STEP);
    before = times();
  }
  expect(times()).toBe(0);
});

test('what expired is purged a few rows of each table at a time', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const EXPIRED = 450;
  const { account } = await familyWithSessions(store, EXPIRED);
  const token = {
    kind: 'recovery',
    uid: account.uid,
    body: '{}',
    expiresAt: '2026-05-04T12:00:00.000Z',
  } as const;
  for (let at = 0; at < EXPIRED; at += 1) {
    await store.putOneTimeToken({ ...token, hash: `token ${at}` });
    await store.attempt(`attempt ${at}`, 0, { burst: 1, interval: 1 });
  }
  const { count } = inspect(folder);
  const counts = () => ['sessions', 'attempts'].map(count);
  expect(counts()).toEqual([EXPIRED, EXPIRED]);
  const seen = [counts()];
  const watch = () => {
    seen.push(counts());
    timer = setImmediate(watch);
  };
  let timer = setImmediate(watch);
  await store.purgeExpired('2100-01-01T00:00:00.000Z');
  clearImmediate(timer);
  seen.push(counts());
  expect(seen.at(-1)).toEqual([0, 0]);
  const steps = seen.slice(1).map((now, at) => now.map((rows, table) => (seen[at]?.[table] ?? 0) - rows));
  expect(Math.max(...steps.flat())).toBeLessThanOrEqual(ROWS_PER_STEP);
});

test('a household keeps so many tombstones of people, the latest; a phone from before them takes a snapshot', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const { household } = await storeFamily(store);
  const [MOST, MORE] = [20_000, 10];
  const { db, count } = inspect(folder);
  const at = db.prepare('SELECT number, version FROM households WHERE id = ?').get(household) as never;
  const { number, version } = at as { number: number; version: number };
  db.exec(`WITH RECURSIVE many (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < ${MOST + MORE})
    INSERT INTO people (household, path, version, body) SELECT ${number}, 'children/x/guests/' || i, ${version} + i, NULL FROM many;
    UPDATE households SET version = ${version + MOST + MORE} WHERE number = ${number}`);
  const never = '2000-01-01T00:00:00.000Z';
  await store.purgeTombstones(undefined, never, 25);
  expect(count('people WHERE body IS NULL')).toBe(MOST);
  expect(await store.changes(household, version, 10)).toMatchObject({ cursorExpired: true });
  const known = await store.changes(household, version + MORE, 10);
  expect([known.cursorExpired, known.changes.length]).toEqual([undefined, 10]);
});
