import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { faultsIn } from '#tests/contract/faults-of.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { moveStore } from '../../admin/move.ts';
import type { Moved } from '../../ports/moving.ts';
import type { Store } from '../../ports/store.ts';
import { openSqliteStore } from '../../sqlite/sqlite.ts';
import { openPostgresStore } from '../postgres.ts';

const AT = '2026-05-04T12:00:00.000Z';

/** Rows of a family that no tap makes, and notices in every state; the ops are of taps that exist, or were purged. */
function fillRest(dataDir: string, { account }: HouseholdOnPhone, ops: readonly string[]): void {
  const db = new DatabaseSync(join(dataDir, 'framme.db'));
  const { uid, household } = account;
  const [sent = '', waiting = '', undone = ''] = ops;
  const number = Number(db.prepare('SELECT number FROM households WHERE id = ?').get(household)?.number);
  const run = (sql: string, ...values: (string | number | null)[]) => db.prepare(sql).run(...values);
  run("INSERT INTO tickets VALUES ('hash', 'recovery', ?, '{\"a\":\"\\u0000å\"}', ?)", uid, AT);
  run("INSERT INTO tickets VALUES ('free', 'invitation', NULL, '{}', ?)", AT);
  run("INSERT INTO credentials VALUES ('passkey', 'key', ?, '{}', ?)", uid, AT);
  run("INSERT OR IGNORE INTO attempts VALUES ('key', 1767225600123)");
  run("INSERT INTO activity VALUES (?, 'sign-in', ?, 3, '{}', ?)", uid, AT, AT);
  run("INSERT OR IGNORE INTO secrets VALUES ('name', 'value')");
  run("INSERT INTO refused_numbers VALUES ('number')");
  run("INSERT INTO visit_links (hash) VALUES ('given')");
  run('UPDATE accounts SET email_verified_at = ?, passkey_required_at = ? WHERE uid = ?', AT, AT, uid);
  run("INSERT INTO purges VALUES (?, 'children/aaaaaaaaaa')", number);
  run("INSERT INTO after_restore VALUES (?, 'aaaaaaaaaa', 'bchildren/aaaaaaaaaa', '{}')", number);
  const body = JSON.stringify({ at: AT, reached: ['å'] });
  run(
    "INSERT INTO alerts VALUES (?, 'children/aaaaaaaaaa/visits/bbbbbbbbbb', 'planned', ?, 1, ?)",
    number,
    AT,
    body,
  );
  run(
    "INSERT INTO push_devices SELECT token_hash, 'https://push.example/1', ?, ?, 1, ?, ?, 429 FROM sessions LIMIT 1",
    ...['B'.repeat(87), 'a'.repeat(22), AT, AT],
  );
  const follow = `INSERT INTO followers SELECT ?, h.number, 'children/aaaaaaaaaa/guests/bbbbbbbbbb', 'Åsa', o.number, ?, ?, ?, ?
    FROM households h JOIN households o ON o.number <> h.number WHERE h.number = ?`;
  run(follow, 'aaaaaaaaaa', AT, AT, AT, null, number);
  run(follow.replace('h.number = ?', 'o.number = ?'), 'bbbbbbbbbb', AT, null, null, AT, number);
  run("INSERT INTO coming VALUES ('aaaaaaaaaa', '{}', ?)", AT);
  run('UPDATE households SET floor = 2 WHERE number = ?', number);
  run('UPDATE store_epoch SET restored_at = 1767225600123, restored_from = 1767225600000');
  run('DELETE FROM notices');
  run('UPDATE outcomes SET notified = NULL');
  run('UPDATE outcomes SET notified = 1 WHERE op = ?', sent);
  run(
    "INSERT INTO outcomes (household, op, recorded_at, notified) VALUES (?, 'purged0000', 99000, 1)",
    number,
  );
  for (const [about, kind, taken] of [
    [sent, 'taken-back', 0],
    [waiting, 'first', 0],
    [undone, 'first', 1],
    [undone, 'taken-back', 0],
  ] as const)
    run(
      'INSERT INTO notices (household, about, kind, message, due_at, taken, attempts) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[number, about, kind, JSON.stringify({ about, kind, name: 'Ella', at: AT }), AT, taken, taken],
    );
  db.exec(DELETED);
  db.close();
}

/** A family that is being deleted, in both stores' words. */
const DELETED = `INSERT INTO households (number, id, version) VALUES (77, '~77', 9);
  INSERT INTO people (household, version, path, body) VALUES (77, 9, 'children/b', '{}');
  INSERT INTO visits (household, version, child, id) VALUES (77, 9, 'b', 'c');
  INSERT INTO tombstone_times (household, version, removed_at) VALUES (77, 9, 9);
  INSERT INTO outcomes (household, recorded_at, version, op) VALUES (77, 9, 9, 'cccccccccc');
  INSERT INTO after_restore (household, child, key, body) VALUES (77, 'b', 'bchildren/b', '{}');
  INSERT INTO purges (household, path) VALUES (77, '')`;

/** Every row of a folder's database but those of DELETED, without its epoch. */
function rowsIn(dataDir: string): Record<string, Record<string, unknown>[]> {
  const db = new DatabaseSync(join(dataDir, 'framme.db'), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all() as Record<string, unknown>[];
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const rows = tables.map(({ name }) => [
    name,
    all(`SELECT * FROM "${name}"`)
      .filter(({ household, number }) => household !== 77 && number !== 77)
      .map(({ epoch: _epoch, mark: _mark, ...row }) => row)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
  ]);
  db.close();
  return Object.fromEntries(rows);
}

/** A family with rows in every table, on SQLite. */
async function familyWithEverything() {
  const dataDir = temporaryFolder();
  const app = await startApp({ dataDir, env: { DATABASE_URL: '', NOTICE_HOLD_SECONDS: '3600' } });
  const phone = await registerHousehold(app.url);
  await registerHousehold(app.url, 'Berg');
  const child = await phone.addChild();
  const [ella, omar] = [
    await phone.addFriend(child),
    await phone.addFriend(child, 'Omar "\u{1f6b2}" \\u0000'),
  ];
  const nils = await phone.addGuest(child);
  const visit = (await phone.run('checkIn', ella)).op;
  await phone.run('giveLink', { ...ella, visit, hash: 'a'.repeat(43) });
  const ops = [visit];
  for (const [name, who] of [
    ['checkIn', omar],
    ['checkIn', nils],
    ['checkOut', omar],
  ] as const)
    ops.push((await phone.run(name, who)).op);
  expect((await phone.run('checkOut', omar)).result).toBeDefined();
  await phone.run('deleteChild', { child: await phone.addChild('Bo') });
  await phone.run('deleteChild', { child: 'aaaaaaaaaa' });
  await app.stop();
  fillRest(dataDir, phone, ops);
  return { dataDir, phone, ops };
}

test('rows of every table come back from PostgreSQL as they were, with equal hashes on the way', async () => {
  const { dataDir, ops } = await familyWithEverything();
  const [address, last] = [await newDatabase(), temporaryFolder()];
  const steps: string[] = [];
  const report: Parameters<typeof moveStore>[2] = ({ step, rows, of }) => {
    if (rows === of) steps.push(step);
  };
  const there: Moved = await moveStore({ folder: dataDir }, { address }, report);
  expect(await runSql(address, "SELECT FROM households WHERE id LIKE '~%'")).toEqual([]);
  await runSql(address, DELETED);
  const back: Moved = await moveStore({ address }, { folder: last }, report);
  expect(steps).toEqual(['move', 'compare', 'move', 'compare']);
  expect(back).toEqual(there);
  const before = rowsIn(dataDir);
  const empty = Object.entries(before).flatMap(([table, rows]) =>
    Object.keys(rows[0] ?? { rows: 0 })
      .filter((column) => rows.every((row) => row[column] == null || row[column] === 0))
      .map((column) => `${table}.${column}`),
  );
  expect(empty, 'this test should fill every column of every table').toEqual([]);
  expect(rowsIn(last)).toEqual(before);
  expect(before.visits?.some(({ body }) => / {50,}$/.test(String(body)))).toBe(true);
  for (const place of [
    { databaseUrl: address, dataDir },
    { databaseUrl: undefined, dataDir: last },
  ])
    expect(await faultsIn(place)).toEqual([]);
  const [sent, waiting, undone] = ops;
  // The first start begins an epoch, and drops nothing that fell due during the move.
  for (const store of [await openPostgresStore(address), openSqliteStore(last, () => undefined)]) {
    const taken = await store.takeNotices('2026-05-05T12:00:00.000Z', '2026-05-06', 9);
    expect(store.epoch()).toMatch(/^\w{26}$/);
    await store.close();
    expect(taken.map(({ notice, isCorrection, attempts }) => [notice.about, isCorrection, attempts])).toEqual(
      expect.arrayContaining([
        [sent, true, 1],
        [waiting, false, 1],
        [undone, false, 2],
      ]),
    );
    expect(taken).toHaveLength(3);
  }
});

test('nothing is left of a move whose sides differ', async () => {
  const { dataDir } = await familyWithEverything();
  const [address, last] = [await newDatabase(), temporaryFolder()];
  await (await openPostgresStore(address)).close();
  await runSql(
    address,
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.open = 1 THEN RETURN NULL; END IF; RETURN NEW; END';
     CREATE TRIGGER lose BEFORE INSERT ON visits FOR EACH ROW EXECUTE FUNCTION lose()`,
  );
  const moving = moveStore({ folder: dataDir }, { address }, () => undefined);
  await expect(moving).rejects.toThrow(
    /^Both sides differ in visits \(\d+ rows and \d+\), so nothing was moved/,
  );
  expect(await runSql(address, 'SELECT id FROM households')).toEqual([]);
  await runSql(address, 'DROP TRIGGER lose ON visits');
  await moveStore({ folder: dataDir }, { address }, () => undefined);
  // A killed move left it.
  writeFileSync(join(last, 'framme.db.moving'), 'half');
  await moveStore({ address }, { folder: last }, () => undefined);
  expect(readdirSync(last).toSorted()).toEqual(['framme.db', 'framme.lock']);
  expect(rowsIn(last)).toEqual(rowsIn(dataDir));
});

test('a household that registers after a move gets a number that none had, also after the highest was deleted', async () => {
  const { dataDir } = await familyWithEverything();
  const [address, last] = [await newDatabase(), temporaryFolder()];
  await moveStore({ folder: dataDir }, { address }, () => undefined);
  await moveStore({ address }, { folder: last }, () => undefined);
  const moved = rowsIn(dataDir).households?.map(({ number }) => Number(number)) ?? [];
  const highest = Math.max(...moved);
  const registerTwo = async (store: Store) => {
    const { account } = await storeFamily(store);
    await store.deleteAccount(account.uid, NOON);
    while (await store.purgeRemoved());
    await storeFamily(store);
    await store.close();
  };
  await registerTwo(await openPostgresStore(address));
  await registerTwo(openSqliteStore(last, () => undefined));
  const onPostgres = await runSql(address, 'SELECT number::int FROM households ORDER BY number');
  const numbers = [...moved, highest + 2].toSorted((a, b) => a - b);
  expect(onPostgres.map(({ number }) => number)).toEqual(numbers);
  expect(rowsIn(last).households?.map(({ number }) => number)).toEqual(numbers);
});
