import { expect, onTestFinished, test } from 'vitest';
import { childPath, visitPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor, storeHost } from '#tests/support/people/stored-following.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from '../postgres.ts';

/** The tables without personal data: rate limits and refused numbers are stored under hashes. */
const ANONYMOUS = ['after_restore', 'attempts', 'framme_schema', 'refused_numbers', 'secrets', 'store_epoch'];

/** Returns all rows of each table as one text. */
async function tablesIn(address: string): Promise<Map<string, string>> {
  const tables = await runSql(
    address,
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1',
  );
  const rows = tables.map(
    async ({ name }): Promise<[string, string]> => [
      String(name),
      JSON.stringify(await runSql(address, `SELECT * FROM ${name}`)),
    ],
  );
  return new Map(await Promise.all(rows));
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
  await family.save([[childPath(newId()), undefined]]);
  const link = { id: newId(), hash: 'hash of a link', by: uid, madeAt: NOON };
  const visit = visitPath(newId(), newId());
  const alerts = [{ about: visit, kind: 'planned', at: NOON } as const];
  await family.save([[visit, { ...aVisit(newId(), 0), links: [link] }]], { alerts });
  const entry = { uid, key: 'Rumpel', body: '{}', at: NOON, times: 1, expiresAt: minute(60) };
  await store.addActivity([entry], 10);
  const session = { tokenHash: 'hash', id: newId(), name: 'Rumpelphone', uid };
  await store.openSession({ ...session, createdAt: NOON, expiresAt: minute(60) });
  const device = { endpoint: 'https://push.example.org/Rumpel', p256dh: 'key', auth: 'secret', taps: true };
  expect(await store.putPushDevice({ session: session.tokenHash, ...device, since: NOON })).toBe('put');
  await store.putOneTimeToken({ kind: 'recovery', hash: 'token', uid, body: '{}', expiresAt: minute(60) });
  await store.addCredential({ kind: 'passkey', key: 'key', uid, body: '{}', createdAt: NOON });
  expect(await askFor(store, await storeHost(store), family)).toMatchObject({ put: 'put' });
  const traces = [uid, household, email, op, 'Rumpel'];
  const left = (rows: string) => traces.filter((trace) => rows.includes(trace));
  const before = [...(await tablesIn(address))];
  const untouched = before.filter(([, rows]) => left(rows).length === 0);
  expect(untouched.map(([name]) => name)).toEqual(ANONYMOUS);
  expect(left(before.join())).toEqual(traces);
  await store.deleteAccount(uid, NOON);
  const after = [...(await tablesIn(address))].join();
  expect(left(after)).toEqual([]);
  expect(after).toContain(other.account.uid);
});
