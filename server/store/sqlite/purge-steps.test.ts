import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { childPath, visitPath } from '#domain/paths.ts';
import { largeFamily, purgeRemoved } from '#server/store/contract/purge-removed.ts';
import { PAGE_LENGTH } from '#server/store/page.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openSqliteStore } from './sqlite.ts';

const ROWS_PER_STEP = 200;

function openHere(folder: string) {
  const store = openSqliteStore(folder, (error) => {
    throw error;
  });
  onTestFinished(() => store.close());
  return store;
}

/** Counts the rows of people and visits, and their length, behind the server's back. */
function counted(folder: string): () => { rows: number; length: number } {
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(() => db.close());
  const count = db.prepare(
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
  const again = openHere(folder);
  while (await step(() => again.purgeRemoved()));
  // A profile, another child with a friend and a visit, and the tombstone.
  expect(rows().rows).toBe(5);
});

test('a step ends with the row that brings it to the length of a page', async () => {
  const folder = temporaryFolder();
  const store = openHere(folder);
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
  const store = openHere(folder);
  const { account } = await largeFamily(store);
  const rows = counted(folder);
  const before = rows().rows;
  await store.deleteAccount(account.uid);
  expect(before - rows().rows).toBeLessThanOrEqual(ROWS_PER_STEP);
  expect(await purgeRemoved(store)).toBeGreaterThan(1);
  expect(rows().rows).toBe(0);
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(() => db.close());
  for (const table of ['households', 'purges', 'outcomes', 'notices'])
    expect([table, db.prepare(`SELECT count(*) AS n FROM ${table}`).get()]).toEqual([table, { n: 0 }]);
});
