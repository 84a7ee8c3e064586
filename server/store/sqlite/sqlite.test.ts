import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { childPath, visitPath } from '#domain/paths.ts';
import { readConfig } from '#server/config/config.ts';
import { startupWarnings } from '#server/process/startup-messages.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, minute, storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { REFUSED } from '#tests/support/server/baseline.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';
import { migrate } from './schema/migrations.ts';
import { openSqliteAdminStore, openSqliteStore } from './sqlite.ts';

function rethrow(error: unknown): never {
  throw error;
}

function openHere(folder: string) {
  const store = openSqliteStore(folder, rethrow);
  onTestFinished(() => store.close());
  return store;
}

/** Opens the database file behind the server's back, to inspect or change it. */
function openFile(folder: string): DatabaseSync {
  const db = new DatabaseSync(join(folder, 'framme.db'));
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

test('stored data is there after the store was closed and opened again', async () => {
  const folder = temporaryFolder();
  const before = openSqliteStore(folder, rethrow);
  const family = await storeFamily(before);
  const kim = newId();
  await family.save([[childPath(kim), aChild()]]);
  await before.close();
  const { changes } = await openHere(folder).people(family.household, undefined, 1000);
  expect(changes).toContainEqual({ path: childPath(kim), version: 2, document: aChild() });
});

test('a second opening is refused with a sentence, also from another process, until the first is closed', async () => {
  const folder = temporaryFolder();
  const first = openSqliteStore(folder, rethrow);
  expect(() => openSqliteStore(folder, rethrow)).toThrow(
    /^Another Framme is already running with the data folder /,
  );
  const script = `import { openSqliteStore } from '#server/store/sqlite/sqlite.ts'; openSqliteStore(${JSON.stringify(folder)}, () => {});`;
  const other = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(other().stderr).toContain('Another Framme is already running');
  await first.close();
  expect(other()).toMatchObject({ status: 0, stderr: '' });
});

test('a host that allows no threads gets a store that copies its log by itself', () => {
  const script = `import { openSqliteStore } from '#server/store/sqlite/sqlite.ts';
    const store = openSqliteStore(${JSON.stringify(temporaryFolder())}, () => {});
    for (let turn = 0; turn < 3; turn++) {
      const body = 'x'.repeat(2_000_000);
      await store.putOneTimeToken({ kind: 'provider', hash: String(turn), uid: null, body, expiresAt: '9' });
    }
    await store.close();`;
  const allowed = ['--permission', '--allow-fs-read=*', '--allow-fs-write=*'];
  const quiet = '--disable-warning=SecurityWarning';
  const args = [...allowed, quiet, '--input-type=module', '-e', script];
  expect(spawnSync(process.execPath, args, { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
});

test('a newer schema is refused with a sentence and left alone', async () => {
  const folder = temporaryFolder();
  await openSqliteStore(folder, rethrow).close();
  const db = openFile(folder);
  db.exec('PRAGMA user_version = 99');
  db.close();
  expect(() => openSqliteStore(folder, rethrow)).toThrow(
    /newer version of Framme \(schema 99; this version knows \d+\)/,
  );
  expect(openFile(folder).prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
});

test('a failing migration leaves the schema before it', () => {
  const db = new DatabaseSync(':memory:');
  const steps = (...more: string[]) => ({
    schemas: { baseline: 1, steps: more, tables: 'CREATE TABLE one (a)' },
  });
  migrate(db, steps());
  expect(() => migrate(db, steps('CREATE TABLE two (a)', 'nonsense'))).toThrow();
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  expect(tables).toEqual([{ name: 'one' }]);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  migrate(db, steps('CREATE TABLE two (a)'));
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 2 });
});

test('a store that is closed leaves one file with everything in it, however long its log was', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, rethrow);
  const { save } = await storeFamily(store);
  for (let turn = 0; turn < 20; turn++) {
    const children = Array.from(
      { length: 500 },
      () => [childPath(newId()), aChild('x'.repeat(500))] as const,
    );
    await save(children.map(([path, child]) => [path, child]));
  }
  await store.close();
  expect(existsSync(join(folder, 'framme.db-wal'))).toBe(false);
  expect(openFile(folder).prepare('SELECT count(*) AS rows FROM people').get()).toEqual({ rows: 10_001 });
});

test('a household remembers the sequences of the 200 devices that wrote last', async () => {
  const store = openHere(temporaryFolder());
  const { household, save } = await storeFamily(store);
  const devices = Array.from({ length: 201 }, () => newId());
  for (const device of devices) await save([], { device, lastSequence: 7 });
  const lastSequence = (device = '') =>
    store.transact(household, async (transaction) => (await transaction.begin(device, [])).lastSequence);
  expect(await lastSequence(devices[0])).toBe(0);
  expect(await lastSequence(devices[1])).toBe(7);
  await save([], { device: devices[1] ?? '', lastSequence: 8 });
  await save([], { device: newId(), lastSequence: 1 });
  expect([await lastSequence(devices[1]), await lastSequence(devices[2])]).toEqual([8, 0]);
});

test('a departure fits where its arrival was written, and moves no other visit to another page', async () => {
  const folder = temporaryFolder();
  const { save } = await storeFamily(openHere(folder));
  const [kim, ella] = [newId(), newId()];
  const paths = Array.from({ length: 300 }, () => visitPath(kim, newId()));
  const pages = () =>
    openFile(folder).prepare("SELECT count(*) AS pages FROM dbstat WHERE name = 'visits'").get()?.pages;
  for (const [day, path] of paths.entries()) await save([[path, aVisit(ella, day * 1440)]]);
  const before = pages();
  for (const [day, path] of paths.entries()) await save([[path, aVisit(ella, day * 1440, day * 1440 + 60)]]);
  expect(before).toBeGreaterThan(20);
  expect(pages()).toBe(before);
});

test('the text of a sent notice is erased', async () => {
  const folder = temporaryFolder();
  const store = openHere(folder);
  const notice = {
    about: newId(),
    kind: 'first',
    recipient: { phone: '070-123 45 67' },
    name: 'Ella',
    status: 'in',
    at: minute(0),
  } as const;
  await (await storeFamily(store)).save([], { notices: [{ notice, dueAt: minute(0) }] });
  const [taken] = await store.takeNotices(minute(0), minute(1), 1);
  const words = () => openFile(folder).prepare('SELECT message FROM notices').get()?.message;
  expect(words()).toContain('Ella');
  await store.settleNotice(taken?.id ?? 0, { sentAt: minute(0) });
  expect(words()).toBeUndefined();
});

test('a database of another version is left unchanged, and the error says what to do', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  await openSqliteStore(folder, () => undefined).close();
  const another = /another version of Framme.*start the server/;
  for (const [version, says] of [
    [5, REFUSED],
    [8, another],
    [99, another],
  ] as const) {
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
    expect(() => openSqliteAdminStore(folder)).toThrow(says);
  }
  const db = new DatabaseSync(file);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
  db.close();
});

test('the CLI store waits for writes of the server, and the server reads what it wrote', async () => {
  const folder = temporaryFolder();
  const store = openSqliteStore(folder, () => undefined);
  const cli = openSqliteAdminStore(folder);
  const token = {
    kind: 'recovery',
    hash: 'h',
    uid: null,
    body: '{}',
    expiresAt: '2999-01-01T00:00:00.000Z',
  } as const;
  await Promise.all([
    ...Array.from({ length: 50 }, (_, i) => store.attempt(`key-${i}`, i, { burst: 1, interval: 1 })),
    cli.putOneTimeToken(token),
  ]);
  await cli.close();
  expect(await store.consumeOneTimeToken('recovery', 'h', '2026-01-01T00:00:00.000Z')).toMatchObject({
    body: '{}',
  });
  await store.close();
});

const FILES = ['framme.db', 'framme.db-wal', 'framme.db-shm', 'framme.lock'];

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function warningsFor(env: Record<string, string>): string[] {
  const config = readConfig(env);
  if (Array.isArray(config)) throw new Error(config.join());
  return startupWarnings(config);
}

test('the files of a new database are readable by this user alone, in any folder', () => {
  const folder = join(temporaryFolder(), 'open');
  mkdirSync(folder, { mode: 0o755 });
  openStoreIn(folder);
  expect(FILES.map((file) => modeOf(join(folder, file)))).toEqual(FILES.map(() => '600'));
});

test('the files of a database that others could read are closed at the start', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (a)');
  writeFileSync(join(folder, 'framme.lock'), '');
  for (const name of FILES) chmodSync(join(folder, name), 0o644);
  openStoreIn(folder);
  expect(FILES.map((name) => modeOf(join(folder, name)))).toEqual(FILES.map(() => '600'));
  db.close();
});

test('the host is told of a data folder that others may enter, and of no other', () => {
  const folder = temporaryFolder();
  expect(warningsFor({ DATA_DIR: folder })).toEqual([]);
  chmodSync(folder, 0o755);
  expect(warningsFor({ DATA_DIR: folder })).toEqual([
    `Other users of this machine may enter the data folder (mode 755). Close it: chmod 700 '${folder}'`,
  ]);
  expect(warningsFor({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/framme' })).toEqual([]);
});
