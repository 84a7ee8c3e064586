import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { verifyStore } from '#server/store/hosting/verify.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { startApp, temporaryFolder } from '#tests/support/server/app.ts';
import { openInspector } from '../../hosting/inspect.ts';
import { moveStore } from '../../hosting/move.ts';
import { MOVED_TABLES } from '../../hosting/moved-tables.ts';
import type { Moved } from '../../ports/moving.ts';
import { migrate } from '../../sqlite/schema/migrations.ts';
import { openSqliteStore } from '../../sqlite/sqlite.ts';
import { openPostgresStore } from '../postgres.ts';

/** Columns that are moved in another form, or derived. */
const OWN_ON_SQLITE = {
  households: ['number', 'devices'],
  people: ['household', 'path', 'version', 'body'],
  visits: ['number', 'household', 'version', 'open', 'start', 'visitor', 'path', 'body'],
  outcomes: ['version', 'notified', 'notice'],
  notices: ['id', 'earlier'],
  tombstone_times: ['household', 'version', 'removed_at'],
  store_epoch: ['epoch', 'mark'],
};
const OWN_ON_POSTGRES = {
  households: ['last_notice'],
  outcomes: ['version', 'notified'],
  notices: ['number'],
  store_epoch: ['epoch', 'home'],
  framme_schema: ['version'],
};

type Columns = Record<string, readonly string[]>;

/** Returns the columns of a schema that are neither moved nor a store's own. */
function unmoved(present: Columns, own: Columns): string[] {
  for (const [table, columns] of Object.entries(own))
    expect(present[table], table).toEqual(expect.arrayContaining([...columns]));
  const moved: Columns = Object.fromEntries(MOVED_TABLES.map(({ name, columns }) => [name, columns]));
  return Object.entries(present).flatMap(([table, columns]) =>
    columns
      .filter((column) => ![...(moved[table] ?? []), ...(own[table] ?? [])].includes(column))
      .map((column) => `${table}.${column}`),
  );
}

/** Returns the columns that are not moved of a new database of each kind, after SQL that is run on it. */
async function unmovedOf(sqlite = '', postgres = sqlite): Promise<[string[], string[]]> {
  const db = new DatabaseSync(':memory:');
  migrate(db);
  db.exec(sqlite);
  const address = await newDatabase();
  await (await openPostgresStore(address)).close();
  await runSql(address, postgres);
  const onPostgres = await runSql(
    address,
    `SELECT table_name AS "table", column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
  );
  const onSqlite = db
    .prepare(
      `SELECT t.name AS "table", c.name FROM sqlite_schema t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all();
  const columnsOf = (rows: Record<string, unknown>[]): Columns => {
    const tables = Map.groupBy(rows, ({ table }) => String(table));
    return Object.fromEntries(
      [...tables].map(([table, own]) => [table, own.map(({ name }) => String(name))]),
    );
  };
  return [unmoved(columnsOf(onSqlite), OWN_ON_SQLITE), unmoved(columnsOf(onPostgres), OWN_ON_POSTGRES)];
}

test('every table and column of both schemas is moved; one that only one store has is told', async () => {
  expect(await unmovedOf()).toEqual([[], []]);
  expect(MOVED_TABLES.length).toBeGreaterThan(14);
  const added = await unmovedOf(
    'CREATE TABLE later (id TEXT PRIMARY KEY) STRICT; ALTER TABLE visits ADD COLUMN later TEXT',
    'CREATE TABLE later (id bigint PRIMARY KEY); ALTER TABLE documents ADD COLUMN later text',
  );
  expect(added.map((columns) => columns.toSorted())).toEqual([
    ['later.id', 'visits.later'],
    ['documents.later', 'later.id'],
  ]);
});

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
    "INSERT INTO push_devices SELECT token_hash, 'https://push.example/1', ?, ?, 1, ?, ?, NULL FROM sessions LIMIT 1",
    ...['B'.repeat(87), 'a'.repeat(22), AT, AT],
  );
  const follow = `INSERT INTO followers SELECT ?, h.number, 'children/aaaaaaaaaa/guests/bbbbbbbbbb', 'Åsa', o.number, ?, ?, ?, ?
    FROM households h JOIN households o ON o.number <> h.number WHERE h.number = ?`;
  run(follow, 'aaaaaaaaaa', AT, AT, AT, null, number);
  run(follow.replace('h.number = ?', 'o.number = ?'), 'bbbbbbbbbb', AT, null, null, AT, number);
  run('UPDATE households SET floor = 2 WHERE number = ?', number);
  run('UPDATE store_epoch SET restored_at = 1767225600123, restored_from = 1767225600000');
  run('DELETE FROM notices');
  run('UPDATE outcomes SET notified = NULL, notice = NULL');
  const notice = db.prepare(
    'INSERT INTO notices (household, about, kind, message, due_at, taken, attempts, earlier) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const message = (about: string) => JSON.stringify({ about, kind: 'first', name: 'Ella', at: AT });
  const queue = (about: string, kind: string, taken: number, earlier: number | null) =>
    Number(notice.run(number, about, kind, message(about), AT, taken, taken, earlier).lastInsertRowid);
  const point = db.prepare(
    'INSERT INTO outcomes (household, op, recorded_at, notice) VALUES (?, ?, 1, ?) ON CONFLICT DO UPDATE SET notice = excluded.notice',
  );
  run('UPDATE outcomes SET notified = 1 WHERE op = ?', sent);
  run(
    "INSERT INTO outcomes (household, op, recorded_at, notified) VALUES (?, 'purged0000', 99000, 1)",
    number,
  );
  point.run(number, sent, queue(sent, 'taken-back', 0, null));
  point.run(number, waiting, queue(waiting, 'first', 0, null));
  point.run(number, undone, queue(undone, 'taken-back', 0, queue(undone, 'first', 1, null)));
  // A family that is being deleted stays behind.
  run("INSERT INTO households (id, version, number) VALUES ('~77', 9, 77)");
  run("INSERT INTO visits (household, version, path) VALUES (77, 9, 'children/b/visits/c')");
  run("INSERT INTO purges VALUES (77, '')");
  run("INSERT INTO alerts VALUES (77, 'children/b/visits/c', 'planned', ?, 0, '{}')", AT);
  db.close();
}

/** Every row of a folder's database, without the numbers that a database gives out. */
function rowsIn(dataDir: string) {
  const db = new DatabaseSync(join(dataDir, 'framme.db'), { readOnly: true });
  const all = (sql: string) => db.prepare(sql).all() as Record<string, unknown>[];
  const names = new Map(all('SELECT number, id FROM households').map(({ number, id }) => [number, id]));
  const places = new Map(all('SELECT id FROM notices ORDER BY id').map(({ id }, index) => [id, index]));
  const plain = (
    { number, id, epoch: _epoch, mark: _mark, ...row }: Record<string, unknown>,
    table: string,
  ) => ({
    ...row,
    ...Object.fromEntries(
      ['household', 'host', 'home']
        .filter((key) => key in row)
        .map((key) => [key, names.get(row[key]) ?? row[key]]),
    ),
    ...('earlier' in row && { earlier: places.get(row.earlier) }),
    ...('notice' in row && { notice: places.get(row.notice) }),
    ...(table !== 'notices' && { id }),
  });
  const tables = all("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const rows = tables
    .map(({ name }) => String(name))
    .map((name) => [name, all(`SELECT * FROM "${name}"`).map((row) => JSON.stringify(plain(row, name)))]);
  db.close();
  const isStaying = (row: string) => !/"~77"|"children\/b\/visits\/c"/.test(row);
  return Object.fromEntries(
    rows.map(([name, lines]) => [name, (lines as string[]).filter(isStaying).toSorted()]),
  ) as Record<string, string[]>;
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

async function faultsIn(place: { databaseUrl: string | undefined; dataDir: string }): Promise<string[]> {
  const inspector = await openInspector(place);
  const found: string[] = [];
  await verifyStore(inspector, ({ what }) => found.push(what)).finally(() => inspector.close());
  return found;
}

test('rows of every table come back from PostgreSQL as they were, with equal hashes on the way', async () => {
  const { dataDir, ops } = await familyWithEverything();
  const [address, last] = [await newDatabase(), temporaryFolder()];
  const steps: string[] = [];
  const report: Parameters<typeof moveStore>[2] = ({ step, rows, of }) => {
    if (rows === of) steps.push(step);
  };
  const there: Moved = await moveStore({ folder: dataDir }, { address }, report);
  const back: Moved = await moveStore({ address }, { folder: last }, report);
  expect(steps).toEqual(['move', 'compare', 'move', 'compare']);
  expect(back).toEqual(there);
  const empty = Object.entries(there.tables).filter(([, { rows }]) => rows === 0);
  expect(empty, 'this test should fill every table').toEqual([]);
  const [before, after] = [rowsIn(dataDir), rowsIn(last)];
  expect(after).toEqual(before);
  expect(before.visits?.some((row) => / {50,}"/.test(row))).toBe(true);
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
    `CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.open THEN RETURN NULL; END IF; RETURN NEW; END';
     CREATE TRIGGER lose BEFORE INSERT ON documents FOR EACH ROW EXECUTE FUNCTION lose()`,
  );
  const moving = moveStore({ folder: dataDir }, { address }, () => undefined);
  await expect(moving).rejects.toThrow(
    /^Both sides differ in documents \(\d+ rows and \d+\), so nothing was moved/,
  );
  expect(await runSql(address, 'SELECT id FROM households')).toEqual([]);
  await runSql(address, 'DROP TRIGGER lose ON documents');
  await moveStore({ folder: dataDir }, { address }, () => undefined);
  // A killed move left it.
  writeFileSync(join(last, 'framme.db.moving'), 'half');
  await moveStore({ address }, { folder: last }, () => undefined);
  expect(readdirSync(last).toSorted()).toEqual(['framme.db', 'framme.lock']);
  expect(rowsIn(last)).toEqual(rowsIn(dataDir));
});
