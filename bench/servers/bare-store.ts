import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Transaction } from '#server/store/port.ts';
import { sessionReader } from '#server/store/sqlite/auth/sessions.ts';
import { openReader, openWriter } from '#server/store/sqlite/connection/connection.ts';
import { feedReader } from '#server/store/sqlite/household/feed.ts';
import { transactions } from '#server/store/sqlite/household/household-transaction.ts';
import { migrate } from '#server/store/sqlite/schema/migrations.ts';

/** The product's own SQLite statements and grouped commits, without the savepoint around each transaction. */
export function openBareStore(folder: string) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'framme.db');
  const writer = openWriter(file);
  migrate(writer);
  const reader = openReader(file);
  const openTransaction = transactions(writer);
  const run = groupCommit(writer);
  return {
    session: sessionReader(reader).session,
    changes: feedReader(reader),
    transact: <T>(household: string, work: (transaction: Transaction) => Promise<T>): Promise<T> =>
      run(() => work(openTransaction(household))),
  };
}

interface Job {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
}

/**
 * Runs all work of one turn of the event loop in one transaction; a throw ends the process, as nothing is
 * rolled back.
 */
function groupCommit(db: DatabaseSync) {
  const [begin, commit] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')];
  let waiting: Job[] = [];
  const turn = async () => {
    const group = waiting;
    waiting = [];
    begin.run();
    const values: unknown[] = [];
    for (const { work } of group) values.push(await work());
    commit.run();
    group.forEach(({ resolve }, i) => {
      resolve(values[i]);
    });
  };
  return <T>(work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve) => {
      waiting.push({ work, resolve: resolve as Job['resolve'] });
      if (waiting.length === 1) setImmediate(() => void turn());
    });
}
