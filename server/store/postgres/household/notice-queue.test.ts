import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from '../postgres.ts';

test('a notice is settled also if a deletion locks its rows in the other order', async () => {
  const address = await withLateDeadlocks(await newSchema());
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  const family = await storeFamily(store);
  const about = newId();
  const words = { kind: 'first', recipient: { userId: 'x' }, name: 'Ella', status: 'in', at: NOON } as const;
  await family.save([], {
    outcomes: [{ outcome: { op: about, result: 'done', version: 2 }, sequence: 1 }],
    notices: [{ notice: { ...words, about }, dueAt: minute(1) }],
  });
  const [taken] = await store.takeNotices(minute(1), minute(2), 1);
  const other = new Client({ connectionString: address });
  await other.connect();
  onTestFinished(() => other.end());
  // Of the two in a circle PostgreSQL ends the first that looks for one: never this one, however late it comes. A server of
  // one's own may not allow that.
  await other.query("SET deadlock_timeout = '10min'").catch(() => undefined);
  await other.query(`BEGIN; SELECT FROM outcomes WHERE op = '${about}' FOR UPDATE`);
  const settling = store.settleNotice(taken?.id ?? '', { sentAt: minute(1) });
  // It has deleted the notice, and waits for the outcome. Other test files share the server, each with a database of its own.
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'transactionid'`;
  await expect.poll(() => runSql(address, waiting)).toHaveLength(1);
  await other.query('SELECT FROM notices FOR UPDATE');
  await other.query('COMMIT');
  await settling;
  expect(await runSql(address, 'SELECT op FROM outcomes WHERE notified')).toEqual([{ op: about }]);
  expect(await runSql(address, 'SELECT FROM notices')).toEqual([]);
});

/** Returns the address with three seconds before a wait looks for a circle: PostgreSQL's one may pass before there is one. */
async function withLateDeadlocks(address: string): Promise<string> {
  const late = new URL(address);
  late.searchParams.set('options', `${late.searchParams.get('options')} -cdeadlock_timeout=3s`);
  const isAllowed = await runSql(late.href, 'SELECT').then(
    () => true,
    () => false,
  );
  return isAllowed ? late.href : address;
}
