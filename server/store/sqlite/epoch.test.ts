import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { saveAsServer } from '#server/sync/save-as-server.ts';
import { storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openWriter } from './connection/connection.ts';
import { Epoch } from './epoch.ts';
import { migrate } from './schema/migrations.ts';
import { openSqliteAdminStore, openSqliteStore } from './sqlite.ts';

/** Starts and stops the store; returns its epoch and what the host was told. */
async function epochOf(folder: string): Promise<{ epoch: string; told: string[] }> {
  const told: string[] = [];
  const store = openSqliteStore(
    folder,
    (error) => {
      throw error;
    },
    (_figures, text) => told.push(text),
  );
  const epoch = store.epoch();
  await store.close();
  return { epoch, told };
}

test('the epoch stays over restarts, and the host is told nothing', async () => {
  const folder = temporaryFolder();
  const first = await epochOf(folder);
  expect(first).toEqual({ epoch: expect.stringMatching(/^[0-9a-z]{26}$/), told: [] });
  expect(await epochOf(folder)).toEqual(first);
  expect(await epochOf(folder)).toEqual(first);
  expect(statSync(join(folder, 'framme.epoch')).mode & 0o077).toBe(0);
});

test('a killed server has the same epoch at the next start', () => {
  const file = join(temporaryFolder(), 'framme.db');
  const db = openWriter(file);
  migrate(db);
  const open = () => new Epoch(db, file, async (work) => work());
  const epochs = [open()];
  db.exec('PRAGMA user_version = 99');
  epochs.push(open(), open());
  expect(epochs.map(({ id }) => id)).toEqual(Array(3).fill(epochs[0]?.id));
  expect(epochs[1]?.isRestored).toBe(false);
  // Their timers would outlive the database.
  for (const epoch of epochs) epoch.close();
  db.close();
});

test('a copy that overwrites the file, without its companion, or with an older one, begins a new epoch', async () => {
  const folder = temporaryFolder();
  const { epoch } = await epochOf(folder);
  const [file, copy] = [join(folder, 'framme.db'), join(temporaryFolder(), 'copy.db')];
  copyFileSync(file, copy);
  expect((await epochOf(folder)).epoch).toBe(epoch);
  copyFileSync(copy, file);
  const second = await epochOf(folder);
  expect(second.epoch).not.toBe(epoch);
  expect(second.told).toEqual([expect.stringContaining('restored backup')]);
  rmSync(join(folder, 'framme.epoch'));
  const third = await epochOf(folder);
  expect([epoch, second.epoch]).not.toContain(third.epoch);
  expect((await epochOf(folder)).epoch).toBe(third.epoch);
});

test('a restore is remembered with its time and that of the backup, and a later one takes its place', async () => {
  const folder = temporaryFolder();
  const open = () => openSqliteStore(folder, () => undefined);
  const restoredBy = async (change?: (store: ReturnType<typeof open>) => Promise<void>) => {
    const store = open();
    await change?.(store);
    await store.close();
    return store.restored();
  };
  const [file, copy] = [join(folder, 'framme.db'), join(temporaryFolder(), 'copy.db')];
  const now = Date.parse('2026-05-04T12:00:00.000Z');
  expect(await restoredBy()).toBeUndefined();
  copyFileSync(file, copy);
  const changed = async (store: ReturnType<typeof open>) => {
    const { household } = await storeFamily(store);
    await store.transact(household, (transaction) => saveAsServer(transaction, [], now, undefined));
  };
  expect(await restoredBy(changed)).toBeUndefined();
  const began = Date.now();
  copyFileSync(copy, file);
  const first = await restoredBy();
  expect(first).toEqual({ at: expect.any(Number) });
  expect(first?.at).toBeGreaterThanOrEqual(began);
  expect(await restoredBy(changed)).toEqual(first);
  copyFileSync(file, copy);
  expect(await restoredBy(changed)).toEqual(first);
  copyFileSync(copy, file);
  const second = await restoredBy();
  expect(second).toEqual({ at: expect.any(Number), from: now });
  expect(second?.at).toBeGreaterThan(first?.at ?? 0);
  expect(await restoredBy()).toEqual(second);
});

test('a whole folder that is copied over the one that is there begins a new epoch', async () => {
  const [folder, backup] = [temporaryFolder(), temporaryFolder()];
  const copy = (from: string, to: string) => {
    for (const name of readdirSync(from)) copyFileSync(join(from, name), join(to, name));
  };
  const { epoch } = await epochOf(folder);
  copy(folder, backup);
  for (let start = 0; start < 3; start++) expect((await epochOf(folder)).epoch).toBe(epoch);
  copy(backup, folder);
  const second = await epochOf(folder);
  expect(second.epoch).not.toBe(epoch);
  expect(second.told).toEqual([expect.stringContaining('restored backup')]);
  expect((await epochOf(folder)).epoch).toBe(second.epoch);
});

test('other inode numbers, as some mounts give out each time, begin none', async () => {
  const folder = temporaryFolder();
  const { epoch } = await epochOf(folder);
  const file = join(folder, 'framme.epoch');
  const companion = () => JSON.parse(readFileSync(file, 'utf8'));
  const { file: database, self, marks } = companion();
  const elsewhere = { file: { ...database, inode: '1' }, self: { ...self, inode: '2' }, marks };
  writeFileSync(file, JSON.stringify(elsewhere));
  expect(await epochOf(folder)).toEqual({ epoch, told: [] });
});

test('a companion that does not know itself knows no database', async () => {
  const folder = temporaryFolder();
  const { epoch } = await epochOf(folder);
  const file = join(folder, 'framme.epoch');
  const { self: _none, ...older } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(older));
  expect((await epochOf(folder)).epoch).not.toBe(epoch);
});

test('a backup restored into the file of a running server begins a new epoch at the next start', async () => {
  const [file, copy] = [join(temporaryFolder(), 'framme.db'), join(temporaryFolder(), 'copy.db')];
  const start = () => {
    const db = openWriter(file);
    migrate(db);
    return { db, epoch: new Epoch(db, file, async (work) => work()) };
  };
  const stop = ({ db, epoch }: ReturnType<typeof start>) => {
    // Something that changes, as taps do.
    db.exec('UPDATE store_epoch SET epoch = epoch');
    epoch.close();
    db.close();
  };
  const first = start();
  await backup(first.db, copy);
  stop(first);
  const running = start();
  expect(running.epoch.id).toBe(first.epoch.id);
  const source = new DatabaseSync(copy);
  await backup(source, file);
  source.close();
  stop(running);
  const next = start();
  expect(next.epoch).toMatchObject({ isRestored: true });
  stop(next);
});

test('a command begins a new epoch at the next start, and asks to stop the server', async () => {
  const folder = temporaryFolder();
  const { epoch } = await epochOf(folder);
  const cli = openSqliteAdminStore(folder);
  const running = openSqliteStore(folder, () => undefined);
  await expect(cli.markRestored()).rejects.toThrow('already running');
  await running.close();
  await cli.markRestored();
  await cli.close();
  expect((await epochOf(folder)).epoch).not.toBe(epoch);
});
