import { expect, onTestFinished, test } from 'vitest';
import { childPath } from '#domain/paths.ts';
import { newId } from '#tests/support/household.ts';
import { newSchema, runSql } from '#tests/support/postgres.ts';
import { aChild, minute, NOON, storeFamily } from '#tests/support/stored-family.ts';
import { openPostgresStore } from './postgres.ts';

/** Every row of every table, as one text. */
async function rowsIn(address: string): Promise<string> {
  const tables = await runSql(
    address,
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  const rows = await Promise.all(tables.map(({ name }) => runSql(address, `SELECT * FROM ${name}`)));
  return JSON.stringify(rows);
}

test('nothing of a deleted account is left in any table', async () => {
  const address = await newSchema();
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  const { uid, household, email } = family.account;
  const op = newId();
  const words = { recipient: { phone: '070-1' }, name: 'Rumpel', at: NOON };
  const notice = { about: op, kind: 'first', status: 'in', ...words } as const;
  await family.save([[childPath(newId()), aChild('Rumpelstilzchen')]], {
    outcomes: [{ outcome: { op, result: 'done', version: 2 }, sequence: 1 }],
    notices: [{ notice, dueAt: minute(1) }],
  });
  const session = { tokenHash: 'hash', id: newId(), name: 'Rumpelphone', uid };
  await store.openSession({ ...session, createdAt: NOON, expiresAt: minute(60) });
  await store.putTicket({ kind: 'recovery', hash: 'ticket', uid, body: '{}', expiresAt: minute(60) });
  await store.addCredential({ kind: 'passkey', key: 'key', uid, body: '{}', createdAt: NOON });
  const traces = [uid, household, email, op, 'Rumpel'];
  const left = async () => {
    const rows = await rowsIn(address);
    return traces.filter((trace) => rows.includes(trace));
  };
  expect(await left()).toEqual(traces);
  await store.deleteAccount(uid);
  expect(await left()).toEqual([]);
  expect(await rowsIn(address)).toContain(other.account.uid);
});
